/**
 * RIL files, their annotations and the library -> Program. Five steps: name the classes, read the bodies in order,
 * link superclasses and modules, attach annotations, resolve the names in types. Never throws for user code; what is
 * computed at run time is noted in ClassInfo.dynamics.
 */
import { type WithProblems, withProblems } from '../base/result';
import type { AnchorId } from '../base/span';
import { bareCore } from '../program/bareCore';
import type { Program } from '../program/program';
import type { RilFile } from '../ril/declarations';
import type { Annotation } from '../types/annotation';
import { endBody, readFile } from './bodies';
import { takeAnnotation } from './bodyAnnotations';
import { draftOf, type ResolveContext } from './draft';
import { placeElsewhere } from './elsewhere';
import { finish } from './finish';
import { resolveLinks } from './links';
import { nameClasses } from './names';
import { scopeOf } from './scope';
import { attachSignatures } from './signatures';

export { declarationsFingerprint, replaceBodies } from './incremental';

export interface ResolveInput {
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
}

/** An annotation that a hook made for a class (engine/hooks.ts). */
export interface HookedInput {
  readonly className: string;
  readonly annotation: Annotation;
}

export function resolve(
  files: readonly ResolveInput[],
  library: Program | null,
  hooked: readonly HookedInput[] = [],
): WithProblems<Program> {
  const ctx = contextFor(files, library ?? bareCore());
  draftOf(ctx, 'Object');
  for (const [declaration, name] of ctx.names) draftOf(ctx, name, declaration.kind === 'module' ? 'module' : 'class');
  for (const { ril } of files) readFile(ctx, ril.declarations);
  for (const each of hooked) takeHooked(ctx, each);
  resolveLinks(ctx);
  for (const step of ctx.later) step();
  placeElsewhere(ctx);
  attachSignatures(ctx);
  return withProblems(finish(ctx), ctx.problems);
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

function contextFor(files: readonly ResolveInput[], library: Program): ResolveContext {
  const names = nameClasses(
    files.map(file => file.ril.declarations),
    name => library.classes.has(name),
  );
  return {
    library,
    classes: new Map(),
    aliases: new Map(),
    globals: new Map(library.globals),
    typecheckLabels: new Set(),
    verifyLabels: new Set(),
    problems: [],
    annotations: byAnchor(files.flatMap(file => file.annotations)),
    names,
    links: [],
    attached: new Map(),
    topLevelNames: new Set(),
    elsewhere: [],
    hostExtensions: new Map(),
    includedBlocks: new Map(),
    later: [],
  };
}

function byAnchor(annotations: readonly Annotation[]): ReadonlyMap<AnchorId, readonly Annotation[]> {
  const result = new Map<AnchorId, Annotation[]>();
  for (const annotation of annotations) {
    const list = result.get(annotation.anchor);
    if (list) list.push(annotation);
    else result.set(annotation.anchor, [annotation]);
  }
  return result;
}
