/**
 * When two versions of a declaration are the same for their readers. Versions of a Program share what is equal
 * (engine/incremental/shareProgram.ts), so most of this compares references; a method's body is not part of its
 * contract.
 */

import { equal } from '../../base/equal';
import type { ClassInfo, MethodInfo } from '../../program/program';
import type { MethodDeclaration } from '../../ril/declarations';
import { hasSameBody } from '../../ril/lazyBody';

export type ClassPart = keyof ClassInfo;

/** No method has this name; `*` is a method name. */
export const ALL_NAMES = '(all names)';

/** Something that was read: a property (`name` null), an entry of a map, or its first names (`count`: how many). */
export interface Part {
  readonly of: string;
  readonly name: string | null;
  readonly seen: unknown;
  readonly count?: number;
}

export function haveSameParts(now: ClassInfo, parts: ReadonlyMap<string, Part>): boolean {
  for (const part of parts.values()) if (!samePart(now, part)) return false;
  return true;
}

function samePart(now: ClassInfo, { of, name, seen, count }: Part): boolean {
  const value = now[of as ClassPart];
  if (name === null) return value === seen;
  const map = value as ReadonlyMap<string, unknown>;
  if (name === ALL_NAMES) return map === seen || sameNames(map, seen as ReadonlyMap<string, unknown>, count ?? 0);
  const same = of === 'methods' || of === 'singletonMethods' ? sameMethod : Object.is;
  return same(map.get(name), seen);
}

function sameNames(now: ReadonlyMap<string, unknown>, seen: ReadonlyMap<string, unknown>, count: number): boolean {
  if (count > seen.size && now.size !== seen.size) return false;
  const names = now.keys();
  let i = 0;
  for (const name of seen.keys()) {
    if (i++ >= count) break;
    if (names.next().value !== name) return false;
  }
  return true;
}

function sameMethod(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && haveSameContract(a as MethodInfo, b as MethodInfo));
}

/** Compares everything but the body. */
export function haveSameContract(a: MethodInfo, b: MethodInfo): boolean {
  if (a === b) return true;
  const keys = Object.keys(a) as (keyof MethodInfo)[];
  return keys.every(key => key === 'definition' || equal(a[key], b[key])) && sameHead(a.definition, b.definition);
}

function sameHead(a: MethodDeclaration | null, b: MethodDeclaration | null): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (
    a.anchor === b.anchor &&
    a.name === b.name &&
    a.broken === b.broken &&
    equal(a.nameSpan, b.nameSpan) &&
    equal(a.singleton, b.singleton) &&
    equal(a.params, b.params)
  );
}

/** Equal source gives equal RIL, and results that refer to its expressions refer to the same objects. */
export function haveSameBody(a: MethodDeclaration, b: MethodDeclaration): boolean {
  if (a === b) return true;
  return a.textHash === b.textHash && a.anchor === b.anchor && a.broken === b.broken && hasSameBody(a, b);
}
