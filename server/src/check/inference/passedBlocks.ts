/** What a body yields to its block by passing it on: `@list.each(&block)`. Only shown signatures contain it. */
import { methodByKey } from '../../program/lookup';
import type { Call, Super, Yield } from '../../ril/ril';
import { withoutFlexible } from '../../types/flexible';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import type { CallTarget } from '../../types/typedMethod';
import { generaliseType, replaceSelf } from '../../typing/typeOps';
import { isBlockParameter } from '../facts/blockParameter';
import type { MethodRun } from '../run/run';
import type { Ctx } from '../state/context';

/** The arguments of the block, by call and candidate. */
export function findPassedBlocks({ ctx, out }: MethodRun): readonly (readonly Type[])[] {
  return [...out.calls].flatMap(([expr, target]) => (passesBlock(ctx, expr) ? argumentsBy(ctx, target) : []));
}

/** `&block` of the method itself, or `&` alone. */
function passesBlock(ctx: Ctx, expr: Call | Super | Yield): boolean {
  if (expr.kind === 'yield' || expr.block?.type !== 'pass') return false;
  return expr.block.value === null || isBlockParameter(ctx, expr.block.value);
}

export function argumentsBy(ctx: Ctx, { candidates }: CallTarget): readonly (readonly Type[])[] {
  return candidates.flatMap(({ method, arms }) => {
    const declared = arms.flatMap(({ type }) => (type.block === null ? [] : [type.block.type.params]));
    // The receiver that `instance_eval` also passes is `self` there.
    if (arms.some(({ type }) => (type.block?.type.selfType ?? null) !== null)) return [[]];
    if (declared.length > 0) return declared.map(params => params.map(({ type }) => withoutVariables(ctx, type)));
    const info = method === null ? null : methodByKey(ctx.program, method);
    const use =
      info?.origin === 'workspace' && info.signature === null
        ? ctx.summaries.blockOf(info, ctx.memory.depth.now)
        : null;
    return use === null ? [] : [use.args.map(withoutFlexible)];
  });
}

function withoutVariables(ctx: Ctx, type: Type): Type {
  return type.kind === 'variable' ? DYNAMIC : withoutFlexible(generaliseType(ctx, replaceSelf(ctx, type)));
}
