/**
 * `(Integer x { x > 0 }, ?String, *Float, a: T, b: ?T, **U) ?{ (T) -> U } -> Integer r { r > x }`. Arguments are read
 * one by one, so that a mistake in one leaves the others whole.
 */
import { type BlockType, type MethodType, type ParamType, type ParamTypeKind, UNTYPED_METHOD } from '../types/type';
import { parameter } from './parameterType';
import { nameFollows, readBinder, readRefinement } from './refinedType';
import { spanIn } from './sourceText';
import {
  acceptPunct,
  advance,
  atName,
  atPunct,
  expectClosing,
  jumpTo,
  nested,
  openBracket,
  report,
  reportUnexpected,
  scoped,
  skipTo,
  type TypeReader,
} from './typeReader';

export function methodType(reader: TypeReader): MethodType {
  return nested(reader, UNTYPED_METHOD, () => scoped(reader, () => signature(reader)));
}

function signature(reader: TypeReader): MethodType {
  if (reader.token.kind === 'end') {
    report(reader, 'LP2005', 0, reader.text.length);
    return UNTYPED_METHOD;
  }
  const anyArgs = acceptAnyArguments(reader);
  const params = anyArgs ? [] : atPunct(reader, '(') ? parameterList(reader) : withoutParentheses(reader);
  if (params === null) return UNTYPED_METHOD;
  const block = blockType(reader);
  if (!readArrow(reader)) return { ...UNTYPED_METHOD, params, anyArgs, block };
  return { ...UNTYPED_METHOD, params, anyArgs, block, ...result(reader) };
}

/** `^(T) -> U`, or only `^(T)`, whose result stands elsewhere. */
export function caretMethod(reader: TypeReader): MethodType {
  return nested(reader, UNTYPED_METHOD, () =>
    scoped(reader, () => {
      const params = parameterList(reader);
      const known = { ...UNTYPED_METHOD, params, anyArgs: false };
      return acceptPunct(reader, '->') ? { ...known, result: reader.grammar.type(reader) } : known;
    }),
  );
}

/** `(...)`: any arguments at all. */
function acceptAnyArguments(reader: TypeReader): boolean {
  const match = /^\(\s*\.\.\.\s*\)/u.exec(reader.text.slice(reader.token.start));
  if (match !== null) jumpTo(reader, reader.token.start + match[0].length);
  return match !== null;
}

/** `-> Integer` and `Integer -> Integer`: the parentheses were forgotten; read on as if they stood there. */
function withoutParentheses(reader: TypeReader): ParamType[] | null {
  const { start } = reader.token;
  if (atPunct(reader, '->')) {
    report(reader, 'LP2018', start, reader.token.end);
    return [];
  }
  if (!/->|→/u.test(reader.text.slice(start))) {
    reportUnexpected(reader, '`(`, the start of a method type `(…) -> …`');
    jumpTo(reader, reader.text.length);
    reader.silent = false;
    return null;
  }
  const before = reader.problems.length;
  const params = parameters(reader);
  if (reader.problems.length === before) report(reader, 'LP2018', start, Math.max(start + 1, reader.lastEnd));
  return params;
}

function parameterList(reader: TypeReader): ParamType[] {
  const open = openBracket(reader);
  const params = atPunct(reader, ')') ? [] : parameters(reader);
  expectClosing(reader, open);
  return params;
}

function parameters(reader: TypeReader): ParamType[] {
  const params: ParamType[] = [];
  for (;;) {
    const start = reader.token.start;
    const before = reader.problems.length;
    const param = parameter(reader, params);
    if (!atPunct(reader, ',') && !atPunct(reader, ')') && !atPunct(reader, '->') && reader.token.kind !== 'end') {
      if (reader.problems.length === before) reportUnexpected(reader, '`,` or `)`');
      skipTo(reader, [',', ')', '->']);
    }
    reader.silent = false;
    if (param !== null) {
      checkOrder(reader, params, param, start);
      params.push(param);
    }
    if (!acceptPunct(reader, ',')) return params;
    if (atPunct(reader, ')')) {
      reportUnexpected(reader, 'another argument after `,`');
      reader.silent = false;
      return params;
    }
  }
}

const IS_KEYWORD = new Set<ParamTypeKind>(['key', 'optionalKey', 'keyRest']);

function checkOrder(reader: TypeReader, before: readonly ParamType[], param: ParamType, start: number): void {
  const has = (kind: ParamTypeKind): boolean => before.some(other => other.kind === kind);
  const wrong = (why: string): void => report(reader, 'LP2009', start, reader.lastEnd, { why });
  if (has('keyRest')) wrong('nothing may follow `**`');
  else if (!IS_KEYWORD.has(param.kind) && before.some(other => IS_KEYWORD.has(other.kind))) {
    wrong('keyword arguments come last');
  } else if (param.kind === 'rest' && has('rest')) wrong('there can be only one `*` argument');
  else if (param.kind === 'optional' && has('rest')) wrong('an optional argument cannot follow a `*` argument');
}

function blockType(reader: TypeReader): BlockType | null {
  const start = reader.token.start;
  const optional = acceptPunct(reader, '?');
  if (!atPunct(reader, '{')) {
    if (optional) report(reader, 'LP2001', start, start + 1, { expected: '`->` or a block', found: '`?`' });
    return null;
  }
  const open = openBracket(reader);
  const type = reader.grammar.methodType(reader);
  expectClosing(reader, open);
  return { type, optional };
}

function readArrow(reader: TypeReader): boolean {
  if (acceptPunct(reader, '->')) return true;
  const { kind, start, end } = reader.token;
  if (acceptPunct(reader, '=>') || acceptPunct(reader, ':')) {
    report(reader, 'LP2002', start, end);
    return true;
  }
  const at = kind === 'end' || kind === 'punct' ? reader.lastEnd : start;
  report(reader, 'LP2002', at, kind === 'end' || kind === 'punct' ? at : end);
  return kind === 'name' || kind === 'special' || kind === 'integer';
}

function result(reader: TypeReader): Pick<MethodType, 'result' | 'resultName' | 'resultRefinement' | 'resultSpan'> {
  const start = reader.token.start;
  if (atPunct(reader, '?') || atPunct(reader, '*')) {
    const mark = advance(reader);
    report(reader, 'LP2008', mark.start, mark.end, { mark: mark.text });
  }
  const type = reader.grammar.type(reader);
  while (atPunct(reader, '->')) {
    const arrow = advance(reader);
    report(reader, 'LP2020', arrow.start, arrow.end);
    reader.grammar.type(reader);
  }
  const { text, start: nameStart, end } = reader.token;
  const isTaken = nameFollows(reader) && reader.scope.names.has(text);
  if (isTaken) report(reader, 'LP2010', nameStart, end, { name: text });
  return scoped(reader, () => {
    const name = atName(reader, 'or') ? null : readBinder(reader);
    const refinement = atPunct(reader, '{') && !blockAfterResult(reader) ? readRefinement(reader, name) : null;
    return {
      result: type,
      resultName: name,
      resultRefinement: refinement,
      resultSpan: spanIn(reader.source, start, reader.lastEnd),
    };
  });
}

/** `(T) -> U { (V) -> W }`: a block in the wrong place, not a refinement. Only `->` tells: `→` may be implication. */
function blockAfterResult(reader: TypeReader): boolean {
  if (!/^\{\s*\([^()]*\)\s*->/u.test(reader.text.slice(reader.token.start))) return false;
  const open = reader.token;
  blockType(reader);
  report(reader, 'LP2021', open.start, reader.lastEnd);
  return true;
}
