/**
 * What Ruby files add to a library whose types are known: labels of methods and classes, and bodies. server/core and
 * server/prelude use it at build time, packages of projects and gems when they are read. Only the classes that are named
 * are touched, because the others may not even be decoded.
 */
import type { ClassLabel, CoreLabel } from '../parse/coreLabels';
import { joinFacts } from '../parse/libraryFacts';
import type { PreludeMethod } from '../parse/prelude';
import { ancestors } from '../program/ancestors';
import { ancestorArgs, bind } from '../program/hierarchy';
import { replaceValues } from '../program/layeredMap';
import { findMethod, findSingletonMethod, methodByKey } from '../program/lookup';
import { changedProgram } from '../program/memos';
import { keyParts, methodKey } from '../program/methodKey';
import type { ClassInfo, MethodInfo, Program } from '../program/program';
import type { Labels } from '../types/annotation';
import { joinLabels } from '../types/joinLabels';
import { substituteMethod } from '../types/substitute';
import type { MethodKey } from '../types/typedMethod';

/**
 * Adds labels to methods. A label for an inherited method (`all?` of Array) makes a copy in this class, which keeps what
 * the inherited method is labelled with: methods are labelled from the top of the hierarchy down.
 */
export function addLabels(program: Program, labels: readonly CoreLabel[]): Program {
  const byKey = new Map<MethodKey, CoreLabel[]>();
  for (const one of labels) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one]);
  const label = (method: MethodInfo): MethodInfo => withLabels(method, byKey.get(method.key) ?? []);
  const keys = [...byKey.keys()];
  let labelled = changeMethods(
    program,
    keys.filter(key => methodByKey(program, key) !== null),
    label,
  );
  for (const inherited of inheritedKeys(program, keys)) labelled = changeMethods(labelled, inherited, label);
  return labelled;
}

/** The keys of methods that their class inherits, those of superclasses first. */
function inheritedKeys(program: Program, keys: readonly MethodKey[]): readonly (readonly MethodKey[])[] {
  const byDepth = new Map<number, MethodKey[]>();
  for (const key of keys.filter(each => methodByKey(program, each) === null)) {
    const depth = ancestors(program, keyParts(key).owner).length;
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), key]);
  }
  return [...byDepth].sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** What is added says more than what an inherited method was labelled with before. */
function withLabels(method: MethodInfo, added: readonly CoreLabel[]): MethodInfo {
  if (!method.signature) return method;
  const own = joinLabels(added.map(one => one.labels));
  const arms = method.signature.arms.map(arm => ({ ...arm, labels: joinLabels([underLabels(arm.labels, own), own]) }));
  const facts = [...added.map(one => one.facts), method.facts].flatMap(one => one ?? []);
  return {
    ...method,
    signature: { arms, labels: joinLabels(arms.map(arm => arm.labels)) },
    ...(facts.length > 0 && { facts: facts.reduce(joinFacts) }),
  };
}

/** A frame of its own replaces the one before. */
function underLabels(before: Labels, own: Labels): Labels {
  return own.pure || own.modifies !== null ? { ...before, pure: false, modifies: null } : before;
}

export function addClassLabels(program: Program, labels: readonly ClassLabel[]): Program {
  const changed = new Map<string, ClassInfo>();
  for (const { className, equality } of labels) {
    const info = changed.get(className) ?? program.classes.get(className);
    if (!info) continue;
    const { values, keys } = info.equality;
    changed.set(className, { ...info, equality: { values: equality.values ?? values, keys: equality.keys ?? keys } });
  }
  return changeClasses(program, changed);
}

export function addBodies(program: Program, bodies: readonly PreludeMethod[]): Program {
  const byKey = new Map(bodies.map(one => [one.key, one.definition]));
  return changeMethods(program, [...byKey.keys()], method => {
    const prelude = byKey.get(method.key);
    return prelude ? { ...method, prelude } : method;
  });
}

/** Replaces methods by key. An inherited one is copied into the class first, with its types in terms of the class. */
export function changeMethods(
  program: Program,
  keys: readonly MethodKey[],
  change: (method: MethodInfo) => MethodInfo,
): Program {
  const byOwner = new Map<string, MethodKey[]>();
  for (const key of keys) {
    const { owner } = keyParts(key);
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), key]);
  }
  const changed = new Map<string, ClassInfo>();
  for (const [owner, own] of byOwner) {
    const info = program.classes.get(owner);
    if (!info) continue;
    const methods = new Map(info.methods);
    const singletonMethods = new Map(info.singletonMethods);
    for (const key of own) {
      const method = methodByKey(program, key) ?? inheritedCopy(program, key);
      if (method) (method.singleton ? singletonMethods : methods).set(method.name, change(method));
    }
    changed.set(owner, { ...info, methods, singletonMethods });
  }
  return changeClasses(program, changed);
}

function changeClasses(program: Program, changed: ReadonlyMap<string, ClassInfo>): Program {
  return changed.size === 0 ? program : changedProgram(program, { classes: replaceValues(program.classes, changed) });
}

function inheritedCopy(program: Program, key: MethodKey): MethodInfo | null {
  const { owner, name, singleton } = keyParts(key);
  const method = singleton ? findSingletonMethod(program, owner, name) : findMethod(program, owner, name);
  if (!method) return null;
  const bindings = bind(program, method.owner, ancestorArgs(program, owner, method.owner));
  const arms = method.signature?.arms.map(arm => ({ ...arm, type: substituteMethod(arm.type, bindings) }));
  const signature = method.signature && arms ? { ...method.signature, arms } : null;
  return {
    ...method,
    key: methodKey(owner, name, singleton),
    owner,
    singleton,
    aliasOf: method.aliasOf ?? method.key,
    signature,
  };
}
