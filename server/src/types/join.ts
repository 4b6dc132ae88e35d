/** Least upper and greatest lower bounds, by the class hierarchy where makeUnion alone cannot tell. */
import type { Hierarchy } from './hierarchy';
import { isSubtype } from './subtype';
import { BOTTOM, type Type } from './type';
import { makeUnion, unionMembers } from './union';

export function joinTypes(left: Type, right: Type, hierarchy: Hierarchy): Type {
  return joinAll([left, right], hierarchy);
}

export function joinAll(types: readonly Type[], hierarchy: Hierarchy): Type {
  const union = makeUnion(types);
  if (union.kind !== 'union') return union;
  const kept: Type[] = [];
  for (const member of union.members) {
    if (kept.some(other => isSubtype(member, other, hierarchy))) continue;
    for (let at = kept.length - 1; at >= 0; at--) if (isSubtype(kept[at]!, member, hierarchy)) kept.splice(at, 1);
    kept.push(member);
  }
  return makeUnion(kept);
}

/** What is both: the smaller of two comparable types, member by member for unions; else their intersection. */
export function meetTypes(left: Type, right: Type, hierarchy: Hierarchy): Type {
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return left.kind === 'dynamic' ? right : left;
  if (isSubtype(left, right, hierarchy)) return left;
  if (isSubtype(right, left, hierarchy)) return right;
  if (left.kind === 'union' || right.kind === 'union') {
    const parts = unionMembers(left).flatMap(a => unionMembers(right).map(b => meetTypes(a, b, hierarchy)));
    return joinAll(parts, hierarchy);
  }
  return areDisjoint(left, right) ? BOTTOM : { kind: 'intersection', members: [left, right] };
}

/** Values of one kind are never values of the other: literals of different classes, nil and the rest. */
function areDisjoint(left: Type, right: Type): boolean {
  const single = (type: Type): boolean => type.kind === 'literal' || type.kind === 'nil' || type.kind === 'bool';
  return single(left) && single(right);
}
