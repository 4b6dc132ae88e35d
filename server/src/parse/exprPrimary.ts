/** Operands: literals, names, parentheses, `if … end`, arrays, hashes; then their postfixes (exprCalls.ts). */
import type { Arg, Const, Expr, LiteralValue, VariableScope } from '../ril/ril';
import { parseIdentifier, parseLambda, parsePostfix } from './exprCalls';
import { parseCase, parseConditional } from './exprConditionals';
import { parseArgumentsUntil, parseSequenceUntil } from './exprLists';
import {
  acceptOperator,
  atOperator,
  type ExprNode,
  type ExprReader,
  fail,
  next,
  node,
  reportUnexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { parseQuoted, parseWordList } from './exprStrings';
import { spanIn } from './sourceText';

/** `from`: the start of a minus sign before a number. */
export function parsePrimary(reader: ExprReader, from?: number): ExprNode {
  return parsePostfix(reader, parseOperand(reader, from));
}

function parseOperand(reader: ExprReader, from: number | undefined): ExprNode {
  const token = reader.token;
  switch (token.kind) {
    case 'integer':
    case 'float':
    case 'rational':
    case 'imaginary':
      return parseNumber(reader, token.kind, from);
    case 'string':
    case 'quotedSymbol':
      return parseQuoted(reader, next(reader));
    case 'symbol':
      return parseLiteral(reader, next(reader), { type: 'symbol', value: token.text });
    case 'regexp':
      return parseRegexp(reader);
    case 'words':
      return parseWordList(reader, next(reader));
    case 'identifier':
      return parseIdentifier(reader);
    case 'constant':
      return parseConstant(reader);
    case 'instance':
    case 'class':
    case 'global':
      return parseVariable(reader, next(reader), token.kind);
    case 'keyword':
      return parseKeyword(reader);
    case 'operator':
      return parseBracket(reader);
    case 'unknown':
    case 'end':
      return reportUnexpected(reader, 'an expression');
  }
}

function parseLiteral(reader: ExprReader, token: ExprToken, value: LiteralValue): ExprNode {
  return node({ kind: 'lit', span: spanIn(reader.source, token.start, token.end), value }, token.start, token.end);
}

function parseNumber(
  reader: ExprReader,
  type: 'integer' | 'float' | 'rational' | 'imaginary',
  from: number | undefined,
): ExprNode {
  const token = next(reader);
  const value = from === undefined ? token.text : token.text === '0' ? '0' : `-${token.text}`;
  return parseLiteral(reader, { ...token, start: from ?? token.start }, { type, value });
}

function parseRegexp(reader: ExprReader): ExprNode {
  const token = next(reader);
  const close = token.text.lastIndexOf('/');
  const value = { type: 'regexp', value: token.text.slice(1, close), flags: token.text.slice(close + 1) } as const;
  return parseLiteral(reader, token, value);
}

function parseVariable(reader: ExprReader, token: ExprToken, scope: VariableScope): ExprNode {
  const span = spanIn(reader.source, token.start, token.end);
  return node({ kind: 'var', span, scope, name: token.text }, token.start, token.end);
}

/** `A`, and `Integer(x)`, which is a call. The postfix parser builds `A::B`. */
function parseConstant(reader: ExprReader): ExprNode {
  if (reader.text[reader.token.end] === '(') return parseIdentifier(reader);
  const token = next(reader);
  return constantNode(reader, null, token, token.start);
}

function constantNode(reader: ExprReader, scope: Const['scope'], token: ExprToken, start: number): ExprNode {
  const span = spanIn(reader.source, start, token.end);
  return node({ kind: 'const', span, scope, name: token.text }, start, token.end);
}

function parseKeyword(reader: ExprReader): ExprNode {
  const token = reader.token;
  switch (token.text) {
    case 'true':
    case 'false':
    case 'nil':
      return parseLiteral(reader, next(reader), { type: token.text });
    case 'self': {
      next(reader);
      return node({ kind: 'self', span: spanIn(reader.source, token.start, token.end) }, token.start, token.end);
    }
    case 'if':
    case 'unless':
      return parseConditional(reader, next(reader));
    case 'case':
      return parseCase(reader, next(reader));
    case 'then':
    case 'else':
    case 'elsif':
    case 'end':
    case 'and':
    case 'or':
    case 'do':
    case 'in':
    case 'when':
      return reportUnexpected(reader, 'an expression');
    default:
      return fail(reader, 'LP2104', token.start, token.end, { construct: `\`${token.text}\`` });
  }
}

function parseBracket(reader: ExprReader): ExprNode {
  const open = reader.token;
  switch (open.text) {
    case '(':
      return parseParenthesised(reader);
    case '[':
      return parseArray(reader);
    case '{':
      return parseHash(reader);
    case '::':
      return parseRootConstant(reader);
    case '->':
      return parseLambda(reader);
    default:
      return reportUnexpected(reader, 'an expression');
  }
}

/** Parentheses leave no node, but they end a comparison: `(a < b) < c` is not a chain. */
function parseParenthesised(reader: ExprReader): ExprNode {
  const open = next(reader);
  const ternaries = reader.ternaries;
  reader.ternaries = 0;
  const inside = parseSequenceUntil(reader, () => atOperator(reader, ')'));
  reader.ternaries = ternaries;
  if (!acceptOperator(reader, ')')) parseUpTo(reader, open, ')');
  return { ...inside, start: open.start, end: reader.lastEnd, comparison: null };
}

function parseArray(reader: ExprReader): ExprNode {
  const open = next(reader);
  const args = parseArgumentsUntil(reader, ']', open);
  const hash = args.filter(isEntry);
  const elements: Arg[] = args.filter(arg => !isEntry(arg));
  const span = spanIn(reader.source, open.start, reader.lastEnd);
  if (hash.length > 0) elements.push({ type: 'positional', value: { kind: 'hash', span, entries: hash } });
  return node({ kind: 'array', span, elements }, open.start, reader.lastEnd);
}

function parseHash(reader: ExprReader): ExprNode {
  const open = next(reader);
  const args = parseArgumentsUntil(reader, '}', open);
  const span = spanIn(reader.source, open.start, reader.lastEnd);
  if (!args.every(isEntry)) {
    return fail(reader, 'LP2101', open.start, reader.lastEnd, { expected: '`key => value`', found: 'a value alone' });
  }
  return node({ kind: 'hash', span, entries: args }, open.start, reader.lastEnd);
}

function isEntry(arg: Arg): boolean {
  return arg.type === 'keyword' || arg.type === 'pair' || arg.type === 'doubleSplat';
}

function parseRootConstant(reader: ExprReader): ExprNode {
  const colons = next(reader);
  if (reader.token.kind !== 'constant') return reportUnexpected(reader, 'a constant');
  return constantNode(reader, 'root', next(reader), colons.start);
}

function parseUpTo(reader: ExprReader, open: ExprToken, close: string): Expr {
  if (reader.token.kind !== 'end' || reader.failed) return reportUnexpected(reader, `\`${close}\``).expr;
  return fail(reader, 'LP2003', open.start, open.end, { open: open.text, close }).expr;
}
