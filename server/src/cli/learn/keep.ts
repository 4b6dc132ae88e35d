/** Traces of a run -> messages about what was not recorded, the stored profile, and the summary. */
import type { Profile } from '../../../../shared/src/profile';
import { coverageOf } from '../../engine/learn/coverage';
import { mergeProfiles, profileOfTraces } from '../../engine/learn/profiles';
import { type Recording, traceTable } from '../../engine/learn/recordFiles';
import { isUnderstood } from '../../engine/learn/sites';
import { parseTrace, type Trace } from '../../parse/trace';
import { type RecordingGap, showRecordingGap } from '../../problems/learn';
import type { Io } from '../usage';
import { loadProfile, storeProfile } from './stored';

const MOST_GAPS = 10;

export interface RunTraces {
  readonly traces: readonly string[];
  /** Traces that were not read. */
  readonly tooLarge: number;
}

/** Reports and stores what the traces contain. Never changes the outcome of the command. */
export function keepLearned(io: Io, recording: Recording, outcome: RunTraces): void {
  const table = traceTable(recording);
  const read = outcome.traces.map(text => parseTrace(text, table));
  const traces = read.flatMap(({ trace }) => trace ?? []);
  const problems = read.flatMap(each => each.problems).map((problem): RecordingGap => ({ kind: 'trace', problem }));
  reportGaps(io, [...recording.gaps, ...gapsIn(recording, traces), ...problems]);
  if (outcome.tooLarge > 0) io.err(`loupe: ${counted(outcome.tooLarge, 'trace')} too large to read\n`);
  if (traces.length === 0) {
    io.err('loupe: nothing was learned: no Ruby process of the command could record\n');
    return;
  }
  const profile = profileOfTraces(recording, traces);
  if (profile.processes === 0) return;
  const before = loadProfile(io);
  const kept = before && dropStale(before, recording);
  if (storeProfile(io, kept ? mergeProfiles([kept, profile], 'max') : profile)) summarize(io, recording, profile);
}

/** What was learned of other versions of a method or statement is dropped. */
function dropStale(profile: Profile, recording: Recording): Profile {
  const known = new Set(recording.methods.map(method => `${method.path} ${method.fingerprint}`));
  for (const [path, units] of recording.units) for (const unit of units) known.add(`${path} ${unit.fingerprint}`);
  const isCurrent = (each: { readonly path: string; readonly unit: string }): boolean =>
    known.has(`${each.path} ${each.unit}`);
  return {
    ...profile,
    methods: profile.methods.filter(method => known.has(`${method.path} ${method.fingerprint}`)),
    sites: profile.sites.filter(isCurrent),
    shapes: profile.shapes.map(shape => ({ ...shape, methods: shape.methods.filter(isCurrent) })),
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

function summarize(io: Io, recording: Recording, profile: Profile): void {
  const all = profile.methods.map(coverageOf);
  const calls = all.reduce((sum, { calls: each }) => sum + each, 0);
  const outcomes = recording.methods.reduce((sum, method) => sum + method.outcomes.length, 0);
  const seen = all.reduce((sum, coverage) => sum + coverage.seen, 0);
  io.err(
    `loupe: ${profile.methods.length} of ${counted(recording.methods.length, 'method')} ran, ${counted(calls, 'call')} ` +
      `in ${counted(profile.processes, 'process', 'processes')}; ${seen} of ${counted(outcomes, 'branch outcome')} seen` +
      `${profile.sites.length === 0 ? '' : `; ${counted(profile.sites.filter(isUnderstood).length, 'dynamic site')} understood`}. ` +
      'loupe learn --show lists them.\n',
  );
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
