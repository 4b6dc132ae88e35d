/** Type parameters of a class in comments: `# @rbs generic out T < A = B`, and Sorbet's `#: [out T < A]` above the class. */
import type { TypeParam } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import type { CommentText } from './annotationText';
import { readTypeParams } from './rbsMethodTypes';
import { rbsReader, readUnlessTooDeep } from './rbsReader';
import { placeIn } from './sourceText';

/** Several tags add up. */
export function readGeneric(ctx: AnnotationContext, one: CommentText, className: string | null): void {
  declareParams(ctx, one, `[${one.text.trim()}]`, className, param => ({ param, fixed: null }));
}

/** `[T = A]` fixes the type parameter of the superclass, as `type_member { { fixed: A } }` does. */
export function readGenericList(ctx: AnnotationContext, one: CommentText, className: string | null): void {
  declareParams(ctx, one, one.text, className, param => ({ param: { ...param, default: null }, fixed: param.default }));
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
