/**
 * Classes that runs showed -> types of parameters. A container has the elements that the visible callers pass, as far
 * as they pass this container; otherwise they are unknown. Calls that ended in an exception do not count, and a class
 * that only tests define is not named.
 */
import type { LearnedMethod, ObservedCalls, Profile } from '../../../../shared/src/profile';
import type { Hierarchy } from '../../types/hierarchy';
import { joinAll } from '../../types/join';
import { BOOL, DYNAMIC, NIL, nominal, type Type } from '../../types/type';
import { unionMembers } from '../../types/union';
import { isTestFile } from './testFiles';

export type Supplied = ReadonlyMap<string, Type>;

export interface ObservedInput {
  readonly profile: Profile;
  readonly hierarchy: Hierarchy;
  /**
   * What the visible callers pass. Costly in a large program, so it is only used where the classes do not determine the
   * type.
   */
  readonly fromCallers: () => Supplied;
}

/** Calls that returned; all of them if none did. */
export function completedCalls(calls: readonly ObservedCalls[]): readonly ObservedCalls[] {
  const completed = calls.filter(call => call.result !== null);
  return completed.length === 0 ? calls : completed;
}

/** By parameter; absent: its class was not recorded, or has no name here. */
export function observedSupply(input: ObservedInput, method: LearnedMethod, calls: readonly ObservedCalls[]): Supplied {
  const found = new Map<string, Type>();
  let position = 0;
  for (const { name, kind, recorded } of method.parameters) {
    if (!recorded) continue;
    const at = position++;
    const fromCallers = (): Type | undefined => input.fromCallers().get(name);
    if (kind === 'rest' || kind === 'keyRest') {
      const type = fromCallers();
      if (type !== undefined) found.set(name, type);
      continue;
    }
    if (kind === 'block') continue;
    const type = typeOfClasses(input, new Set(calls.map(call => call.classes[at] ?? null)), fromCallers);
    if (type !== null) found.set(name, type);
  }
  return found;
}

/** What was returned; null: a class without a name was. */
export function observedResult(input: ObservedInput, calls: readonly ObservedCalls[]): Type | null {
  return typeOfClasses(input, new Set(calls.map(call => call.result ?? 'BasicObject')), () => undefined);
}

/** Null: one of many classes, or one that has no name here. */
function typeOfClasses(
  { profile, hierarchy }: Pick<ObservedInput, 'profile' | 'hierarchy'>,
  classes: ReadonlySet<string | null>,
  fromCallers: () => Type | undefined,
): Type | null {
  const types: Type[] = [];
  for (const name of classes) {
    if (name === null || isTestFile(profile.classes[name] ?? '') || !hierarchy.exists(name)) return null;
    types.push(typeOfClass(hierarchy, name, fromCallers));
  }
  return types.length === 0 ? null : joinAll(types, hierarchy);
}

/** A position that held true or false holds a boolean. */
function typeOfClass(hierarchy: Hierarchy, name: string, fromCallers: () => Type | undefined): Type {
  if (name === 'NilClass') return NIL;
  if (name === 'TrueClass' || name === 'FalseClass') return BOOL;
  const params = hierarchy.typeParams(name);
  if (params.length === 0) return nominal(name);
  const passed = fromCallers();
  const known = passed === undefined ? [] : unionMembers(passed);
  const same = known.filter(type => type.kind === 'nominal' && type.name === name);
  if (same.length > 0) return joinAll(same, hierarchy);
  return nominal(
    name,
    params.map(() => DYNAMIC),
  );
}
