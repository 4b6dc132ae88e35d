/** Statements of a class body or of the top level: constants, alias and undef are declarations of their own kind. */
import type { AliasDeclaration, ConstantDeclaration, Declaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { StatementItem } from '../syntax/outline';
import { anchorFor, memberName, nestedName } from './anchors';
import { applyCommentCast } from './commentCasts';
import { constantPath, methodName } from './constantPath';
import type { FileContext, LowerContext } from './context';
import { textOf } from './context';
import { contextFor, findMisread, ownSpan } from './declarationContext';
import { lowerExpr } from './lowerExpr';
import { opaque } from './opaque';
import type { Scope } from './scope';
import { fieldOf, partsOf } from './syntaxParts';

export function declareStatement(
  file: FileContext,
  item: StatementItem,
  owner: string,
  scope: Scope,
  following: string,
): Declaration {
  const node = item.read();
  const ctx = contextFor(file, item, owner, scope, node);
  const place = { at: item.span.start, span: ownSpan(item) };
  const anchor = (kind: string, name: string) => anchorFor(file, kind, memberName(owner, name, false));
  const misread = findMisread(file, item);
  const expr = misread === null ? null : opaque(ctx, node, { kind: misread });
  if (!expr && node.type === 'alias') {
    const alias = lowerAlias(ctx, node);
    if (alias) return { kind: 'alias', anchor: anchor('alias', alias.newName), ...place, ...alias };
  }
  if (!expr && node.type === 'undef') {
    const names = partsOf(node).map(part => methodName(ctx, part) ?? textOf(ctx, part));
    return { kind: 'undef', anchor: anchor('undef', names.join(',')), ...place, names };
  }
  const value = expr ?? lowerStatement(ctx, node);
  const constant = constantAssigned(ctx, node, value);
  if (constant) {
    const name = nestedName(owner, constant.path.names.join('::'));
    return { kind: 'constant', anchor: anchorFor(file, 'constant', name), ...place, ...constant };
  }
  return { kind: 'statement', anchor: anchor('statement', statementName(value, following)), ...place, expr: value };
}

/** An alias that reaches this point has no method name in it. */
function lowerStatement(ctx: LowerContext, node: SyntaxNode): Expr {
  if (node.type === 'alias') return opaque(ctx, node, { kind: 'alias-of-global' });
  const expr = lowerExpr(ctx, node);
  return expr.kind === 'assign' ? applyCommentCast(ctx, node, expr) : expr;
}

function statementName(expr: Expr, following: string): string {
  return `${expr.kind === 'call' ? expr.method : expr.kind}${following && `~${following}`}`;
}

function lowerAlias(ctx: LowerContext, node: SyntaxNode): Pick<AliasDeclaration, 'newName' | 'oldName'> | null {
  const newNode = fieldOf(node, 'name');
  const oldNode = fieldOf(node, 'alias');
  if (!newNode || !oldNode || newNode.type === 'global_variable') return null;
  const newName = methodName(ctx, newNode);
  const oldName = methodName(ctx, oldNode);
  return newName !== null && oldName !== null ? { newName, oldName } : null;
}

type Constant = Pick<ConstantDeclaration, 'path' | 'value'>;

function constantAssigned(ctx: LowerContext, node: SyntaxNode, expr: Expr): Constant | null {
  if (expr.kind !== 'assign' || expr.target.kind !== 'const') return null;
  const left = fieldOf(node, 'left');
  const path = left && constantPath(ctx, left);
  return path ? { path, value: expr.value } : null;
}
