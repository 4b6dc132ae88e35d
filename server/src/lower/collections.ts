/** Array and hash literals, `%w` and `%i`, and the keywords nil, true, false. */
import type { Arg, Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { lowerArg, lowerElements, lowerPair } from './arguments';
import { lit, positional } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf } from './context';
import { opaque } from './opaque';
import { lowerWord } from './strings';
import { partsOf } from './syntaxParts';

export const collectionLowerers: LowererTable = {
  nil: (ctx, node) => lit(spanOf(ctx, node), { type: 'nil' }),
  true: (ctx, node) => lit(spanOf(ctx, node), { type: 'true' }),
  false: (ctx, node) => lit(spanOf(ctx, node), { type: 'false' }),
  array: (ctx, node) => makeArray(ctx, node, lowerElements(ctx, partsOf(node))),
  string_array: (ctx, node) => makeArray(ctx, node, lowerWords(ctx, node, 'string')),
  symbol_array: (ctx, node) => makeArray(ctx, node, lowerWords(ctx, node, 'symbol')),
  hash: lowerHash,
  pair: (ctx, node) => ({ kind: 'hash', span: spanOf(ctx, node), entries: [lowerPair(ctx, node)] }),
  hash_splat_argument: (ctx, node) => opaque(ctx, node, { kind: 'double-splat-without-call' }),
};

function makeArray(ctx: LowerContext, node: SyntaxNode, elements: readonly Arg[]): Expr {
  return { kind: 'array', span: spanOf(ctx, node), elements };
}

function lowerWords(ctx: LowerContext, node: SyntaxNode, as: 'string' | 'symbol'): readonly Arg[] {
  return partsOf(node).map(word => positional(lowerWord(ctx, node, word, as)));
}

function lowerHash(ctx: LowerContext, node: SyntaxNode): Expr {
  return { kind: 'hash', span: spanOf(ctx, node), entries: partsOf(node).map(part => lowerArg(ctx, part)) };
}
