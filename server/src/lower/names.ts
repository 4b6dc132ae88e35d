/**
 * Bare names: a local, an implicit block parameter or a call on self; variables with a sigil, constants, self. A
 * reserved word that the parser read as a name (a stray `end`) is damage.
 */
import type { Expr, Var, VariableScope } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import { call, lit, local, rootConst } from './build';
import type { LowerContext, LowererTable } from './context';
import { spanOf, textOf } from './context';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import { isLocal, useImplicitParam } from './scope';
import { fieldOf } from './syntaxParts';

export const nameLowerers: LowererTable = {
  identifier: (ctx, node) => lowerName(ctx, node, textOf(ctx, node)),
  constant: (ctx, node) => lowerName(ctx, node, textOf(ctx, node)),
  instance_variable: (ctx, node) => variable(ctx, node, 'instance'),
  class_variable: (ctx, node) => variable(ctx, node, 'class'),
  global_variable: (ctx, node) => variable(ctx, node, 'global'),
  self: (ctx, node) => ({ kind: 'self', span: spanOf(ctx, node) }),
  scope_resolution: lowerScopeResolution,
  file: lowerFile,
  line: lowerLine,
  encoding: lowerEncoding,
  // Parts of `def foo=(v)` and `def +(o)`; as expressions they are damage.
  setter: (ctx, node) => opaque(ctx, node, { kind: 'setter-name' }),
  operator: (ctx, node) => opaque(ctx, node, { kind: 'operator-name' }),
};

const RESERVED = new Set(
  (
    'alias and begin BEGIN break case class def defined? do else elsif end END ensure false for if in module next nil ' +
    'not or redo rescue retry return self super then true undef unless until when while yield'
  ).split(' '),
);

/** The meaning of a name without arguments; `node` is its place. */
export function lowerName(ctx: LowerContext, node: SyntaxNode, name: string): Expr {
  const span = spanOf(ctx, node);
  if (name === '__LINE__') return lowerLine(ctx, node);
  if (name === '__ENCODING__') return lowerEncoding(ctx, node);
  if (name === '__FILE__') return lowerFile(ctx, node);
  if (name === '' || RESERVED.has(name))
    return opaque(ctx, node, name ? { kind: 'reserved-word', word: name } : { kind: 'missing-code' });
  if (isLocal(ctx.scope, name)) return local(span, name);
  if (isConstantName(name)) return { kind: 'const', span, scope: null, name };
  if (useImplicitParam(ctx.scope, name)) return local(span, name);
  return call({ span, receiver: null, method: name, methodSpan: span, bare: true });
}

function isConstantName(name: string): boolean {
  const first = name[0]!;
  return first < '\x80' ? first >= 'A' && first <= 'Z' : /^\p{Lu}/u.test(name);
}

export function variable(ctx: LowerContext, node: SyntaxNode, scope: VariableScope): Var {
  return { kind: 'var', span: spanOf(ctx, node), scope, name: textOf(ctx, node) };
}

/** `A::B`, `::A`, `expr::A`. */
function lowerScopeResolution(ctx: LowerContext, node: SyntaxNode): Expr {
  const name = fieldOf(node, 'name');
  if (!name) return opaque(ctx, node, { kind: 'missing-code' });
  const scopeNode = fieldOf(node, 'scope');
  const scope = scopeNode ? lowerExpr(ctx, scopeNode) : ('root' as const);
  return { kind: 'const', span: spanOf(ctx, node), scope, name: textOf(ctx, name) };
}

/** Counts from 1. A method that uses `__LINE__` changes when it moves to another line (declarations.ts). */
function lowerLine(ctx: LowerContext, node: SyntaxNode): Expr {
  const line = lineAt(ctx.file.text, node.start);
  return lit(spanOf(ctx, node), { type: 'integer', value: String(line) });
}

/** A String of unknown value, like `__dir__`. */
function lowerFile(ctx: LowerContext, node: SyntaxNode): Expr {
  const span = spanOf(ctx, node);
  return call({ span, receiver: null, method: '__FILE__', methodSpan: span, bare: true });
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function lowerEncoding(ctx: LowerContext, node: SyntaxNode): Expr {
  const span = spanOf(ctx, node);
  return { kind: 'const', span, scope: rootConst(span, 'Encoding'), name: 'UTF_8' };
}
