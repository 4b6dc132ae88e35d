/**
 * Operators by Ruby's precedence, lowest first: modifiers, implication (ours), `and`/`or`, `not`, `? :`, ranges, `||`,
 * `&&`, equality, comparison, `|` `^`, `&`, shifts, sums, products, unary minus, powers, `!`. Comparisons chain:
 * `0 <= x < 60` is the conjunction of its links.
 */

import { parsePrimary } from './exprPrimary';
import {
  acceptKeyword,
  acceptOperator,
  atKeyword,
  atOperator,
  callNode,
  type ExprNode,
  type ExprReader,
  expectOperator,
  fail,
  implicationNode,
  next,
  node,
  readNested,
  reportProblem,
  reportUnexpected,
} from './exprReader';
import type { ExprToken } from './exprScanner';
import { spanIn } from './sourceText';

const LEVELS: Readonly<Record<string, number>> = {
  '==>': 1,
  implies: 1,
  and: 2,
  or: 2,
  '?': 4,
  '..': 5,
  '...': 5,
  '||': 6,
  '&&': 7,
  '<=>': 8,
  '==': 8,
  '===': 8,
  '!=': 8,
  '=~': 8,
  '!~': 8,
  '<': 9,
  '<=': 9,
  '>': 9,
  '>=': 9,
  '|': 10,
  '^': 10,
  '&': 11,
  '<<': 12,
  '>>': 12,
  '+': 13,
  '-': 13,
  '*': 14,
  '/': 14,
  '%': 14,
  '**': 16,
};
const NOT = 3;
const EQUALITY = 8;
const COMPARISON = 9;
const UNARY_MINUS = 15;
const POWER = 16;
const UNARY = 17;

/** A whole expression, including a trailing `q if p`. */
export function parseWholeExpression(reader: ExprReader): ExprNode {
  let value = parseOperators(reader, 0);
  while (atKeyword(reader, 'if') || atKeyword(reader, 'unless')) {
    const word = next(reader);
    const condition = parseOperators(reader, 0);
    value = applyModifier(reader, word, value, condition);
  }
  return value;
}

function applyModifier(reader: ExprReader, word: ExprToken, value: ExprNode, condition: ExprNode): ExprNode {
  const { start } = value;
  const { end } = condition;
  if (word.text === 'if') return implicationNode(reader, condition, value, start, end);
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'or', span, left: condition.expr, right: value.expr }, start, end);
}

/** Everything that binds at least as tightly as `level`. */
export function parseOperators(reader: ExprReader, level: number): ExprNode {
  return readNested(reader, () => {
    let left = parsePrefix(reader);
    for (;;) {
      const found = operatorLevel(reader.token);
      if (found === null || found < level) break;
      left = parseInfix(reader, left, found);
    }
    reportAssignment(reader);
    return left;
  });
}

function operatorLevel(token: ExprToken): number | null {
  const isWord = token.kind === 'keyword' || (token.kind === 'identifier' && token.text === 'implies');
  if (token.kind !== 'operator' && !isWord) return null;
  return Object.hasOwn(LEVELS, token.text) ? LEVELS[token.text]! : null;
}

/** Reports `=` written for `==`, and assignments, which refinements may not contain. */
function reportAssignment(reader: ExprReader): void {
  const { kind, text, start, end } = reader.token;
  if (kind !== 'operator') return;
  if (text === '=') fail(reader, 'LP2102', start, end, {});
  else if (/^(\*\*|<<|>>|&&|\|\||[+\-*/%|&^])=$/.test(text))
    fail(reader, 'LP2104', start, end, { construct: 'an assignment' });
}

function parseInfix(reader: ExprReader, left: ExprNode, level: number): ExprNode {
  const sign = next(reader);
  switch (sign.text) {
    case '==>':
    case 'implies': {
      const right = parseOperators(reader, level); // right-associative
      return implicationNode(reader, left, right, left.start, right.end);
    }
    case '&&':
    case 'and':
      return conjunctionNode(reader, left, parseOperators(reader, level + 1));
    case '||':
    case 'or': {
      const right = parseOperators(reader, level + 1);
      const span = spanIn(reader.source, left.start, right.end);
      return node({ kind: 'or', span, left: left.expr, right: right.expr }, left.start, right.end);
    }
    case '?':
      return parseTernary(reader, left);
    case '..':
    case '...':
      return parseRange(reader, left, sign.text === '...');
    case '**':
      return binaryNode(reader, left, sign, parseOperators(reader, level));
    default:
      return level === EQUALITY || level === COMPARISON
        ? comparisonNode(reader, left, sign, level)
        : binaryNode(reader, left, sign, parseOperators(reader, level + 1));
  }
}

