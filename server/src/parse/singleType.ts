/**
 * One type without `or`: names and generics, literals, tuples and structural types in `[ ]`, finite hashes and
 * higher-order types in `{ }`, `${C}`, parentheses. Spellings of other annotation languages are read and reported.
 */
import {
  ANY,
  BOOL,
  BOTTOM,
  DYNAMIC,
  FALSE,
  INTEGER,
  type LiteralTypeValue,
  NIL,
  nominal,
  SELF,
  TRUE,
  type Type,
  UNTYPED_METHOD,
} from '../types/type';
import { makeUnion } from '../types/union';
import { parseBraceType } from './braceType';
import { LOOKS_LIKE_A_CLASS } from './classLikeWords';
import { nameFollows } from './refinedType';
import { parseSorbetType } from './sorbetType';
import { parseSquareType } from './squareType';
import {
  acceptPunct,
  advance,
  atPunct,
  expectClosing,
  openBracket,
  report,
  reportUnexpected,
  type TypeReader,
} from './typeReader';
import type { TypeToken } from './typeScanner';

export function parseSingleType(reader: TypeReader): Type {
  const { kind } = reader.token;
  switch (kind) {
    case 'name':
      return parseNamed(reader);
    case 'special':
      return parseSpecial(reader);
    case 'symbol':
    case 'integer':
    case 'float':
    case 'string':
      return parseLiteralType(reader, kind);
    case 'computation':
      return parseComputation(reader);
    case 'punct':
      return parseBracketed(reader);
    case 'label':
    case 'unknown':
    case 'end':
      reportUnexpected(reader, 'a type');
      return DYNAMIC;
  }
}

const TYPED_BY_MEANING: Readonly<Record<string, Type>> = {
  nil: NIL,
  true: TRUE,
  false: FALSE,
  self: SELF,
};

/** Integer classes of RTR's Ruby, and common spellings of `%bool`. */
const INTEGER_NAMES = new Set(['Fixnum', 'Bignum']);
const BOOL_NAMES = new Set(['Bool', 'Boolean', 'T::Boolean']);

function parseNamed(reader: TypeReader): Type {
  const name = advance(reader);
  if (name.text === 'or' || name.text === 'and') {
    report(reader, 'LP2001', name.start, name.end, { expected: 'a type', found: `\`${name.text}\`` });
    return reader.token.kind === 'name' ? parseSingleType(reader) : DYNAMIC;
  }
  if (name.text === 'T' && atPunct(reader, '.')) return parseSorbetType(reader, name);
  if (name.text === 'singleton' && atPunct(reader, '(')) return parseSingleton(reader, name);
  const args = parseTypeArguments(reader, name);
  return parseOptionalMark(reader, name, resolveName(reader, name, args));
}

function resolveName(reader: TypeReader, name: TypeToken, args: readonly Type[]): Type {
  const meaning = TYPED_BY_MEANING[name.text];
  if (meaning !== undefined) return meaning;
  if (INTEGER_NAMES.has(name.text)) return INTEGER;
  if (BOOL_NAMES.has(name.text)) {
    report(reader, 'LP2006', name.start, name.end, { written: name.text });
    return BOOL;
  }
  if (reader.dialect === 'druby' && name.text === 'Tuple') return { kind: 'tuple', elements: args };
  if (isClassName(name.text)) return procType(name.text, args) ?? nominal(name.text, args);
  return readClassLikeWord(reader, name) ?? { kind: 'variable', name: name.text };
}

/** `Foo`, `A::B`, `::Top`, and RBS's interfaces `_Each`. */
function isClassName(name: string): boolean {
  return /^(::|_?\p{Lu})/u.test(name);
}

/** These words are never meant as type variables. */
function readClassLikeWord(reader: TypeReader, name: TypeToken): Type | null {
  const meant = Object.hasOwn(LOOKS_LIKE_A_CLASS, name.text) ? LOOKS_LIKE_A_CLASS[name.text] : undefined;
  if (meant === undefined) return null;
  report(reader, 'LP2007', name.start, name.end, { written: name.text, meant });
  return SPECIALS[meant] ?? nominal(meant);
}

/** `Array<T, U>`; RBS's `Array[T]` and `Array(T)`, directly after the name, are read too. */
function parseTypeArguments(reader: TypeReader, name: TypeToken): readonly Type[] {
  const besides = (atPunct(reader, '[') || atPunct(reader, '(')) && reader.token.start === name.end;
  const square = besides && isClassName(name.text);
  if (!square && !atPunct(reader, '<')) return [];
  const open = openBracket(reader);
  const args: Type[] = [];
  do args.push(atPunct(reader, '^') ? parseCaretType(reader) : reader.grammar.namedType(reader));
  while (!reader.silent && acceptPunct(reader, ','));
  expectClosing(reader, open);
  if (square) {
    const written = reader.text.slice(name.start, reader.lastEnd);
    report(reader, 'LP2012', name.start, reader.lastEnd, { written, meant: `${name.text}<…>` });
  }
  return args;
}

