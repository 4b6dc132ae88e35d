/**
 * What `super` passes on. Alone, everything that the method was given, as its parameters hold it now. The block goes along
 * unless another is given.
 */
import type { MethodInfo } from '../program/program';
import type { Param, Super } from '../ril/ril';
import { type Args, evaluateArgs, IRREGULAR, knownKeywords, knownParts, NO_ARGS, type Spread } from './arguments';
import { isArray } from './arrays';
import type { Ctx } from './context';
import { isHidden, namedParams } from './hiddenParams';
import type { State } from './state';
import type { Val } from './value';
import { hasLocal, readLocal } from './variables';
import { eachExpr } from './writes';

export function superArgs(
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
    return { ...given, args: { ...given.args, irregular: 'super with the block that was given' } };
  return { ...given, args: { ...given.args, block: ctx.frame.block } };
}

/** Whether it matters to the method that it is given a block. */
export function usesBlock({ definition, signature }: MethodInfo): boolean {
  if (!definition) return signature?.arms.some(arm => arm.type.block !== null) ?? false;
  let found = definition.params.some(param => param.kind === 'block' || param.kind === 'forward');
  eachExpr(definition.body, each => {
    if (each.kind === 'yield' || each.kind === 'super') found = true;
    if (each.kind === 'call' && each.method === 'block_given?') found = true;
    if (each.kind === 'call' && each.block?.type === 'pass' && each.block.value === null) found = true;
  });
  return found;
}

function passedOn(ctx: Ctx, state: State): Args {
  const positional: Val[] = [];
  const keywords = new Map<string, Val>();
  let spread: Spread | null = null;
  let irregular: string | null = null;
  for (const param of namedParams(ctx.frame.method.definition?.params ?? [])) {
    const held = param.name === null || isUnknown(ctx, state, param) ? null : readLocal(ctx, state, param.name);
    const passed = passOn(ctx, param, held, state);
    positional.push(...(passed.positional ?? []));
    for (const [name, value] of passed.keywords ?? []) keywords.set(name, value);
    if (passed.spreads && held && isArray(held)) spread = { after: positional.length, array: held };
    irregular = passed.irregular ?? irregular;
  }
  return { ...NO_ARGS, positional, keywords, irregular, spread };
}

/** An unnamed rest of which nothing is known. */
function isUnknown(ctx: Ctx, state: State, { name }: Param): boolean {
  return name !== null && isHidden(name) && !hasLocal(ctx, state, name);
}

interface Passed {
  readonly positional?: readonly Val[];
  readonly keywords?: ReadonlyMap<string, Val>;
  readonly spreads?: boolean;
  readonly irregular?: string;
}

function passOn(ctx: Ctx, param: Param, held: Val | null, state: State): Passed {
  switch (param.kind) {
    case 'required':
    case 'optional':
    case 'post':
      return held ? { positional: [held] } : { irregular: 'super with a parameter that has no name' };
    case 'key':
    case 'optionalKey':
      return held ? { keywords: new Map([[param.name!, held]]) } : {};
    case 'rest': {
      const parts = held && knownParts(ctx, held, state);
      return parts ? { positional: parts } : { spreads: held !== null, irregular: IRREGULAR.splat };
    }
    case 'keyRest': {
      const parts = held && knownKeywords(ctx, held, state);
      return parts ? { keywords: parts } : { irregular: 'super with a ** parameter' };
    }
    case 'forward':
      return { irregular: 'super with ...' };
    case 'block':
    case 'noKey':
      return {};
  }
}
