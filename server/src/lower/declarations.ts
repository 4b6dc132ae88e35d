/**
 * Outline items -> declarations. A method's RIL depends on its own text alone, so a method of the previous version
 * with the same text, in the same class, is taken over: only where it stands is new. Statements share the scope of
 * their class body; a method starts with an empty one.
 */
import { hash } from '../base/hash';
import type { CommentDeclaration, Declaration, MethodDeclaration, StatementDeclaration } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { SyntaxNode } from '../syntax/node';
import type { CommentItem, MethodItem, NamespaceItem, OutlineItem, StatementItem } from '../syntax/outline';
import { anchorFor, memberName, nestedName } from './anchors';
import { nilAt } from './build';
import { constantPath, methodName } from './constantPath';
import type { FileContext, LowerContext } from './context';
import { spanOf, textOf } from './context';
import { deeper, lowerExpr, tooDeep } from './descend';
import { findHeredocs } from './heredocs';
import { lineAt } from './names';
import { opaque } from './opaque';
import { lowerParams } from './parameters';
import { fieldOf, firstPart, partsOf } from './parts';
import { reuseKey, takeReusable } from './reuse';
import { methodScope, type Scope } from './scope';
import { lowerBody } from './statements';

export function declareItems(file: FileContext, items: readonly OutlineItem[], owner: string): readonly Declaration[] {
  const scope = methodScope();
  const following = followingMethods(file, items);
  return items.map((item, index) => declareItem(file, item, owner, scope, following[index]!));
}

/** For each item the name of the next method in the same body. */
function followingMethods(file: FileContext, items: readonly OutlineItem[]): readonly string[] {
  const names: string[] = [];
  let next = '';
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]!;
    if (item.kind === 'method') next = /^def\s+([^\s(;=]+)/.exec(headOf(file, item))?.[1] ?? '';
    names.unshift(next);
  }
  return names;
}

function headOf(file: FileContext, item: OutlineItem): string {
  return file.text.slice(item.span.start, Math.min(item.span.end, item.span.start + 120));
}

export function declareItem(
  file: FileContext,
  item: OutlineItem,
  owner: string,
  scope: Scope,
  following: string,
): Declaration {
  switch (item.kind) {
    case 'class':
    case 'module':
    case 'singleton':
      return deeper(
        { file },
        () => declareNamespace(file, item, owner, scope),
        () => declareTooDeep(file, item, owner, scope),
      );
    case 'method':
      return declareMethod(file, item, owner, scope);
    case 'statement':
      return declareStatement(file, item, owner, scope, following);
    case 'comment':
      return declareComment(file, item, owner, following);
  }
}

function contextFor(file: FileContext, item: OutlineItem, owner: string, scope: Scope, node: SyntaxNode): LowerContext {
  const heredocs = findHeredocs(file.text, node);
  const counters = { temporaries: 0 };
  return { file, base: item.span.start, owner, scope, heredocs, done: new Map(), counters };
}

function ownSpan(item: OutlineItem): { readonly start: number; readonly end: number } {
  return { start: 0, end: item.span.end - item.span.start };
}

function declareNamespace(file: FileContext, item: NamespaceItem, owner: string, scope: Scope): Declaration {
  const header = item.read();
  const ctx = contextFor(file, item, owner, scope, header);
  const place = { at: item.span.start, span: ownSpan(item) };
  if (item.kind === 'singleton') {
    const value = fieldOf(header, 'value') ?? firstPart(header);
    const target: Expr = value ? lowerExpr(ctx, value) : { kind: 'self', span: { start: 0, end: 0 } };
    const name = `${owner}.`;
    const anchor = anchorFor(file, 'singleton', name);
    return { kind: 'singleton', anchor, ...place, target, body: declareItems(file, item.body, name) };
  }
  const nameNode = fieldOf(header, 'name');
  const path = nameNode && constantPath(ctx, nameNode);
  if (!path) return unnamed(file, item, owner, opaque(ctx, header, `${item.kind} with a computed name`));
  const name = nestedName(path.root ? '' : owner, path.names.join('::'));
  const anchor = anchorFor(file, item.kind, name);
  const superclassNode = fieldOf(header, 'superclass');
  const superclassValue = superclassNode && firstPart(superclassNode);
  const superclass = superclassValue ? lowerExpr(ctx, superclassValue) : null;
  const body = declareItems(file, item.body, name);
  if (item.kind === 'module') return { kind: 'module', anchor, ...place, path, body };
  return { kind: 'class', anchor, ...place, path, superclass, body };
}

function declareTooDeep(file: FileContext, item: NamespaceItem, owner: string, scope: Scope): Declaration {
  const header = item.read();
  return unnamed(file, item, owner, tooDeep(contextFor(file, item, owner, scope, header), header));
}

function unnamed(file: FileContext, item: OutlineItem, owner: string, expr: Expr): StatementDeclaration {
  const anchor = anchorFor(file, 'statement', memberName(owner, '', false));
  return { kind: 'statement', anchor, at: item.span.start, span: ownSpan(item), expr };
}

