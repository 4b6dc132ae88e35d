/** Workspace files -> their versions with probes, and the table that gives meaning to a trace of this run. */
import type { LearnedMethod, LearnedSite } from '../../../../shared/src/profile';
import { hash } from '../../base/hash';
import { LineIndex } from '../../base/lines';
import type { RubyParser } from '../../parse/rubyParser';
import type { TraceTable } from '../../parse/trace';
import type { RecordingGap } from '../../problems/learn';
import { type FirstNumbers, type RecordedFile, record } from '../../record/record';
import type { RecordedMethod, RecordedSite, RecordedUnit, SiteSource } from '../../record/units';
import { redactSource } from './redact';

export interface SourceFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A file that has at least one probe. */
export interface RewrittenFile extends SourceFile {
  readonly rewritten: string;
}

/** A method before any run: its calls are not known. */
export type RecordableMethod = Omit<LearnedMethod, 'calls' | 'values'> & {
  readonly measured?: readonly string[] | null;
};

/** A dynamic call before any run. */
export type RecordableSite = Omit<LearnedSite, 'uses' | 'category' | 'more' | 'nested'> & {
  readonly from: SiteSource;
};

/** A method or class-body statement, by its lines. */
export interface SourceUnit {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly fingerprint: string;
  readonly defines: string | null;
}

export interface Recording {
  /** Identifies the traces that belong to it. */
  readonly run: string;
  readonly files: readonly RewrittenFile[];
  /** By the numbers that probes use. */
  readonly methods: readonly RecordableMethod[];
  /** By the numbers that probes use. */
  readonly sites: readonly RecordableSite[];
  /** By path. */
  readonly units: ReadonlyMap<string, readonly SourceUnit[]>;
  /** The version of an evaluated source that a profile may keep; null: none. */
  readonly redact: (source: string) => string | null;
  /** The dynamic methods that an evaluated source calls. */
  readonly callsIn: (source: string) => readonly string[];
  readonly gaps: readonly RecordingGap[];
}

/** `values`: numbers and sizes are recorded too. */
export function recordFiles(
  parser: RubyParser,
  sources: readonly SourceFile[],
  nonce: string,
  values = false,
): Recording {
  const files: RewrittenFile[] = [];
  const methods: RecordableMethod[] = [];
  const sites: RecordableSite[] = [];
  const units = new Map<string, readonly SourceUnit[]>();
  const gaps: RecordingGap[] = [];
  for (const source of sources) {
    const recorded = recordFile(parser, source, { method: methods.length, site: sites.length }, gaps, values);
    if (recorded === null || recorded.methods.length + recorded.sites.length === 0) continue;
    const lines = new LineIndex(source.text);
    methods.push(...recorded.methods.map(method => describeMethod(source.path, lines, method)));
    sites.push(...recorded.sites.map(site => describeSite(source.path, lines, site)));
    units.set(
      source.path,
      recorded.units.map(unit => describeUnit(lines, unit)),
    );
    files.push({ ...source, rewritten: recorded.text });
  }
  const run = hash(nonce, ...files.map(file => file.path));
  const redact = (source: string): string | null => redactSource(parser, source, text => isInSources(sources, text));
  const callsIn = (source: string): readonly string[] => {
    const recorded = recordFile(parser, { path: 'evaluated', text: source }, { method: 0, site: 0 }, [], false);
    return recorded?.sites.map(({ method }) => method) ?? [];
  };
  return { run, files, methods, sites, units, redact, callsIn, gaps };
}

function isInSources(sources: readonly SourceFile[], text: string): boolean {
  return sources.some(source => source.text.includes(text));
}

function describeSite(path: string, lines: LineIndex, site: RecordedSite): RecordableSite {
  const { span, ...rest } = site;
  return { path, line: lines.position(span.start).line, ...rest };
}

function describeUnit(lines: LineIndex, { span, fingerprint, defines }: RecordedUnit): SourceUnit {
  const firstLine = lines.position(span.start).line;
  return { firstLine, lastLine: lines.position(span.end).line, fingerprint, defines };
}

/** A bug of ours in one file must not prevent the others from being recorded. */
function recordFile(
  parser: RubyParser,
  source: SourceFile,
  first: FirstNumbers,
  gaps: RecordingGap[],
  values: boolean,
): RecordedFile | null {
  const { path } = source;
  try {
    const document = parser.open(path, source.text);
    try {
      const recorded = record(document.outline(), first, values);
      const kinds = new Set(recorded.notRecorded.map(each => each.kind));
      for (const kind of kinds) gaps.push({ kind, path });
      return recorded;
    } finally {
      document.close();
    }
  } catch (error) {
    gaps.push({ kind: 'internal', path, why: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function describeMethod(path: string, lines: LineIndex, method: RecordedMethod): RecordableMethod {
  const { name, span, fingerprint, parameters, fields, measured } = method;
  const { line } = lines.position(span.start);
  const outcomes = method.outcomes.map(({ kind, outcome, span: at }) => ({
    kind,
    outcome,
    line: lines.position(span.start + at.start).line - line,
    span: at,
  }));
  return { name, path, line, fingerprint, parameters, fields, outcomes, measured };
}

export function traceTable(recording: Recording): TraceTable {
  return {
    run: recording.run,
    files: recording.files.length,
    sites: recording.sites.length,
    methods: recording.methods.map(method => ({
      positions: positionsOf(method),
      outcomes: method.outcomes.length,
      measured: method.measured?.length ?? null,
    })),
  };
}

function positionsOf(method: RecordableMethod): number {
  return method.parameters.filter(parameter => parameter.recorded).length + method.fields.length;
}
