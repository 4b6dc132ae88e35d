/** Annotations that hooks made (engine/hooks.ts) join those that are written. */
import type { Annotation } from '../types/annotation';
import { endBody } from './bodies';
import { takeAnnotation } from './bodyAnnotations';
import type { ResolveContext } from './draft';
import { scopeOf } from './scope';

/** An annotation that a hook made for a class. */
export interface HookedInput {
  readonly className: string;
  readonly annotation: Annotation;
}

/** A hook speaks of a class from wherever it stands; names in its types are looked up from the class. */
export function takeHooked(ctx: ResolveContext, { className, annotation }: HookedInput): void {
  if (!ctx.classes.has(className) && !ctx.library.classes.has(className)) return;
  const names = className.split('::');
  const nesting = className === 'Object' ? [] : names.map((_, i) => names.slice(0, names.length - i).join('::'));
  const scope = scopeOf(ctx, className, nesting, { topLevel: className === 'Object' });
  takeAnnotation(scope, annotation);
  endBody(scope);
}
