/**
 * "The comment says String, this returns Integer": an information where the result that is inferred and the one that a
 * YARD comment states have no class in common. Silent as soon as either is not known exactly, and for a body that only
 * returns nil, as those of methods do that subclasses define.
 */
import type { MethodInfo } from '../../program/program';
import { classesOf, haveNoClassInCommon } from '../../program/unrelatedTypes';
import { showType } from '../../types/show';
import type { MethodRun } from '../run/run';

export function reportContradictedHint({ ctx, out, result }: MethodRun, { hint, name }: MethodInfo): void {
  if (!hint?.place) return;
  if (classesOf(result)?.every(one => one === 'NilClass')) return;
  if (!haveNoClassInCommon(ctx.program, hint.type.result, result)) return;
  const args = { method: name, said: showType(hint.type.result), found: showType(result) };
  out.problems.push({ code: 'LP2214', place: hint.place, args });
}
