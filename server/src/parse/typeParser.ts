/**
 * Type strings -> types. `parseMethodType` reads `(Integer x { x > 0 }) -> Integer`, `parseBareType` the types in
 * `var_type`, casts and aliases. Both always return a type: an unreadable part is `%dyn`, and each mistake is one
 * problem at its place inside the string. Class names stay as written; resolve/ looks them up.
 */
import type { Problem } from '../base/problem';
import type { Place } from '../base/span';
import { DYNAMIC, holesIn, type MethodType, type Refinement, type Type } from '../types/type';
import { makeUnion } from '../types/union';
import { parseCaretMethod, parseGenericMethod } from './methodTypeParser';
import { nameFollows, readBinder, readRefinement } from './refinedType';
import { parseClauses } from './refinementParser';
import { parseSingleType } from './singleType';
import type { TextSource } from './sourceText';
import {
  acceptPunct,
  advance,
  atName,
  atPunct,
  createReader,
  namesInScope,
  readNested,
  readScoped,
  report,
  type TypeGrammar,
  type TypeReader,
} from './typeReader';

export interface BareType {
  readonly type: Type;
  /** `Integer s { 0 <= s }`: the binder and its refinement. */
  readonly name: string | null;
  readonly refinement: Refinement | null;
}

/** A type, and the offset in the string at which parsing stopped. */
export interface ReadSoFar<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
  readonly end: number;
}

const GRAMMAR: TypeGrammar = {
  type: parseUnion,
  namedType: parseNamedType,
  methodType: parseGenericMethod,
  caretMethod: parseCaretMethod,
};

/** For a comment, whose head has types too. */
export function createTypeReader(text: string, source: TextSource): TypeReader {
  return createReader(text, source, GRAMMAR, 'druby');
}

export function parseMethodType(text: string, source: TextSource): ReadSoFar<MethodType> {
  const reader = createReader(text, source, GRAMMAR);
  const value = parseGenericMethod(reader);
  expectEnd(reader);
  return finish(reader, value, holesIn(value));
}

/** Like parseMethodType, but more may follow: labels in a comment. */
export function readMethodType(text: string, source: TextSource): ReadSoFar<MethodType> {
  const reader = createTypeReader(text, source);
  const value = parseGenericMethod(reader);
  return finish(reader, value, holesIn(value));
}

export function parseBareType(text: string, source: TextSource): ReadSoFar<BareType> {
  const reader = createReader(text, source, GRAMMAR);
  const value = parseBare(reader);
  expectEnd(reader);
  return finish(reader, value);
}

export function readBareType(text: string, source: TextSource): ReadSoFar<BareType> {
  const reader = createTypeReader(text, source);
  return finish(reader, parseBare(reader));
}

function parseBare(reader: TypeReader): BareType {
  if (reader.token.kind === 'end') {
    report(reader, 'LP2005', 0, reader.text.length);
    return { type: DYNAMIC, name: null, refinement: null };
  }
  const start = reader.token.start;
  if (/^\s*(\([^()]*\))\s*(->|→)/u.test(reader.text.slice(start))) return readMethodTypeAsProc(reader, start);
  const type = parseUnion(reader);
  const name = readBinder(reader);
  const refinement = atPunct(reader, '{') ? readRefinement(reader, name) : null;
  return { type, name, refinement };
}

/** `var_type :@f, '(Integer) -> Integer'`: a method type in place of a value's type. */
function readMethodTypeAsProc(reader: TypeReader, start: number): BareType {
  const method = parseGenericMethod(reader);
  report(reader, 'LP2012', start, reader.lastEnd, { written: '(…) -> …', meant: '{ (…) -> … }' });
  return { type: { kind: 'proc', method }, name: null, refinement: null };
}

function expectEnd(reader: TypeReader): void {
  if (reader.token.kind === 'end') return;
  const { start } = reader.token;
  report(reader, 'LP2004', start, reader.text.trimEnd().length, { found: reader.text.slice(start).trim() });
}

/** Problems after the parser is lost add nothing. */
const LOST: ReadonlySet<string> = new Set(['LP2001', 'LP2002', 'LP2004', 'LP2020']);

