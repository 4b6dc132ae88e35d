/** `# @rbs!`: members of the enclosing class, in RBS. They declare methods and fields that the class has. */
import type { Span } from '../base/span';
import { type MethodAnnotation, NO_LABELS } from '../types/annotation';
import { showMethodType, showType } from '../types/show';
import type { MethodType, Type } from '../types/type';
import { UNTYPED_METHOD } from '../types/type';
import type { AnnotationContext } from './annotationContext';
import type { CommentText } from './annotationLines';
import { parseRbs } from './rbs';
import type { RbsAttribute, RbsMember, RbsMethod } from './rbsSyntax';
import { placeIn } from './sourceText';

const OPENING = 'class Embedded\n';

export function readEmbeddedRbs(ctx: AnnotationContext, { text, source }: CommentText): void {
  const read = parseRbs('', `${OPENING}${text}\nend\n`);
  const placeOf = ({ start, end }: Span): MethodAnnotation['place'] => {
    const from = Math.max(0, start - OPENING.length);
    return placeIn(source, from, Math.min(text.length, Math.max(from, end - OPENING.length)));
  };
  for (const { code, place, args } of read.problems) ctx.problems.push({ code, args, place: placeOf(place.span) });
  const [wrapped] = read.value.declarations;
  const members = wrapped?.kind === 'class' ? wrapped.members : [];
  for (const member of members) readMember(ctx, aliasedHere(member, members), placeOf(member.span));
}

/** `alias new old` of a method that is declared beside it is another method of that type. */
function aliasedHere(member: RbsMember, members: readonly RbsMember[]): RbsMember {
  if (member.kind !== 'methodAlias') return member;
  const old = members.find(one => one.kind === 'method' && one.name === member.oldName && one.on === member.on);
  return old?.kind === 'method' ? { ...old, name: member.newName } : member;
}

function readMember(ctx: AnnotationContext, member: RbsMember, place: MethodAnnotation['place']): void {
  switch (member.kind) {
    case 'method':
      declareMethod(ctx, member, place);
      return;
    case 'attribute':
      declareAttribute(ctx, member, place);
      return;
    case 'variable': {
      const { type, name } = member;
      const written = { text: showType(type), place, segments: [], notation: 'rbs-inline' } as const;
      const target = { className: null, classPlace: null, names: [name] };
      const owner = member.on === 'singleton' && { singleton: true as const };
      const field = { ...target, ...owner, type, refinement: null, written };
      ctx.annotations.push({ kind: 'variable', anchor: ctx.anchor, place, ...field });
      return;
    }
    case 'mixin': {
      const { how, reference } = member;
      ctx.annotations.push({
        kind: 'mixin',
        anchor: ctx.anchor,
        place,
        how,
        module: reference.name,
        args: reference.args,
      });
      return;
    }
    case 'methodAlias': {
      const { newName, oldName, on } = member;
      const singleton = on === 'singleton';
      ctx.annotations.push({ kind: 'methodAlias', anchor: ctx.anchor, place, newName, oldName, singleton });
      return;
    }
    case 'interface': {
      const methods = member.members.flatMap(one =>
        one.kind === 'method' && one.overloads[0] ? [{ name: one.name, type: withoutSpans(one.overloads[0]) }] : [],
      );
      declareAlias(ctx, member.name, { kind: 'structural', methods }, place);
      return;
    }
    case 'typeAlias':
      declareAlias(ctx, member.name, member.type, place);
      return;
    default:
      ctx.problems.push({ code: 'LP2209', place, args: { what: `\`${member.kind}\` in \`@rbs!\`` } });
  }
}

function declareAlias(ctx: AnnotationContext, name: string, type: Type, place: MethodAnnotation['place']): void {
  const written = { text: showType(type), place, segments: [], notation: 'rbs-inline' } as const;
  ctx.annotations.push({ kind: 'typeAlias', anchor: ctx.anchor, place, name: `%${name}`, type, written, scoped: true });
}

function declareMethod(ctx: AnnotationContext, member: RbsMethod, place: MethodAnnotation['place']): void {
  const sides = member.on === 'both' ? [false, true] : [member.on === 'singleton'];
  for (const singleton of sides)
    for (const type of member.overloads) push(ctx, member.name, singleton, withoutSpans(type), place);
}

function declareAttribute(ctx: AnnotationContext, member: RbsAttribute, place: MethodAnnotation['place']): void {
  const reader: MethodType = { ...UNTYPED_METHOD, anyArgs: false, result: member.type };
  const param = { kind: 'required', name: null, type: member.type, refinement: null, span: null } as const;
  const singleton = member.on === 'singleton';
  if (member.access !== 'writer') push(ctx, member.name, singleton, reader, place);
  if (member.access !== 'reader') push(ctx, `${member.name}=`, singleton, { ...reader, params: [param] }, place);
}

function withoutSpans(type: MethodType): MethodType {
  const params = type.params.map(param => ({ ...param, span: null }));
  const block = type.block && { ...type.block, type: withoutSpans(type.block.type) };
  return { ...type, params, block, resultSpan: null };
}

function push(
  ctx: AnnotationContext,
  method: string,
  singleton: boolean,
  type: MethodType,
  place: MethodAnnotation['place'],
): void {
  ctx.annotations.push({
    kind: 'method',
    anchor: ctx.anchor,
    place,
    target: { type: 'named', className: null, method, singleton, place, classPlace: null },
    type,
    text: showMethodType(type),
    labels: NO_LABELS,
    typePlace: place,
    segments: [],
    origin: null,
    notation: 'rbs-inline',
    assumed: true,
  });
}
