/**
 * Chooses the arms of a callee for a call: in order, the first that matches. An argument of a union type may need
 * several arms, one per alternative; a %dyn argument leaves all matching arms open.
 */
import type { MethodType, Type } from '../../types/type';
import { isOpenVariable } from '../../typing/instantiate';
import { membersOf, sameTypes } from '../../typing/typeOps';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Callee } from '../types/methodTypes';
import { selectKeyedArms } from '../types/structMethods';
import { selectConstructorArms } from '../types/structs';
import { armsForKeyLookup } from './keyArguments';
import type { ArmMatch, Mismatch } from './matchArguments';
import { matchArguments } from './matchArguments';

export interface ChosenArm {
  readonly index: number;
  readonly arm: MethodType;
  readonly match: ArmMatch;
}

export interface Choice {
  readonly callee: Callee;
  readonly chosen: readonly ChosenArm[];
  /** Several arms match because an argument is %dyn. */
  readonly vague: boolean;
  /** No arm matches: the mismatch of each. */
  readonly mismatches: readonly { readonly arm: MethodType; readonly index: number; readonly mismatch: Mismatch }[];
}

const MOST_COMBINATIONS = 32;

export function chooseArms(ctx: Ctx, found: Callee, actuals: Actuals, hasBlock: boolean): Choice {
  const made = found.isData === true || found.info?.synthetic?.type === 'structNew';
  const given = selectKeyedArms(found.info, selectConstructorArms(made, found.arms, actuals), actuals);
  const callee = { ...found, arms: armsForKeyLookup(ctx, found.info, given, actuals) };
  const order = orderArms(callee.arms, hasBlock);
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

/** `Array(x)`: a catch-all arm matched the whole union, but other arms may match some of its alternatives. */
function catchesUnion({ match }: ChosenArm): boolean {
  return match.pairs.some(({ param, actual }) => isOpenVariable(param.type) && actual.type.kind === 'union');
}

/** Arms that agree with the call on whether there is a block come first. */
function orderArms(arms: readonly MethodType[], hasBlock: boolean): readonly { arm: MethodType; index: number }[] {
  const all = arms.map((arm, index) => ({ arm, index }));
  const agreesOnBlock = (arm: MethodType): boolean =>
    (arm.block !== null && (hasBlock || arm.block.optional)) || (arm.block === null && !hasBlock);
  return [...all.filter(({ arm }) => agreesOnBlock(arm)), ...all.filter(({ arm }) => !agreesOnBlock(arm))];
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
    const match = matchArguments(ctx, arm, actuals, callee.growth);
    if (match.mismatch !== null) mismatches.push({ arm, index, mismatch: match.mismatch });
    else if (!match.vague)
      return { callee, chosen: [...vague, { index, arm, match }], vague: vague.length > 0, mismatches: [] };
    else vague.push({ index, arm, match });
  }
  return { callee, chosen: vague, vague: vague.length > 1, mismatches: vague.length > 0 ? [] : mismatches };
}

/** Every combination of one alternative per union argument; null if there is none, or too many. */
function splitUnions(ctx: Ctx, actuals: Actuals): readonly Actuals[] | null {
  let lists: (readonly Actual[])[] = [[]];
  for (const actual of actuals.list) {
    const types: readonly Type[] = membersOf(ctx, actual.type);
    lists = lists.flatMap(list => types.map(type => [...list, { ...actual, type }]));
    if (lists.length > MOST_COMBINATIONS) return null;
  }
  return lists.length < 2 ? null : lists.map(list => ({ ...actuals, list }));
}

/** Do the arms differ only in parameters? Then they return the same type, however vague the arguments are. */
export function agreeOnResult(arms: readonly ChosenArm[]): boolean {
  const [first, ...rest] = arms;
  return first !== undefined && rest.every(other => sameTypes(first.arm.result, other.arm.result));
}
