/**
 * `#: (Integer) -> Integer` above a `def`: rbs-inline's short form, in RBS syntax; `|` and several lines add overloads;
 * `#|` continues a line. RDoc directives such as `#:nodoc:` and types of expressions (`#: Integer`) are ignored.
 */
import type { CommentDeclaration } from '../ril/declarations';
import { NO_LABELS } from '../types/annotation';
import type { BlockType, MethodType, ParamType } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import { splitAnnotations } from './annotationText';
import { readOverloads } from './rbsMethodTypes';
import { atEnd, rbsReader, readUnlessTooDeep, reportExpected } from './rbsReader';
import { placeIn, segmentsFrom, spanIn, type TextSource } from './sourceText';

export function readRbsComment(ctx: AnnotationContext, comment: CommentDeclaration): void {
  const starts = (line: string): boolean => /^\s*(\(|\[|\{|\?\{|->|[|])/u.test(line);
  const lines = comment.lines.filter(line => !/^[\w-]+:/u.test(line.text.trim()));
  for (const { text, source } of splitAnnotations(ctx.anchor, lines, starts)) {
    // `[A, B]` and `{ a: A }` alone are types of expressions.
    if (starts(text) && /->|^\s*\(/.test(text)) readOverloadsOf(ctx, text, source);
  }
}

function readOverloadsOf(ctx: AnnotationContext, text: string, source: TextSource): void {
  const bar = /^\s*\|/.exec(text)?.[0].length ?? 0;
  const reader = rbsReader(text, source.anchor);
  reader.at = bar;
  const types = readUnlessTooDeep(reader, () => readOverloads(reader).types) ?? [];
  if (!atEnd(reader) && reader.problems.length === 0) reportExpected(reader, 'the end of the type');
  for (const { code, place, args } of reader.problems) {
    const said = args.got === 'the end of the file' ? { ...args, got: 'the end of the comment' } : args;
    ctx.problems.push({ code, args: said, place: placeIn(source, place.span.start, place.span.end) });
  }
  for (const type of types) {
    ctx.annotations.push({
      kind: 'method',
      anchor: ctx.anchor,
      place: placeIn(source, 0, text.length),
      target: { type: 'next' },
      type: relocateSpans(type, source),
      text: text.trim(),
      labels: NO_LABELS,
      typePlace: placeIn(source, bar, text.length),
      segments: segmentsFrom(source, text.search(/\S|$/)),
      origin: null,
    });
  }
}

/** Converts offsets in the string, as the RBS reader counts, to offsets from the start of the declaration. */
function relocateSpans(type: MethodType, source: TextSource): MethodType {
  const span = (at: ParamType['span']): ParamType['span'] => (at === null ? null : spanIn(source, at.start, at.end));
  const params = type.params.map(param => ({ ...param, span: span(param.span) }));
  const block: BlockType | null =
    type.block === null ? null : { ...type.block, type: relocateSpans(type.block.type, source) };
  return { ...type, params, block, resultSpan: span(type.resultSpan) };
}
