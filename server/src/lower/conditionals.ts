/**
 * if, unless, elsif, the ternary and the modifiers: all become `if`. A range as a condition is a flip-flop (opaque), a
 * regexp literal as a condition matches `$_`.
 */
import type { Expr } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { call, nilAt, positional } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { lowerExpr, lowerNested, tooDeep } from './lowerExpr';
import { opaque } from './opaque';
import { lowerField, lowerSequence } from './statements';
import { fieldOf, hasError, partsOf } from './syntaxParts';

export const conditionalLowerers: LowererTable = {
  if: (ctx, node) => lowerIf(ctx, node, false),
  elsif: (ctx, node) => lowerIf(ctx, node, false),
  unless: (ctx, node) => lowerIf(ctx, node, true),
  if_modifier: (ctx, node) => lowerModifier(ctx, node, false),
  unless_modifier: (ctx, node) => lowerModifier(ctx, node, true),
  conditional: lowerTernary,
};

function lowerIf(ctx: LowerContext, node: SyntaxNode, negated: boolean): Expr {
  const condition = lowerConditionField(ctx, node);
  const consequence = fieldOf(node, 'consequence');
  const alternative = fieldOf(node, 'alternative');
  const yes = consequence ? lowerSequence(ctx, partsOf(consequence), consequence) : nilAt(node.end - ctx.base);
  const no = alternative ? lowerAlternative(ctx, alternative) : nilAt(node.end - ctx.base);
  return makeBranch(spanOf(ctx, node), condition, yes, no, negated);
}

function lowerAlternative(ctx: LowerContext, node: SyntaxNode): Expr {
  return node.type === 'else' ? lowerSequence(ctx, partsOf(node), node) : lowerExpr(ctx, node);
}

/** The body precedes the condition in the source, so it is lowered first. */
function lowerModifier(ctx: LowerContext, node: SyntaxNode, negated: boolean): Expr {
  const body = lowerField(ctx, node, 'body');
  const condition = lowerConditionField(ctx, node);
  return makeBranch(spanOf(ctx, node), condition, body, nilAt(node.end - ctx.base), negated);
}

function lowerTernary(ctx: LowerContext, node: SyntaxNode): Expr {
  const condition = lowerConditionField(ctx, node);
  const yes = lowerField(ctx, node, 'consequence');
  return makeBranch(spanOf(ctx, node), condition, yes, lowerField(ctx, node, 'alternative'), false);
}

function makeBranch(span: Expr['span'], condition: Expr, yes: Expr, no: Expr, negated: boolean): Expr {
  return { kind: 'if', span, condition, then: negated ? no : yes, else: negated ? yes : no };
}

export function lowerConditionField(ctx: LowerContext, node: SyntaxNode): Expr {
  const condition = childOf(node, 'condition');
  return condition ? lowerCondition(ctx, condition) : nilAt(node.end - ctx.base);
}

/** An expression used as a condition; `and`, `or`, `!` and parentheses make their operands conditions too. */
export function lowerCondition(ctx: LowerContext, node: SyntaxNode): Expr {
  return lowerNested(
    ctx,
    () => lowerConditionHere(ctx, node),
    () => tooDeep(ctx, node),
  );
}

function lowerConditionHere(ctx: LowerContext, node: SyntaxNode): Expr {
  const span = spanOf(ctx, node);
  if (hasError(node)) return lowerExpr(ctx, node);
  switch (node.type) {
    case 'range':
      return opaque(ctx, node, { kind: 'flip-flop' });
    case 'regex':
      return matchLastLine(ctx, node);
    case 'parenthesized_statements': {
      const parts = partsOf(node);
      return parts.length === 1 ? lowerCondition(ctx, parts[0]!) : lowerExpr(ctx, node);
    }
    case 'binary': {
      const kind = CONNECTIVES[childOf(node, 'operator')?.type ?? ''];
      const left = childOf(node, 'left');
      const right = childOf(node, 'right');
      if (!kind || !left || !right) return lowerExpr(ctx, node);
      return { kind, span, left: lowerCondition(ctx, left), right: lowerCondition(ctx, right) };
    }
    default:
      return lowerExpr(ctx, node);
  }
}

const CONNECTIVES: Readonly<Record<string, 'and' | 'or'>> = { '&&': 'and', and: 'and', '||': 'or', or: 'or' };

function matchLastLine(ctx: LowerContext, node: SyntaxNode): Expr {
  const span = spanOf(ctx, node);
  const receiver = lowerExpr(ctx, node);
  const methodSpan = { start: span.end, end: span.end };
  const args = [positional({ kind: 'var', span, scope: 'global', name: '$_' })];
  return call({ span, receiver, method: '=~', methodSpan, args });
}
