/**
 * Outline items -> declarations: classes and modules here, their members in methodDeclarations.ts and
 * statementDeclarations.ts. Statements share the scope of their class body; a method starts with an empty one.
 */
import type { Span } from '../base/span';
import type { CommentDeclaration, Declaration, DefinitionBelow } from '../ril/declarations';
import type { Expr } from '../ril/ril';
import type { CommentItem, NamespaceItem, OutlineItem } from '../syntax/outline';
import { anchorFor, memberName, nestedName } from './anchors';
import { constantPath } from './constantPath';
import type { FileContext } from './context';
import { contextFor, declareUnnamed, ownSpan } from './declarationContext';
import { lowerExpr, lowerNested, tooDeep } from './lowerExpr';
import { declareMethod } from './methodDeclarations';
import { opaque } from './opaque';
import { methodScope, type Scope } from './scope';
import { declareStatement } from './statementDeclarations';
import { fieldOf, firstPart } from './syntaxParts';

export function declareItems(file: FileContext, items: readonly OutlineItem[], owner: string): readonly Declaration[] {
  const scope = methodScope();
  const following = followingMethods(file, items);
  return items.map((item, index) => {
    const declared = declareItem(file, item, owner, scope, following[index]!);
    if (declared.kind !== 'comment') return declared;
    const next = items.slice(index + 1, index + 4).find(other => other.kind !== 'comment');
    return next ? { ...declared, below: definitionBelow(file, declared, item, next) } : declared;
  });
}

/** For each item, the name of the next method in the same body. */
function followingMethods(file: FileContext, items: readonly OutlineItem[]): readonly string[] {
  const names = new Array<string>(items.length);
  let next = '';
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]!;
    const isCode = item.kind === 'method' || item.kind === 'statement';
    next = (isCode && definedName(file, item)) || next;
    names[i] = next;
  }
  return names;
}

const NAMESPACE = /^(?:class|module)\s+([\p{Lu}:][\p{L}\p{N}_:]*)/u;

const ATTRIBUTE = /^(?:(?:private|public|protected)\s*\(?\s*)?attr(?:_reader|_writer|_accessor)?[ (]/;

/** The definition that `next` is, if only comments are between. */
function definitionBelow(
  file: FileContext,
  { style, trailing }: CommentDeclaration,
  { span }: OutlineItem,
  next: OutlineItem,
): DefinitionBelow | null {
  const between = file.text.slice(span.end, next.span.start);
  const start = file.text.slice(next.span.start, next.span.start + 200);
  if (!trailing && !/^[ \t]*(\r\n|\r|\n)([ \t]*#[^\r\n]*(\r\n|\r|\n))*[ \t]*$/.test(between)) return null;
  if (style !== '##%' && next.kind === 'statement' && ATTRIBUTE.test(start)) return { kind: 'attribute', name: '' };
  if (next.kind === 'class' || next.kind === 'module') {
    const name = NAMESPACE.exec(start)?.[1];
    return name === undefined ? null : { kind: 'class', name };
  }
  const name = next.kind === 'method' || next.kind === 'statement' ? definedName(file, next) : null;
  return name === null ? null : { kind: 'method', name };
}

const DEF = /^(?:[a-z_]\w*\s+)*def\s+([^\s(;]+)/;

/** The method that a statement defines, also `private def m`. */
export function definedName(file: FileContext, { span }: { readonly span: Span }): string | null {
  return DEF.exec(file.text.slice(span.start, Math.min(span.end, span.start + 120)))?.[1] ?? null;
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
      return lowerNested(
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

function declareNamespace(file: FileContext, item: NamespaceItem, owner: string, scope: Scope): Declaration {
  const header = item.read();
  const ctx = contextFor(file, item, owner, scope, header);
  const place = { at: item.span.start, span: ownSpan(item) };
  if (item.kind === 'singleton') {
    const value = fieldOf(header, 'value') ?? firstPart(header);
    const target: Expr = value ? lowerExpr(ctx, value) : { kind: 'self', span: { start: 0, end: 0 } };
    const name = `${owner}.`;
    const anchor = anchorFor(file, 'singleton', name);
    return { kind: 'singleton', anchor, ...place, target, body: declareItems(file, item.body(), name) };
  }
  const nameNode = fieldOf(header, 'name');
  const path = nameNode && constantPath(ctx, nameNode);
  if (!path) return declareUnnamed(file, item, owner, opaque(ctx, header, { kind: 'computed-name', of: item.kind }));
  const name = nestedName(path.root ? '' : owner, path.names.join('::'));
  const anchor = anchorFor(file, item.kind, name);
  const superclassNode = fieldOf(header, 'superclass');
  const superclassValue = superclassNode && firstPart(superclassNode);
  const superclass = superclassValue ? lowerExpr(ctx, superclassValue) : null;
  const body = declareItems(file, item.body(), name);
  if (item.kind === 'module') return { kind: 'module', anchor, ...place, path, body };
  return { kind: 'class', anchor, ...place, path, superclass, body };
}

function declareTooDeep(file: FileContext, item: NamespaceItem, owner: string, scope: Scope): Declaration {
  const header = item.read();
  return declareUnnamed(file, item, owner, tooDeep(contextFor(file, item, owner, scope, header), header));
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
    below: null,
    ...(item.trailing && { trailing: true as const }),
  };
}
