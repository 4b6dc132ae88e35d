/**
 * while, until and for. `for x in e` is `e.each` with a block without its own scope: its variables, and those that its
 * body assigns, belong to the enclosing scope.
 */
import type { Span } from '../base/span';
import type { Block, Expr, Param } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import { write } from './assignments';
import { call, local, negate, nilAt, seq } from './build';
import { lowerConditionField } from './conditionals';
import type { LowerContext, LowererTable } from './context';
import { spanOf, temporaryName, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { declare } from './scope';
import { lowerField, lowerSequence } from './statements';
import { fieldOf, firstPart, partsOf } from './syntaxParts';
import { lowerTarget, lowerTargets } from './targets';

export const loopLowerers: LowererTable = {
  while: (ctx, node) => lowerLoop(ctx, node, false),
  until: (ctx, node) => lowerLoop(ctx, node, true),
  while_modifier: (ctx, node) => lowerLoopModifier(ctx, node, false),
  until_modifier: (ctx, node) => lowerLoopModifier(ctx, node, true),
  for: lowerFor,
};

function lowerLoop(ctx: LowerContext, node: SyntaxNode, negated: boolean): Expr {
  const condition = lowerTest(ctx, node, negated);
  return { kind: 'while', span: spanOf(ctx, node), condition, body: lowerDo(ctx, node), bodyFirst: false };
}

function lowerLoopModifier(ctx: LowerContext, node: SyntaxNode, negated: boolean): Expr {
  const bodyFirst = childOf(node, 'body')?.type === 'begin';
  const body = lowerField(ctx, node, 'body');
  return { kind: 'while', span: spanOf(ctx, node), condition: lowerTest(ctx, node, negated), body, bodyFirst };
}

function lowerTest(ctx: LowerContext, node: SyntaxNode, negated: boolean): Expr {
  const condition = lowerConditionField(ctx, node);
  return negated ? negate(condition) : condition;
}

function lowerDo(ctx: LowerContext, node: SyntaxNode): Expr {
  const body = fieldOf(node, 'body');
  return body ? lowerSequence(ctx, partsOf(body), body) : nilAt(node.end - ctx.base);
}

function lowerFor(ctx: LowerContext, node: SyntaxNode): Expr {
  const pattern = fieldOf(node, 'pattern');
  const value = fieldOf(node, 'value');
  const collection = value && (value.type === 'in' ? firstPart(value) : value);
  if (!pattern || !collection) return opaque(ctx, node, { kind: 'for' });
  const variables = lowerForVariables(ctx, pattern);
  if (!variables) return opaque(ctx, node, { kind: 'for' });
  const receiver = lowerExpr(ctx, collection);
  const body = prependAssignments(spanOf(ctx, node), variables.before, lowerDo(ctx, node), variables.byName);
  const bodyNode = fieldOf(node, 'body');
  const block: Block = {
    span: spanOf(ctx, bodyNode ?? node),
    params: body.named ?? variables.params,
    locals: [],
    implicitParams: false,
    ownScope: false,
    body: body.expr,
  };
  const methodSpan = spanOf(ctx, { start: node.start, end: node.start + 3 });
  const span = spanOf(ctx, node);
  return call({ span, receiver, method: 'each', methodSpan, block: { type: 'block', block }, madeBy: 'for' });
}

/**
 * The variables are assigned at the start of each iteration. A leading loop invariant already refers to the values of
 * this iteration, so there the parameters have the variables' names and are assigned again for analyses that look for
 * writes.
 */
function prependAssignments(
  span: Span,
  before: readonly Expr[],
  body: Expr,
  byName: readonly Param[] | null,
): { readonly expr: Expr; readonly named: readonly Param[] | null } {
  const [first, ...rest] = body.kind === 'seq' ? body.body : [body];
  const isInvariant = first?.kind === 'call' && first.method === 'invariant' && first.receiver === null && first.block;
  if (!isInvariant || byName === null) return { expr: seq(span, [...before, body]), named: null };
  const again = byName.map(({ name, span: at }) => write(at, local(at, name!), local(at, name!)));
  return { expr: seq(span, [first, ...again, ...rest]), named: byName };
}

interface ForVariables {
  readonly params: readonly Param[];
  /** Assignments at the start of the body. */
  readonly before: readonly Expr[];
  /** The parameters under the variables' names, if all of them are locals. */
  readonly byName: readonly Param[] | null;
}

function lowerForVariables(ctx: LowerContext, pattern: SyntaxNode): ForVariables | null {
  const nodes = pattern.type === 'left_assignment_list' ? partsOf(pattern) : [pattern];
  if (nodes.every(node => node.type === 'identifier')) {
    const byName = nodes.map(node => makeRequiredParam(ctx, node, textOf(ctx, node)));
    for (const param of byName) declare(ctx.scope, param.name!);
    const params = byName.map(param => ({ ...param, name: temporaryName(ctx) }));
    const before = byName.map(({ name, span }, n) => write(span, local(span, name!), local(span, params[n]!.name!)));
    return { params, before, byName };
  }
  const span = spanOf(ctx, pattern);
  const name = temporaryName(ctx);
  const param = makeRequiredParam(ctx, pattern, name);
  if (pattern.type !== 'left_assignment_list') {
    const target = lowerTarget(ctx, pattern);
    return target && { params: [param], before: [write(span, target, local(span, name))], byName: null };
  }
  const targets = lowerTargets(ctx, nodes);
  if (!targets) return null;
  return { params: [param], before: [{ kind: 'multiAssign', span, targets, value: local(span, name) }], byName: null };
}

function makeRequiredParam(ctx: LowerContext, node: SyntaxNode, name: string): Param {
  return { kind: 'required', span: spanOf(ctx, node), name, default: null, destructure: null };
}
