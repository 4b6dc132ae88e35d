/** Adds the annotations that hooks create (engine/hooks.ts) to the written ones. */
import type { Place } from '../base/span';
import type { LearnedDefinition } from '../program/program';
import type { Annotation } from '../types/annotation';
import { takeAnnotation } from './bodyAnnotations';
import { endBody } from './classBodies';
import { defineMethod, draftOf, type ResolveContext } from './draft';
import { newMethodIn, scopeOf } from './scope';

/** An annotation that a hook created for a class, or a hooked call whose annotations are unknown. */
export type HookedInput =
  | { readonly className: string; readonly annotation: Annotation }
  | { readonly className: string; readonly unknownCall: Place }
  | { readonly className: string; readonly learnedMethod: LearnedMethod }
  | { readonly className: string; readonly learnedConstant: { readonly name: string; readonly place: Place } };

/** A method that is known only from runs. It must not have any other definition. */
export interface LearnedMethod {
  readonly name: string;
  readonly singleton: boolean;
  readonly place: Place;
  readonly learned: LearnedDefinition;
}

/** A hook may annotate a class from anywhere; names in its types are looked up from the class. */
export function addHookAnnotations(ctx: ResolveContext, hooked: HookedInput): void {
  const { className } = hooked;
  if (!ctx.classes.has(className) && !ctx.library.classes.has(className)) return;
  if ('unknownCall' in hooked) {
    draftOf(ctx, className).dynamics.push({ cause: { kind: 'hook-not-run' }, place: hooked.unknownCall });
    return;
  }
  if ('learnedMethod' in hooked) {
    takeLearnedMethod(ctx, className, hooked.learnedMethod);
    return;
  }
  if ('learnedConstant' in hooked) {
    const { name, place } = hooked.learnedConstant;
    const { constants } = draftOf(ctx, className);
    if (!constants.has(name)) constants.set(name, { name, value: null, type: null, place, nesting: [] });
    return;
  }
  const { annotation } = hooked;
  const names = className.split('::');
  const nesting = className === 'Object' ? [] : names.map((_, i) => names.slice(0, names.length - i).join('::'));
  const scope = scopeOf(ctx, className, nesting, { topLevel: className === 'Object' });
  takeAnnotation(scope, annotation);
  endBody(scope);
}

/** Without a body and a type: whatever it returns is unknown. */
function takeLearnedMethod(ctx: ResolveContext, className: string, method: LearnedMethod): void {
  const { name, singleton, place, learned } = method;
  const draft = draftOf(ctx, className);
  if ((singleton ? draft.singletonMethods : draft.methods).has(name)) return;
  const scope = scopeOf(ctx, className, []);
  defineMethod(ctx, { ...newMethodIn(scope, name, singleton, place.anchor, place.span), learned });
}
