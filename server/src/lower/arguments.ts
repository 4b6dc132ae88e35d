/**
 * Arguments of calls, elements of arrays, entries of hashes. As in Ruby, a pair with a literal symbol key is a keyword
 * in every spelling (`a: 1`, `"a": 1`, `:a => 1`); `x:` alone means `x: x`.
 */
import type { Span } from '../base/span';
import type { Arg, BlockArg, Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { nilAt } from './build';
import { separateSpilledArguments } from './command';
import { applyPartCommentCast, typeOfMember } from './commentCasts';
import type { LowerContext } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { lowerName } from './names';
import { lowerSymbolKey } from './strings';
import { fieldOf, firstPart, partsOf } from './syntaxParts';

export interface Arguments {
  readonly args: readonly Arg[];
  readonly pass: BlockArg | null;
}

/** `parts`: the nodes of an argument list, or those between the brackets of `a[…]`. */
export function lowerArguments(ctx: LowerContext, parts: readonly SyntaxNode[]): Arguments {
  const args: Arg[] = [];
  let pass: BlockArg | null = null;
  for (const part of separateSpilledArguments(ctx, parts)) {
    if (part.type === 'block_argument')
      pass = { type: 'pass', span: spanOf(ctx, part), value: lowerOperand(ctx, part) };
    else args.push(lowerArg(ctx, part));
  }
  return { args, pass };
}

export function lowerArg(ctx: LowerContext, node: SyntaxNode): Arg {
  const span = spanOf(ctx, node);
  switch (node.type) {
    case 'splat_argument':
      return { type: 'splat', span, value: lowerOperand(ctx, node) };
    case 'hash_splat_argument':
      return { type: 'doubleSplat', span, value: lowerOperand(ctx, node) };
    case 'forward_argument':
      return { type: 'forward', span };
    case 'pair':
      return lowerPair(ctx, node);
    case 'simple_symbol': {
      const member = typeOfMember(ctx, node);
      return { type: 'positional', value: lowerExpr(ctx, node), ...(member && { member }) };
    }
    default:
      return { type: 'positional', value: applyPartCommentCast(ctx, node, lowerExpr(ctx, node)) };
  }
}

/** The operand of `*`, `**` or `&`; null if there is none. */
function lowerOperand(ctx: LowerContext, node: SyntaxNode): Expr | null {
  const part = firstPart(node);
  return part ? lowerExpr(ctx, part) : null;
}

export function lowerPair(ctx: LowerContext, node: SyntaxNode): Arg {
  const span = spanOf(ctx, node);
  const keyNode = fieldOf(node, 'key');
  if (!keyNode) return { type: 'positional', value: nilAt(span.start) };
  const key = lowerKey(ctx, node, keyNode);
  const valueNode = fieldOf(node, 'value');
  const value = valueNode
    ? applyPartCommentCast(ctx, valueNode, lowerExpr(ctx, valueNode))
    : lowerName(ctx, keyNode, textOf(ctx, keyNode));
  return key.kind === 'lit' && key.value.type === 'symbol'
    ? { type: 'keyword', span, name: key.value.value, value }
    : { type: 'pair', key, value };
}

function lowerKey(ctx: LowerContext, pair: SyntaxNode, key: SyntaxNode): Expr {
  if (key.type === 'hash_key_symbol')
    return { kind: 'lit', span: spanOf(ctx, key), value: { type: 'symbol', value: textOf(ctx, key) } };
  const colon = pair.children.some(child => child.type === ':');
  return key.type === 'string' && colon ? lowerSymbolKey(ctx, key) : lowerExpr(ctx, key);
}

/** Elements of an array literal: a trailing brace-less hash is one element. */
export function lowerElements(ctx: LowerContext, written: readonly SyntaxNode[]): readonly Arg[] {
  const parts = separateSpilledArguments(ctx, written);
  const elements: Arg[] = [];
  const entries: Arg[] = [];
  for (const part of parts) (isEntry(part) ? entries : elements).push(lowerArg(ctx, part));
  const pairs = parts.filter(isEntry);
  if (pairs.length === 0) return elements;
  const span: Span = spanOf(ctx, { start: pairs[0]!.start, end: pairs.at(-1)!.end });
  return [...elements, { type: 'positional', value: { kind: 'hash', span, entries } }];
}

function isEntry(node: SyntaxNode): boolean {
  return node.type === 'pair' || node.type === 'hash_splat_argument';
}

export function argumentParts(list: SyntaxNode | null): readonly SyntaxNode[] {
  return list ? partsOf(list) : [];
}
