/** Blocks and lambdas: a nested scope with explicit or implicit parameters (`it`, `_1`). */
import type { Block, Expr, Param } from '../ril/ril';
import { childrenOf, type SyntaxNode } from '../syntax/node';
import { withAnnotations } from './blockAnnotations';
import { nilAt } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf, withScope } from './context';
import { opaque } from './opaque';
import { lowerParams } from './parameters';
import { blockScope, declareHere, type ImplicitParams } from './scope';
import { lowerBody } from './statements';
import { fieldOf } from './syntaxParts';

export const blockLowerers: LowererTable = { lambda: lowerLambda };

export function lowerBlock(ctx: LowerContext, node: SyntaxNode, list: SyntaxNode | null): Block {
  const scope = blockScope(ctx.scope, list !== null);
  const inner = withScope(ctx, scope);
  const params = lowerParams(inner, list);
  const locals = list ? childrenOf(list, 'locals').map(name => textOf(ctx, name)) : [];
  for (const name of locals) declareHere(scope, name);
  const bodyNode = fieldOf(node, 'body');
  const body = bodyNode ? withAnnotations(inner, node, lowerBody(inner, bodyNode)) : nilAt(node.end - ctx.base);
  const implied = scope.implicit ? impliedParams(scope.implicit, node.start - ctx.base) : [];
  return {
    span: spanOf(ctx, node),
    params: list ? [...params, ...addExcessParam(ctx, list)] : implied,
    locals,
    implicitParams: implied.length > 0,
    ownScope: true,
    body,
  };
}

/** `|a, |` takes the first of several values, as `|a, *|` does. */
function addExcessParam(ctx: LowerContext, list: SyntaxNode): readonly Param[] {
  const tokens = list.children.filter(child => child.type !== 'comment');
  const comma = tokens.at(-2);
  if (list.type !== 'block_parameters' || comma?.type !== ',') return [];
  return [{ kind: 'rest', span: spanOf(ctx, comma), name: null, default: null, destructure: null }];
}

function impliedParams(implicit: ImplicitParams, at: number): readonly Param[] {
  const names = implicit.it && implicit.numbered === 0 ? ['it'] : numberedNames(implicit.numbered);
  const span = { start: at, end: at };
  return names.map((name): Param => ({ kind: 'required', span, name, default: null, destructure: null }));
}

function numberedNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `_${index + 1}`);
}

function lowerLambda(ctx: LowerContext, node: SyntaxNode): Expr {
  const body = fieldOf(node, 'body');
  if (!body) return opaque(ctx, node, { kind: 'missing-code' });
  const block = lowerBlock(ctx, body, fieldOf(node, 'parameters'));
  return { kind: 'lambda', span: spanOf(ctx, node), block: { ...block, span: spanOf(ctx, node) } };
}
