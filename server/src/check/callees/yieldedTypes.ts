/** The block type that a method without a signature expects: what its summary says that it yields. */
import type { MethodInfo } from '../../program/program';
import { walk } from '../../ril/walk';
import type { MethodType, ParamType, Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { membersOf } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Callee } from '../types/methodTypes';
import { overridesOf } from './callees';

/** Null: unknown. */
export function yieldedTypes(ctx: Ctx, callee: Callee): MethodType | null {
  const { info } = callee;
  if (ctx.inference === null && !ctx.infers) return null;
  if (info === null || info.origin !== 'workspace' || info.signature !== null) return null;
  // `C.new` may be that of a subclass, with its own `initialize`.
  const run = callee.makes === null ? callee : { ...callee, receiver: callee.makes };
  if (info.redefinitions.length > 0 || overridesOf(ctx, run).length > 0) return null;
  const params = (yieldedValues(ctx, info) ?? []).map(
    (type): ParamType => ({
      kind: 'required',
      name: null,
      type,
      refinement: null,
      span: null,
    }),
  );
  return params.length === 0 ? null : { ...EMPTY_METHOD, params, result: DYNAMIC };
}

/** Each value that the block is given; null: unknown. */
function yieldedValues(ctx: Ctx, info: MethodInfo): readonly Type[] | null {
  const { definition } = info;
  if (definition === null || definition.broken) return null;
  const element = ctx.summaries.elementOf(info, ctx.memory.depth.now);
  if (element === null) return null;
  const args = ctx.summaries.blockOf(info, ctx.memory.depth.now)?.args ?? [];
  // Several values that a callee passes, or an array of them: a block with one parameter would distinguish them.
  if (passesBlockOn(definition)) return args.length > 1 || mayBeTuple(ctx, element) ? null : [element];
  if (args.length < 2) return [element];
  return element.kind === 'tuple' && element.elements.length === args.length ? element.elements : args;
}

function mayBeTuple(ctx: Ctx, element: Type): boolean {
  return membersOf(ctx, element).some(({ kind }) => kind === 'tuple');
}

function passesBlockOn({ body }: NonNullable<MethodInfo['definition']>): boolean {
  let found = false;
  walk(body(), expr => {
    found ||= expr.kind === 'call' && expr.block?.type === 'pass';
    return !found;
  });
  return found;
}
