/**
 * Patterns of case/in. The names they bind are declared on the way, so that a guard and the body see them as locals.
 */
import type { Expr, Pattern } from '../ril/ril';
import { childOf, type SyntaxNode } from '../syntax/node';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr, lowerNested, tooDeep } from './lowerExpr';
import { opaque } from './opaque';
import { declare } from './scope';
import { lowerSymbolKey } from './strings';
import { fieldOf, partsOf } from './syntaxParts';

const lowerStrayPattern = (ctx: LowerContext, node: SyntaxNode): Expr =>
  opaque(ctx, node, { kind: 'pattern-without-case' });

/** Patterns in the place of an expression are damage. */
export const patternLowerers: LowererTable = {
  alternative_pattern: lowerStrayPattern,
  array_pattern: lowerStrayPattern,
  as_pattern: lowerStrayPattern,
  expression_reference_pattern: lowerStrayPattern,
  find_pattern: lowerStrayPattern,
  hash_pattern: lowerStrayPattern,
  keyword_pattern: lowerStrayPattern,
  parenthesized_pattern: lowerStrayPattern,
  variable_reference_pattern: lowerStrayPattern,
};

export function lowerPattern(ctx: LowerContext, node: SyntaxNode): Pattern {
  return lowerNested(
    ctx,
    () => lowerPatternHere(ctx, node),
    () => ({ type: 'value', span: spanOf(ctx, node), value: tooDeep(ctx, node) }),
  );
}

function lowerPatternHere(ctx: LowerContext, node: SyntaxNode): Pattern {
  const span = spanOf(ctx, node);
  switch (node.type) {
    case 'identifier':
      return { type: 'bind', span, name: bind(ctx, node) };
    case 'as_pattern':
      return lowerCapture(ctx, node);
    case 'alternative_pattern':
      return { type: 'alternative', span, alternatives: partsOf(node).map(part => lowerPattern(ctx, part)) };
    case 'parenthesized_pattern': {
      const [inner] = partsOf(node);
      return inner ? lowerPattern(ctx, inner) : valuePattern(ctx, node, opaque(ctx, node, { kind: 'missing-code' }));
    }
    case 'array_pattern':
      return lowerArrayPattern(ctx, node);
    case 'find_pattern':
      return lowerFindPattern(ctx, node);
    case 'hash_pattern':
      return lowerHashPattern(ctx, node);
    case 'variable_reference_pattern':
      return lowerPin(ctx, node, 'name');
    case 'expression_reference_pattern':
      return lowerPin(ctx, node, 'value');
    default:
      return valuePattern(ctx, node, lowerExpr(ctx, node));
  }
}

function valuePattern(ctx: LowerContext, node: SyntaxNode, expr: Expr): Pattern {
  return { type: 'value', span: spanOf(ctx, node), value: expr };
}

function bind(ctx: LowerContext, node: SyntaxNode): string {
  const name = textOf(ctx, node);
  declare(ctx.scope, name);
  return name;
}

/** `^x`, `^(e)`: matched like any other value. */
function lowerPin(ctx: LowerContext, node: SyntaxNode, field: string): Pattern {
  const pinned = childOf(node, field);
  return valuePattern(ctx, node, pinned ? lowerExpr(ctx, pinned) : opaque(ctx, node, { kind: 'missing-code' }));
}

function lowerCapture(ctx: LowerContext, node: SyntaxNode): Pattern {
  const inner = childOf(node, 'value');
  const name = childOf(node, 'name');
  if (!inner || !name) return valuePattern(ctx, node, opaque(ctx, node, { kind: 'missing-code' }));
  const pattern = lowerPattern(ctx, inner);
  return { type: 'capture', span: spanOf(ctx, node), pattern, name: bind(ctx, name) };
}

function lowerConstant(ctx: LowerContext, node: SyntaxNode): Expr | null {
  const constant = fieldOf(node, 'class');
  return constant && lowerExpr(ctx, constant);
}

function patternChildren(node: SyntaxNode): readonly SyntaxNode[] {
  return partsOf(node).filter(part => part.field !== 'class');
}

/** `*name` binds, `*` does not; null if it is not a splat. */
function splatName(ctx: LowerContext, node: SyntaxNode | undefined): string | null {
  const name = node && fieldOf(node, 'name');
  return name ? bind(ctx, name) : null;
}

function lowerArrayPattern(ctx: LowerContext, node: SyntaxNode): Pattern {
  const constant = lowerConstant(ctx, node);
  const parts = patternChildren(node);
  const at = parts.findIndex(part => part.type === 'splat_parameter');
  const before = (at < 0 ? parts : parts.slice(0, at)).map(part => lowerPattern(ctx, part));
  const rest = at < 0 ? null : { name: splatName(ctx, parts[at]) };
  const after = at < 0 ? [] : parts.slice(at + 1).map(part => lowerPattern(ctx, part));
  return { type: 'array', span: spanOf(ctx, node), constant, before, rest, after };
}

function lowerFindPattern(ctx: LowerContext, node: SyntaxNode): Pattern {
  const constant = lowerConstant(ctx, node);
  const parts = patternChildren(node);
  const before = splatName(ctx, parts[0]);
  const middle = parts.slice(1, -1).map(part => lowerPattern(ctx, part));
  return { type: 'find', span: spanOf(ctx, node), constant, before, middle, after: splatName(ctx, parts.at(-1)) };
}

function lowerHashPattern(ctx: LowerContext, node: SyntaxNode): Pattern {
  const constant = lowerConstant(ctx, node);
  const entries: { key: string; pattern: Pattern | null }[] = [];
  let rest: { readonly name: string | null } | 'nil' | null = null;
  for (const part of patternChildren(node)) {
    if (part.type === 'hash_splat_nil') rest = 'nil';
    else if (part.type === 'hash_splat_parameter') rest = { name: splatName(ctx, part) };
    else if (part.type === 'keyword_pattern') entries.push(lowerKeyPattern(ctx, part));
    else return valuePattern(ctx, node, opaque(ctx, node, { kind: 'hash-pattern' }));
  }
  return { type: 'hash', span: spanOf(ctx, node), constant, entries, rest };
}

/** `key:` alone binds a local of that name. */
function lowerKeyPattern(ctx: LowerContext, node: SyntaxNode): { key: string; pattern: Pattern | null } {
  const keyNode = childOf(node, 'key');
  const inner = fieldOf(node, 'value');
  const key = keyNode ? keyName(ctx, keyNode) : '';
  if (!inner && key !== '') declare(ctx.scope, key);
  return { key, pattern: inner && lowerPattern(ctx, inner) };
}

function keyName(ctx: LowerContext, node: SyntaxNode): string {
  if (node.type !== 'string') return textOf(ctx, node);
  const key = lowerSymbolKey(ctx, node);
  return key.kind === 'lit' && key.value.type === 'symbol' ? key.value.value : textOf(ctx, node);
}
