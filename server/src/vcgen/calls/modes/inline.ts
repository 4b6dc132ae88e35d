/** T-Exact: evaluates the callee's body in place of the call. Its precondition is still required first. */
import { FALSE } from '../../../logic/build';
import { methodNamed } from '../../../problems/reason';
import type { MethodInfo } from '../../../program/program';
import { NO_CALLS, NO_TYPES } from '../../clauses/clauses';
import { havocHeap } from '../../fields/havoc';
import { markEscaped } from '../../heap/escape';
import { addObligation } from '../../obligations/obligations';
import type { Send } from '../../state/call';
import { addCaveat, type Ctx, makeUnmodelled, noteStep, type Out, placeOf, taintFor } from '../../state/context';
import type { ExitList, Frame } from '../../state/frame';
import { joinExits } from '../../state/join';
import { type State, withPath } from '../../state/state';
import { NIL_VAL } from '../../state/value';
import { bindToParams, hasArityError } from '../binding/bindParams';
import { bindToSignature } from '../binding/bindSignature';
import { typesInBody } from '../binding/bodyTypes';
import { chooseArm } from '../binding/overloads';
import { havocAfterUnknownBlock } from '../blocks/blockToContract';
import { beginMethodOn, requireConsistentBeforeInlining } from '../transfer/objectConsistency';
import { requirePreconditions } from './callByContract';

export function inlineCall(ctx: Ctx, info: MethodInfo, { receiver, args, site }: Send, state: State): Out {
  const { run } = ctx;
  const definition = info.definition!;
  if (info.origin === 'workspace') run.results.inlined.add(info.key);
  const depth = ctx.frame.stack.filter(key => key === info.key).length;
  if (depth > 0) addCaveat(run, { type: 'recursion', depth: run.input.settings.exactRecursion });
  noteStep(ctx, { operation: 'call', text: `${info.key} (its body)` });
  const arm = chooseArm(ctx, info, args, site);
  const given =
    arm && bindToSignature(ctx, state, { type: arm.type, args, self: receiver, site, callee: methodNamed(info.name) });
  if (arm && given) requirePreconditions(ctx, given.state, { info, arm, bound: given, self: receiver, site });
  requireConsistentBeforeInlining(ctx, given?.state ?? state, info, receiver, site);
  const typed = typesInBody(ctx, info, { receiver, method: info.name, args, site });
  run.names.counter++;
  const returns: ExitList = run.trail.list();
  const breaks: ExitList = run.trail.list();
  const { block } = args;
  const frame: Frame = {
    id: run.names.counter,
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
    mode: ctx.mode,
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
  if (!bound && !ctx.spec && hasArityError(definition.params, args)) {
    const reason = { kind: 'arity', method: info.name } as const;
    const request = { kind: 'core-precondition', goal: FALSE, place: placeOf(ctx, site), reason } as const;
    return {
      value: NIL_VAL,
      state: withPath(addObligation(ctx, state, { ...request, raises: 'ArgumentError' }), FALSE),
    };
  }
  if (!bound) {
    const what = { kind: 'method-arguments', method: info.name } as const;
    const taint = taintFor(ctx, what, site);
    const next = havocHeap(ctx, markEscaped(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
    return { value: makeUnmodelled(ctx, what, site), state: havocAfterUnknownBlock(ctx, what, args.block, site, next) };
  }
  const entered: Ctx = { ...inner, frame: { ...frame, entry: { ...bound, heap: (given?.state ?? state).heap } } };
  const inside = beginMethodOn(entered, info, receiver, ctx.frame.callSite ?? placeOf(ctx, site));
  const end = run.rules.evaluate(inside, definition.body(), bound);
  return joinExits(ctx, [...returns, ...breaks, end], site, end.state);
}