/** What lies in a misread is not analysed: its whole declaration says so. */
function misreadIn(file: FileContext, item: OutlineItem): string | null {
  const { start, end } = item.span;
  return file.misreads.find(({ span }) => span.start < end && start < span.end)?.construct ?? null;
}

function declareMethod(file: FileContext, item: MethodItem, owner: string, scope: Scope): Declaration {
  const misread = misreadIn(file, item);
  const text = file.text.slice(item.span.start, item.span.end);
  const line = text.includes('__LINE__') ? String(lineAt(file.text, item.span.start)) : '';
  const textHash = hash(text, line, misread ?? '');
  const reused = takeReusable(file.reusable, reuseKey(owner, textHash, item.broken), text);
  if (reused) return moved(file, reused, item, owner);
  file.lowered++;
  return lowerMethod({ file, item, owner, scope, textHash, misread }, item.read());
}

interface MethodToLower {
  readonly file: FileContext;
  readonly item: MethodItem;
  readonly owner: string;
  /** Around the def: `def x.m` may mean a local. */
  readonly scope: Scope;
  readonly textHash: string;
  readonly misread: string | null;
}

function lowerMethod({ file, item, owner, scope, textHash, misread }: MethodToLower, node: SyntaxNode): Declaration {
  const around = contextFor(file, item, owner, scope, node);
  const nameNode = fieldOf(node, 'name');
  const name = nameNode ? methodName(around, nameNode) : null;
  if (!nameNode || name === null) return unnamed(file, item, owner, opaque(around, node, 'method without a name'));
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
    body: misread ? opaque(ctx, node, misread) : lowerMethodBody(ctx, node),
    broken: item.broken,
    textHash,
  };
}

function lowerMethodBody(ctx: LowerContext, node: SyntaxNode): Expr {
  const body = fieldOf(node, 'body');
  if (body) return body.type === 'body_statement' ? lowerBody(ctx, body) : lowerExpr(ctx, body);
  const damage = partsOf(node).find(part => part.type === 'ERROR');
  return damage ? lowerExpr(ctx, damage) : nilAt(node.end - ctx.base);
}

function moved(file: FileContext, method: MethodDeclaration, item: MethodItem, owner: string): MethodDeclaration {
  const anchor = anchorFor(file, 'method', memberName(owner, method.name, method.singleton !== null));
  if (anchor === method.anchor && item.span.start === method.at) return method;
  return { ...method, anchor, at: item.span.start };
}

function declareStatement(
  file: FileContext,
  item: StatementItem,
  owner: string,
  scope: Scope,
  following: string,
): Declaration {
  const node = item.read();
  const ctx = contextFor(file, item, owner, scope, node);
  const place = { at: item.span.start, span: ownSpan(item) };
  const misread = misreadIn(file, item);
  if (!misread && node.type === 'alias') {
    const alias = lowerAlias(ctx, node);
    if (alias)
      return {
        kind: 'alias',
        anchor: anchorFor(file, 'alias', memberName(owner, alias.newName, false)),
        ...place,
        ...alias,
      };
  }
  if (!misread && node.type === 'undef') {
    const names = partsOf(node).map(part => methodName(ctx, part) ?? textOf(ctx, part));
    return {
      kind: 'undef',
      anchor: anchorFor(file, 'undef', memberName(owner, names.join(','), false)),
      ...place,
      names,
    };
  }
  const expr = misread
    ? opaque(ctx, node, misread)
    : node.type === 'alias'
      ? opaque(ctx, node, 'alias of a global variable')
      : lowerExpr(ctx, node);
  const constant = constantAssigned(ctx, node, expr);
  if (constant) {
    const anchor = anchorFor(file, 'constant', nestedName(owner, constant.path.names.join('::')));
    return { kind: 'constant', anchor, ...place, ...constant };
  }
  const name = `${expr.kind === 'call' ? expr.method : expr.kind}${following && `~${following}`}`;
  return { kind: 'statement', anchor: anchorFor(file, 'statement', memberName(owner, name, false)), ...place, expr };
}

function lowerAlias(ctx: LowerContext, node: SyntaxNode): { newName: string; oldName: string } | null {
  const newNode = fieldOf(node, 'name');
  const oldNode = fieldOf(node, 'alias');
  if (!newNode || !oldNode || newNode.type === 'global_variable') return null;
  const newName = methodName(ctx, newNode);
  const oldName = methodName(ctx, oldNode);
  return newName !== null && oldName !== null ? { newName, oldName } : null;
}

function constantAssigned(ctx: LowerContext, node: SyntaxNode, expr: Expr) {
  if (expr.kind !== 'assign' || expr.target.kind !== 'const') return null;
  const left = fieldOf(node, 'left');
  const path = left && constantPath(ctx, left);
  return path ? { path, value: expr.value } : null;
}

function declareComment(file: FileContext, item: CommentItem, owner: string, following: string): CommentDeclaration {
  const at = item.span.start;
  return {
    kind: 'comment',
    anchor: anchorFor(file, 'comment', memberName(owner, following, false)),
    at,
    span: ownSpan(item),
    style: item.style,
    lines: item.lines.map(({ text, span }) => ({ text, span: { start: span.start - at, end: span.end - at } })),
  };
}
