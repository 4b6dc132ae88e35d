/**
 * The trace of one Ruby process (server/ruby/lib/loupe/learn/trace.rb) -> data. The recorded program can write
 * anything into it: every line is checked, and an invalid one is skipped and counted.
 */
import { PROFILE_LIMITS, type TestLine } from '../../../shared/src/profile';
import type { TraceProblem } from '../problems/learn';
import { isCallName, isClassName, isParameter, isWorkspacePath } from './profileNames';
import { readValues, type TraceValues } from './traceValues';

export interface TraceClass {
  readonly status: 'named' | 'anonymous' | 'other';
  readonly name: string;
  /** The workspace file that defines it. */
  readonly path: string | null;
}

export interface TraceCall {
  readonly method: number;
  readonly classes: readonly number[];
  readonly path: string | null;
  readonly result: number | null;
  readonly count: number;
  /** The line of a test that made the first call with these classes. */
  readonly from: TestLine | null;
}

/** One value that a dynamic call used. */
export interface TraceUse {
  readonly site: number;
  readonly ofModule: boolean;
  readonly receiver: number;
  readonly count: number;
  /** The file that caused it; null: the file of the site itself; `?`: outside of the workspace. */
  readonly origin: string | null;
  /** `module`: the number of a class. */
  readonly valueKind: 'symbol' | 'string' | 'module';
  readonly value: string;
}

export interface TraceOwn {
  readonly of: number;
  readonly singleton: boolean;
  readonly visibility: 'public' | 'protected' | 'private';
  /** Null: outside of the workspace, or in an evaluated source. */
  readonly path: string | null;
  readonly isEvaluated: boolean;
  readonly line: number;
  readonly parameters: readonly string[];
  readonly name: string;
}

export interface TraceConstant {
  readonly of: number;
  readonly name: string;
}

export interface Trace {
  /** Null: an engine or version in which nothing is recorded. */
  readonly ruby: string | null;
  readonly unsupported: { readonly engine: string; readonly version: string } | null;
  /** Numbers of files that changed, or that Ruby did not compile. */
  readonly changed: readonly number[];
  readonly refused: readonly number[];
  readonly ractors: boolean;
  readonly coverage: boolean;
  readonly classes: readonly (TraceClass | undefined)[];
  readonly calls: readonly TraceCall[];
  readonly uses: readonly TraceUse[];
  /** Sites that used more values than were recorded. */
  readonly more: readonly number[];
  readonly own: readonly TraceOwn[];
  /** Constants that code outside of the workspace defined in its classes. */
  readonly constants: readonly TraceConstant[];
  readonly values: readonly TraceValues[];
}

/** What a line may refer to. */
export interface TraceTable {
  readonly run: string;
  readonly files: number;
  /** Per method, the number of recorded positions and of outcomes. */
  readonly methods: readonly {
    readonly positions: number;
    readonly outcomes: number;
    /** How many parameters are measured; null: nothing is. */
    readonly measured?: number | null;
  }[];
  readonly sites: number;
}

export interface ReadTrace {
  readonly trace: Trace | null;
  readonly problems: readonly TraceProblem[];
}

interface Draft {
  ruby: string | null;
  unsupported: Trace['unsupported'];
  ractors: boolean;
  coverage: boolean;
  run: string | null;
  ended: boolean;
  readonly changed: number[];
  readonly refused: number[];
  readonly classes: (TraceClass | undefined)[];
  readonly calls: TraceCall[];
  readonly uses: TraceUse[];
  readonly more: number[];
  readonly own: TraceOwn[];
  readonly constants: TraceConstant[];
  readonly values: TraceValues[];
}

