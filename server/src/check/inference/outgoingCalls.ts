/** Calls of a body with the types of their arguments, and how it uses its block. */
import { methodByKey } from '../../program/lookup';
import type { Arg, Expr, Yield } from '../../ril/ril';
import { withoutFlexible } from '../../types/flexible';
import type { BlockUseSummary, OutgoingCall } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { generaliseType, joinAllTypes, joinTwoTypes, replaceSelf } from '../../typing/typeOps';
import type { MethodRun } from '../run/run';
import { bindArguments } from './argumentTypes';

/** Calls of the workspace's methods without a signature. */
export function findOutgoingCalls(run: Pick<MethodRun, 'ctx' | 'out'>): readonly OutgoingCall[] {
  const found: OutgoingCall[] = [];
  for (const [expr, target] of run.out.calls) {
    if (expr.kind !== 'call') continue;
    for (const { method } of target.candidates) {
      const info = method === null ? null : methodByKey(run.ctx.program, method);
      if (info?.origin !== 'workspace' || info.signature !== null || info.definition === null) continue;
      const args = bindArguments(info.definition.params, expr.args, {
        typeOf: arg => typeOfArgument(run, arg),
        join: types => joinAllTypes(run.ctx, types),
      });
      found.push({ callee: info.key, args, place: { anchor: run.ctx.frame.anchor, span: expr.span } });
    }
  }
  return found;
}

/** What `yield` passes; null: the body does not yield. */
export function findBlockUse(run: MethodRun, sure: ReadonlySet<Expr>): BlockUseSummary | null {
  const yields = [...run.out.calls.keys()].filter((expr): expr is Yield => expr.kind === 'yield');
  if (yields.length === 0) return null;
  const args = yields.map(one => typesOfArguments(run, one.args) ?? []);
  const longest = Math.max(...args.map(list => list.length));
  return {
    args: Array.from({ length: longest }, (_, i) =>
      args.map(list => list[i] ?? DYNAMIC).reduce((a, b) => joinTwoTypes(run.ctx, a, b)),
    ),
    must: yields.some(one => sure.has(one)),
  };
}

/** Null unless all arguments are plain positional ones. */
function typesOfArguments(run: MethodRun, args: readonly Arg[]): readonly Type[] | null {
  const types = args.flatMap(arg => (arg.type === 'positional' ? [typeOfArgument(run, arg.value)] : []));
  return types.length < args.length ? null : types;
}

function typeOfArgument({ out, ctx }: Pick<MethodRun, 'ctx' | 'out'>, arg: Expr): Type {
  return withoutFlexible(generaliseType(ctx, replaceSelf(ctx, out.types.get(arg) ?? DYNAMIC)));
}
