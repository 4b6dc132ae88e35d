/** Type parameters of a class in comments: `# @rbs generic out T < A = B`, and Sorbet's `#: [out T < A]` above the class. Type arguments: `#[A]` behind a superclass or an `include`. */
import type { CommentDeclaration } from '../ril/declarations';
import type { TypeParam } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import type { CommentText } from './annotationLines';
import { readTypeParams } from './rbsMethodTypes';
import { atEnd, rbsReader, readUnlessTooDeep } from './rbsReader';
import { readType } from './rbsTypes';
import { placeIn } from './sourceText';

/** Several tags add up. */
export function readGeneric(ctx: AnnotationContext, one: CommentText, className: string | null): void {
  declareParams(ctx, one, `[${one.text.trim()}]`, className, param => ({ param, fixed: null }));
}

/** `[T = A]` fixes the type parameter of the superclass, as `type_member { { fixed: A } }` does. */
export function readGenericList(ctx: AnnotationContext, one: CommentText, className: string | null): void {
  declareParams(ctx, one, one.text, className, param => ({ param: { ...param, default: null }, fixed: param.default }));
}

/** `#[A, B]` behind a superclass, or behind `include M` and the like (`trailing`). */
export function readTypeArguments(ctx: AnnotationContext, { lines: [line], trailing }: CommentDeclaration): void {
  if (line === undefined) return;
  const { text, span } = line;
  const source = { anchor: ctx.anchor, segments: [{ at: 0, length: text.length, source: span.start }] };
  const reader = rbsReader(`Args${text}`, ctx.anchor);
  const type = readUnlessTooDeep(reader, () => readType(reader));
  const place = placeIn(source, 0, text.length);
  const [problem] = reader.problems;
  if (problem) ctx.problems.push({ ...problem, place });
  else if (!atEnd(reader)) ctx.problems.push({ code: 'LP2209', place, args: { what: 'this `#[…]` comment' } });
  if (problem || type?.kind !== 'nominal') return;
  ctx.annotations.push({
    kind: 'inherits',
    anchor: ctx.anchor,
    place,
    args: type.args,
    ...(trailing && { ofNext: true }),
  });
}

type Member = { readonly param: TypeParam; readonly fixed: TypeParam['default'] };

function declareParams(
  ctx: AnnotationContext,
  { text, source }: CommentText,
  list: string,
  className: string | null,
  memberOf: (param: TypeParam) => Member,
): void {
  const reader = rbsReader(list, source.anchor);
  const params = readUnlessTooDeep(reader, () => readTypeParams(reader)) ?? [];
  const place = placeIn(source, 0, text.length);
  const [problem] = reader.problems;
  if (problem) ctx.problems.push({ ...problem, place });
  for (const param of params)
    ctx.annotations.push({ kind: 'typeMember', anchor: ctx.anchor, place, ...memberOf(param), className });
}
