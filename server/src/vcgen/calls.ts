/** Calls as they are written: receiver, arguments, block, in Ruby's order; forms that are no method calls at heart. */

import { bool } from '../logic/build';
import { findMethod, superMethod } from '../program/lookup';
import type { Call, Super, Yield } from '../ril/ril';
import { isOutcome } from '../types/outcome';
import { type Args, evaluateArgs } from './arguments';
import { runBlock } from './blocks';
import { fork } from './branch';
import { callbackOf } from './callbacks';
import { evaluateCast } from './casts';
import { evaluateCatch, evaluateThrow } from './catching';
import { type Ctx, notModelled, type Out, placeOf, taintFor } from './context';
import { chainOf, evaluateChain } from './core/enumerators';
import { send } from './dispatch';
import { evaluateRaise } from './exceptions';
import { exposeScopes } from './exposed';
import { askBlockResult, yieldByContract } from './givenBlocks';
import { havoc } from './havoc';
import { isInvariant } from './invariants';
import { invoke } from './invoke';
import { evaluateLoop } from './loops';
import { mayWrite } from './mayWrite';
import { isGiven, isOwnBlock } from './ownBlock';
import { isKernels } from './raising';
import { meantCall } from './sentByName';
import { classNameOf } from './shape';
import type { State } from './state';
import { initialized } from './structObjects';
import { makerOf } from './structs';
import { superArgs } from './superArgs';
import { testedReceiver } from './testedReceiver';
import { unknownCall } from './unknownCall';
import { isNil, NIL_VAL, typeOf, type Val } from './value';
import { hasLocal, knownLocal } from './variables';

export function evaluateCall(ctx: Ctx, call: Call, state: State): Out {
  const outcome = outcomeAsked(ctx, call);
  if (outcome) return { value: outcome, state };
  const cast = evaluateCast(ctx, call, state);
  if (cast) return cast;
  const sent = meantCall(ctx, call);
  if (sent) return evaluateCall(ctx, sent, state);
  if (call.receiver === null || (LEAVE.has(call.method) && isKernels(call.receiver))) {
    const special = evaluateSelfForm(ctx, call, state);
    if (special) return special;
  }
  const on = call.receiver;
  if (on?.kind === 'var' && on.scope === 'local' && CALLS.has(call.method) && !call.block && isOwnBlock(ctx, on.name))
    return evaluateYield(ctx, { kind: 'yield', span: call.span, args: call.args }, state);
  const chain = chainOf(call);
  if (chain && on?.kind === 'call') return evaluateEnumerator(ctx, chain, call, on, state);
  const given = on ? ctx.run.rules.evaluate(ctx, on, state) : { value: ctx.frame.self, state };
  const receiver = call.safe ? given : testedReceiver(ctx, call, given.value, given.state);
  if (call.safe)
    return fork(
      ctx,
      isNil(receiver.value),
      receiver.state,
      call,
      s => ({ value: NIL_VAL, state: s }),
      s => evaluateSend(ctx, call, receiver.value, s),
    );
  return evaluateSend(ctx, call, receiver.value, receiver.state);
}

/** `r.exception?` in a clause about the result r. */
function outcomeAsked({ spec, frame }: Ctx, call: Call): Val | null {
  if (spec?.outcome?.frame !== frame.id || !isOutcome(call, spec.outcome.results)) return null;
  return { kind: 'bool', term: bool(spec.outcome.raised) };
}

/** `a.map.with_index { … }`: the two calls as one, where that has a meaning. */
function evaluateEnumerator(
  ctx: Ctx,
  chain: NonNullable<ReturnType<typeof chainOf>>,
  call: Call,
  inner: Call,
  state: State,
): Out {
  const on = ctx.run.rules.evaluate(ctx, inner.receiver!, state);
  const given = evaluateArgs(ctx, inner.args, null, on.state);
  const out = evaluateChain(ctx, chain, call, on.value, given.args, given.state);
  if (out) return out;
  const enumerator = send(ctx, on.value, inner.method, given.args, inner, given.state);
  return evaluateSend(ctx, call, enumerator.value, enumerator.state);
}

const LEAVE: ReadonlySet<string> = new Set(['raise', 'fail', 'throw', 'catch', 'loop']);

/** What runs a block that has a name. */
const CALLS: ReadonlySet<string> = new Set(['call', 'yield', '()']);

function evaluateSend(ctx: Ctx, call: Call, receiver: Val, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const out = send(ctx, receiver, call.method, args, call, next);
  const assigned = call.madeBy === 'attributeWrite' ? args.positional[args.positional.length - 1] : undefined;
  return assigned ? { value: assigned, state: out.state } : out;
}

