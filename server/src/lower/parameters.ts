/** Parameters of methods, blocks and lambdas. Each is declared as a local; a default sees the parameters before it. */
import type { Expr, MultiTarget, Param, ParamKind } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { local } from './build';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr, lowerNested } from './lowerExpr';
import { declareHere } from './scope';
import { fieldOf, partsOf } from './syntaxParts';

export function lowerParams(ctx: LowerContext, list: SyntaxNode | null): readonly Param[] {
  if (!list) return [];
  const params: Param[] = [];
  for (const part of partsOf(list)) {
    if (part.field === 'locals') continue;
    const param = lowerParam(ctx, part, params);
    if (param) params.push(param);
  }
  return params;
}

const KINDS: Readonly<Record<string, ParamKind>> = {
  optional_parameter: 'optional',
  splat_parameter: 'rest',
  hash_splat_parameter: 'keyRest',
  hash_splat_nil: 'noKey',
  block_parameter: 'block',
  forward_parameter: 'forward',
};

function lowerParam(ctx: LowerContext, node: SyntaxNode, before: readonly Param[]): Param | null {
  const span = spanOf(ctx, node);
  if (node.type === 'identifier') return makeParam(span, positionalKind(before), declareName(ctx, node), null);
  if (node.type === 'destructured_parameter') {
    const destructure = lowerDestructured(ctx, node);
    return { ...makeParam(span, positionalKind(before), null, null), destructure };
  }
  const name = fieldOf(node, 'name');
  const declared = name && declareName(ctx, name);
  const value = fieldOf(node, 'value');
  const fallback = value && lowerExpr(ctx, value);
  if (node.type === 'keyword_parameter') return makeParam(span, fallback ? 'optionalKey' : 'key', declared, fallback);
  const kind = KINDS[node.type];
  return kind ? makeParam(span, kind, declared, fallback) : null;
}

function makeParam(span: Param['span'], kind: ParamKind, name: string | null, fallback: Expr | null): Param {
  return { kind, span, name, default: fallback, destructure: null };
}

/** A plain parameter after an optional or rest one is filled from the end. */
function positionalKind(before: readonly Param[]): ParamKind {
  return before.some(({ kind }) => kind === 'optional' || kind === 'rest' || kind === 'post') ? 'post' : 'required';
}

function declareName(ctx: LowerContext, node: SyntaxNode): string {
  const name = textOf(ctx, node);
  declareHere(ctx.scope, name);
  return name;
}

/** `|(a, *b)|` */
function lowerDestructured(ctx: LowerContext, node: SyntaxNode): readonly MultiTarget[] {
  const targets: MultiTarget[] = [];
  for (const part of partsOf(node)) {
    const span = spanOf(ctx, part);
    if (part.type === 'destructured_parameter') targets.push({ type: 'list', span, items: lowerInner(ctx, part) });
    else if (part.type === 'splat_parameter') {
      const name = fieldOf(part, 'name');
      const target = name && local(spanOf(ctx, name), declareName(ctx, name));
      targets.push({ type: 'splat', span, target });
    } else if (part.type === 'identifier')
      targets.push({ type: 'one', span, target: local(span, declareName(ctx, part)) });
  }
  return targets;
}

/** If the nesting is too deep, its names stay undeclared, so nothing is assumed about them. */
function lowerInner(ctx: LowerContext, node: SyntaxNode): readonly MultiTarget[] {
  return lowerNested(
    ctx,
    () => lowerDestructured(ctx, node),
    () => [],
  );
}