/** A bracket that is never closed, a class in the place of a name, no parentheses: the parser may be lost after them. */
const MISLEADING: ReadonlySet<string> = new Set([...LOST, 'LP2003', 'LP2017', 'LP2018']);

function dropFollowUpErrors(problems: readonly Problem[]): Problem[] {
  const inOrder = [...problems].sort((a, b) => a.place.span.start - b.place.span.start);
  const first = inOrder.find(problem => MISLEADING.has(problem.code));
  return inOrder.filter(problem => problem === first || !LOST.has(problem.code));
}

/** What follows the type is not what the user meant to follow it. */
export function hasMisleadingError(problems: readonly Problem[]): boolean {
  return problems.some(problem => LOST.has(problem.code));
}

/** `holes`: those in permitted positions. */
function finish<T>(reader: TypeReader, value: T, holes: readonly Place[] = []): ReadSoFar<T> {
  const problems = dropFollowUpErrors(reader.problems);
  for (const place of reader.holes) if (!holes.includes(place)) problems.push({ code: 'LP2106', place, args: {} });
  for (const pending of reader.pending) {
    const names = namesInScope(pending.scope);
    const read = parseClauses(reader.text, reader.source, pending.start, pending.end, names);
    pending.clauses.push(...read.clauses);
    problems.push(...read.problems);
  }
  problems.sort((a, b) => a.place.span.start - b.place.span.start);
  return { value, problems, end: reader.lastEnd };
}

/** union ::= both ['or' union]; `|` is RBS's spelling. */
function parseUnion(reader: TypeReader): Type {
  return readNested<Type>(reader, DYNAMIC, () => {
    const members = [parseIntersection(reader)];
    while (atName(reader, 'or') || atPunct(reader, '|')) {
      const sign = advance(reader);
      if (sign.text === '|') {
        const written = acceptPunct(reader, '|') ? '||' : '|';
        report(reader, 'LP2012', sign.start, reader.lastEnd, { written, meant: 'or' });
      }
      members.push(parseIntersection(reader));
    }
    return members.length === 1 ? members[0]! : makeUnion(members);
  });
}

function parseIntersection(reader: TypeReader): Type {
  const members = [parseNonNull(reader)];
  while (atName(reader, 'and') || atPunct(reader, '&')) {
    const sign = advance(reader);
    if (sign.text === '&') report(reader, 'LP2012', sign.start, sign.end, { written: '&', meant: 'and' });
    members.push(parseNonNull(reader));
  }
  return members.length === 1 ? members[0]! : { kind: 'intersection', members };
}

function parseNonNull(reader: TypeReader): Type {
  const start = reader.token.start;
  if (!acceptPunct(reader, '!')) return parseSingleType(reader);
  const type = readNested<Type>(reader, DYNAMIC, () => parseNonNull(reader));
  if (type.kind === 'literal' || type.kind === 'nil') {
    report(reader, 'LP2013', start, reader.lastEnd);
    return type;
  }
  return type.kind === 'nonNull' ? type : { kind: 'nonNull', type };
}

/** In brackets a type may have its own binder and refinement: `Array<Integer x { x > 0 }>`. */
function parseNamedType(reader: TypeReader): Type {
  reportMisplacedMark(reader);
  const start = reader.token.start;
  const type = parseUnion(reader);
  if (!nameFollows(reader) && !atPunct(reader, '{')) return type;
  return readScoped(reader, () => {
    const name = readBinder(reader);
    if (!atPunct(reader, '{')) return type;
    if (name === null)
      report(reader, 'LP2011', start, reader.token.end, { type: reader.text.slice(start, reader.lastEnd) });
    return { kind: 'refined', base: type, refinement: readRefinement(reader, name) };
  });
}

/** `?T` and `*T` say how an argument is passed; elsewhere they have no meaning. */
function reportMisplacedMark(reader: TypeReader): void {
  while (atPunct(reader, '?') || atPunct(reader, '*')) {
    const mark = advance(reader);
    report(reader, 'LP2008', mark.start, mark.end, { mark: mark.text });
  }
}
