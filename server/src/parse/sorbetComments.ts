/**
 * Sorbet's `# @requires_ancestor: A` above a module: the type of every object that includes it. Its other comments
 * (`# @abstract`, `# @override`, `# @final`, …) say nothing about types.
 */
import type { CommentDeclaration } from '../ril/declarations';
import type { AnnotationContext } from './annotationContext';
import { readWholeType } from './annotationRbs';

const REQUIRED = /^\s*@requires_ancestor:\s*(?=\S)/;

export function readRequiredAncestors(ctx: AnnotationContext, { lines, below }: CommentDeclaration): void {
  const className = below?.kind === 'class' ? below.name : null;
  for (const { text, span } of lines) {
    const start = REQUIRED.exec(text)?.[0].length;
    if (start === undefined) continue;
    const written = text.slice(start).trimEnd();
    const segments = [{ at: 0, length: written.length, source: span.start + start }];
    const type = readWholeType(ctx, written, { anchor: ctx.anchor, segments });
    const place = { anchor: ctx.anchor, span: { start: span.start + start, end: span.start + start + written.length } };
    ctx.annotations.push({ kind: 'moduleSelf', anchor: ctx.anchor, place, type, className });
  }
}