export function parseTrace(text: string, table: TraceTable): ReadTrace {
  const [head, ...lines] = text.split('\n');
  const version = /^loupe-trace (\d+)$/.exec(head ?? '')?.[1];
  if (version === undefined) return { trace: null, problems: [{ kind: 'not-a-trace' }] };
  if (version !== '1') return { trace: null, problems: [{ kind: 'other-version', version }] };
  if (lines.length > PROFILE_LIMITS.entries)
    return { trace: null, problems: [{ kind: 'too-large', limit: `${PROFILE_LIMITS.entries} lines` }] };
  const draft: Draft = {
    ruby: null,
    unsupported: null,
    ractors: false,
    coverage: false,
    run: null,
    ended: false,
    changed: [],
    refused: [],
    classes: [],
    calls: [],
    uses: [],
    more: [],
    own: [],
    constants: [],
    values: [],
  };
  let bad = 0;
  for (const line of lines) if (line !== '' && (draft.ended || !readLine(draft, table, line.split('\t')))) bad++;
  if (draft.unsupported === null && draft.run !== table.run) return { trace: null, problems: [{ kind: 'other-run' }] };
  const problems: TraceProblem[] = [];
  if (bad > 0) problems.push({ kind: 'bad-lines', count: bad });
  if (!draft.ended) problems.push({ kind: 'truncated' });
  return { trace: draft, problems };
}

/** False: the line is invalid. */
function readLine(draft: Draft, table: TraceTable, fields: readonly string[]): boolean {
  const [kind, ...rest] = fields;
  switch (kind) {
    case 'end':
      draft.ended = true;
      return rest.length === 0;
    case 'run':
      draft.run = rest[0] ?? null;
      return rest.length === 1;
    case 'ruby':
      draft.ruby = readVersion(rest[1]);
      return rest.length === 2 && draft.ruby !== null;
    case 'unsupported':
      draft.unsupported = readEngine(rest);
      return draft.unsupported !== null;
    case 'ractor':
      draft.ractors = true;
      return true;
    case 'coverage':
      draft.coverage = true;
      return true;
    case 'changed':
    case 'refused':
      return readFile(draft[kind], table, rest);
    case 'class':
      return readClass(draft, rest);
    case 'call':
      return readCall(draft, table, rest);
    case 'site':
      return readUse(draft, table, rest);
    case 'more':
      return readOverflow(draft, table, rest);
    case 'value': {
      const values = readValues(rest, id => table.methods[id]?.measured ?? null);
      if (values !== null) draft.values.push(values);
      return values !== null;
    }
    case 'own':
      return readOwn(draft, rest);
    case 'constant':
      return readConstant(draft, rest);
    default:
      return false;
  }
}

function readEngine([engine, version]: readonly string[]): Trace['unsupported'] {
  const read = readVersion(version);
  return engine !== undefined && /^[a-z_-]{1,30}$/.test(engine) && read !== null ? { engine, version: read } : null;
}

function readVersion(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,4}(\.\d{1,4}){1,3}$/.test(text) ? text : null;
}

function readFile(list: number[], table: TraceTable, [index]: readonly string[]): boolean {
  const number = readNumber(index);
  if (number === null || number >= table.files) return false;
  list.push(number);
  return true;
}

function readClass(draft: Draft, [index, status, name, path]: readonly string[]): boolean {
  if (readNumber(index) !== draft.classes.length) return false;
  draft.classes.push(undefined);
  if (status !== 'named' && status !== 'anonymous' && status !== 'other') return false;
  if (name === undefined || path === undefined || !isClassName(name)) return false;
  draft.classes[draft.classes.length - 1] = { status, name, path: isWorkspacePath(path) ? path : null };
  return true;
}