/** DRuby's `Proc<^(T, U), V>`: the caret's argument list becomes a method type, the second argument its result. */
function procType(name: string, args: readonly Type[]): Type | null {
  const [first, result] = args;
  if (name !== 'Proc' || first === undefined) return null;
  if (first.kind === 'variable' && result !== undefined)
    return { kind: 'proc', method: { ...UNTYPED_METHOD, paramsVariable: first.name, result } };
  if (first.kind !== 'proc') return null;
  return result === undefined ? first : { kind: 'proc', method: { ...first.method, result } };
}

/** `^(T) -> U`; as an argument of a class also a parameter list alone, `^(T)`, or a variable for one, `^args`. */
function parseCaretType(reader: TypeReader): Type {
  advance(reader);
  if (atPunct(reader, '(')) return { kind: 'proc', method: reader.grammar.caretMethod(reader) };
  if (reader.closers.at(-1) === '>' && nameFollows(reader)) return { kind: 'variable', name: advance(reader).text };
  reportUnexpected(reader, '`(` after `^`');
  return { kind: 'proc', method: UNTYPED_METHOD };
}

/** `Integer?`, the spelling of RBS and Sorbet. */
function parseOptionalMark(reader: TypeReader, name: TypeToken, type: Type): Type {
  if (!atPunct(reader, '?') || reader.token.start !== reader.lastEnd) return type;
  advance(reader);
  const written = reader.text.slice(name.start, reader.lastEnd);
  report(reader, 'LP2012', name.start, reader.lastEnd, { written, meant: `${written.slice(0, -1)} or nil` });
  return makeUnion([type, NIL]);
}

function parseSingleton(reader: TypeReader, word: TypeToken): Type {
  const open = openBracket(reader);
  if (reader.token.kind !== 'name') {
    reportUnexpected(reader, 'a class name');
    expectClosing(reader, open);
    return DYNAMIC;
  }
  const name = advance(reader);
  expectClosing(reader, open);
  const written = reader.text.slice(word.start, reader.lastEnd);
  report(reader, 'LP2012', word.start, reader.lastEnd, { written, meant: `\${${name.text}}` });
  return { kind: 'classOf', name: name.text };
}

const SPECIALS: Readonly<Record<string, Type>> = {
  '%any': ANY,
  '%bot': BOTTOM,
  '%bool': BOOL,
  '%dyn': DYNAMIC,
  '%integer': INTEGER,
};

function parseSpecial(reader: TypeReader): Type {
  const special = advance(reader);
  const known = Object.hasOwn(SPECIALS, special.text) ? SPECIALS[special.text] : undefined;
  const args = parseTypeArguments(reader, special);
  return known ?? { kind: 'alias', name: special.text, args };
}

function parseLiteralType(reader: TypeReader, kind: 'symbol' | 'integer' | 'float' | 'string'): Type {
  const token = advance(reader);
  if (!token.closed) reportUnclosedString(reader, token);
  const value: LiteralTypeValue = { type: kind, value: token.text };
  return { kind: 'literal', value };
}

function reportUnclosedString(reader: TypeReader, token: TypeToken): void {
  const quoteAt = token.start + (token.kind === 'symbol' ? 1 : 0);
  const quote = reader.text[quoteAt] ?? '';
  report(reader, 'LP2003', quoteAt, quoteAt + 1, { open: quote, close: quote });
  reader.lost = true;
}

function parseComputation(reader: TypeReader): Type {
  const token = advance(reader);
  report(reader, 'LP2014', token.start, token.end, { what: 'a type-level computation' });
  return DYNAMIC;
}

function parseBracketed(reader: TypeReader): Type {
  switch (reader.token.text) {
    case '(':
      return parseParenthesised(reader);
    case '[':
      return parseSquareType(reader);
    case '{':
      return parseBraceType(reader);
    case '${':
      return parseClassObject(reader);
    case '^':
      return parseCaretType(reader);
    case '.':
      return parseQuery(reader);
    default:
      reportUnexpected(reader, 'a type');
      return DYNAMIC;
  }
}

function parseParenthesised(reader: TypeReader): Type {
  const isList = /^\([^()]*\)\s*(->|→)/u.test(reader.text.slice(reader.token.start));
  if (isList && reader.closers.length > 0) return parseProcedure(reader);
  const open = openBracket(reader);
  const type = reader.grammar.namedType(reader);
  expectClosing(reader, open);
  return type;
}

/** `((T) -> U)`, which RDL writes with braces. */
function parseProcedure(reader: TypeReader): Type {
  const { start } = reader.token;
  const method = reader.grammar.methodType(reader);
  const written = reader.text.slice(start, reader.lastEnd);
  report(reader, 'LP2012', start, reader.lastEnd, { written, meant: `{ ${written} }` });
  return { kind: 'proc', method };
}

function parseQuery(reader: TypeReader): Type {
  if (reader.dialect === 'druby') {
    reportUnexpected(reader, 'a type');
    return DYNAMIC;
  }
  const token = advance(reader);
  report(reader, 'LP2014', token.start, token.end, { what: '`.`' });
  return DYNAMIC;
}

function parseClassObject(reader: TypeReader): Type {
  const open = openBracket(reader);
  if (reader.token.kind !== 'name') {
    reportUnexpected(reader, 'a class name');
    expectClosing(reader, open);
    return DYNAMIC;
  }
  const name = advance(reader).text;
  expectClosing(reader, open);
  return { kind: 'classOf', name };
}
