/** Operands: literals, names, parentheses, `if … end`, arrays, hashes; then what follows them (exprCalls.ts). */
import type { Arg, Const, Expr, LiteralValue, VariableScope } from '../ril/ril';
import { identifierCall, lambda, postfix } from './exprCalls';
import { caseChoice, conditional } from './exprConditionals';
import { argumentsUntil, sequenceUntil } from './exprLists';
import { acceptOperator, atOperator, type ExprNode, type ExprReader, fail, next, node, unexpected } from './exprReader';
import type { ExprToken } from './exprScanner';
import { quoted, wordList } from './exprStrings';
import { spanIn } from './sourceText';

/** `from`: where a minus sign before a number stands. */
export function primary(reader: ExprReader, from?: number): ExprNode {
  return postfix(reader, operand(reader, from));
}

function operand(reader: ExprReader, from: number | undefined): ExprNode {
  const token = reader.token;
  switch (token.kind) {
    case 'integer':
    case 'float':
    case 'rational':
    case 'imaginary':
      return number(reader, token.kind, from);
    case 'string':
    case 'quotedSymbol':
      return quoted(reader, next(reader));
    case 'symbol':
      return literal(reader, next(reader), { type: 'symbol', value: token.text });
    case 'regexp':
      return regexp(reader);
    case 'words':
      return wordList(reader, next(reader));
    case 'identifier':
      return identifierCall(reader);
    case 'constant':
      return constant(reader);
    case 'instance':
    case 'class':
    case 'global':
      return variable(reader, next(reader), token.kind);
    case 'keyword':
      return keyword(reader);
    case 'operator':
      return bracket(reader);
    case 'unknown':
    case 'end':
      return unexpected(reader, 'an expression');
  }
}

function literal(reader: ExprReader, token: ExprToken, value: LiteralValue): ExprNode {
  return node({ kind: 'lit', span: spanIn(reader.source, token.start, token.end), value }, token.start, token.end);
}

function number(
  reader: ExprReader,
  type: 'integer' | 'float' | 'rational' | 'imaginary',
  from: number | undefined,
): ExprNode {
  const token = next(reader);
  const value = from === undefined ? token.text : token.text === '0' ? '0' : `-${token.text}`;
  return literal(reader, { ...token, start: from ?? token.start }, { type, value });
}

function regexp(reader: ExprReader): ExprNode {
  const token = next(reader);
  const close = token.text.lastIndexOf('/');
  const value = { type: 'regexp', value: token.text.slice(1, close), flags: token.text.slice(close + 1) } as const;
  return literal(reader, token, value);
}

function variable(reader: ExprReader, token: ExprToken, scope: VariableScope): ExprNode {
  const span = spanIn(reader.source, token.start, token.end);
  return node({ kind: 'var', span, scope, name: token.text }, token.start, token.end);
}

/** `A`, and `Integer(x)`, which is a call. `A::B` is made by what follows. */
function constant(reader: ExprReader): ExprNode {
  if (reader.text[reader.token.end] === '(') return identifierCall(reader);
  const token = next(reader);
  return constantNode(reader, null, token, token.start);
}

function constantNode(reader: ExprReader, scope: Const['scope'], token: ExprToken, start: number): ExprNode {
  const span = spanIn(reader.source, start, token.end);
  return node({ kind: 'const', span, scope, name: token.text }, start, token.end);
}

function keyword(reader: ExprReader): ExprNode {
  const token = reader.token;
  switch (token.text) {
    case 'true':
    case 'false':
    case 'nil':
      return literal(reader, next(reader), { type: token.text });
    case 'self': {
      next(reader);
      return node({ kind: 'self', span: spanIn(reader.source, token.start, token.end) }, token.start, token.end);
    }
    case 'if':
    case 'unless':
      return conditional(reader, next(reader));
    case 'case':
      return caseChoice(reader, next(reader));
    case 'then':
    case 'else':
    case 'elsif':
    case 'end':
    case 'and':
    case 'or':
    case 'do':
    case 'in':
    case 'when':
      return unexpected(reader, 'an expression');
    default:
      return fail(reader, 'LP2104', token.start, token.end, { construct: `\`${token.text}\`` });
  }
}

function bracket(reader: ExprReader): ExprNode {
  const open = reader.token;
  switch (open.text) {
    case '(':
      return parenthesised(reader);
    case '[':
      return arrayLiteral(reader);
    case '{':
      return hashLiteral(reader);
    case '::':
      return rootConstant(reader);
    case '->':
      return lambda(reader);
    default:
      return unexpected(reader, 'an expression');
  }
}

/** Parentheses leave no trace, but a comparison in them is finished: `(a < b) < c` is not a chain. */
function parenthesised(reader: ExprReader): ExprNode {
  const open = next(reader);
  const ternaries = reader.ternaries;
  reader.ternaries = 0;
  const inside = sequenceUntil(reader, () => atOperator(reader, ')'));
  reader.ternaries = ternaries;
  if (!acceptOperator(reader, ')')) closing(reader, open, ')');
  return { ...inside, start: open.start, end: reader.lastEnd, comparison: null };
}

function arrayLiteral(reader: ExprReader): ExprNode {
  const open = next(reader);
  const args = argumentsUntil(reader, ']', open);
  const hash = args.filter(isEntry);
  const elements: Arg[] = args.filter(arg => !isEntry(arg));
  const span = spanIn(reader.source, open.start, reader.lastEnd);
  if (hash.length > 0) elements.push({ type: 'positional', value: { kind: 'hash', span, entries: hash } });
  return node({ kind: 'array', span, elements }, open.start, reader.lastEnd);
}

function hashLiteral(reader: ExprReader): ExprNode {
  const open = next(reader);
  const args = argumentsUntil(reader, '}', open);
  const span = spanIn(reader.source, open.start, reader.lastEnd);
  if (!args.every(isEntry)) {
    return fail(reader, 'LP2101', open.start, reader.lastEnd, { expected: '`key => value`', found: 'a value alone' });
  }
  return node({ kind: 'hash', span, entries: args }, open.start, reader.lastEnd);
}

function isEntry(arg: Arg): boolean {
  return arg.type === 'keyword' || arg.type === 'pair' || arg.type === 'doubleSplat';
}

function rootConstant(reader: ExprReader): ExprNode {
  const colons = next(reader);
  if (reader.token.kind !== 'constant') return unexpected(reader, 'a constant');
  return constantNode(reader, 'root', next(reader), colons.start);
}

function closing(reader: ExprReader, open: ExprToken, close: string): Expr {
  if (reader.token.kind !== 'end' || reader.failed) return unexpected(reader, `\`${close}\``).expr;
  return fail(reader, 'LP2003', open.start, open.end, { open: open.text, close }).expr;
}
