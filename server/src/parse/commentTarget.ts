/** What the head of a `##%` comment is about: its method or class, and what its constraints declare. */
import type { DefinitionBelow } from '../ril/declarations';
import { type MethodTarget, NO_LABELS } from '../types/annotation';
import { showMethodType } from '../types/show';
import { freeVariablesOf } from '../types/substitute';
import type { AnnotationContext } from './annotationContext';
import type { CommentHead, HeadName, UpperBound } from './commentHead';
import { placeIn, type TextSource } from './sourceText';

export function targetOf({ owner, name, start, end }: HeadName, source: TextSource): MethodTarget {
  const isOther = owner !== null && owner !== 'self';
  return {
    type: 'named',
    className: isOther ? owner : null,
    method: name,
    singleton: owner !== null,
    place: placeIn(source, start, end),
    classPlace: isOther ? placeIn(source, start, start + owner.length) : null,
  };
}

/** The comment names the definition below it; without one, only a class must be there. */
export function describesDefinition({ subject, name }: CommentHead, below: DefinitionBelow | null): boolean {
  if (below === null) return subject === 'method';
  if (subject === 'class')
    return below.kind === 'class' && below.name.replace(/^::/, '') === name.name.replace(/^::/, '');
  return below.kind === 'method' && below.name.replace(/^.*[\p{L}\p{N}_]\./u, '') === name.name;
}

export function reportMisfit(
  ctx: AnnotationContext,
  { name }: CommentHead,
  source: TextSource,
  below: DefinitionBelow | null,
): void {
  ctx.problems.push({
    code: 'LP2207',
    place: placeIn(source, name.start, name.end),
    args: { name: name.name, below: below?.name ?? '' },
  });
}

/** `A<t, u>` */
export function readTypeParams(ctx: AnnotationContext, { name, params }: CommentHead, source: TextSource): void {
  if (params.length === 0) return;
  const classPlace = placeIn(source, name.start, name.end);
  const { anchor } = ctx;
  ctx.annotations.push({ kind: 'typeParams', anchor, place: classPlace, className: name.name, classPlace, params });
}

/**
 * `self <= [@x: T, m: () -> U]` declares a field and a method that the class has, or that classes including a module
 * must have. `A <= B` claims a subclass. `about`: the class, if it is not the enclosing one.
 */
export function readUpperBounds(
  ctx: AnnotationContext,
  head: CommentHead,
  source: TextSource,
  about: string | null,
): void {
  const own = new Set(head.subject === 'method' ? head.params.map(param => param.name) : []);
  for (const upper of head.upper) {
    readRequiredFields(ctx, upper, source, about, own);
    readRequiredMethods(ctx, upper, source, about);
    if (upper.type === null) continue;
    const place = placeIn(source, upper.start, upper.end);
    const classPlace = placeIn(source, head.name.start, head.name.end);
    const written = { text: '', place, segments: [] };
    ctx.annotations.push({
      kind: 'subtype',
      anchor: ctx.anchor,
      place,
      className: about,
      classPlace,
      type: upper.type,
      written,
    });
  }
}

/** A field whose type is a variable of the method has no type of its own. */
function readRequiredFields(
  ctx: AnnotationContext,
  { fields }: UpperBound,
  source: TextSource,
  about: string | null,
  own: ReadonlySet<string>,
): void {
  for (const { name, type, start, end } of fields) {
    if ([...freeVariablesOf(type)].some(variable => own.has(variable))) continue;
    const place = placeIn(source, start, end);
    const written = { text: '', place, segments: [] };
    const classPlace = about === null ? null : place;
    const target = { className: about, classPlace, names: [name] };
    ctx.annotations.push({ kind: 'variable', anchor: ctx.anchor, place, ...target, type, refinement: null, written });
  }
}

function readRequiredMethods(
  ctx: AnnotationContext,
  { methods, start, end }: UpperBound,
  source: TextSource,
  about: string | null,
): void {
  const place = placeIn(source, start, end);
  for (const { name, type } of methods) {
    const classPlace = about === null ? null : place;
    ctx.annotations.push({
      kind: 'method',
      anchor: ctx.anchor,
      place,
      target: { type: 'named', className: about, method: name, singleton: false, place, classPlace },
      type,
      text: showMethodType(type),
      labels: NO_LABELS,
      typePlace: place,
      segments: [],
      origin: null,
      assumed: true,
    });
  }
}