/** Calls without a receiver that are not looked up as methods, unless the program defines one of that name. */
function evaluateSelfForm(ctx: Ctx, call: Call, state: State): Out | null {
  if (call.bare && hasLocal(ctx, state, call.method))
    return { value: knownLocal(ctx, state, call.method, call), state };
  if (ctx.spec && call.method === 'old' && call.args.length === 1) return evaluateOld(ctx, call, state);
  if (isDefinedByUser(ctx, call.method)) return null;
  switch (call.method) {
    case 'raise':
    case 'fail':
      return evaluateRaise(ctx, call, state);
    case 'catch':
      return evaluateCatch(ctx, call, state);
    case 'throw':
      return evaluateThrow(ctx, call, state);
    case 'block_given?':
      return blockGiven(ctx, call, state);
    case 'lambda':
    case 'proc':
      if (call.block?.type !== 'block') return null;
      return {
        value: {
          kind: 'proc',
          closure: { block: call.block.block, frame: ctx.frame, scope: ctx.scope, lambda: call.method === 'lambda' },
        },
        state,
      };
    case 'binding':
      exposeScopes(ctx, ctx.scope);
      return null;
    case 'loop':
      if (call.block?.type !== 'block' || call.args.length > 0) return null;
      return evaluateLoop(ctx, call, evaluateArgs(ctx, [], call.block, state).args, state);
    case 'invariant':
      return isInvariant(call) ? { value: NIL_VAL, state } : null;
    case 'puts':
    case 'print':
    case 'p':
    case 'pp':
      return evaluateOutput(ctx, call, state);
    default:
      return null;
  }
}

function isDefinedByUser(ctx: Ctx, method: string): boolean {
  const className = classNameOf(typeOf(ctx.frame.self)) ?? 'Object';
  return findMethod(ctx.run.input.program, className, method)?.origin === 'workspace';
}

/** `old(e)`: e in the state on entry. */
function evaluateOld(ctx: Ctx, call: Call, state: State): Out {
  const arg = call.args[0]!;
  const { old } = ctx.spec!;
  if (arg.type !== 'positional' || old === null) return { value: notModelled(ctx, 'old() here', call), state };
  const then: State = { ...old, path: state.path, locals: state.locals };
  return { value: ctx.run.rules.evaluate(ctx, arg.value, then).value, state };
}

function blockGiven(ctx: Ctx, call: Call, state: State): Out {
  if (ctx.frame.callSite === null && !ctx.frame.block) {
    const given = isGiven(ctx);
    return { value: given ? { kind: 'bool', term: given } : notModelled(ctx, 'block_given?', call), state };
  }
  return { value: { kind: 'bool', term: bool(ctx.frame.block !== null) }, state };
}

/** Printing changes nothing that a program can see of itself; it is not pure all the same. */
function evaluateOutput(ctx: Ctx, call: Call, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const callback = callbackOf(ctx, call.method, NIL_VAL, args);
  if (callback) return unknownCall(ctx, `${call.method}, which may call ${callback}`, ctx.frame.self, args, call, next);
  mayWrite(ctx, next, '$stdout', null, placeOf(ctx, call));
  const echoes = call.method === 'p' || call.method === 'pp';
  if (echoes && args.positional.length !== 1)
    return { value: notModelled(ctx, `the value of ${call.method}`, call), state: next };
  return { value: echoes ? args.positional[0]! : NIL_VAL, state: next };
}

/** `super`: the next method of this name above the one that is being read. */
export function evaluateSuper(ctx: Ctx, expr: Super, state: State): Out {
  const { frame } = ctx;
  const above = superMethod(ctx.run.input.program, frame.method, classNameOf(typeOf(frame.self)) ?? frame.method.owner);
  const evaluated = superArgs(ctx, expr, above, state);
  const members = above?.origin === 'workspace' ? null : superOfMembers(ctx, evaluated.args, expr, evaluated.state);
  if (members) return members;
  if (!above) {
    if (frame.method.name === 'initialize') return { value: NIL_VAL, state: evaluated.state };
    return {
      value: notModelled(ctx, 'super', expr),
      state: havoc(ctx, evaluated.state, { taint: taintFor(ctx, 'super', expr) }),
    };
  }
  if (above.origin !== 'workspace' && above.name === 'initialize') return { value: NIL_VAL, state: evaluated.state };
  return invoke(ctx, above, frame.self, evaluated.args, expr, evaluated.state);
}

/** `super` in the `initialize` of a Struct or Data class sets the members. */
function superOfMembers(ctx: Ctx, args: Args, expr: Super, state: State): Out | null {
  const { self, method } = ctx.frame;
  const maker = makerOf(ctx.run.input.program, classNameOf(typeOf(self)) ?? method.owner);
  if (method.name !== 'initialize' || maker === null || self.kind !== 'ref') return null;
  const set = args.irregular ? null : initialized(ctx, self, maker, args, expr, state);
  if (set) return { value: NIL_VAL, state: set };
  const taint = taintFor(ctx, 'super with these arguments', expr);
  return { value: NIL_VAL, state: havoc(ctx, { ...state, fresh: [], apart: [] }, { taint }) };
}

export function evaluateYield(ctx: Ctx, expr: Yield, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, expr.args, null, state);
  if (!ctx.frame.block && ctx.frame.callSite === null) {
    const out = yieldByContract(ctx, expr, args, next);
    if (out) return out;
  }
  if (!ctx.frame.block || args.irregular) {
    const taint = taintFor(ctx, 'yield', expr);
    return { value: notModelled(ctx, 'yield', expr), state: havoc(ctx, { ...next, fresh: [], apart: [] }, { taint }) };
  }
  return askBlockResult(ctx, expr, args, runBlock(ctx, ctx.frame.block, args.positional, next, expr));
}
