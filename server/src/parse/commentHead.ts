/**
 * The part of a `##%` comment before its type, as in DRuby: `f<t, u> ; t <= Integer, self <= [@x: u] :`, `A.f :`,
 * `"+" :` for a method; `A<t, ^args>`, `A <= B` and `self <= […]` without a type. Type parameters may also have their
 * constraints inside the brackets: `f<t ; t <= Integer>`.
 */
import { matchAt } from '../base/matchAt';
import type { Problem } from '../base/problem';
import type { StructuralMethod, Type, TypeParam } from '../types/type';
import type { TextSource } from './sourceText';
import { methodLabelAt } from './squareType';
import { createTypeReader } from './typeParser';
import { expectClosing, jumpTo, openBracket, report, reportUnexpected, type TypeReader } from './typeReader';

/** `A.f`, `self.f`, `"+"`, `A`. */
export interface HeadName {
  /** `self`, a class, or null. */
  readonly owner: string | null;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** `[@x: t, m: () -> u]`, or another type that `self` or the class is a subtype of. */
export interface UpperBound {
  readonly fields: readonly {
    readonly name: string;
    readonly type: Type;
    readonly start: number;
    readonly end: number;
  }[];
  readonly methods: readonly StructuralMethod[];
  readonly type: Type | null;
  readonly start: number;
  readonly end: number;
}

export interface CommentHead {
  readonly subject: 'method' | 'class' | 'self';
  readonly name: HeadName;
  readonly params: readonly TypeParam[];
  /** What `self`, or the class itself, is a subtype of. */
  readonly upper: readonly UpperBound[];
  readonly problems: readonly Problem[];
  /** The offset at which the method's type begins. */
  readonly end: number;
}

const IDENTIFIER = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const OPERATOR = String.raw`\[\]=?|\*\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+\-!~]@|[+\-*/%<>~^&|]`;
const QUOTED = String.raw`"[^"\s]*"|'[^'\s]*'`;
const NAME = new RegExp(
  String.raw`\s*(?:(self|(?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*)\.)?(${IDENTIFIER}(?:::${IDENTIFIER})*[?!=]?(?!=)|${OPERATOR}|${QUOTED})`,
  'uy',
);

/** Null if the comment has no head: `(Integer) -> Integer`. */
export function readHead(text: string, source: TextSource): CommentHead | null {
  const name = nameAt(text);
  const colon = findColon(text);
  if (name === null || (colon === null && !isWithoutType(text, name))) return null;
  const reader = createTypeReader(text.slice(0, colon ?? text.length), source);
  jumpTo(reader, name.end);
  const found: Constraints = { bounds: new Map(), bounded: [], upper: [] };
  const names = readParams(reader, found);
  if (colon === null && matchAt(SUBTYPE, reader.text, reader.lastEnd) !== null) readConstraint(reader, found, name);
  readConstraints(reader, found);
  reportUndeclared(reader, found, names);
  if (reader.token.kind !== 'end') reportUnexpected(reader, colon === null ? 'the end' : '`:` and a type');
  const params = names.map(each => makeParam(each, found.bounds));
  const subject = colon !== null ? 'method' : name.name === 'self' ? 'self' : 'class';
  const end = colon === null ? text.length : colon + 1;
  return { subject, name, params, upper: found.upper, problems: reader.problems.slice(0, 1), end };
}

function nameAt(text: string): HeadName | null {
  const match = matchAt(NAME, text, 0);
  if (match === null) return null;
  const end = match[0].length;
  const written = match[2] ?? '';
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return { owner: match[1] ?? null, name, start: end - match[0].trimStart().length, end };
}

/** `A<t>`, `A <= B`, `A<t> ; t <= B`, `self <= […]`. */
function isWithoutType(text: string, { owner, name, end }: HeadName): boolean {
  const rest = text.slice(end);
  if (owner !== null || findArrow(text) !== null) return false;
  return name === 'self' ? /^\s*<=/.test(rest) : /^(::)?\p{Lu}/u.test(name) && /^\s*[<;]/.test(rest);
}

/** The colon between the head and the type: outside of brackets and before any arrow. */
function findColon(text: string): number | null {
  const at = findOutsideBrackets(
    text,
    offset => text[offset] === ':' && text[offset - 1] !== ':' && !/[:\w]/.test(text[offset + 1] ?? ''),
  );
  const arrow = findArrow(text);
  return at === null || (arrow !== null && arrow < at) ? null : at;
}

function findArrow(text: string): number | null {
  return findOutsideBrackets(text, offset => text.startsWith('->', offset) || text[offset] === '→');
}

const OPENING = '([{<';
const CLOSING = ')]}>';

function findOutsideBrackets(text: string, holds: (offset: number) => boolean): number | null {
  let depth = 0;
  for (let at = nameAt(text)?.end ?? 0; at < text.length; at++) {
    if (depth === 0 && holds(at)) return at;
    const pair = text.slice(at, at + 2);
    if (pair === '->' || pair === '<=' || pair === '=>') at++;
    else if (OPENING.includes(text.charAt(at))) depth++;
    else if (CLOSING.includes(text.charAt(at))) depth--;
  }
  return null;
}

interface Constraints {
  readonly bounds: Map<string, Type>;
  /** The left sides of the bounds. */
  readonly bounded: HeadName[];
  readonly upper: UpperBound[];
}

function makeParam(name: string, bounds: ReadonlyMap<string, Type>): TypeParam {
  return { name, variance: 'invariant', bound: bounds.get(name) ?? null, default: null };
}

/** `;` belongs to no type, so the scanner has no name for it. */
function isAtSign(reader: TypeReader, sign: string): boolean {
  return reader.token.text === sign && reader.token.kind !== 'string';
}

const SUBTYPE = /\s*(?:<=|≤)\s*/uy;
const PARAM = /\s*\^?\s*([\p{Ll}_][\p{L}\p{N}_]*)\s*/uy;

/** `<t, ^args>`, directly after the name. */
function readParams(reader: TypeReader, found: Constraints): readonly string[] {
  if (!isAtSign(reader, '<') || matchAt(SUBTYPE, reader.text, reader.token.start) !== null) return [];
  const names: string[] = [];
  const open = openBracket(reader);
  let at = open.end;
  for (;;) {
    const match = matchAt(PARAM, reader.text, at);
    jumpTo(reader, at + (match?.[0].length ?? 0));
    if (match === null) {
      reportUnexpected(reader, 'a type parameter, in lower case');
      break;
    }
    const name = match[1] ?? '';
    if (names.includes(name)) reportDuplicate(reader, name);
    names.push(name);
    if (!isAtSign(reader, ',')) break;
    at = reader.token.end;
  }
  readConstraints(reader, found);
  expectClosing(reader, open);
  return names;
}

function reportDuplicate(reader: TypeReader, name: string): void {
  const start = reader.text.lastIndexOf(name, reader.lastEnd - 1);
  report(reader, 'LP2010', start, start + name.length, { name });
}

/** `; t <= Integer, self <= [m: () -> t]` */
function readConstraints(reader: TypeReader, found: Constraints): void {
  if (!isAtSign(reader, ';')) return;
  do {
    const match = matchAt(LEFT, reader.text, reader.token.end);
    if (match === null) {
      jumpTo(reader, reader.token.end);
      reportUnexpected(reader, '`t <= Type` or `self <= [m: () -> Type]`');
      return;
    }
    const name = match[1] ?? '';
    jumpTo(reader, reader.token.end + match[0].length);
    readConstraint(reader, found, { owner: null, name, start: reader.lastEnd - name.length, end: reader.lastEnd });
  } while (isAtSign(reader, ',') || isAtSign(reader, ';'));
}

const LEFT = /\s*([\p{L}_][\p{L}\p{N}_]*)/uy;

/** `<= Type` after its left side. */
function readConstraint(reader: TypeReader, found: Constraints, left: HeadName): void {
  const sign = matchAt(SUBTYPE, reader.text, reader.lastEnd);
  if (sign === null) {
    reportUnexpected(reader, '`<=`');
    return;
  }
  jumpTo(reader, reader.lastEnd + sign[0].length);
  if (/^[\p{Ll}_]/u.test(left.name) && left.name !== 'self') {
    found.bounds.set(left.name, reader.grammar.type(reader));
    found.bounded.push(left);
  } else found.upper.push(readUpperBound(reader));
}

/** A bound of something that is not a type parameter of this comment would have no effect. */
function reportUndeclared(reader: TypeReader, { bounded }: Constraints, names: readonly string[]): void {
  const first = bounded.find(({ name }) => !names.includes(name));
  if (first === undefined || reader.silent) return;
  const expected =
    names.length === 0 ? 'a type parameter, `<t>`, before `;`' : names.map(name => `\`${name}\``).join(' or ');
  report(reader, 'LP2001', first.start, first.end, { expected, found: `\`${first.name}\`` });
  reader.silent = true;
}

const FIELD = /\s*(@[\p{L}_][\p{L}\p{N}_]*)\s*:(?!:)/uy;

function readUpperBound(reader: TypeReader): UpperBound {
  const { start } = reader.token;
  const fields: UpperBound['fields'][number][] = [];
  const methods: StructuralMethod[] = [];
  const isObject = isAtSign(reader, '[');
  let type: Type | null = null;
  if (isObject) readObjectType(reader, fields, methods);
  else type = reader.grammar.type(reader);
  return { fields, methods, type, start, end: reader.lastEnd };
}

function readObjectType(reader: TypeReader, fields: UpperBound['fields'][number][], methods: StructuralMethod[]): void {
  const open = openBracket(reader);
  let at = open.end;
  while (!isAtSign(reader, ']')) {
    const field = matchAt(FIELD, reader.text, at);
    const method = field === null ? methodLabelAt(reader.text, at) : null;
    jumpTo(reader, field !== null ? at + field[0].length : (method?.end ?? at));
    if (field !== null) {
      const start = at + field[0].search(/\S/);
      fields.push({ name: field[1] ?? '', type: reader.grammar.namedType(reader), start, end: reader.lastEnd });
    } else if (method !== null) methods.push({ name: method.name, type: reader.grammar.methodType(reader) });
    else reportUnexpected(reader, 'a method or a field and `:`');
    if (!isAtSign(reader, ',') || reader.silent) break;
    at = reader.token.end;
  }
  expectClosing(reader, open);
}
