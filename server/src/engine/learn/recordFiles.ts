/** Workspace files -> their versions with probes, and the table that gives meaning to a trace of this run. */
import type { LearnedMethod } from '../../../../shared/src/profile';
import { hash } from '../../base/hash';
import { LineIndex } from '../../base/lines';
import type { RubyParser } from '../../parse/rubyParser';
import type { TraceTable } from '../../parse/trace';
import type { RecordingGap } from '../../problems/learn';
import { type RecordedFile, record } from '../../record/record';
import type { RecordedMethod } from '../../record/units';

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
export type RecordableMethod = Omit<LearnedMethod, 'calls'>;

export interface Recording {
  /** Identifies the traces that belong to it. */
  readonly run: string;
  readonly files: readonly RewrittenFile[];
  /** By the numbers that probes use. */
  readonly methods: readonly RecordableMethod[];
  readonly gaps: readonly RecordingGap[];
}

export function recordFiles(parser: RubyParser, sources: readonly SourceFile[], nonce: string): Recording {
  const files: RewrittenFile[] = [];
  const methods: RecordableMethod[] = [];
  const gaps: RecordingGap[] = [];
  for (const source of sources) {
    const recorded = recordFile(parser, source, methods.length, gaps);
    if (recorded === null || recorded.methods.length === 0) continue;
    const lines = new LineIndex(source.text);
    methods.push(...recorded.methods.map(method => describeMethod(source.path, lines, method)));
    files.push({ ...source, rewritten: recorded.text });
  }
  return { run: hash(nonce, ...files.map(file => file.path)), files, methods, gaps };
}

/** A bug of ours in one file must not prevent the others from being recorded. */
function recordFile(
  parser: RubyParser,
  source: SourceFile,
  firstId: number,
  gaps: RecordingGap[],
): RecordedFile | null {
  const { path } = source;
  try {
    const document = parser.open(path, source.text);
    try {
      const recorded = record(document.outline(), firstId);
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
  const { name, span, fingerprint, parameters, fields } = method;
  const { line } = lines.position(span.start);
  const outcomes = method.outcomes.map(({ kind, outcome, span: at }) => ({
    kind,
    outcome,
    line: lines.position(span.start + at.start).line - line,
  }));
  return { name, path, line, fingerprint, parameters, fields, outcomes };
}

export function traceTable(recording: Recording): TraceTable {
  return {
    run: recording.run,
    files: recording.files.length,
    methods: recording.methods.map(method => ({
      positions: positionsOf(method),
      outcomes: method.outcomes.length,
    })),
  };
}

function positionsOf(method: RecordableMethod): number {
  return method.parameters.filter(parameter => parameter.recorded).length + method.fields.length;
}
