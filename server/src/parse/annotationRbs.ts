/**
 * `#: (Integer) -> Integer` above a `def`: rbs-inline's short form, in RBS syntax; `|` and several lines add overloads;
 * `#|` continues a line. Behind a `def`, `#: T` is the type of the result; above or behind an attribute it is the type
 * of the attribute; above a class `#: [T]` declares its type parameters. `#: type name = T` declares an alias. RDoc directives such as `#:nodoc:` and types of other expressions are ignored here.
 */
import type { CommentDeclaration } from '../ril/declarations';
import { type MethodAnnotation, NO_LABELS } from '../types/annotation';
import type { BlockType, MethodType, ParamType, Type } from '../types/type';
import { DYNAMIC, UNTYPED_METHOD } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import { type CommentText, splitAnnotations } from './annotationLines';
import { readEmbeddedRbs } from './rbsEmbedded';
import { readGenericList } from './rbsGeneric';
import { readOverloads } from './rbsMethodTypes';
import { atEnd, type RbsReader, rbsReader, readUnlessTooDeep, reportExpected } from './rbsReader';
import { readType } from './rbsTypes';
import { placeIn, segmentsFrom, spanIn, type TextSource } from './sourceText';

/** `#: type name = A`, as Sorbet reads it in a class body. */
const ALIAS = /^\s*type\s+[a-z_]\w*\s*=/;

export function readRbsComment(ctx: AnnotationContext, comment: CommentDeclaration): void {
  const starts = (line: string): boolean => /^\s*(\(|\[|\{|\?\{|->|[|])/u.test(line);
  const isWholeAttribute = comment.below?.kind === 'attribute';
  const texts = splitAnnotations(ctx.anchor, comment.lines, starts);
  for (const one of texts) {
    if (ALIAS.test(one.text)) readEmbeddedRbs(ctx, one);
    else if (comment.below?.kind === 'class' && /^\s*\[/.test(one.text)) readGenericList(ctx, one, comment.below.name);
    else if (isWholeAttribute) readResultType(ctx, one, []);
    // `[A, B]` and `{ a: A }` alone are types of expressions.
    else if (starts(one.text) && /->|^\s*\(/.test(one.text)) readMethodTypes(ctx, one, comment);
    else if (comment.trailing && comment.below?.kind === 'method') readResultType(ctx, one, []);
  }
}

/** `(A) -> B`; behind a `def` also `(A | B)`, the type of the result. */
function readMethodTypes(ctx: AnnotationContext, one: CommentText, comment: CommentDeclaration): void {
  if (comment.trailing && !one.text.includes('->')) readResultType(ctx, one, []);
  else readOverloadsOf(ctx, one.text, one.source);
}

/** The type of an attribute, or of the result of a method whose parameters are given by name. */
function readResultType(ctx: AnnotationContext, { text, source }: CommentText, params: readonly ParamType[]): void {
  const type = readWholeType(ctx, text, source);
  const span = spanIn(source, text.search(/\S|$/), text.length);
  pushMethod(
    ctx,
    { text, source },
    { ...UNTYPED_METHOD, anyArgs: false, params, result: type, resultSpan: span },
    'some',
  );
}

/** An RBS type that is the whole text. */
export function readWholeType(ctx: AnnotationContext, text: string, source: TextSource): Type {
  const reader = rbsReader(text, source.anchor);
  const type = readUnlessTooDeep(reader, () => readType(reader)) ?? DYNAMIC;
  finishReading(ctx, reader, source);
  return type;
}

export function finishReading(ctx: AnnotationContext, reader: RbsReader, source: TextSource): void {
  if (!atEnd(reader) && reader.problems.length === 0) reportExpected(reader, 'the end of the type');
  for (const { code, place, args } of reader.problems) {
    const said = args.got === 'the end of the file' ? { ...args, got: 'the end of the comment' } : args;
    ctx.problems.push({ code, args: said, place: placeIn(source, place.span.start, place.span.end) });
  }
}

export function readOverloadsOf(ctx: AnnotationContext, text: string, source: TextSource): void {
  const reader = rbsReader(text, source.anchor);
  reader.at = /^\s*\|/.exec(text)?.[0].length ?? 0;
  const types = readUnlessTooDeep(reader, () => readOverloads(reader).types) ?? [];
  finishReading(ctx, reader, source);
  for (const type of types) pushMethod(ctx, { text, source }, relocateSpans(type, source), undefined);
}

export function pushMethod(
  ctx: AnnotationContext,
  { text, source }: CommentText,
  type: MethodType,
  byName: MethodAnnotation['byName'],
): void {
  const bar = /^\s*\|/.exec(text)?.[0].length ?? 0;
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place: placeIn(source, 0, text.length),
    target: { type: 'next' },
    type,
    text: text.trim(),
    labels: NO_LABELS,
    typePlace: placeIn(source, bar, text.length),
    segments: segmentsFrom(source, text.search(/\S|$/)),
    origin: null,
    notation: 'rbs-inline',
    ...(byName && { byName }),
  });
}

/** Converts offsets in the string, as the RBS reader counts, to offsets from the start of the declaration. */
function relocateSpans(type: MethodType, source: TextSource): MethodType {
  const span = (at: ParamType['span']): ParamType['span'] => (at === null ? null : spanIn(source, at.start, at.end));
  const params = type.params.map(param => ({ ...param, span: span(param.span) }));
  const block: BlockType | null =
    type.block === null ? null : { ...type.block, type: relocateSpans(type.block.type, source) };
  return { ...type, params, block, resultSpan: span(type.resultSpan) };
}
