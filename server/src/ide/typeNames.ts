/** Names in types: classes, aliases, special types. What they mean and where they are defined. */
import type { Location } from '../base/span';
import { filesContaining, locate, type Snapshot } from '../engine/snapshot';
import { findConstant } from '../program/constants';
import type { ClassInfo } from '../program/program';
import { showType } from '../types/show';
import { nestingAt } from './nesting';
import { constantAt, type WordAt } from './wordAt';

/** Special types and their descriptions, also used by completion. */
export const SPECIAL: readonly (readonly [string, string])[] = [
  ['%any', 'any value'],
  ['%bool', 'true or false'],
  ['%bot', 'no value: never returns'],
  ['%dyn', 'not checked'],
  ['nil', 'nil'],
  ['self', 'the class of the receiver'],
];

/** Ruby's constant lookup; if it finds nothing, all classes with the same last name. */
export function constantLocations(snapshot: Snapshot, path: string, offset: number): readonly Location[] {
  const { program } = snapshot;
  const name = constantAt(snapshot.sources.get(path)?.text ?? '', offset);
  if (name === null) return [];
  const found = findConstant(program, nestingAt(snapshot, path, offset), name.text);
  const places = found?.classInfo?.places ?? (found?.constant?.place ? [found.constant.place] : null);
  const wanted = places ?? classesEndingIn(snapshot, name.text).flatMap(info => info.places);
  return wanted.flatMap(place => locate(snapshot, place) ?? []);
}

export function classLocations(snapshot: Snapshot, name: string): readonly Location[] {
  return (snapshot.program.classes.get(name)?.places ?? []).flatMap(place => locate(snapshot, place) ?? []);
}

function classesEndingIn(snapshot: Snapshot, name: string): readonly ClassInfo[] {
  return [...snapshot.program.classes.values()].filter(
    info => info.places.length > 0 && info.name.endsWith(`::${name}`),
  );
}

/** Where `%name` is declared. */
export function aliasLocations(snapshot: Snapshot, name: string): readonly Location[] {
  return filesContaining(snapshot, name).flatMap(path =>
    (snapshot.files.get(path)?.annotations ?? []).flatMap(each =>
      each.kind === 'typeAlias' && each.name === name ? (locate(snapshot, each.place) ?? []) : [],
    ),
  );
}

/** The meaning of a name in a type, as Ruby code for a hover; null: unknown. */
export function explainTypeName(snapshot: Snapshot, path: string, word: WordAt): string | null {
  const { program } = snapshot;
  const alias = program.aliases.get(word.text);
  if (alias !== undefined) return `${word.text} = ${showType(alias)}`;
  const special = SPECIAL.find(([name]) => name === word.text && name.startsWith('%'));
  if (special !== undefined) return `${special[0]}  # ${special[1]}`;
  const offset = word.span.start;
  const name = constantAt(snapshot.sources.get(path)?.text ?? '', offset);
  const info = name && findConstant(program, nestingAt(snapshot, path, offset), name.text)?.classInfo;
  if (!info) return null;
  const params = info.typeParams.length === 0 ? '' : `<${info.typeParams.map(param => param.name).join(', ')}>`;
  const above = info.superclass === null || info.superclass === 'Object' ? '' : ` < ${info.superclass}`;
  return `${info.kind} ${info.name}${params}${above}`;
}
