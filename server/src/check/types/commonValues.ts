/**
 * Can a value have both types? Decided by classes and literals. Element types are not compared, because an empty
 * container has every element type. If part of a class is not visible, the answer is yes.
 */
import type { LiteralTypeValue, Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { isNotVisible } from '../../typing/openClasses';
import { isNil, membersOf, resolveType } from '../../typing/typeOps';
import type { Ctx } from '../state/context';

export function mayShareValue(ctx: Ctx, one: Type, other: Type): boolean {
  const [left, right] = [membersOf(ctx, one), membersOf(ctx, other)];
  // In lenient mode, a declared String may be nil.
  if (ctx.settings.nil === 'lenient' && right.some(isNil)) return true;
  return left.some(a => right.some(b => mayBothDescribe(ctx, resolveType(ctx, a), resolveType(ctx, b))));
}

/** Compares each element of an array literal with the other type; no other container is known to be non-empty. */
export function mayHoldElements(ctx: Ctx, literal: Type, other: Type): boolean {
  const { kind } = literal;
  if (kind !== 'tuple') return true;
  return membersOf(ctx, other).some(member => {
    if (member.kind === 'tuple')
      return (
        member.elements.length === literal.elements.length &&
        member.elements.every((element, index) => mayShareValue(ctx, literal.elements[index]!, element))
      );
    const element = member.kind === 'nominal' && member.name === 'Array' ? member.args[0] : undefined;
    return element === undefined || literal.elements.every(own => mayShareValue(ctx, own, element));
  });
}

function mayBothDescribe(ctx: Ctx, a: Type, b: Type): boolean {
  if (a.kind === 'intersection') return a.members.every(member => mayShareValue(ctx, member, b));
  if (b.kind === 'intersection') return b.members.every(member => mayShareValue(ctx, a, member));
  if (a.kind === 'bottom') return true; // no value: nothing is cast
  if (a.kind === 'bool') return a.kind === b.kind || BOOLEANS.some(value => mayBothDescribe(ctx, value, b));
  if (b.kind === 'bool') return mayBothDescribe(ctx, b, a);
  if (a.kind === 'literal' && b.kind === 'literal') return sameValue(a.value, b.value);
  if (a.kind === 'classOf' && b.kind === 'classOf') return areRelated(ctx, a.name, b.name);
  const [own, wanted] = [className(a), className(b)];
  if (own === null || wanted === null || isNotVisible(ctx, a) || isNotVisible(ctx, b)) return true;
  return areRelated(ctx, own, wanted);
}

const BOOLEANS: readonly Type[] = [
  { kind: 'literal', value: { type: 'true' } },
  { kind: 'literal', value: { type: 'false' } },
];

function sameValue(a: LiteralTypeValue, b: LiteralTypeValue): boolean {
  return a.type === b.type && ('value' in a ? a.value : null) === ('value' in b ? b.value : null);
}

/** An object has one class, so no object is an instance of two unrelated classes. Any class may include a module. */
function areRelated(ctx: Ctx, one: string, other: string): boolean {
  const [a, b] = [ctx.program.classes.get(one), ctx.program.classes.get(other)];
  if (a?.kind !== 'class' || b?.kind !== 'class') return true;
  return ctx.hierarchy.ancestors(one).includes(other) || ctx.hierarchy.ancestors(other).includes(one);
}
