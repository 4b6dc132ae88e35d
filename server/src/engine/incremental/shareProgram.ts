/**
 * A new version of the Program shares everything that is equal with the previous one: classes, methods, fields,
 * constants. So "has this changed" is a comparison of references, and results of an earlier version (types by
 * expression, for example) still refer to the same objects. Definitions get bodies whose reading is recorded.
 */

import { equal } from '../../base/equal';
import { LayeredMap } from '../../program/layeredMap';
import { findChangedKeys, PatchedMap } from '../../program/patchedMap';
import type { ClassInfo, MethodInfo, Program } from '../../program/program';
import { haveSameContract } from '../../program/sameContract';
import { ownClasses, workspaceClasses } from '../../program/workspace';
import type { MethodDeclaration } from '../../ril/declarations';
import type { Recorder } from './recorder';
import { haveSameBody } from './sameDeclarations';

export function shareProgram(before: Program, next: Program, recorder: Recorder): Program {
  return {
    ...next,
    memos: before.memos.next(),
    classes: shareLayer(before.classes, next.classes, (a, b) => shareClass(a, b, recorder)),
    aliases: shareLayer(before.aliases, next.aliases, shareEqual),
    aliasParams: shareLayer(before.aliasParams, next.aliasParams, shareEqual),
    globals: shareLayer(before.globals, next.globals, shareEqual),
    descendants: shareLayer(before.descendants, next.descendants, shareEqual),
    runLabels: shareEqual(before.runLabels, next.runLabels),
  };
}

/** Methods of the workspace that are not the same object in both versions, where the versions have the same classes. */
export function findChangedMethods(
  before: Program,
  next: Program,
): readonly (readonly [MethodInfo | null, MethodInfo])[] {
  const changed: (readonly [MethodInfo | null, MethodInfo])[] = [];
  for (const info of changedClasses(before, next)) {
    const known = before.classes.get(info.name);
    if (known === info) continue;
    for (const method of info.methods.values()) {
      const old = known?.methods.get(method.name) ?? null;
      if (old !== method) changed.push([old, method]);
    }
    for (const method of info.singletonMethods.values()) {
      const old = known?.singletonMethods.get(method.name) ?? null;
      if (old !== method) changed.push([old, method]);
    }
  }
  return changed;
}

function changedClasses(before: Program, next: Program): Iterable<ClassInfo> {
  const names = findChangedKeys(ownClasses(before), ownClasses(next));
  return names ? [...names].flatMap(name => next.classes.get(name) ?? []) : workspaceClasses(next);
}

type Share<V> = (before: V | undefined, next: V) => V;

/** Only the workspace's layer: the layer below is the library, which never changes. */
function shareLayer<V>(
  before: ReadonlyMap<string, V>,
  next: ReadonlyMap<string, V>,
  share: Share<V>,
): ReadonlyMap<string, V> {
  if (before === next) return before;
  if (!(next instanceof LayeredMap)) return shareMap(before, next, share);
  const known = before instanceof LayeredMap ? before.over : new Map<string, V>();
  const over = shareMap(known, next.over, share);
  const same = before instanceof LayeredMap && before.base === next.base && before.over === over;
  return same ? before : new LayeredMap(over, next.base);
}

function shareMap<V>(
  before: ReadonlyMap<string, V>,
  next: ReadonlyMap<string, V>,
  share: Share<V>,
): ReadonlyMap<string, V> {
  if (before === next) return before;
  const few = findChangedKeys(before, next);
  if (few)
    return PatchedMap.replace(before, new Map([...few].map(key => [key, share(before.get(key), next.get(key)!)])));
  const shared = new Map<string, V>();
  const names = before.keys();
  let same = before.size === next.size;
  for (const [name, value] of next) {
    const known = before.get(name);
    const result = share(known, value);
    shared.set(name, result);
    same = result === known && names.next().value === name && same;
  }
  return same ? before : shared;
}

function shareEqual<V>(before: V | undefined, next: V): V {
  return before !== undefined && equal(before, next) ? before : next;
}

function shareClass(before: ClassInfo | undefined, next: ClassInfo, recorder: Recorder): ClassInfo {
  if (before === next) return before;
  const methods: Share<MethodInfo> = (a, b) => shareMethod(a, b, recorder);
  const none: ReadonlyMap<string, never> = new Map<string, never>();
  const shared: ClassInfo = {
    name: next.name,
    kind: next.kind,
    superclass: next.superclass,
    superclassArgs: shareEqual(before?.superclassArgs, next.superclassArgs),
    mixins: shareEqual(before?.mixins, next.mixins),
    typeParams: shareEqual(before?.typeParams, next.typeParams),
    ...(next.members && { members: shareMap(before?.members ?? none, next.members, shareEqual) }),
    selfTypes: shareEqual(before?.selfTypes, next.selfTypes),
    methods: shareMap(before?.methods ?? none, next.methods, methods),
    singletonMethods: shareMap(before?.singletonMethods ?? none, next.singletonMethods, methods),
    fields: shareMap(before?.fields ?? none, next.fields, shareEqual),
    singletonFields: shareMap(before?.singletonFields ?? none, next.singletonFields, shareEqual),
    constants: shareMap(before?.constants ?? none, next.constants, shareEqual),
    invariants: shareEqual(before?.invariants, next.invariants),
    visibilities: shareEqual(before?.visibilities, next.visibilities),
    undefined: shareEqual(before?.undefined, next.undefined),
    places: shareEqual(before?.places, next.places),
    origin: next.origin,
    dynamics: shareEqual(before?.dynamics, next.dynamics),
    equality: next.equality,
    ...(next.restrictions && { restrictions: shareEqual(before?.restrictions, next.restrictions) }),
  };
  const keys = Object.keys(shared) as (keyof ClassInfo)[];
  return before && keys.every(key => before[key] === shared[key]) ? before : shared;
}

function shareMethod(before: MethodInfo | undefined, next: MethodInfo, recorder: Recorder): MethodInfo {
  if (before === next) return before;
  if (before && haveSameContract(before, next) && sameDefinition(before.definition, next.definition)) return before;
  if (next.origin !== 'workspace') return next;
  const { definition } = next;
  return {
    ...next,
    signature: shareEqual(before?.signature, next.signature),
    definition: definition && { ...definition, body: () => recorder.readBody(next.key, definition) },
  };
}

function sameDefinition(a: MethodDeclaration | null, b: MethodDeclaration | null): boolean {
  return a === b || (a !== null && b !== null && haveSameBody(a, b));
}
