/** Runs that contradict an annotation, as informations at the annotation. */
import type { Problem } from '../../base/problem';
import { anchorPath } from '../../base/span';
import type { Contradiction } from './contradictions';

type ByPath = ReadonlyMap<string, readonly Problem[]>;

export function addContradictions(problems: ByPath, contradictions: readonly Contradiction[]): ByPath {
  if (contradictions.length === 0) return problems;
  const all = new Map(problems);
  for (const { method, annotation, seen, test } of contradictions) {
    const place = method.signature?.arms[0]?.place ?? method.place;
    if (place === null) continue;
    const path = anchorPath(place.anchor);
    const at = test === null ? '' : `${test.path}:${test.line + 1}`;
    const problem: Problem = { code: 'LP5031', place, args: { method: method.key, annotation, seen, at } };
    all.set(path, [...(all.get(path) ?? []), problem]);
  }
  return all;
}
