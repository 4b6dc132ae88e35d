/** Ends that Ruby makes a range of: nil, or two that `<=>` can compare. Anything else is an ArgumentError, bad value for range. */
import { and, bool, FALSE, or } from '../logic/build';
import type { Formula } from '../logic/formula';
import { findMethod } from '../program/lookup';
import type { Program } from '../program/program';
import { classNameOf, members, shapeOf } from './shape';
import { boxed, isTag, type Tag, typeOf, type Val } from './value';

const NUMBERS: readonly Tag[] = ['int', 'real', 'rat'];

export function canBeEnds(program: Program, from: Val, to: Val): Formula {
  const [a, b] = [boxed(from), boxed(to)];
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

/** Objects of one class that has an order: they are compared whatever they hold. */
function areOfOneOrder(program: Program, ends: readonly Val[]): boolean {
  const types = ends.flatMap(end => members(typeOf(end)).filter(each => shapeOf(each) === 'ref'));
  const [name, ...others] = new Set(types.map(classNameOf));
  if (!name || others.length > 0) return false;
  const order = findMethod(program, name, '<=>');
  return order !== null && order.owner !== 'Kernel' && order.owner !== 'Object';
}
