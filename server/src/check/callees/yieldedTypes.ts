/** The block type that a method without a signature expects: what its summary says that it yields. */
import type { MethodInfo } from '../../program/program';
import { walk } from '../../ril/walk';
import type { MethodType, ParamType } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import type { Ctx } from '../state/context';
import type { Callee } from '../types/methodTypes';
import { overridesOf } from './callees';

/** Null: unknown, or not only `yield` runs the block. */
export function yieldedTypes(ctx: Ctx, callee: Callee): MethodType | null {
  const { info } = callee;
  if (ctx.inference === null && !ctx.infers) return null;
  if (info === null || info.origin !== 'workspace' || info.signature !== null) return null;
  // `C.new` may be that of a subclass, with its own `initialize`.
  const run = callee.makes === null ? callee : { ...callee, receiver: callee.makes };
  if (info.redefinitions.length > 0 || !onlyYields(info) || overridesOf(ctx, run).length > 0) return null;
  const use = ctx.summaries.blockOf(info, ctx.depth);
  if (use === null) return null;
  const params = use.args.map(
    (type): ParamType => ({
      kind: 'required',
      name: null,
      type,
      refinement: null,
      span: null,
    }),
  );
  return { ...EMPTY_METHOD, params, result: DYNAMIC };
}

/** The block has no name by which it could be passed on, and no `super` passes it. */
function onlyYields({ definition }: MethodInfo): boolean {
  if (definition === null || definition.broken) return false;
  if (definition.params.some(({ kind }) => kind === 'block' || kind === 'forward')) return false;
  let only = true;
  walk(definition.body(), expr => {
    if (expr.kind === 'super') only = false;
    return only;
  });
  return only;
}
