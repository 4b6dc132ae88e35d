/** Type hierarchy and implementations: superclasses, mixins, subclasses; methods that override a method. */
import type { Location } from '../base/span';
import { locate, type Snapshot } from '../engine/snapshot';
import { allDescendants } from '../program/ancestors';
import { findConstant } from '../program/constants';
import type { ClassInfo, MethodInfo } from '../program/program';
import { methodNamedAt } from './callHierarchy';
import { calleesAt } from './expressionAt';
import { nestingAt } from './nesting';
import { classLocations } from './typeNames';
import { constantAt } from './wordAt';

export interface TypeItem {
  readonly name: string;
  readonly kind: 'class' | 'module';
  readonly location: Location;
}

export function typeItemAt(snapshot: Snapshot, path: string, offset: number): TypeItem | null {
  const info = classAt(snapshot, path, offset);
  return info && itemOf(snapshot, info.name);
}

/** The superclass and the included modules. */
export function supertypesOf(snapshot: Snapshot, name: string): readonly TypeItem[] {
  const info = snapshot.program.classes.get(name);
  const above = snapshot.program.classes;
  const direct = [...above.keys()].filter(other => snapshot.program.descendants.get(other)?.includes(name));
  return [...new Set([...(info?.superclass ? [info.superclass] : []), ...direct])].flatMap(
    each => itemOf(snapshot, each) ?? [],
  );
}

/** Direct subclasses, or the classes that include the module. */
export function subtypesOf(snapshot: Snapshot, name: string): readonly TypeItem[] {
  return [...(snapshot.program.descendants.get(name) ?? [])].flatMap(each => itemOf(snapshot, each) ?? []);
}

/** Of a class: its descendants. Of a method, or a call: the definitions that override it, and its own. */
export function implementationsAt(snapshot: Snapshot, path: string, offset: number): readonly Location[] {
  const info = classAt(snapshot, path, offset);
  if (info) return allDescendants(snapshot.program, info.name).flatMap(name => classLocations(snapshot, name));
  const named = methodNamedAt(snapshot, path, offset);
  const methods = named === null ? calleesAt(snapshot, path, offset) : [named.info];
  const places = methods.flatMap(method => overridesOf(snapshot, method)).flatMap(({ place }) => place ?? []);
  return [...new Set(places)].flatMap(place => locate(snapshot, place) ?? []);
}

function overridesOf({ program }: Snapshot, method: MethodInfo): readonly MethodInfo[] {
  return [method.owner, ...allDescendants(program, method.owner)].flatMap(name => {
    const owner = program.classes.get(name);
    return (method.singleton ? owner?.singletonMethods : owner?.methods)?.get(method.name) ?? [];
  });
}

function classAt(snapshot: Snapshot, path: string, offset: number): ClassInfo | null {
  const name = constantAt(snapshot.sources.get(path)?.text ?? '', offset);
  if (name === null) return null;
  return findConstant(snapshot.program, nestingAt(snapshot, path, offset), name.text)?.classInfo ?? null;
}

/** Null for classes of the library: no file shows them. */
function itemOf(snapshot: Snapshot, name: string): TypeItem | null {
  const info = snapshot.program.classes.get(name);
  const location = classLocations(snapshot, name)[0];
  return info === undefined || location === undefined
    ? null
    : { name, kind: info.kind === 'class' ? 'class' : 'module', location };
}
