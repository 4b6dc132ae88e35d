/**
 * Parses a fixture: its Ruby files, the marks in their comments, its settings and its edit script.
 * test/fixtures/README.md describes the format.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../../server/src/base/lines';

export interface MarkSpan {
  readonly start: Position;
  /** Exclusive; null: the span continues on later lines. */
  readonly end: number | null;
}

export type Mark = { readonly span: MarkSpan; readonly writtenAt: number } & (
  | { readonly kind: 'problem'; readonly code: string; readonly severity: string | null; readonly words: string }
  | {
      readonly kind: 'verdict';
      readonly status: string;
      /** `unsafe(post-1, non-nil)`; null: not specified. */
      readonly failing: readonly string[] | null;
      readonly caveats: readonly string[];
      readonly cause: string | null;
      readonly words: string;
    }
  | { readonly kind: 'clause'; readonly name: string }
  | { readonly kind: 'type'; readonly type: string }
  | {
      readonly kind: 'raises';
      readonly className: string;
      readonly level: 'certain' | 'confirmed';
      /** Why Loupe does not report it; null: it does. */
      readonly missed: string | null;
    }
  | { readonly kind: 'infers'; readonly signature: string }
);

export interface FixtureFile {
  readonly name: string;
  readonly text: string;
}

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

export interface Step {
  readonly edits: readonly Replacement[];
  readonly expects: readonly Replacement[];
  readonly lowered: number | null;
  readonly judged: readonly string[] | null;
}

export interface Fixture {
  readonly files: readonly FixtureFile[];
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly run: boolean;
  readonly steps: readonly Step[];
}

/** The source of a fixture, by its path below test/fixtures. */
export function fixtureText(name: string): string {
  return readFileSync(join(__dirname, '..', 'fixtures', name), 'utf8');
}

const VERDICTS = [
  'safe',
  'unsafe',
  'undecided',
  'not-modelled',
  'vacuous',
  'type-error',
  'internal-error',
  'trusted',
  'unchecked',
];
const CAUSES = ['confirmed', 'unreached-state', 'spec-too-weak', 'unconfirmed'];
const RAISES = /\S\s+# raises ([A-Z][\w:]*)(, confirmed)?(?:, missed: (.+))?$/;
const INFERS = /\S\s+# infers: (.+)$/;
const MARK = /^(\s*)#(\s*)(?:(\^+)|\[(\d+)-(\d+)\])(\.\.\.)?\s+(.+?)\s*$/;

