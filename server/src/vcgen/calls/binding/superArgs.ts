/**
 * The arguments that `super` passes. A bare `super` passes all parameters with their current values. It passes the
 * method's block unless another one is written.
 */
import type { MethodInfo } from '../../../program/program';
import type { Param, Super } from '../../../ril/ril';
import { isAnonymousParam, nameAnonymousParams } from '../../analysis/anonymousParams';
import { forEachExpr } from '../../analysis/writes';
import { hasLocal, readLocal } from '../../fields/variables';
import { isArray } from '../../heap/arrays';
import { type Args, type Irregular, NO_ARGS, type Splat } from '../../state/call';
import type { Ctx } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';
import { evaluateArgs, knownKeywords, knownSplatElements } from './arguments';

export function evaluateSuperArgs(
  ctx: Ctx,
  expr: Super,
  above: MethodInfo | null,
  state: State,
): { readonly args: Args; readonly state: State } {
  const given = expr.args ? evaluateArgs(ctx, expr.args, expr.block, state) : { args: passedOn(ctx, state), state };
  const own = !expr.args && expr.block ? evaluateArgs(ctx, [], expr.block, given.state) : null;
  if (own)
    return {
      args: { ...given.args, block: own.args.block, irregular: own.args.irregular ?? given.args.irregular },
      state: own.state,
    };
  if (expr.block) return given;
  if (ctx.frame.callSite === null && above && usesBlock(above))
    return { ...given, args: { ...given.args, irregular: 'super-block' } };
  return { ...given, args: { ...given.args, block: ctx.frame.block } };
}

/** Whether the method uses its block. */
export function usesBlock({ definition, signature }: MethodInfo): boolean {
  if (!definition) return signature?.arms.some(arm => arm.type.block !== null) ?? false;
  let found = definition.params.some(param => param.kind === 'block' || param.kind === 'forward');
  forEachExpr(definition.body(), each => {
    if (each.kind === 'yield' || each.kind === 'super') found = true;
    if (each.kind === 'call' && each.method === 'block_given?') found = true;
    if (each.kind === 'call' && each.block?.type === 'pass' && each.block.value === null) found = true;
  });
  return found;
}

function passedOn(ctx: Ctx, state: State): Args {
  const positional: Val[] = [];
  const keywords = new Map<string, Val>();
  let spread: Splat | null = null;
  let irregular: Irregular | null = null;
  for (const param of nameAnonymousParams(ctx.frame.method.definition?.params ?? [])) {
    const held = param.name === null || isUnknown(ctx, state, param) ? null : readLocal(ctx, state, param.name);
    const passed = passOn(ctx, param, held, state);
    positional.push(...(passed.positional ?? []));
    for (const [name, value] of passed.keywords ?? []) keywords.set(name, value);
    if (passed.spreads && held && isArray(held)) spread = { after: positional.length, array: held };
    irregular = passed.irregular ?? irregular;
  }
  return { ...NO_ARGS, positional, keywords, irregular, spread };
}

/** An unnamed rest with unknown contents. */
function isUnknown(ctx: Ctx, state: State, { name }: Param): boolean {
  return name !== null && isAnonymousParam(name) && !hasLocal(ctx, state, name);
}

interface Passed {
  readonly positional?: readonly Val[];
  readonly keywords?: ReadonlyMap<string, Val>;
  readonly spreads?: boolean;
  readonly irregular?: Irregular;
}

function passOn(ctx: Ctx, param: Param, held: Val | null, state: State): Passed {
  switch (param.kind) {
    case 'required':
    case 'optional':
    case 'post':
      return held ? { positional: [held] } : { irregular: 'super-parameter' };
    case 'key':
    case 'optionalKey':
      return held ? { keywords: new Map([[param.name!, held]]) } : {};
    case 'rest': {
      const parts = held && knownSplatElements(ctx, held, state);
      return parts ? { positional: parts } : { spreads: held !== null, irregular: 'splat' };
    }
    case 'keyRest': {
      const parts = held && knownKeywords(ctx, held, state);
      return parts ? { keywords: parts } : { irregular: 'super-parameter' };
    }
    case 'forward':
      return { irregular: 'super-parameter' };
    case 'block':
    case 'noKey':
      return {};
  }
}
