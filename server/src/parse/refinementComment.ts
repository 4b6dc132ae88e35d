/**
 * `# loupe: (x > 0) -> (r >= x)`: a precondition and a postcondition of the next method, whose types any notation may
 * give. Either part may be left out: `# loupe: (x > 0)`, `# loupe: -> (r >= 0)`. Names are those of the definition's
 * parameters; `r` or `result` is the result; resolve/ binds them.
 */
import { matchAt } from '../base/matchAt';
import type { Problem } from '../base/problem';
import type { CommentDeclaration } from '../ril/declarations';
import type { ContractAnnotation } from '../types/annotation';
import type { AnnotationContext } from './annotationContext';
import { type CommentText, joinLines } from './annotationLines';
import { parseExpression } from './refinementParser';
import { placeIn, segmentsFrom } from './sourceText';

export function readRefinementComment(ctx: AnnotationContext, { lines }: CommentDeclaration): void {
  for (const line of lines) readLine(ctx, joinLines(ctx.anchor, [line]));
}

const ARROW = /\s*(->|→)\s*/uy;

function readLine(ctx: AnnotationContext, whole: CommentText): void {
  const { text } = whole;
  let at = text.search(/\S|$/);
  const pre = text[at] === '(' ? endOfGroup(text, at) : null;
  if (text[at] === '(' && pre === null) {
    report(ctx, whole, at);
    return;
  }
  const parts: Part[] = pre === null ? [] : [{ when: 'pre', start: at + 1, end: pre - 1 }];
  at = pre ?? at;
  const arrow = matchAt(ARROW, text, at);
  if (arrow !== null) {
    at += arrow[0].length;
    const post = text[at] === '(' ? endOfGroup(text, at) : null;
    if (post === null) {
      report(ctx, whole, at);
      return;
    }
    parts.push({ when: 'post', start: at + 1, end: post - 1 });
    at = post;
  }
  const rest = text.slice(at).trim();
  if (rest !== '' && !rest.startsWith('--')) report(ctx, whole, at);
  else for (const part of parts) readPart(ctx, whole, part);
}

interface Part {
  readonly when: ContractAnnotation['when'];
  readonly start: number;
  readonly end: number;
}

function readPart(ctx: AnnotationContext, { text, source }: CommentText, { when, start, end }: Part): void {
  const written = text.slice(start, end);
  // `() -> (…)` says nothing about the arguments.
  if (written.trim() === '') return;
  const inner = { ...source, segments: segmentsFrom(source, start) };
  const { expr, problems } = parseExpression(written, inner, new Set());
  ctx.problems.push(...problems);
  if (problems.length > 0) return;
  ctx.annotations.push({
    kind: 'contract',
    anchor: ctx.anchor,
    place: placeIn(source, start, end),
    when,
    target: { type: 'next' },
    binders: [],
    params: [],
    body: expr,
    hook: false,
    byName: true,
  });
}

/** The offset after the bracket that closes the one at `start`; null: it is not closed. */
function endOfGroup(text: string, start: number): number | null {
  let depth = 0;
  let quote: string | null = null;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== null) {
      if (char === '\\') at++;
      else if (char === quote) quote = null;
    } else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth === 0) return at + 1;
  }
  return null;
}

function report(ctx: AnnotationContext, { text, source }: CommentText, at: number): void {
  const end = text.trimEnd().length;
  const problem: Problem = {
    code: 'LP1901',
    place: placeIn(source, Math.min(at, Math.max(0, end - 1)), end),
    args: { fault: 'form', word: '', meant: '' },
  };
  ctx.problems.push(problem);
}
