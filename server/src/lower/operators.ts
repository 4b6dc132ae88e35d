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
import { lowerExpr } from './descend';
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
  if (!operator || !operand) return opaque(ctx, node, 'missing code');
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
  if (!operator || !left || !right) return opaque(ctx, node, 'missing code');
  if (isHeredocStart(ctx, left, operator, right)) return opaque(ctx, node, 'heredoc');
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
      return method === '=~' ? withCaptures(ctx, result, receiver) : result;
    }
  }
}

/** `foo <<A`, where foo is no local, begins a heredoc; in `def m = foo <<~A` the parser reads an operator. */
function isHeredocStart(ctx: LowerContext, left: SyntaxNode, operator: SyntaxNode, right: SyntaxNode): boolean {
  if (operator.type !== '<<' || !/^\s<<\S/.test(ctx.file.text.slice(operator.start - 1, operator.start + 3)))
    return false;
  const isName = left.type === 'identifier' && !isLocal(ctx.scope, textOf(ctx, left));
  const isCall = left.type === 'call' && !ctx.file.text.slice(left.start, left.end).endsWith(')');
  return (isName || isCall) && /^[~-]?["'`]?[\p{L}_]/u.test(textOf(ctx, right));
}

/** A regexp literal on the left of `=~` sets the locals it names: each is `$~&.[](:name)`. */
function withCaptures(ctx: LowerContext, match: Expr, regexp: Expr): Expr {
  if (regexp.kind !== 'lit' || regexp.value.type !== 'regexp') return match;
  const names = [...new Set(namedCaptures(regexp.value.value))];
  if (names.length === 0) return match;
  const { span } = match;
  const result = temporaryName(ctx);
  const captures = names.map(name => {
    declare(ctx.scope, name);
    return assign(span, local(span, name), capture(span, name));
  });
  return seq(span, [assign(span, local(span, result), match), ...captures, local(span, result)]);
}

function capture(span: Expr['span'], name: string): Expr {
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
