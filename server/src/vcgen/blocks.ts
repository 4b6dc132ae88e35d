/** Blocks, inlined where they are called: the scope they were written in stays theirs, `next` ends the block only. */
import type { Param } from '../ril/ril';
import type { Site } from './arguments';
import { elementAt, isArray } from './arrays';
import { destructure } from './assign';
import { type Ctx, type Exit, notModelled, type Out, taintFor } from './context';
import { havoc } from './heap';
import { joinExits } from './join';
import { type State, withLocal } from './state';
import { type Closure, NIL_VAL, type Val } from './value';

/** `breaks`: where a `break` in the block leads (the end of the call that the block was given to). */
export function runBlock(
  ctx: Ctx,
  closure: Closure,
  args: readonly Val[],
  state: State,
  site: Site,
  breaks: Exit[] | null = null,
): Out {
  const { block, frame } = closure;
  ctx.run.counter++;
  // `for` has no scope of its own: what it is handed stands in the scope around it.
  const own = block.ownScope ? ctx.run.counter : (closure.scope[0] ?? ctx.run.counter);
  const nexts: Exit[] = [];
  const inner: Ctx = {
    run: ctx.run,
    frame,
    sinks: { ...ctx.sinks, returns: closure.lambda ? nexts : frame.returns, breaks, nexts },
    scope: block.ownScope ? [own, ...closure.scope] : closure.scope,
    spec: ctx.spec,
  };
  const bound = bindBlockParams(inner, own, block.params, args, state, site);
  if (bound === null) {
    const taint = taintFor(ctx, 'these block parameters', site);
    return { value: notModelled(ctx, 'these block parameters', site), state: havoc(ctx, state, { taint }) };
  }
  const cleared = block.locals.reduce((s, name) => withLocal(s, `${own}/${name}`, NIL_VAL), bound);
  const end = ctx.run.rules.evaluate(inner, block.body, cleared);
  return joinExits(ctx, [...nexts, end], site, end.state);
}

function bindBlockParams(
  ctx: Ctx,
  own: number,
  params: readonly Param[],
  args: readonly Val[],
  state: State,
  site: Site,
): State | null {
  const plainKinds = params.every(param => param.kind === 'required' || param.kind === 'block');
  if (!plainKinds) return null;
  const required = params.filter(param => param.kind === 'required');
  const values = spreadOver(ctx, required.length, args, state, site);
  let next = state;
  for (const [index, param] of required.entries()) {
    const value = values[index] ?? NIL_VAL;
    if (param.destructure) {
      for (const name of namesIn(param)) next = withLocal(next, `${own}/${name}`, NIL_VAL);
      next = destructure(ctx, param.destructure, value, next, site);
    } else if (param.name) next = withLocal(next, `${own}/${param.name}`, value);
  }
  return next;
}

/** One array given to a block with several parameters is taken apart. */
function spreadOver(ctx: Ctx, count: number, args: readonly Val[], state: State, site: Site): readonly Val[] {
  const only = args[0];
  if (count < 2 || args.length !== 1 || !only || !isArray(only)) return args;
  return Array.from({ length: count }, (_, index) => elementAt(ctx, state, only, index, site));
}

function namesIn(param: Param): string[] {
  return (
    JSON.stringify(param.destructure)
      .match(/"scope":"local","name":"[^"]+"/g)
      ?.map(found => found.slice(found.lastIndexOf(':"') + 2, -1)) ?? []
  );
}
