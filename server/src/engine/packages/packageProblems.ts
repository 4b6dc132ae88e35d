/** Problems in packages that only the whole program shows: bodies that do not have the types that are written for them. */
import type { Problem } from '../../base/problem';
import { anchorPath } from '../../base/span';
import { methodByKey } from '../../program/lookup';
import type { Program } from '../../program/program';
import type { MethodKey } from '../../types/typedMethod';
import type { CheckResult } from '../checks';
import type { PackagedBody } from './applyPackages';

type ByFile = ReadonlyMap<string, readonly Problem[]>;

export function addProblems(known: ByFile, found: readonly Problem[]): ByFile {
  if (found.length === 0) return known;
  const added = new Map(known);
  for (const problem of found) {
    const path = anchorPath(problem.place.anchor);
    added.set(path, [...(added.get(path) ?? []), problem]);
  }
  return added;
}

export function findBodyProblems(
  bodies: readonly PackagedBody[],
  program: Program,
  checkedOf: (key: MethodKey) => CheckResult | null,
): readonly Problem[] {
  return bodies.flatMap(({ key, placeOf }): readonly Problem[] => {
    const result = isUsed(program, key) ? checkedOf(key) : null;
    if (result?.kind !== 'checked') return [];
    return result.method.problems.map(problem => ({ ...problem, place: placeOf(problem.place) }));
  });
}

/** The program's own definition takes precedence over the body of the package. */
function isUsed(program: Program, key: MethodKey): boolean {
  const info = methodByKey(program, key);
  return info?.prelude !== undefined && info.definition === null;
}
