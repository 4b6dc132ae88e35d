/** Least upper and greatest lower bounds, using the class hierarchy where makeUnion alone cannot decide. */
import type { Hierarchy } from './hierarchy';
import { isSubtype } from './subtype';
import { BOTTOM, FALSE, TRUE, type Type } from './type';
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

/** The greatest lower bound: the smaller of two comparable types, member by member for unions; else an intersection. */
export function meetTypes(left: Type, right: Type, hierarchy: Hierarchy): Type {
  if (left.kind === 'dynamic' || right.kind === 'dynamic') return left.kind === 'dynamic' ? right : left;
  if (isSubtype(left, right, hierarchy)) return left;
  if (isSubtype(right, left, hierarchy)) return right;
  if (isSeveral(left) || isSeveral(right)) {
    const parts = alternatives(left).flatMap(a => alternatives(right).map(b => meetTypes(a, b, hierarchy)));
    return joinAll(parts, hierarchy);
  }
  return areDisjoint(left, right) || areDisjoint(right, left)
    ? BOTTOM
    : { kind: 'intersection', members: [left, right] };
}

function isSeveral(type: Type): boolean {
  return type.kind === 'union' || type.kind === 'bool';
}

function alternatives(type: Type): readonly Type[] {
  return type.kind === 'bool'
    ? [TRUE, FALSE]
    : unionMembers(type).flatMap(member => (member.kind === 'bool' ? [TRUE, FALSE] : [member]));
}

const DEFINITE = new Set<Type['kind']>(['nominal', 'literal', 'nil', 'tuple', 'finiteHash', 'proc', 'classOf']);

/** A single value that is known not to be in the other type, where that type is fully known. */
function areDisjoint(value: Type, other: Type): boolean {
  return (value.kind === 'literal' || value.kind === 'nil') && DEFINITE.has(other.kind);
}
