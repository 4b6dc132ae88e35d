/** Annotations in comments above the methods of a block: `Struct.new(:a) do ##% … def m … end` is a class body too. */
import type { Expr } from '../ril/ril';
import { addAnnotation } from '../syntax/annotationComment';
import type { SyntaxNode } from '../syntax/node';
import type { CommentItem } from '../syntax/outline';
import { type LowerContext, spanOf } from './context';
import { declareItem, definedName } from './declarations';
import { bodyChildren } from './syntaxParts';

/** `body`: the lowered body of `block`. */
export function withAnnotations(ctx: LowerContext, block: SyntaxNode, body: Expr): Expr {
  const above = annotationsByStatement(ctx, block);
  if (above.size === 0) return body;
  const statements = body.kind === 'seq' ? body.body : [body];
  const all = statements.flatMap(each => [...(above.get(each.span.start) ?? []), each]);
  return { kind: 'seq', span: body.span, body: all };
}

/** Keyed by the start of the statement that defines the annotated method. */
function annotationsByStatement(ctx: LowerContext, block: SyntaxNode): ReadonlyMap<number, readonly Expr[]> {
  const found = new Map<number, readonly Expr[]>();
  let comments: CommentItem[] = [];
  for (const child of bodyChildren(block)) {
    if (child.type === 'comment') {
      addAnnotation(ctx.file.text, comments, child);
      continue;
    }
    const name = comments.length > 0 ? definedName(ctx.file, { span: child }) : null;
    if (name !== null)
      found.set(
        child.start - ctx.base,
        comments.map(item => defineComment(ctx, item, name)),
      );
    comments = [];
  }
  return found;
}

function defineComment(ctx: LowerContext, item: CommentItem, following: string): Expr {
  const declaration = declareItem(ctx.file, item, ctx.owner, ctx.scope, following);
  return { kind: 'define', span: spanOf(ctx, item.span), declaration };
}
