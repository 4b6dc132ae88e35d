/** Annotations that name their class (`type 'Other', :m, '…'`), once all classes are known. */
import type { Place } from '../base/span';
import { closest } from '../base/spelling';
import { resolveClassName } from '../program/constants';
import { declaredFields } from './bodyAnnotations';
import { declareField } from './bodyWrites';
import { attachMethod, draftOf, type Elsewhere, type ResolveContext, viewOf } from './draft';

export function placeElsewhere(ctx: ResolveContext): void {
  const view = viewOf(ctx);
  for (const item of ctx.elsewhere) {
    const name = resolveClassName(view, item.nesting, item.className);
    if (name !== null) place(ctx, item, name);
    else {
      const meant = closest(item.className, view.classes.keys()) ?? '';
      ctx.problems.push({ code: 'LP2502', place: classPlace(item), args: { name: item.className, meant } });
    }
  }
}

/** Where the class is named. */
function classPlace({ annotation }: Elsewhere): Place {
  const owner = annotation.kind === 'method' || annotation.kind === 'contract' ? annotation.target : annotation;
  return ('classPlace' in owner && owner.classPlace) || annotation.place;
}

function place(ctx: ResolveContext, { annotation, nesting }: Elsewhere, className: string): void {
  const draft = draftOf(ctx, className);
  switch (annotation.kind) {
    case 'method':
    case 'contract':
      if (annotation.target.type !== 'named') return;
      attachMethod(ctx, className, annotation.target.method, annotation.target.singleton, {
        annotation,
        nesting,
        definition: null,
      });
      return;
    case 'variable':
      for (const info of declaredFields(annotation, nesting)) declareField(draft.fields, info);
      return;
    case 'typeParams':
      draft.typeParams = annotation.params;
      return;
  }
}
