/**
 * Ends that Ruby accepts for a range: nil, or two that `<=>` can compare. Any other pair raises ArgumentError (bad
 * value for range).
 */
import { and, bool, FALSE, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { findMethod } from '../../../program/lookup';
import type { Program } from '../../../program/program';
import { classNameOf, representationOf, unionMembers } from '../../state/representation';
import { boxValue, isTag, type Tag, typeOf, type Val } from '../../state/value';

const NUMBERS: readonly Tag[] = ['int', 'real', 'rat'];

export function canBeRangeEnds(program: Program, from: Val, to: Val): Formula {
  const [a, b] = [boxValue(from), boxValue(to)];
  if (a === null || b === null) return FALSE;
  const both = (...tags: readonly Tag[]): Formula =>
    and(or(...tags.map(tag => isTag(a, tag))), or(...tags.map(tag => isTag(b, tag))));
  return or(
    isTag(a, 'nil'),
    isTag(b, 'nil'),
    both(...NUMBERS),
    both('sym'),
    and(both('ref'), bool(areOfOneOrder(program, [from, to]))),
  );
}

/** Objects of one ordered class: they can be compared whatever they contain. */
function areOfOneOrder(program: Program, ends: readonly Val[]): boolean {
  const types = ends.flatMap(end => unionMembers(typeOf(end)).filter(each => representationOf(each) === 'ref'));
  const [name, ...others] = new Set(types.map(classNameOf));
  if (!name || others.length > 0) return false;
  const order = findMethod(program, name, '<=>');
  return order !== null && order.owner !== 'Kernel' && order.owner !== 'Object';
}
