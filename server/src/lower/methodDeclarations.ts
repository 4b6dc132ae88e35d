/**
 * Methods. A method's RIL depends on its own source only, so a method of the previous version with the same source in
 * the same class is reused: only its position changes.
 */
import { hash } from '../base/hash';
import type { Declaration } from '../ril/declarations';
import { knownBody } from '../ril/lazyBody';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { SyntaxNode } from '../syntax/node';
import type { MethodItem, MisreadConstruct } from '../syntax/outline';
import { anchorFor, memberName } from './anchors';
import { nilAt, seq } from './build';
import { methodName } from './constantPath';
import type { FileContext, LowerContext } from './context';
import { spanOf } from './context';
import { contextFor, declareUnnamed, findMisread, ownSpan } from './declarationContext';
import { lowerExpr } from './lowerExpr';
import { moveMethod } from './moveMethod';
import { lineAt } from './names';
import { opaque } from './opaque';
import { lowerParams } from './parameters';
import { reuseKey, takeReusable } from './reusableMethods';
import { methodScope, type Scope } from './scope';
import { lowerBody } from './statements';
import { fieldOf, partsOf } from './syntaxParts';

export function declareMethod(file: FileContext, item: MethodItem, owner: string, scope: Scope): Declaration {
  const misread = findMisread(file, item);
  const text = file.text.slice(item.span.start, item.span.end);
  const line = text.includes('__LINE__') ? String(lineAt(file.text, item.span.start)) : '';
  const textHash = hash(text, line, misread ?? '');
  const reused = takeReusable(file.reusable, reuseKey(owner, textHash, item.broken), text);
  if (reused) return moveMethod(file, reused, item.span.start, text);
  file.lowered++;
  return lowerMethod({ file, item, owner, scope, textHash, misread }, item.read());
}

interface MethodToLower {
  readonly file: FileContext;
  readonly item: MethodItem;
  readonly owner: string;
  /** The scope around the def: in `def x.m`, x may be a local. */
  readonly scope: Scope;
  readonly textHash: string;
  readonly misread: MisreadConstruct | null;
}

function lowerMethod({ file, item, owner, scope, textHash, misread }: MethodToLower, node: SyntaxNode): Declaration {
  const around = contextFor(file, item, owner, scope, node);
  const nameNode = fieldOf(node, 'name');
  const name = nameNode ? methodName(around, nameNode) : null;
  if (!nameNode || name === null)
    return declareUnnamed(file, item, owner, opaque(around, node, { kind: 'method-without-name' }));
  const objectNode = fieldOf(node, 'object');
  const singleton = objectNode ? lowerExpr(around, objectNode) : null;
  const anchorName = memberName(owner, name, singleton !== null);
  const ctx: LowerContext = { ...around, owner: anchorName, scope: methodScope() };
  const params = lowerParams(ctx, fieldOf(node, 'parameters'));
  return {
    kind: 'method',
    anchor: anchorFor(file, 'method', anchorName),
    at: item.span.start,
    span: ownSpan(item),
    name,
    nameSpan: spanOf(ctx, nameNode),
    singleton,
    params,
    body: knownBody(misread ? opaque(ctx, node, { kind: misread }) : markIfBroken(ctx, node, item.broken)),
    broken: item.broken,
    textHash,
  };
}

/** A broken method must never look complete: if the damage left no trace in the body, an opaque node is added. */
function markIfBroken(ctx: LowerContext, node: SyntaxNode, broken: boolean): Expr {
  const body = lowerMethodBody(ctx, node);
  if (!broken || hasOpaque(body)) return body;
  const damage = opaque(ctx, node, { kind: 'syntax-error' });
  return seq(damage.span, [body, damage]);
}

function hasOpaque(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    found ||= expr.kind === 'opaque';
    return !found;
  });
  return found;
}

function lowerMethodBody(ctx: LowerContext, node: SyntaxNode): Expr {
  const body = fieldOf(node, 'body');
  if (body) return body.type === 'body_statement' ? lowerBody(ctx, body) : lowerExpr(ctx, body);
  const damage = partsOf(node).find(part => part.type === 'ERROR');
  return damage ? lowerExpr(ctx, damage) : nilAt(node.end - ctx.base);
}
