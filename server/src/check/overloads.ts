/**
 * Choosing a callee's arms: tried in order, the first that fits is it. An argument that is a union may need several
 * arms (one for each of its alternatives); a %dyn argument leaves all of them open.
 */
import type { MethodType, Type } from '../types/type';
import type { Actual, Actuals } from './arguments';
import type { Callee } from './callees';
import type { Ctx } from './context';
import { isOpenVariable } from './instantiate';
import type { ArmMatch, Mismatch } from './match';
import { matchArm } from './match';
import { membersOf, sameTypes } from './relations';
import { seekingForm } from './soughtKeys';
import { keyedForm } from './structMethods';
import { formFor } from './structs';

export interface ChosenArm {
  readonly index: number;
  readonly arm: MethodType;
  readonly match: ArmMatch;
}

export interface Choice {
  readonly callee: Callee;
  readonly chosen: readonly ChosenArm[];
  /** Several arms fit because an argument is %dyn. */
  readonly vague: boolean;
  /** Nothing fits: what is wrong with each arm. */
  readonly mismatches: readonly { readonly arm: MethodType; readonly index: number; readonly mismatch: Mismatch }[];
}

const MOST_COMBINATIONS = 32;

export function choose(ctx: Ctx, found: Callee, actuals: Actuals, hasBlock: boolean): Choice {
  const made = found.isData === true || found.info?.synthetic?.type === 'structNew';
  const given = keyedForm(found.info, formFor(made, found.arms, actuals), actuals);
  const callee = { ...found, arms: seekingForm(ctx, found.info, given, actuals) };
  const order = inOrder(callee.arms, hasBlock);
  const whole = chooseWhole(ctx, callee, actuals, order);
  const caughtAll = whole.chosen.length === 1 && callee.arms.length > 1 && catchesUnion(whole.chosen[0]!);
  if ((whole.chosen.length > 0 && !caughtAll) || callee.arms.length === 0) return whole;
  const split = splitUnions(ctx, actuals);
  if (split === null) return whole;
  const chosen = new Map<number, ChosenArm>();
  for (const combination of split) {
    const part = chooseWhole(ctx, callee, combination, order);
    if (part.chosen.length === 0) return whole;
    for (const one of part.chosen) chosen.set(one.index, one);
  }
  return { callee, chosen: [...chosen.values()], vague: false, mismatches: [] };
}

/** `Array(x)`: an arm that takes anything took a union whole, of which others may have taken a part. */
function catchesUnion({ match }: ChosenArm): boolean {
  return match.pairs.some(({ param, actual }) => isOpenVariable(param.type) && actual.type.kind === 'union');
}

/** Arms that agree with the call about having a block come first. */
function inOrder(arms: readonly MethodType[], hasBlock: boolean): readonly { arm: MethodType; index: number }[] {
  const all = arms.map((arm, index) => ({ arm, index }));
  const agrees = (arm: MethodType): boolean =>
    (arm.block !== null && (hasBlock || arm.block.optional)) || (arm.block === null && !hasBlock);
  return [...all.filter(({ arm }) => agrees(arm)), ...all.filter(({ arm }) => !agrees(arm))];
}

function chooseWhole(
  ctx: Ctx,
  callee: Callee,
  actuals: Actuals,
  order: readonly { arm: MethodType; index: number }[],
): Choice {
  const mismatches: { arm: MethodType; index: number; mismatch: Mismatch }[] = [];
  const vague: ChosenArm[] = [];
  for (const { arm, index } of order) {
    const match = matchArm(ctx, arm, actuals, callee.growth);
    if (match.mismatch !== null) mismatches.push({ arm, index, mismatch: match.mismatch });
    else if (!match.vague)
      return { callee, chosen: [...vague, { index, arm, match }], vague: vague.length > 0, mismatches: [] };
    else vague.push({ index, arm, match });
  }
  return { callee, chosen: vague, vague: vague.length > 1, mismatches: vague.length > 0 ? [] : mismatches };
}

/** Every way to pick one alternative for each union among the arguments; null: none, or too many. */
function splitUnions(ctx: Ctx, actuals: Actuals): readonly Actuals[] | null {
  let lists: (readonly Actual[])[] = [[]];
  for (const actual of actuals.list) {
    const types: readonly Type[] = membersOf(ctx, actual.type);
    lists = lists.flatMap(list => types.map(type => [...list, { ...actual, type }]));
    if (lists.length > MOST_COMBINATIONS) return null;
  }
  return lists.length < 2 ? null : lists.map(list => ({ ...actuals, list }));
}

/** Arms that differ only in parameters give the same result, however vague the arguments. */
export function agreeOnResult(arms: readonly ChosenArm[]): boolean {
  const [first, ...rest] = arms;
  return first !== undefined && rest.every(other => sameTypes(first.arm.result, other.arm.result));
}
