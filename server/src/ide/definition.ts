/**
 * Go to definition: where a local or parameter is introduced, the candidates of a checked call, the class of a constant, the annotation of a field; inside type
 * strings classes, aliases and argument names. If types are unknown, by name.
 */
import type { Location } from '../base/span';
import type { Snapshot } from '../engine/snapshot';
import { locate } from '../engine/snapshot';
import type { MethodInfo } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Type } from '../types/type';
import { binderAt } from './binders';
import { methodNamedAt } from './callHierarchy';
import { calleesAt, expressionAt, methodAt } from './expressionAt';
import { localOccurrences } from './occurrences';
import { aliasLocations, classLocations, constantLocations } from './typeNames';
import { wordAt } from './wordAt';

export function definitionsAt(snapshot: Snapshot, path: string, offset: number): readonly Location[] {
  const word = wordAt(snapshot.files.get(path)?.text ?? '', offset);
  if (word === null) return [];
  if (/^[A-Z]/.test(word.text)) return removeDuplicates(constantLocations(snapshot, path, offset));
  if (word.text.startsWith('%')) return aliasLocations(snapshot, word.text);
  const binder = binderAt(snapshot, snapshot.files.get(path)!, offset);
  if (binder !== null) return [{ path, span: binder.declared }];
  if (word.text.startsWith('@')) return fieldLocations(snapshot, path, offset, word.text);
  const local = localOccurrences(snapshot, path, offset, word);
  if (local !== null) return local.places.slice(0, 1).map(({ location }) => location);
  const called = calleesAt(snapshot, path, offset);
  return removeDuplicates(
    (called.length > 0 ? called : workspaceMethods(snapshot.program, word.text)).flatMap(info =>
      methodLocation(snapshot, info),
    ),
  );
}

/** The annotations of a method; of anything else, its definition. */
export function declarationsAt(snapshot: Snapshot, path: string, offset: number): readonly Location[] {
  const named = methodNamedAt(snapshot, path, offset);
  const methods = named === null ? calleesAt(snapshot, path, offset) : [named.info];
  const places = methods.flatMap(({ signature }) => signature?.arms.flatMap(({ place }) => place ?? []) ?? []);
  const found = places.flatMap(place => locate(snapshot, place) ?? []);
  return found.length > 0 ? removeDuplicates(found) : definitionsAt(snapshot, path, offset);
}

/** The class of the value under the cursor. */
export function typeDefinitionsAt(snapshot: Snapshot, path: string, offset: number): readonly Location[] {
  const found = expressionAt(snapshot, path, offset);
  return found === null ? [] : removeDuplicates(classNames(found.type).flatMap(name => classLocations(snapshot, name)));
}

function classNames(type: Type): readonly string[] {
  switch (type.kind) {
    case 'nominal':
    case 'classOf':
      return [type.name];
    case 'union':
    case 'intersection':
      return type.members.flatMap(classNames);
    case 'refined':
      return classNames(type.base);
    case 'nonNull':
      return classNames(type.type);
    default:
      return [];
  }
}

function methodLocation(snapshot: Snapshot, info: MethodInfo): readonly Location[] {
  const location = info.place === null ? null : locate(snapshot, info.place);
  return location === null ? [] : [location];
}

function fieldLocations(snapshot: Snapshot, path: string, offset: number, name: string): readonly Location[] {
  const owner = methodAt(snapshot, path, offset)?.info.owner;
  const classes = owner === undefined ? [...snapshot.program.classes.values()] : [snapshot.program.classes.get(owner)];
  const places = classes.flatMap(info => info?.fields.get(name)?.place ?? []);
  return removeDuplicates(places.flatMap(place => locate(snapshot, place) ?? []));
}

function removeDuplicates(locations: readonly Location[]): readonly Location[] {
  const seen = new Map(locations.map(each => [`${each.path}|${each.span.start}|${each.span.end}`, each]));
  return [...seen.values()];
}
