/**
 * `(Integer x { x > 0 }, ?String, *Float, a: T, b: ?T, **U) ?{ (T) -> U } -> Integer r { r > x }`. Parameters are
 * parsed one by one, so that a mistake in one leaves the others intact.
 */
import { type BlockType, type MethodType, type ParamType, type ParamTypeKind, UNTYPED_METHOD } from '../types/type';
import { parseParameter } from './parameterType';
import { nameFollows, readBinder, readRefinement } from './refinedType';
import { spanIn } from './sourceText';
import {
  acceptPunct,
  advance,
  atName,
  atPunct,
  expectClosing,
  jumpTo,
  openBracket,
  readNested,
  readScoped,
  report,
  reportUnexpected,
  skipTo,
  type TypeReader,
} from './typeReader';

export function parseGenericMethod(reader: TypeReader): MethodType {
  return readNested(reader, UNTYPED_METHOD, () => readScoped(reader, () => parseSignature(reader)));
}

function parseSignature(reader: TypeReader): MethodType {
  if (reader.token.kind === 'end') {
    report(reader, 'LP2005', 0, reader.text.length);
    return UNTYPED_METHOD;
  }
  const list = parseArguments(reader);
  if (list === null) return UNTYPED_METHOD;
  const block = parseBlockType(reader);
  if (!acceptArrow(reader)) return { ...UNTYPED_METHOD, ...list, block };
  return { ...UNTYPED_METHOD, ...list, block, ...parseResult(reader) };
}

/** `^(T) -> U`, or only `^(T)`, whose result is given elsewhere. */
export function parseCaretMethod(reader: TypeReader): MethodType {
  return readNested(reader, UNTYPED_METHOD, () =>
    readScoped(reader, () => {
      const variable = acceptParamsVariable(reader);
      const known = { ...UNTYPED_METHOD, ...(variable ?? { params: parseParameterList(reader), anyArgs: false }) };
      return acceptPunct(reader, '->') ? { ...known, result: reader.grammar.type(reader) } : known;
    }),
  );
}

type ArgumentList = Pick<MethodType, 'params' | 'anyArgs' | 'paramsVariable'>;

function parseArguments(reader: TypeReader): ArgumentList | null {
  if (acceptAnyArguments(reader)) return { params: [], anyArgs: true };
  const variable = acceptParamsVariable(reader);
  if (variable !== null) return variable;
  const params = atPunct(reader, '(') ? parseParameterList(reader) : parseWithoutParentheses(reader);
  return params === null ? null : { params, anyArgs: false };
}

const PARAMS_VARIABLE = /^\(\s*\^\s*([\p{Ll}_][\p{L}\p{N}_]*)\s*\)/u;

/** DRuby's `(^args)`: the parameters are what `args` stands for. */
function acceptParamsVariable(reader: TypeReader): ArgumentList | null {
  const match = PARAMS_VARIABLE.exec(reader.text.slice(reader.token.start));
  if (match === null) return null;
  jumpTo(reader, reader.token.start + match[0].length);
  return { params: [], anyArgs: true, paramsVariable: match[1] ?? '' };
}

/** `(...)`: any arguments at all. */
function acceptAnyArguments(reader: TypeReader): boolean {
  const match = /^\(\s*\.\.\.\s*\)/u.exec(reader.text.slice(reader.token.start));
  if (match !== null) jumpTo(reader, reader.token.start + match[0].length);
  return match !== null;
}

/** `-> Integer` and `Integer -> Integer` lack parentheses; parsing continues as if they were there. */
function parseWithoutParentheses(reader: TypeReader): ParamType[] | null {
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
  const params = parseParameters(reader);
  const isAllowed = reader.dialect === 'druby' && params.length === 1 && params[0]?.kind === 'required';
  if (reader.problems.length === before && !isAllowed)
    report(reader, 'LP2018', start, Math.max(start + 1, reader.lastEnd));
  return params;
}

function parseParameterList(reader: TypeReader): ParamType[] {
  const open = openBracket(reader);
  const params = atPunct(reader, ')') ? [] : parseParameters(reader);
  expectClosing(reader, open);
  return params;
}

function parseParameters(reader: TypeReader): ParamType[] {
  const params: ParamType[] = [];
  for (;;) {
    const start = reader.token.start;
    const before = reader.problems.length;
    const param = parseParameter(reader, params);
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
  const reportOrder = (why: string): void => report(reader, 'LP2009', start, reader.lastEnd, { why });
  if (has('keyRest')) reportOrder('nothing may follow `**`');
  else if (!IS_KEYWORD.has(param.kind) && before.some(other => IS_KEYWORD.has(other.kind))) {
    reportOrder('keyword arguments come last');
  } else if (param.kind === 'rest' && has('rest')) reportOrder('there can be only one `*` argument');
  else if (param.kind === 'optional' && has('rest')) reportOrder('an optional argument cannot follow a `*` argument');
}

function parseBlockType(reader: TypeReader): BlockType | null {
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

function acceptArrow(reader: TypeReader): boolean {
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

function parseResult(
  reader: TypeReader,
): Pick<MethodType, 'result' | 'resultName' | 'resultRefinement' | 'resultSpan'> {
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
  return readScoped(reader, () => {
    const name = atName(reader, 'or') ? null : readBinder(reader);
    const refinement = atPunct(reader, '{') && !rejectBlockAfterResult(reader) ? readRefinement(reader, name) : null;
    return {
      result: type,
      resultName: name,
      resultRefinement: refinement,
      resultSpan: spanIn(reader.source, start, reader.lastEnd),
    };
  });
}

/** `(T) -> U { (V) -> W }`: a misplaced block, not a refinement. Only `->` decides, because `→` may be implication. */
function rejectBlockAfterResult(reader: TypeReader): boolean {
  if (!/^\{\s*\([^()]*\)\s*->/u.test(reader.text.slice(reader.token.start))) return false;
  const open = reader.token;
  parseBlockType(reader);
  report(reader, 'LP2021', open.start, reader.lastEnd);
  return true;
}
