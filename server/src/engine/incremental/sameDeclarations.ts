/**
 * When two versions of a declaration are the same for their readers. Versions of a Program share what is equal
 * (engine/incremental/shareProgram.ts), so most of this compares references; a method's body is not part of its
 * contract.
 */

import type { ClassInfo, MethodInfo } from '../../program/program';
import { haveSameContract } from '../../program/sameContract';
import type { MethodDeclaration } from '../../ril/declarations';
import { hasSameBody } from '../../ril/lazyBody';
import type { ClassRead, ReadNames } from './recordedClass';

/** No method has this name; `*` is a method name. */
export const ALL_NAMES = '(all names)';

/** Whether the class still has what was read of it. */
export function isSameRead(now: ClassInfo | undefined, { info, part }: ClassRead): boolean {
  if (now === info) return true;
  if (!now || !info || part === 'all') return false;
  if (part === null) return true;
  if (part.kind === 'property') return now[part.of] === part.seen;
  const same = part.of === 'methods' || part.of === 'singletonMethods' ? sameMethod : Object.is;
  return same(now[part.of].get(part.name), part.seen);
}

/** Whether the first names are the same. */
export function hasSameNames(now: ClassInfo | undefined, { info, of, map }: ReadNames, count: number): boolean {
  return now === info || (now !== undefined && (now[of] === map || sameNames(now[of], map, count)));
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

/** Equal source gives equal RIL, and results that refer to its expressions refer to the same objects. */
export function haveSameBody(a: MethodDeclaration, b: MethodDeclaration): boolean {
  if (a === b) return true;
  return a.textHash === b.textHash && a.anchor === b.anchor && a.broken === b.broken && hasSameBody(a, b);
}