function binaryNode(reader: ExprReader, left: ExprNode, sign: ExprToken, right: ExprNode): ExprNode {
  const parts = {
    receiver: left.expr,
    method: sign.text,
    methodStart: sign.start,
    methodEnd: sign.end,
    args: [{ type: 'positional', value: right.expr } as const],
  };
  return callNode(reader, parts, left.start, right.end);
}

function conjunctionNode(reader: ExprReader, left: ExprNode, right: ExprNode): ExprNode {
  const span = spanIn(reader.source, left.start, right.end);
  const whole = node({ kind: 'and', span, left: left.expr, right: right.expr }, left.start, right.end);
  return { ...whole, conjuncts: [...(left.conjuncts ?? [left]), ...(right.conjuncts ?? [right])] };
}

/** a < b < c  =>  a < b && b < c. Ruby would compare `true < c`, which is never intended. */
function comparisonNode(reader: ExprReader, left: ExprNode, sign: ExprToken, level: number): ExprNode {
  const right = parseOperators(reader, level + 1);
  const before = left.comparison;
  if (before === null || LEVELS[before.operator] !== level) {
    const link = binaryNode(reader, left, sign, right);
    return { ...link, comparison: { operator: sign.text, right } };
  }
  if (level === EQUALITY && (before.operator !== '==' || sign.text !== '==')) {
    reportProblem(reader, 'LP2105', left.start, right.end, { text: reader.text.slice(left.start, right.end) });
  }
  const link = binaryNode(reader, before.right, sign, right);
  return {
    ...conjunctionNode(reader, { ...left, comparison: null }, link),
    comparison: { operator: sign.text, right },
  };
}

function parseTernary(reader: ExprReader, condition: ExprNode): ExprNode {
  reader.ternaries++;
  const then = parseOperators(reader, 4);
  reader.ternaries--;
  expectOperator(reader, ':');
  const otherwise = parseOperators(reader, 4);
  const span = spanIn(reader.source, condition.start, otherwise.end);
  const expr = { kind: 'if', span, condition: condition.expr, then: then.expr, else: otherwise.expr } as const;
  return node(expr, condition.start, otherwise.end);
}

function parseRange(reader: ExprReader, from: ExprNode | null, exclusive: boolean): ExprNode {
  const start = from?.start ?? reader.lastEnd - (exclusive ? 3 : 2);
  const open = [')', ']', '}', ',', ';'].some(sign => atOperator(reader, sign));
  const to = open || reader.token.kind === 'end' || atKeyword(reader, 'then') ? null : parseOperators(reader, 6);
  const end = to?.end ?? reader.lastEnd;
  const span = spanIn(reader.source, start, end);
  return node({ kind: 'range', span, from: from?.expr ?? null, to: to?.expr ?? null, exclusive }, start, end);
}

function parsePrefix(reader: ExprReader): ExprNode {
  const { start } = reader.token;
  if (acceptKeyword(reader, 'not')) return negatedNode(reader, start, 3, parseOperators(reader, NOT));
  if (reader.token.kind !== 'operator') return parsePrimary(reader);
  if (acceptOperator(reader, '!')) return negatedNode(reader, start, 1, parseOperators(reader, UNARY));
  if (acceptOperator(reader, '..')) return parseRange(reader, null, false);
  if (acceptOperator(reader, '...')) return parseRange(reader, null, true);
  if (atOperator(reader, '-')) return parseMinus(reader);
  if (atOperator(reader, '+') || atOperator(reader, '~')) {
    const sign = next(reader);
    return unaryNode(reader, sign.text === '+' ? '+@' : '~', sign, parseOperators(reader, UNARY));
  }
  if (atOperator(reader, '&') || atOperator(reader, '*')) return reportUnexpected(reader, 'an expression');
  return parsePrimary(reader);
}

function negatedNode(reader: ExprReader, start: number, length: number, operand: ExprNode): ExprNode {
  const parts = { receiver: operand.expr, method: '!', methodStart: start, methodEnd: start + length, args: [] };
  return callNode(reader, parts, start, operand.end);
}

function unaryNode(reader: ExprReader, method: string, sign: ExprToken, operand: ExprNode): ExprNode {
  const parts = { receiver: operand.expr, method, methodStart: sign.start, methodEnd: sign.end, args: [] };
  return callNode(reader, parts, sign.start, operand.end);
}

/** `-2.abs` is (-2).abs, but `-2 ** 2` is -(2 ** 2), as in Ruby. */
function parseMinus(reader: ExprReader): ExprNode {
  const sign = next(reader);
  const { kind, start, end } = reader.token;
  const number = (kind === 'integer' || kind === 'float') && start === sign.end;
  if (!number || /^\s*\*\*/.test(reader.text.slice(end))) {
    const operand = parseOperators(reader, number ? POWER : UNARY_MINUS);
    return unaryNode(reader, '-@', sign, operand);
  }
  return parsePrimary(reader, sign.start);
}
