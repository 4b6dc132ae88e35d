/** Adds the annotations that hooks create (engine/hooks.ts) to the written ones. */
import type { Place } from '../base/span';
import type { Annotation } from '../types/annotation';
import { endBody } from './bodies';
import { takeAnnotation } from './bodyAnnotations';
import { draftOf, type ResolveContext } from './draft';
import { scopeOf } from './scope';

/** An annotation that a hook created for a class, or a hooked call whose annotations are unknown. */
export type HookedInput =
  | { readonly className: string; readonly annotation: Annotation }
  | { readonly className: string; readonly unknownCall: Place };

/** A hook may annotate a class from anywhere; names in its types are looked up from the class. */
export function takeHooked(ctx: ResolveContext, hooked: HookedInput): void {
  const { className } = hooked;
  if (!ctx.classes.has(className) && !ctx.library.classes.has(className)) return;
  if ('unknownCall' in hooked) {
    draftOf(ctx, className).dynamics.push({ cause: { kind: 'hook-not-run' }, place: hooked.unknownCall });
    return;
  }
  const { annotation } = hooked;
  const names = className.split('::');
  const nesting = className === 'Object' ? [] : names.map((_, i) => names.slice(0, names.length - i).join('::'));
  const scope = scopeOf(ctx, className, nesting, { topLevel: className === 'Object' });
  takeAnnotation(scope, annotation);
  endBody(scope);
}
