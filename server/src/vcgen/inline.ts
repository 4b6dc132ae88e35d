/** T-Exact: the callee's own body in place of the call. Its precondition is asked first all the same. */
import { FALSE } from '../logic/build';
import type { MethodInfo } from '../program/program';
import type { Args, Site } from './arguments';
import { askBeforeBody, beginOn, endOn } from './atRest';
import { bindToParams, misfit } from './bindParams';
import { bindToSignature } from './bindSignature';
import { afterUnknownBlock } from './blocksByContract';
import { NO_CALLS, NO_TYPES } from './clauses';
import { type Ctx, caveat, type Exit, type Frame, note, notModelled, type Out, placeOf, taintFor } from './context';
import { askPreconditions } from './contract';
import { havoc } from './havoc';
import { joinExits } from './join';
import { leak } from './leak';
import { oblige } from './obligations';
import { armFor } from './overloads';
import { type State, withPath } from './state';
import { NIL_VAL, type Val } from './value';

export function inline(ctx: Ctx, info: MethodInfo, receiver: Val, args: Args, site: Site, state: State): Out {
  const { run } = ctx;
  const definition = info.definition!;
  run.inlined.add(info.key);
  const depth = ctx.frame.stack.filter(key => key === info.key).length;
  if (depth > 0) caveat(run, { type: 'recursion', depth: run.input.settings.exactRecursion });
  note(ctx, { operation: 'call', text: `${info.key} (its body)` });
  const arm = armFor(ctx, info, args, site);
  const given = arm && bindToSignature(ctx, state, arm.type, args, receiver, site, info.name);
  if (arm && given) askPreconditions(ctx, given.state, info, arm, given, receiver, site);
  askBeforeBody(ctx, given?.state ?? state, info, receiver, site);
  const typed = run.input.typedOf(info.key);
  run.counter++;
  const returns: Exit[] = [];
  const breaks: Exit[] = [];
  const { block } = args;
  const frame: Frame = {
    id: run.counter,
    method: info,
    anchor: definition.anchor,
    nesting: info.nesting,
    self: receiver,
    types: typed?.types ?? NO_TYPES,
    calls: typed?.calls ?? NO_CALLS,
    block: block && { ...block, breaks: block.breaks ?? breaks },
    stack: [...ctx.frame.stack, info.key],
    callSite: ctx.frame.callSite ?? placeOf(ctx, site),
    params: args.positional,
    returns,
  };
  const inner: Ctx = {
    run,
    frame,
    sinks: {
      returns,
      raises: ctx.sinks.raises,
      breaks: null,
      nexts: null,
      observed: ctx.sinks.observed,
      ...(ctx.sinks.stops && { stops: ctx.sinks.stops }),
      ...(ctx.sinks.catches && { catches: ctx.sinks.catches }),
      caught: ctx.sinks.caught,
    },
    scope: [frame.id],
    spec: ctx.spec,
  };
  const bound = bindToParams(inner, given?.state ?? state, definition.params, args);
  if (!bound && !ctx.spec && misfit(definition.params, args)) {
    const about = `${info.name} is given the arguments that it takes`;
    const demand = { kind: 'core-precondition', goal: FALSE, place: placeOf(ctx, site), about } as const;
    return { value: NIL_VAL, state: withPath(oblige(ctx, state, { ...demand, raises: 'ArgumentError' }), FALSE) };
  }
  if (!bound) {
    const what = `${info.name} with these arguments`;
    const taint = taintFor(ctx, what, site);
    const next = havoc(ctx, leak(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
    return { value: notModelled(ctx, what, site), state: afterUnknownBlock(ctx, what, args.block, site, next) };
  }
  beginOn(run, info, receiver, ctx.frame.callSite ?? placeOf(ctx, site));
  const end = run.rules.evaluate(inner, definition.body, bound);
  endOn(run);
  return joinExits(ctx, [...returns, ...breaks, end], site, end.state);
}

/** The locals of a body that has ended are of no use any more. */
export function withoutFrame(state: State, frame: number): State {
  return { ...state, locals: new Map([...state.locals].filter(([name]) => !name.startsWith(`${frame}/`))) };
}
