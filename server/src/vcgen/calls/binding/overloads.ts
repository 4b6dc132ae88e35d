/** Which arm of an overloaded signature a call selects: the checker's choice, else the first whose forms fit. */
import type { MethodInfo, SignatureArm } from '../../../program/program';
import type { Call } from '../../../ril/ril';
import type { Args, Site } from '../../state/call';
import type { Ctx } from '../../state/context';
import { representationOf, unionMembers } from '../../state/representation';
import { resolveTypeFor, tagsOf } from '../../state/typeGuards';
import { typeOf, type Val } from '../../state/value';
import { assignPositional } from './matchParameters';

export function chooseArm(ctx: Ctx, info: MethodInfo, args: Args, site: Site): SignatureArm | null {
  const arms = info.signature?.arms ?? [];
  if (arms.length <= 1) return arms[0] ?? null;
  const target = 'kind' in site ? ctx.frame.calls.get(site as Call) : undefined;
  const chosen = target?.candidates.find(candidate => candidate.method === info.key)?.arms;
  if (chosen?.length === 1) return arms[chosen[0]!.index] ?? null;
  return arms.find(arm => fits(ctx, arm, args)) ?? null;
}

function fits(ctx: Ctx, arm: SignatureArm, args: Args): boolean {
  const assigned = assignPositional(
    arm.type.params.map(param => param.kind),
    args.positional.length,
  );
  if (!assigned || (arm.type.block === null) !== (args.block === null)) return false;
  return arm.type.params.every((param, index) => {
    const position = assigned[index];
    const given = position === null || position === undefined ? undefined : args.positional[position];
    return !given || formFits(given, resolveTypeFor(ctx.run.input.program, param.type, typeOf(ctx.frame.self)));
  });
}

function formFits(val: Val, type: import('../../../types/type').Type): boolean {
  if (val.kind === 'boxed' || val.kind === 'range' || val.kind === 'proc') return false;
  const tags = tagsOf(type);
  if (val.kind === 'ref')
    return unionMembers(type).some(member => representationOf(member) === 'ref' || tagsOf(member) === null);
  return tags === null || tags.has(val.kind);
}
