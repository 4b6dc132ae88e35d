/**
 * RIL files, their annotations and the library -> Program. Five steps: name the classes, read the bodies in order, link
 * superclasses and modules, attach annotations, resolve the names in types. Never throws for user code; definitions
 * computed at run time are recorded in ClassInfo.dynamics.
 */
import { type WithProblems, withProblems } from '../base/result';
import { bareCore } from '../program/bareCore';
import type { Program } from '../program/program';
import { readFiles } from './classBodies';
import { type Parts, partsOf } from './classContributions';
import { contextFor, type ResolveInput } from './context';
import { draftOf } from './draft';
import { finish } from './finish';
import { addHookAnnotations, type HookedInput } from './hookAnnotations';
import { attachRemoteAnnotations } from './remoteAnnotations';
import { resolveLinks } from './resolveAncestors';
import { attachSignatures } from './signatures';
import { findUnloadedClasses, removeClasses } from './unloadedLibraries';

export type { Parts } from './classContributions';
export type { ResolveInput } from './context';
export type { HookedInput } from './hookAnnotations';
export {
  addDefinitionSites,
  type DefinitionSites,
  declarationsFingerprint,
  findDefinitionSites,
  replaceBodies,
} from './incremental';
export { type Part, resolvePart } from './partialResolve';

/** The Program, with what is needed to resolve a part of it again. */
export type Resolved = WithProblems<Program> & { readonly parts: Parts };

export function resolve(
  files: readonly ResolveInput[],
  library: Program | null,
  hooked: readonly HookedInput[] = [],
): Resolved {
  const all = library ?? bareCore();
  const absent = findUnloadedClasses(files, all);
  const base = removeClasses(all, absent.names);
  const ctx = contextFor(files, base, name => base.classes.has(name));
  draftOf(ctx, 'Object');
  readFiles(ctx, files);
  for (const each of hooked) addHookAnnotations(ctx, each);
  resolveLinks(ctx);
  for (const step of ctx.later) step();
  attachRemoteAnnotations(ctx);
  attachSignatures(ctx);
  const program = finish(ctx);
  return { ...withProblems(program, ctx.problems), parts: partsOf(ctx, program, absent) };
}
