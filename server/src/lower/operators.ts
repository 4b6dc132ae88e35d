/**
 * Unary and binary operators. `&&`, `||`, `and`, `or` are control flow, all others are calls. `/(?<n>…)/ =~ e` also
 * assigns the captures to locals.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { assign, call, lit, local, positional, seq } from './build';
import { lowerCondition } from './conditionals';
import type { LowerContext, LowererTable } from './context';
import { spanOf, temporaryName, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { signedNumber } from './numbers';
import { namedCaptures, opaque } from './opaque';
import { declare, isLocal } from './scope';

export const operatorLowerers: LowererTable = {
  unary: lowerUnary,
  binary: lowerBinary,
  range: lowerRange,
};

function lowerUnary(ctx: LowerContext, node: SyntaxNode): Expr {
  const operator = childOf(node, 'operator');
  const operand = childOf(node, 'operand');
  if (!operator || !operand) return opaque(ctx, node, { kind: 'missing-code' });
  const span = spanOf(ctx, node);
  const methodSpan = spanOf(ctx, operator);
  switch (operator.type) {
    case 'defined?':
      return { kind: 'defined', span, value: lowerExpr(ctx, operand) };
    case '!':
    case 'not':
      return call({ span, receiver: lowerCondition(ctx, operand), method: '!', methodSpan });
    case '-':
    case '+':
      return lowerSign(ctx, node, operator, operand);
    default:
      return call({ span, receiver: lowerExpr(ctx, operand), method: operator.type, methodSpan });
  }
}

const NUMBERS = new Set(['integer', 'float', 'rational', 'complex']);

/** `-1` and `+1` are numbers; `-x` is a call of `-@`. */
function lowerSign(ctx: LowerContext, node: SyntaxNode, operator: SyntaxNode, operand: SyntaxNode): Expr {
  const receiver = lowerExpr(ctx, operand);
  if (receiver.kind === 'lit' && NUMBERS.has(operand.type) && operator.end === operand.start) {
    const number = signedNumber(operator.type, receiver.value);
    if (number) return lit(spanOf(ctx, node), number);
  }
  const method = `${operator.type}@`;
  return call({ span: spanOf(ctx, node), receiver, method, methodSpan: spanOf(ctx, operator) });
}

function lowerBinary(ctx: LowerContext, node: SyntaxNode): Expr {
  const operator = childOf(node, 'operator');
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  if (!operator || !left || !right) return opaque(ctx, node, { kind: 'missing-code' });
  if (isCommand(ctx, left, operator))
    return opaque(ctx, node, { kind: 'operator-before-argument', operator: operator.type });
  const span = spanOf(ctx, node);
  const receiver = lowerExpr(ctx, left);
  const value = lowerExpr(ctx, right);
  switch (operator.type) {
    case '&&':
    case 'and':
      return { kind: 'and', span, left: receiver, right: value };
    case '||':
    case 'or':
      return { kind: 'or', span, left: receiver, right: value };
    default: {
      const method = operator.type;
      const args = [positional(value)];
      const result = call({ span, receiver, method, methodSpan: spanOf(ctx, operator), args });
      return method === '=~' ? assignCaptures(ctx, result, receiver) : result;
    }
  }
}

/**
 * `foo +1` and `foo <<A`, with a space before and none after, pass an argument to foo unless foo is a local. The parser
 * reads an operator, always for `+` and in `def m = foo <<~A`.
 */
function isCommand(ctx: LowerContext, left: SyntaxNode, operator: SyntaxNode): boolean {
  const { text } = ctx.file;
  const around = text.slice(operator.start - 1, operator.start + 5);
  if (!/^\s(\+[^\s=]|<<[~-]?["'`]?[\p{L}_])/u.test(around)) return false;
  const isWord =
    left.type === 'super' || left.type === 'constant' || (left.type === 'yield' && left.children.length <= 1);
  const isName = left.type === 'identifier' && !isLocal(ctx.scope, textOf(ctx, left));
  return (
    isWord || isName || (left.type === 'call' && /[\p{L}\p{N}_?!]/u.test(text[left.end - 1] ?? '') && !hasList(left))
  );
}

function hasList(node: SyntaxNode): boolean {
  return node.children.some(child => child.field === 'arguments' || child.field === 'block');
}

/** A regexp literal on the left of `=~` assigns its named groups to locals: each is `$~&.[](:name)`. */
function assignCaptures(ctx: LowerContext, match: Expr, regexp: Expr): Expr {
  if (regexp.kind !== 'lit' || regexp.value.type !== 'regexp') return match;
  const names = [...new Set(namedCaptures(regexp.value.value))];
  if (names.length === 0) return match;
  const { span } = match;
  const result = temporaryName(ctx);
  const captures = names.map(name => {
    declare(ctx.scope, name);
    return assign(span, local(span, name), readCapture(span, name));
  });
  return seq(span, [assign(span, local(span, result), match), ...captures, local(span, result)]);
}

function readCapture(span: Expr['span'], name: string): Expr {
  const receiver: Expr = { kind: 'var', span, scope: 'global', name: '$~' };
  const methodSpan = { start: span.end, end: span.end };
  const args = [positional(lit(span, { type: 'symbol', value: name }))];
  return call({ span, receiver, method: '[]', methodSpan, args, safe: true });
}

function lowerRange(ctx: LowerContext, node: SyntaxNode): Expr {
  const operator = childOf(node, 'operator');
  const begin = childOf(node, 'begin');
  const end = childOf(node, 'end');
  const from = begin && lowerExpr(ctx, begin);
  const to = end && lowerExpr(ctx, end);
  return { kind: 'range', span: spanOf(ctx, node), from, to, exclusive: operator?.type === '...' };
}