function readCall(draft: Draft, table: TraceTable, fields: readonly string[]): boolean {
  const [method, list = '', path = '', result, count, test = ''] = fields;
  const id = readNumber(method);
  const times = readNumber(count);
  const entry = id === null ? undefined : table.methods[id];
  if (fields.length < 5 || fields.length > 6 || id === null || entry === undefined || times === null || times === 0)
    return false;
  const classes = list === '' ? [] : list.split(',').map(readNumber);
  if (classes.length !== entry.positions) return false;
  if (!classes.every((each): each is number => isKnown(draft, each))) return false;
  const exit = result === '!' ? null : readNumber(result);
  if (result !== '!' && !isKnown(draft, exit)) return false;
  if (path !== '-' && !isPath(path, entry.outcomes)) return false;
  const from = readTestLine(test);
  if (from === undefined) return false;
  draft.calls.push({ method: id, classes, path: path === '-' ? null : path, result: exit, count: times, from });
  return true;
}

/** `test/money_test.rb:8`, empty if it is not known; undefined: invalid. */
function readTestLine(text: string): TestLine | null | undefined {
  if (text === '') return null;
  const [, path = '', line] = /^(.+):(\d{1,7})$/.exec(text) ?? [];
  const at = readNumber(line);
  return isWorkspacePath(path) && at !== null && at > 0 ? { path, line: at - 1 } : undefined;
}

function readOverflow(draft: Draft, table: TraceTable, [id]: readonly string[]): boolean {
  const site = readNumber(id);
  if (site === null || site >= table.sites) return false;
  draft.more.push(site);
  return true;
}

function readUse(draft: Draft, table: TraceTable, fields: readonly string[]): boolean {
  const [id, kind, of, times, origin = '', valueKind, value = ''] = fields;
  const site = readNumber(id);
  const receiver = readNumber(of);
  const count = readNumber(times);
  if (fields.length !== 7 || site === null || site >= table.sites || count === null || count === 0) return false;
  if (receiver === null || !isKnown(draft, receiver) || (kind !== 'i' && kind !== 'm')) return false;
  if (valueKind !== 'symbol' && valueKind !== 'string' && valueKind !== 'module') return false;
  if (valueKind === 'module' && !isKnown(draft, readNumber(value))) return false;
  if (origin !== '' && origin !== '?' && !isWorkspacePath(origin)) return false;
  const shown = value.replace(/\\([\\trn])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  const ofModule = kind === 'm';
  draft.uses.push({ site, ofModule, receiver, count, origin: origin === '' ? null : origin, valueKind, value: shown });
  return true;
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', '\\': '\\' };

/** A method without a place in the workspace says nothing about it. */
function readOwn(draft: Draft, fields: readonly string[]): boolean {
  const [index, kind, visibility, path = '', line, list = '', name = ''] = fields;
  const of = readNumber(index);
  if (fields.length !== 7 || of === null || !isKnown(draft, of) || (kind !== 'i' && kind !== 'm')) return false;
  if (visibility !== 'public' && visibility !== 'protected' && visibility !== 'private') return false;
  const at = readNumber(line);
  if (path === '' || !isCallName(name)) return true;
  const isOutside = path === '?' || path === '!';
  if (at === null || (!isOutside && !isWorkspacePath(path))) return false;
  const parameters = list === '' ? [] : list.split(',').filter(isParameter);
  const place = { path: isOutside ? null : path, isEvaluated: path === '!', line: at };
  draft.own.push({ of, singleton: kind === 'm', visibility, ...place, parameters, name });
  return true;
}

function readConstant(draft: Draft, [index, name = '', ...rest]: readonly string[]): boolean {
  const of = readNumber(index);
  if (rest.length > 0 || of === null || !isKnown(draft, of) || !isClassName(name) || name.includes('::')) return false;
  draft.constants.push({ of, name });
  return true;
}

function isKnown(draft: Draft, index: number | null): boolean {
  return index !== null && draft.classes[index] !== undefined;
}

/** A hexadecimal number of at most as many bits as there are outcomes, without leading zeros. */
export function isPath(path: string, outcomes: number): boolean {
  if (!/^(0|[1-9a-f][0-9a-f]*)$/.test(path) || path.length > outcomes / 4 + 1) return false;
  return BigInt(`0x${path}`) >> BigInt(outcomes) === 0n;
}

function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
