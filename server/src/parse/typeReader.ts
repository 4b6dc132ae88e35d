/**
 * The state of the type parser: the current token, the problems, the binders in scope, and the refinements still to be
 * parsed. Refinements are parsed after the whole signature, because a predicate may use binders to its right; only then
 * is it known whether `x` is a binder or a method call.
 */
import type { Problem, ProblemArg } from '../base/problem';
import type { Place } from '../base/span';
import type { Clause, MethodType, Type } from '../types/type';
import { placeIn, type TextSource } from './sourceText';
import { scanType, type TypeToken } from './typeScanner';

/** Names that a predicate may use; a block's signature sees those of the enclosing signature. */
export interface BinderScope {
  readonly names: Set<string>;
  readonly parent: BinderScope | null;
}

interface PendingRefinement {
  readonly start: number;
  readonly end: number;
  readonly scope: BinderScope;
  /** The refinement's own clauses, filled after everything else is parsed. */
  readonly clauses: Clause[];
}

/** The mutually recursive rules, so that each can have its own file. */
export interface TypeGrammar {
  readonly type: (reader: TypeReader) => Type;
  readonly namedType: (reader: TypeReader) => Type;
  readonly methodType: (reader: TypeReader) => MethodType;
  /** Parses after a caret: `(T) -> U`, or only `(T)`. */
  readonly caretMethod: (reader: TypeReader) => MethodType;
}

/** RDL's type strings, or DRuby's comments, which need no parentheses around a single argument. */
type Dialect = 'rdl' | 'druby';

export interface TypeReader {
  readonly text: string;
  readonly dialect: Dialect;
  readonly source: TextSource;
  readonly grammar: TypeGrammar;
  readonly problems: Problem[];
  readonly pending: PendingRefinement[];
  /** The holes in all refinements so far. */
  readonly holes: Place[];
  token: TypeToken;
  /** The end of the token before the current one. */
  lastEnd: number;
  depth: number;
  scope: BinderScope;
  /** Closing brackets that an enclosing rule expects, innermost last. */
  readonly closers: string[];
  /** Set while a mistake is being skipped, so that one mistake yields one message. */
  silent: boolean;
  /** Set if the rest of the string is lost because a bracket was never closed. */
  lost: boolean;
}

export function createReader(
  text: string,
  source: TextSource,
  grammar: TypeGrammar,
  dialect: Dialect = 'rdl',
): TypeReader {
  return {
    text,
    dialect,
    source,
    grammar,
    problems: [],
    pending: [],
    holes: [],
    token: scanType(text, 0),
    lastEnd: 0,
    depth: 0,
    scope: { names: new Set(), parent: null },
    closers: [],
    silent: false,
    lost: false,
  };
}

export function advance(reader: TypeReader): TypeToken {
  const token = reader.token;
  reader.lastEnd = token.end;
  reader.token = scanType(reader.text, token.end);
  return token;
}

/** Continues at an offset that was found in the raw string. */
export function jumpTo(reader: TypeReader, offset: number): void {
  reader.lastEnd = offset;
  reader.token = scanType(reader.text, offset);
}

export function atPunct(reader: TypeReader, text: string): boolean {
  return reader.token.kind === 'punct' && reader.token.text === text;
}

export function atLabel(reader: TypeReader): boolean {
  return reader.token.kind === 'label';
}

export function atName(reader: TypeReader, text: string): boolean {
  return reader.token.kind === 'name' && reader.token.text === text;
}

export function acceptPunct(reader: TypeReader, text: string): boolean {
  if (!atPunct(reader, text)) return false;
  advance(reader);
  return true;
}

/** Consumes an opening bracket; `expectClosing` must follow. */
export function openBracket(reader: TypeReader): TypeToken {
  reader.closers.push(CLOSERS[reader.token.text] ?? ')');
  return advance(reader);
}

/** Expects the closing partner of a bracket; if it is missing at the end, the opening bracket is reported. */
export function expectClosing(reader: TypeReader, open: TypeToken): void {
  const closing = reader.closers.pop() ?? ')';
  if (acceptPunct(reader, closing)) return;
  if (reader.token.kind === 'end') {
    report(reader, 'LP2003', open.start, open.end, { open: open.text, close: closing });
    reader.lost = true;
    return;
  }
  reportUnexpected(reader, `\`${closing}\``);
  skipTo(reader, closing === ')' ? [')', '->'] : [closing]);
  acceptPunct(reader, closing);
}

export function report(
  reader: TypeReader,
  code: string,
  start: number,
  end: number,
  args: Readonly<Record<string, ProblemArg>> = {},
): void {
  if (reader.silent || reader.lost) return;
  reader.problems.push({ code, place: placeIn(reader.source, start, end), args });
}

/** Reports what was expected at the current token, then suppresses messages until the parser has recovered. */
export function reportUnexpected(reader: TypeReader, expected: string): void {
  const token = reader.token;
  // An unclosed bracket is one mistake, reported at its opening.
  if (token.kind === 'end' && reader.closers.length > 0) return;
  const found = token.kind === 'end' ? 'the end' : `\`${reader.text.slice(token.start, token.end)}\``;
  const start = token.kind === 'end' ? reader.lastEnd : token.start;
  report(reader, 'LP2001', start, Math.max(token.end, start), { expected, found });
  reader.silent = true;
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '${': '}', '<': '>' };

/** Skips to one of `stops` outside of any bracket opened on the way, or to a bracket that an enclosing rule expects. */
export function skipTo(reader: TypeReader, stops: readonly string[]): void {
  const open: string[] = [];
  while (reader.token.kind !== 'end') {
    const text = reader.token.kind === 'punct' ? reader.token.text : '';
    if (open.length === 0 && (stops.includes(text) || reader.closers.includes(text))) break;
    const closer = CLOSERS[text];
    if (closer !== undefined) open.push(closer);
    else if (open.includes(text)) open.length = open.lastIndexOf(text);
    advance(reader);
  }
  reader.silent = false;
}

const DEEPEST = 120;

/** Guards the stack against `((((…`: extreme nesting is a problem in the string, never an exception of ours. */
export function readNested<T>(reader: TypeReader, tooDeep: T, read: () => T): T {
  if (reader.depth >= DEEPEST) {
    report(reader, 'LP2016', reader.token.start, reader.token.end, { limit: DEEPEST });
    jumpTo(reader, reader.text.length);
    reader.lost = true;
    return tooDeep;
  }
  reader.depth++;
  const result = read();
  reader.depth--;
  return result;
}

/** Runs `read` in a new scope: its binders are not visible outside. */
export function readScoped<T>(reader: TypeReader, read: () => T): T {
  const outer = reader.scope;
  reader.scope = { names: new Set(), parent: outer };
  const result = read();
  reader.scope = outer;
  return result;
}

export function namesInScope(scope: BinderScope): Set<string> {
  const names = new Set<string>();
  for (let at: BinderScope | null = scope; at !== null; at = at.parent) for (const name of at.names) names.add(name);
  return names;
}
