/** Names in the header of a definition: `A::B`, `::A`, and method names in def, alias and undef. */
import type { ConstantPath } from '../ril/declarations';
import type { SyntaxNode } from '../syntax/node';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerSymbolKey } from './strings';
import { fieldOf } from './syntaxParts';

/** Returns null if the path is computed or not a constant. */
export function constantPath(ctx: LowerContext, node: SyntaxNode): ConstantPath | null {
  const names: string[] = [];
  let at: SyntaxNode | null = node;
  while (at?.type === 'scope_resolution') {
    const name = fieldOf(at, 'name');
    if (!name) return null;
    names.unshift(textOf(ctx, name));
    at = fieldOf(at, 'scope');
  }
  if (at && at.type !== 'constant') return null;
  if (at) names.unshift(textOf(ctx, at));
  return names.length > 0 ? { names, root: at === null, span: spanOf(ctx, node) } : null;
}

/** Returns null for a computed symbol. */
export function methodName(ctx: LowerContext, node: SyntaxNode): string | null {
  switch (node.type) {
    case 'simple_symbol':
      return textOf(ctx, node).slice(1);
    case 'delimited_symbol': {
      const symbol = lowerSymbolKey(ctx, node);
      return symbol.kind === 'lit' && symbol.value.type === 'symbol' ? symbol.value.value : null;
    }
    default:
      return textOf(ctx, node).replace(/\s+(?==$)/, '');
  }
}
