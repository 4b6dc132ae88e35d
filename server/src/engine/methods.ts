/** Which methods a file has, and which of them are checked and verified. */
import type { Settings } from '../../../shared/src/settings';
import { anchorPath } from '../base/span';
import { notVerified } from '../judge/judge';
import { isAliasWithSameContract } from '../program/contractAlias';
import { findInheritedAnnotations } from '../program/inheritedAnnotations';
import { PatchedMap } from '../program/patchedMap';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import { withBody } from '../program/synthetic';
import { workspaceClasses } from '../program/workspace';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

/** Methods of the workspace by the file that holds their body (or, without a body, their annotation). */
export function methodsByFile(program: Program): Map<string, MethodInfo[]> {
  return methodsOf(program, workspaceClasses(program));
}

/** All methods of these classes. */
export function keysIn(program: Program, classes: Iterable<string>): readonly MethodKey[] {
  const infos = [...classes].flatMap(name => program.classes.get(name) ?? []);
  return infos.flatMap(({ methods, singletonMethods }) =>
    [...methods.values(), ...singletonMethods.values()].map(method => method.key),
  );
}

/** Updates the index after some classes were rebuilt. */
export function updateMethodsByFile(
  known: ReadonlyMap<string, readonly MethodInfo[]>,
  before: Program,
  now: Program,
  classes: ReadonlySet<string>,
): ReadonlyMap<string, readonly MethodInfo[]> {
  const among = (program: Program): Map<string, MethodInfo[]> =>
    methodsOf(
      program,
      [...classes].flatMap(name => program.classes.get(name) ?? []),
    );
  const made = among(now);
  const changes = new Map<string, readonly MethodInfo[]>();
  for (const path of new Set([...among(before).keys(), ...made.keys()])) {
    const others = (known.get(path) ?? []).filter(method => !classes.has(method.owner));
    changes.set(path, [...others, ...(made.get(path) ?? [])]);
  }
  return PatchedMap.replace(known, changes);
}

function methodsOf(program: Program, classes: Iterable<ClassInfo>): Map<string, MethodInfo[]> {
  const byFile = new Map<string, MethodInfo[]>();
  for (const info of classes) {
    for (const method of [...info.methods.values(), ...info.singletonMethods.values()]) {
      const path = isOwn(program, method) ? homeOf(method) : null;
      if (path === null) continue;
      const list = byFile.get(path);
      if (list) list.push(method);
      else byFile.set(path, [method]);
    }
  }
  return byFile;
}

/**
 * Methods that the user wrote or annotated; attribute readers and aliases without an annotation of their own are not
 * listed.
 */
function isOwn(program: Program, method: MethodInfo): boolean {
  if (method.origin !== 'workspace' || isBuiltIn(method) || isAliasWithSameContract(program, method)) return false;
  if (isOfLibrary(method)) return false;
  return method.signature !== null || (method.definition !== null && method.aliasOf === null);
}

/** `alias old_inspect inspect`: another name for a method of the library, with the library's type. */
function isOfLibrary({ definition, signature }: MethodInfo): boolean {
  return definition === null && signature !== null && signature.arms.every(arm => arm.place === null);
}

/** Defined by a call of Rails: the user did not write it, and there are many. */
function isBuiltIn(method: MethodInfo): boolean {
  return method.definition === null && (method.signature?.arms.every(arm => arm.builtIn) ?? false);
}

function homeOf(method: MethodInfo): string | null {
  const anchor = method.definition?.anchor ?? method.place?.anchor ?? method.signature?.arms[0]?.place?.anchor;
  return anchor === undefined ? null : anchorPath(anchor);
}

export function isAnnotated(method: MethodInfo): boolean {
  return method.signature !== null;
}

/**
 * A method with a body and an annotation, its own or an inherited one; with `check: labelled`, only methods that a
 * label selects, as in RDL.
 */
export function isChecked(method: MethodInfo, program: Program, settings: Settings): boolean {
  const { definition } = withBody(program, method);
  if (!definition || definition.broken || isAliasWithSameContract(program, method)) return false;
  const signature = method.signature ?? findInheritedAnnotations(program, method)[0]?.from.signature;
  if (!signature) return false;
  if (settings.check === 'annotated') return true;
  const { typecheck, verify } = signature.labels;
  return isRun(typecheck, program.runLabels.typecheck) || isRun(verify, program.runLabels.verify);
}

/** `:now` and `:call` run without further request; any other label runs when it is named in `rdl_do_…`. */
function isRun(label: string | null, run: ReadonlySet<string>): boolean {
  return label !== null && (label === 'now' || label === 'call' || run.has(label));
}

/** The verdict of a method that is not verified. */
export function verdictWithoutVerification(info: MethodInfo): Verdict {
  if (!info.signature) return notVerified(info.key, 'unchecked');
  if (!info.definition) return notVerified(info.key, 'trusted');
  const verdict = notVerified(info.key, info.definition.broken ? 'not-modelled' : 'unchecked');
  const place = { anchor: info.definition.anchor, span: info.definition.nameSpan };
  return info.definition.broken
    ? { ...verdict, notModelled: [{ construct: { kind: 'syntax-error' }, place }] }
    : verdict;
}
