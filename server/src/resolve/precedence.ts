/**
 * Several declarations of one method: the strongest counts (docs/types.md). Loupe's own annotations come first, then
 * Sorbet's `sig`, then RBS comments, then what files of signatures declare. One information names two that contradict
 * each other: no number of arguments suits both, or their results have no class in common.
 */
import { anchorPath } from '../base/span';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import { haveNoClassInCommon } from '../program/unrelatedTypes';
import type { Notation } from '../types/annotation';
import { showMethodType } from '../types/show';
import type { MethodType } from '../types/type';
import type { ResolveContext } from './draft';

/** By precedence; those without a notation are Loupe's own and come first. */
const ORDER: readonly (Notation | undefined)[] = [undefined, 'sorbet', 'rbs-inline', 'rbi', 'yard'];

const NAMES: Readonly<Record<Notation, string>> = {
  sorbet: 'a Sorbet sig',
  'rbs-inline': 'an RBS comment',
  rbi: 'an RBI file',
  yard: 'a YARD comment',
};

/** Only those in the strongest notation that is used. */
export function selectStrongest<T>(
  all: readonly T[],
  notationOf: (one: T) => Notation | undefined,
): { readonly used: readonly T[]; readonly others: readonly T[] } {
  const strongest = ORDER.find(notation => all.some(one => notationOf(one) === notation));
  const isUsed = (one: T): boolean => notationOf(one) === strongest;
  return { used: all.filter(isUsed), others: all.filter(one => !isUsed(one)) };
}

export function reportContradiction(
  ctx: ResolveContext,
  view: Program,
  { key }: MethodInfo,
  used: readonly SignatureArm[],
  others: readonly SignatureArm[],
): void {
  const [one] = used;
  const [other] = others;
  // Overloads may agree in parts.
  if (!one?.place || !other || used.length > 1 || others.length > 1) return;
  if (!areContradictory(view, one.type, other.type)) return;
  const where = other.notation ? NAMES[other.notation] : other.place ? anchorPath(other.place.anchor) : 'an RBS file';
  const args = { method: key, used: showMethodType(one.type), other: showMethodType(other.type), where };
  ctx.problems.push({ code: 'LP2213', place: one.place, args });
}

function areContradictory(view: Program, one: MethodType, other: MethodType): boolean {
  if (haveNoClassInCommon(view, one.result, other.result)) return true;
  if (one.anyArgs || other.anyArgs) return false;
  const [low, high] = argumentCounts(one);
  const [otherLow, otherHigh] = argumentCounts(other);
  return low > otherHigh || otherLow > high;
}

/** How many positional arguments a call may have. */
function argumentCounts({ params }: MethodType): readonly [number, number] {
  const required = params.filter(({ kind }) => kind === 'required' || kind === 'post').length;
  const optional = params.filter(({ kind }) => kind === 'optional').length;
  return [required, params.some(({ kind }) => kind === 'rest') ? Number.POSITIVE_INFINITY : required + optional];
}
