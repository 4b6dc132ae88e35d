/** def, class, module, alias and undef as expressions: `define` with a declaration of its own. */
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { declareItem } from './declarations';
import { itemOfNode } from './nestedDefinitions';
import { opaque } from './opaque';

export const definitionLowerers: LowererTable = {
  method: lowerDefinition,
  singleton_method: lowerDefinition,
  class: lowerDefinition,
  module: lowerDefinition,
  singleton_class: lowerDefinition,
  alias: lowerDefinition,
  undef: lowerDefinition,
  begin_block: (ctx, node) => opaque(ctx, node, { kind: 'BEGIN' }),
  end_block: (ctx, node) => opaque(ctx, node, { kind: 'END' }),
};

function lowerDefinition(ctx: LowerContext, node: SyntaxNode): Expr {
  const declaration = declareItem(ctx.file, itemOfNode(ctx.file.text, node), ctx.owner, ctx.scope, '');
  if (declaration.kind !== 'statement') return { kind: 'define', span: spanOf(ctx, node), declaration };
  // A definition without a readable name is opaque, with spans relative to this declaration.
  return opaque(
    ctx,
    node,
    declaration.expr.kind === 'opaque' ? declaration.expr.code : { kind: 'node', type: node.type },
  );
}
