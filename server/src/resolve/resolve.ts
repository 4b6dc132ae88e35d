/**
 * RIL files, their annotations and the library -> Program. Five steps: name the classes, read the bodies in order,
 * link superclasses and modules, attach annotations, resolve the names in types. Never throws for user code; what is
 * computed at run time is noted in ClassInfo.dynamics.
 */
import { type WithProblems, withProblems } from '../base/result';
import { bareCore } from '../program/bareCore';
import type { Program } from '../program/program';
import type { Annotation } from '../types/annotation';
import { endBody, readFiles } from './bodies';
import { takeAnnotation } from './bodyAnnotations';
import { contextFor, type ResolveInput } from './context';
import { draftOf, type ResolveContext } from './draft';
import { placeElsewhere } from './elsewhere';
import { finish } from './finish';
import { resolveLinks } from './links';
import { type Parts, partsOf } from './parts';
import { scopeOf } from './scope';
import { attachSignatures } from './signatures';

export type { ResolveInput } from './context';
export { declarationsFingerprint, replaceBodies } from './incremental';
export { type Part, resolvePart } from './part';
export type { Parts } from './parts';

/** With what is needed to make a part of it again; null: only as a whole. */
export type Resolved = WithProblems<Program> & { readonly parts: Parts | null };

/** An annotation that a hook made for a class (engine/hooks.ts). */
export interface HookedInput {
  readonly className: string;
  readonly annotation: Annotation;
}

export function resolve(
  files: readonly ResolveInput[],
  library: Program | null,
  hooked: readonly HookedInput[] = [],
): Resolved {
  const base = library ?? bareCore();
  const ctx = contextFor(files, base, name => base.classes.has(name));
  draftOf(ctx, 'Object');
  readFiles(ctx, files);
  for (const each of hooked) takeHooked(ctx, each);
  resolveLinks(ctx);
  for (const step of ctx.later) step();
  placeElsewhere(ctx);
  attachSignatures(ctx);
  const program = finish(ctx);
  return { ...withProblems(program, ctx.problems), parts: hooked.length > 0 ? null : partsOf(ctx, program) };
}

/** A hook speaks of a class from wherever it stands; names in its types are looked up from the class. */
function takeHooked(ctx: ResolveContext, { className, annotation }: HookedInput): void {
  if (!ctx.classes.has(className) && !ctx.library.classes.has(className)) return;
  const names = className.split('::');
  const nesting = className === 'Object' ? [] : names.map((_, i) => names.slice(0, names.length - i).join('::'));
  const scope = scopeOf(ctx, className, nesting, { topLevel: className === 'Object' });
  takeAnnotation(scope, annotation);
  endBody(scope);
}
