/**
 * `(1..Float::INFINITY)` counts up from its begin, and only Integers can be counted: its elements are Integers.
 * Stepping through a range of numbers returns an arithmetic sequence.
 */
import { findMethod } from '../../program/lookup';
import { keyParts } from '../../program/methodKey';
import type { MethodInfo, Program } from '../../program/program';
import { FLOAT, INTEGER, type MethodType, nominal, type Type } from '../../types/type';
import { sameTypes } from '../../typing/typeOps';

/** The range typed by the elements that iteration yields. */
export function asCountableRange<T extends Type>(program: Program, type: T, method: string): T | Type {
  if (type.kind !== 'nominal' || type.name !== 'Range' || !iteratesOverRange(program, method)) return type;
  const [item] = type.args;
  if (item?.kind !== 'union' || item.members.length !== 2) return type;
  const mixed = [INTEGER, FLOAT].every(one => item.members.some(member => sameTypes(member, one)));
  return mixed ? nominal('Range', [INTEGER]) : type;
}

/**
 * `each`, and what Enumerable defines with it. Range's own methods (`step`, `first`) use the ends, which may be Floats, as
 * do `min`, `max` and `minmax`.
 */
function iteratesOverRange(program: Program, method: string): boolean {
  const found = findMethod(program, 'Range', method);
  if (!found || found.facts?.combines === '<=>') return false;
  const isOverElements = found.facts?.yields === 'elements' || found.facts?.answers === 'fold';
  return isOverElements || keyParts(found.aliasOf ?? found.key).owner === 'Enumerable';
}

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);
const SEQUENCE = 'Enumerator::ArithmeticSequence';

/** `step` and `%` of a range of numbers, typed for this receiver. */
export function typesOfStep(receiver: Type, info: MethodInfo, arms: readonly MethodType[]): readonly MethodType[] {
  if (info.facts?.arranges !== 'steps') return arms;
  if (receiver.kind !== 'nominal' || receiver.name !== 'Range' || !isNumeric(receiver.args[0])) return arms;
  return arms.map(arm => {
    const { result } = arm;
    const steps = result.kind === 'nominal' && result.name === 'Enumerator';
    return steps ? { ...arm, result: nominal(SEQUENCE, result.args.slice(0, 1)) } : arm;
  });
}

function isNumeric(type: Type | undefined): boolean {
  if (type?.kind === 'union') return type.members.every(member => member.kind === 'nil' || isNumeric(member));
  return type?.kind === 'nominal' && NUMBERS.has(type.name);
}
