/** Annotations that name their class (`type 'Other', :m, '…'`), attached once all classes are known. */
import type { Place } from '../base/span';
import { closest } from '../base/spelling';
import { ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { Program } from '../program/program';
import { showType } from '../types/show';
import type { Type } from '../types/type';
import { declaredFields } from './bodyAnnotations';
import { declareField } from './bodyWrites';
import { attachMethod, draftOf, type RemoteAnnotation, type ResolveContext, viewOf } from './draft';
import { typeNames } from './nameContext';
import { resolveType } from './typeNames';

export function attachRemoteAnnotations(ctx: ResolveContext): void {
  const view = viewOf(ctx);
  for (const item of ctx.elsewhere) {
    const name = resolveClassName(view, item.nesting, item.className);
    if (name !== null) attachRemote(ctx, item, name);
    else {
      const meant = closest(item.className, view.classes.keys()) ?? '';
      ctx.problems.push({ code: 'LP2502', place: classPlace(item), args: { name: item.className, meant } });
    }
  }
}

/** The place of the class name. */
function classPlace({ annotation }: RemoteAnnotation): Place {
  const owner = annotation.kind === 'method' || annotation.kind === 'contract' ? annotation.target : annotation;
  return ('classPlace' in owner && owner.classPlace) || annotation.place;
}

/** Subtyping of classes follows `class A < B` and `include B`. */
function isSubclass(view: Program, name: string, type: Type): boolean {
  switch (type.kind) {
    case 'any':
    case 'dynamic':
      return true;
    case 'nominal':
      return ancestors(view, name).includes(type.name);
    case 'union':
      return type.members.some(member => isSubclass(view, name, member));
    case 'intersection':
      return type.members.every(member => isSubclass(view, name, member));
    default:
      return false;
  }
}

function attachRemote(ctx: ResolveContext, { annotation, nesting }: RemoteAnnotation, className: string): void {
  const draft = draftOf(ctx, className);
  switch (annotation.kind) {
    case 'method':
    case 'contract':
      if (annotation.target.type !== 'named') return;
      // `self <= [m: …]` requires what the class already has.
      if (annotation.kind === 'method' && annotation.assumed && draft.methods.has(annotation.target.method)) return;
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
      // The library's signatures use its own names for the parameters.
      if ((ctx.library.classes.get(className)?.typeParams.length ?? 0) === 0) draft.typeParams = annotation.params;
      return;
    case 'subtype': {
      const names = typeNames(ctx, viewOf(ctx), className, nesting, annotation.written);
      const type = resolveType(names, annotation.type, null);
      if (isSubclass(viewOf(ctx), className, type)) return;
      ctx.problems.push({
        code: 'LP2208',
        place: annotation.written.place,
        args: { name: className, type: showType(type) },
      });
      return;
    }
  }
}
