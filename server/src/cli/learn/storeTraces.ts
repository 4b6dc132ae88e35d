/** Traces of a run -> messages about what was not recorded, the stored profile, and the summary. */
import type { Profile } from '../../../../shared/src/profile';
import type { Settings } from '../../../../shared/src/settings';
import { coverageOf } from '../../engine/learn/coverage';
import { mergeProfiles, profileOfTraces } from '../../engine/learn/profiles';
import { type Recording, traceTable } from '../../engine/learn/recordFiles';
import type { LearnReport } from '../../engine/learn/report';
import { isUnderstood } from '../../engine/learn/sites';
import type { RunTraces } from '../../host/learnRun';
import { parseTrace, type Trace } from '../../parse/trace';
import { type RecordingGap, showRecordingGap } from '../../problems/learn';
import type { Io } from '../usage';
import { analyseLearned } from './analyse';
import { showConflict } from './conflicts';
import { loadProfile, setAsideProfile, storeProfile } from './storedProfile';

const MOST_GAPS = 10;
/** Types of more methods take longer than anyone waits for after a run; `--show` computes them. */
const MOST_METHODS = 600;

/** Reports and stores what the traces contain. Never changes the outcome of the command. */
export async function storeLearned(
  io: Io,
  settings: Settings,
  recording: Recording,
  outcome: RunTraces,
): Promise<void> {
  const table = traceTable(recording);
  const read = outcome.traces.map(text => parseTrace(text, table));
  const traces = read.flatMap(({ trace }) => trace ?? []);
  const problems = read.flatMap(each => each.problems).map((problem): RecordingGap => ({ kind: 'trace', problem }));
  reportGaps(io, [...recording.gaps, ...outcome.gaps, ...gapsIn(recording, traces), ...problems]);
  if (traces.length === 0) {
    io.err('loupe: nothing was learned: no Ruby process of the command could record\n');
    return;
  }
  const profile = profileOfTraces(recording, traces);
  if (profile.processes === 0) return;
  const before = loadProfile(io);
  const kept = before && dropStale(before, recording, profile);
  const stored = kept ? mergeProfiles([kept, profile], 'max') : profile;
  if (before === null) setAsideProfile(io);
  if (!storeProfile(io, stored)) return;
  if (io.signal.aborted) {
    io.err('loupe: stopped; what was recorded until then is kept. loupe learn --show lists it.\n');
    return;
  }
  const report =
    stored.methods.length > MOST_METHODS
      ? null
      : await analyseLearned(io, {
          settings,
          profile: stored,
          recording,
          isShown: () => true,
          findsCalls: false,
          findsRefinements: false,
        });
  summarize(io, recording, profile, report);
}

/** What was learned of other versions of a method or statement is dropped, and what gems defined in a class that was seen again. */
function dropStale(profile: Profile, recording: Recording, { classes }: Profile): Profile {
  const known = new Set(recording.methods.map(method => `${method.path} ${method.fingerprint}`));
  for (const [path, units] of recording.units) for (const unit of units) known.add(`${path} ${unit.fingerprint}`);
  const isCurrent = (each: { readonly path: string; readonly unit: string }): boolean =>
    known.has(`${each.path} ${each.unit}`);
  return {
    ...profile,
    methods: profile.methods.filter(method => known.has(`${method.path} ${method.fingerprint}`)),
    sites: profile.sites.filter(isCurrent),
    shapes: profile.shapes.map(shape => ({
      ...shape,
      methods: shape.methods.filter(({ path, unit }) =>
        unit === null ? classes[shape.name] === undefined : isCurrent({ path, unit }),
      ),
      constants: classes[shape.name] === undefined ? shape.constants : [],
    })),
  };
}

function gapsIn(recording: Recording, traces: readonly Trace[]): readonly RecordingGap[] {
  const gaps: RecordingGap[] = [];
  for (const trace of traces) {
    if (trace.unsupported) gaps.push({ kind: 'unsupported', ...trace.unsupported });
    if (trace.ractors) gaps.push({ kind: 'ractors' });
    if (trace.coverage) gaps.push({ kind: 'coverage' });
    for (const kind of ['changed', 'refused'] as const) {
      for (const index of trace[kind]) gaps.push({ kind, path: recording.files[index]?.path ?? '' });
    }
  }
  return gaps;
}

function reportGaps(io: Io, gaps: readonly RecordingGap[]): void {
  const lines = [...new Set(gaps.map(showRecordingGap))];
  for (const line of lines.slice(0, MOST_GAPS)) io.err(`loupe: ${line}\n`);
  if (lines.length > MOST_GAPS) io.err(`loupe: … and ${lines.length - MOST_GAPS} more\n`);
}

/** `report`: null if there are too many methods to find their types now. */
function summarize(io: Io, recording: Recording, profile: Profile, report: LearnReport | null): void {
  const calls = profile.methods.reduce((sum, method) => sum + coverageOf(method).calls, 0);
  const understood = profile.sites.filter(isUnderstood).length;
  const parts = [
    ...(report === null ? [] : countWords(report)),
    ...(profile.sites.length === 0 ? [] : [`${showCount(understood, 'dynamic site')} understood`]),
  ];
  io.err(
    `loupe: ${profile.methods.length} of ${showCount(recording.methods.length, 'method')} ran, ${showCount(calls, 'call')} ` +
      `in ${[showCount(profile.processes, 'process', 'processes'), parts.join(', ')].filter(each => each !== '').join('; ')}. ` +
      `loupe learn --show ${report === null ? 'finds their types' : 'lists them'}.\n`,
  );
  for (const conflict of (report?.conflicts ?? []).slice(0, MOST_GAPS))
    io.err(`loupe: conflict:${showConflict(conflict)[0]?.slice(1)}\n`);
}

function countWords({ methods, conflicts, contradictions }: LearnReport): readonly string[] {
  const of = (...words: readonly string[]): number =>
    methods.filter(({ word, stale }) => !stale && words.includes(word)).length;
  return [
    `${showCount(of('proved', 'complete'), 'type')} complete or proved`,
    `${of('likely')} likely`,
    `${of('partial')} partial`,
    showCount(conflicts.length, 'conflict'),
    ...(contradictions.length === 0 ? [] : [`${showCount(contradictions.length, 'annotation')} contradicted`]),
  ];
}

export function showCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
