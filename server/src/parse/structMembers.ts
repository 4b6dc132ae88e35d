/** RBS inline's types of the members of `Struct.new(:x, #: Integer …)` and `Data.define`: each declares a field. */
import type { Expr } from '../ril/ril';
import { type AnnotationContext, placeAt } from './annotationContext';
import { parseTypeOfComment } from './rbsCast';
import { literalName, staticText } from './staticString';

export function readStructMembers(ctx: AnnotationContext, made: Expr): void {
  if (made.kind !== 'call') return;
  for (const arg of made.args) {
    if (arg.type !== 'positional' || arg.member === undefined) continue;
    const name = literalName(arg.value);
    const text = staticText(arg.member, ctx.anchor);
    if (name === null || text === null) continue;
    const read = parseTypeOfComment(text.text, text.source);
    ctx.problems.push(...read.problems);
    const place = placeAt(ctx, arg.value.span);
    const { segments } = text.source;
    const written = {
      text: text.text,
      place: placeAt(ctx, arg.member.span),
      segments,
      notation: 'rbs-inline',
    } as const;
    const target = { className: null, classPlace: null, names: [`@${name}`] };
    ctx.annotations.push({
      kind: 'variable',
      anchor: ctx.anchor,
      place,
      ...target,
      type: read.value.type,
      refinement: null,
      written,
    });
  }
}