export function readFixture(name: string, source: string): Fixture {
  const scriptAt = source.search(/^#! edit:/m);
  const body = scriptAt < 0 ? source : source.slice(0, scriptAt);
  const settings: Record<string, string | number | boolean> = {};
  for (const [, list] of body.matchAll(/^#! settings:(.*)$/gm)) Object.assign(settings, readSettings(list!));
  return {
    files: splitFiles(name, body),
    settings,
    run: !/^#! no-run\s*$/m.test(body),
    steps: scriptAt < 0 ? [] : readScript(source.slice(scriptAt)),
  };
}

function splitFiles(name: string, body: string): readonly FixtureFile[] {
  const parts = body.split(/^#! file:\s*(\S+)[ \t]*\r?\n/m);
  const files = [{ name, text: parts[0]! }];
  for (let i = 1; i < parts.length; i += 2) files.push({ name: parts[i]!, text: parts[i + 1]! });
  return files;
}

function readSettings(list: string): Record<string, string | number | boolean> {
  const pairs = list.split(',').map(pair => pair.split('=').map(part => part.trim()));
  return Object.fromEntries(pairs.map(([key, value]) => [key!, scalar(value ?? '')]));
}

function scalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

function readScript(script: string): readonly Step[] {
  const steps: { edits: Replacement[]; expects: Replacement[]; lowered: number | null; judged: string[] | null }[] = [];
  let closed = true;
  for (const line of script.split(/\r?\n/)) {
    const match = /^#! (\w+):\s*(.*)$/.exec(line);
    if (match === null) {
      if (line.trim() !== '') throw new Error(`not a line of a script: ${line}`);
      continue;
    }
    const [, word, rest] = match;
    if (word === 'edit') {
      if (closed) steps.push({ edits: [], expects: [], lowered: null, judged: null });
      closed = false;
      steps.at(-1)!.edits.push(readReplacement(rest!));
      continue;
    }
    closed = true;
    const step = steps.at(-1)!;
    if (word === 'expect') step.expects.push(...(rest === 'same' ? [] : [readReplacement(rest!)]));
    else if (word === 'lowered') step.lowered = Number(rest);
    else if (word === 'judged') step.judged = rest === 'none' ? [] : rest!.split(',').map(key => key.trim());
    else throw new Error(`not a word of a script: ${word}`);
  }
  return steps;
}

function readReplacement(text: string): Replacement {
  const match = /^'((?:[^'\\]|\\.)*)'\s*=>\s*'((?:[^'\\]|\\.)*)'$/.exec(text.trim());
  if (match === null) throw new Error(`not a replacement ('old' => 'new'): ${text}`);
  return { from: readEscapes(match[1]!), to: readEscapes(match[2]!) };
}

function readEscapes(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}

/** The marks of a Ruby source. A mark belongs to the nearest line above that is not a mark. */
export function readMarks(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let subject = 0;
  text.split(/\r\n|\n|\r/).forEach((line, number) => {
    const match = MARK.exec(line);
    if (match === null) {
      subject = number;
      marks.push(...readLineMarks(line.trimEnd(), number));
      return;
    }
    const [, before, gap, carets, from, to, on, words] = match;
    const start = carets === undefined ? Number(from) : before!.length + 1 + gap!.length;
    const end = carets === undefined ? Number(to) : start + carets.length;
    const span: MarkSpan = { start: { line: subject, character: start }, end: on === undefined ? end : null };
    marks.push(readMark(span, number, words!));
  });
  return marks;
}

/** Marks at the end of the line of code that they belong to. */
function readLineMarks(line: string, number: number): readonly Mark[] {
  const where = { span: { start: { line: number, character: 0 }, end: null }, writtenAt: number };
  const raises = RAISES.exec(line);
  if (raises !== null) {
    const level = raises[2] === undefined ? 'certain' : 'confirmed';
    return [{ ...where, kind: 'raises', className: raises[1]!, level, missed: raises[3] ?? null }];
  }
  const infers = INFERS.exec(line);
  return infers === null ? [] : [{ ...where, kind: 'infers', signature: infers[1]! }];
}

function readMark(span: MarkSpan, writtenAt: number, words: string): Mark {
  const problem = /^(LP\d{4})(?: (error|warning|information|hint))?(?::\s*(.*))?$/.exec(words);
  if (problem) {
    return {
      kind: 'problem',
      span,
      writtenAt,
      code: problem[1]!,
      severity: problem[2] ?? null,
      words: problem[3] ?? '',
    };
  }
  const clause = /^clause:\s*(\S+)$/.exec(words);
  if (clause) return { kind: 'clause', span, writtenAt, name: clause[1]! };
  const type = /^type:\s*(.+)$/.exec(words);
  if (type) return { kind: 'type', span, writtenAt, type: type[1]! };
  return readVerdict(span, writtenAt, words);
}

function readVerdict(span: MarkSpan, writtenAt: number, words: string): Mark {
  const match = /^([a-z-]+)(?:\(([^)]*)\))?(?:\s+\(([^)]*)\))?(?:\s+([a-z-]+))?(?::\s*(.*))?$/.exec(words);
  if (match === null || !VERDICTS.includes(match[1]!)) throw new Error(`line ${writtenAt + 1}: not a mark: ${words}`);
  const [, status, failing, caveats, cause, rest] = match;
  if (cause !== undefined && !CAUSES.includes(cause)) throw new Error(`line ${writtenAt + 1}: not a cause: ${cause}`);
  return {
    kind: 'verdict',
    span,
    writtenAt,
    status: status!,
    failing: failing === undefined ? null : list(failing),
    caveats: caveats === undefined ? [] : list(caveats),
    cause: cause ?? null,
    words: rest ?? '',
  };
}

function list(text: string): string[] {
  return text
    .split(/,\s*(?![^[({]*[\])}])/)
    .map(item => item.trim())
    .filter(item => item !== '');
}
