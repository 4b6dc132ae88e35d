/**
 * Calls as written: receiver, arguments and block, in Ruby's order of evaluation; and forms that are not method calls.
 */

import { bool } from '../../logic/build';
import { callsProc } from '../../program/libraryFacts';
import { findMethod, superMethod } from '../../program/lookup';
import type { Call, Super, Yield } from '../../ril/ril';
import { isOutcomeTest } from '../../types/exceptionalOutcome';
import { exposeLocalsOfScopes } from '../analysis/capturedLocals';
import { isKernelMethod } from '../analysis/mayRaise';
import { makerOf } from '../analysis/structClasses';
import { evaluateArgs } from '../calls/binding/arguments';
import { isCallerBlock } from '../calls/binding/callerBlockParam';
import { resolveStaticSend } from '../calls/binding/staticSend';
import { evaluateSuperArgs } from '../calls/binding/superArgs';
import { runBlock } from '../calls/blocks/blocks';
import { isBlockGiven, requireBlockResult, yieldByContract } from '../calls/blocks/callerBlock';
import { invoke } from '../calls/modes/invoke';
import { evaluateOld, evaluateOldComparison, isOld } from '../clauses/oldValue';
import { dispatch } from '../dispatch/dispatch';
import { narrowTestedReceiver } from '../dispatch/testedReceiver';
import { havocHeap } from '../fields/havoc';
import { hasLocal, readUncapturedLocal } from '../fields/variables';
import { evaluateChain, findChain } from '../library/enumerable/chainedEnumerators';
import { isSameOrEqual } from '../library/equality/equality';
import { initializeStruct } from '../library/objects/newStruct';
import { evaluateOutput, isOutput } from '../library/objects/output';
import { isInvariant } from '../loops/loopInvariants';
import type { Args } from '../state/call';
import { type Ctx, makeUnmodelled, type Out, taintFor } from '../state/context';
import { forkState } from '../state/fork';
import { classNameOf } from '../state/representation';
import type { State } from '../state/state';
import { isNil, NIL_VAL, typeOf, type Val } from '../state/value';
import { evaluateCast } from './casts';
import { evaluateCatch, evaluateThrow } from './catchThrow';
import { evaluateRaise } from './exceptions';
import { evaluateLoop } from './loops';
import { evaluateSorbetForm } from './sorbetForms';

export function evaluateCall(ctx: Ctx, call: Call, state: State): Out {
  const outcome = evaluateOutcomeTest(ctx, call);
  if (outcome) return { value: outcome, state };
  const compared = evaluateOldComparison(ctx, call, state);
  if (compared) return { value: compared, state };
  const cast = evaluateCast(ctx, call, state) ?? evaluateSorbetForm(ctx, call, state);
  if (cast) return cast;
  const sent = resolveStaticSend(ctx, call);
  if (sent) return evaluateCall(ctx, sent, state);
  if (isKernelMethod(call.receiver)) {
    const special = evaluateSelfForm(ctx, call, state);
    if (special) return special;
  }
  const on = call.receiver;
  if (
    on?.kind === 'var' &&
    on.scope === 'local' &&
    callsProc(ctx.run.input.program, call.method) &&
    !call.block &&
    isCallerBlock(ctx, on.name)
  )
    return evaluateYield(ctx, { kind: 'yield', span: call.span, args: call.args }, state);
  const chain = findChain(call);
  if (chain && on?.kind === 'call') return evaluateEnumerator(ctx, chain, call, on, state);
  const given = on ? ctx.run.rules.evaluate(ctx, on, state) : { value: ctx.frame.self, state };
  const receiver = call.safe ? given : narrowTestedReceiver(ctx, call, given.value, given.state);
  if (call.safe)
    return forkState(ctx, isNil(receiver.value), receiver.state, call, {
      yes: s => ({ value: NIL_VAL, state: s }),
      no: s => evaluateSend(ctx, call, receiver.value, s),
    });
  return evaluateSend(ctx, call, receiver.value, receiver.state);
}

/** `r.exception?` in a clause about the result r. */
function evaluateOutcomeTest({ spec, frame }: Ctx, call: Call): Val | null {
  if (spec?.outcome?.frame !== frame.id || !isOutcomeTest(call, spec.outcome.results)) return null;
  return { kind: 'bool', term: bool(spec.outcome.raised) };
}

/** `a.map.with_index { … }`: evaluates the two calls as one, if the pair has a model. */
function evaluateEnumerator(
  ctx: Ctx,
  chain: NonNullable<ReturnType<typeof findChain>>,
  call: Call,
  inner: Call,
  state: State,
): Out {
  const on = ctx.run.rules.evaluate(ctx, inner.receiver!, state);
  const given = evaluateArgs(ctx, inner.args, null, on.state);
  const out = evaluateChain(ctx, chain, call, { array: on.value, given: given.args }, given.state);
  if (out) return out;
  const enumerator = dispatch(
    ctx,
    { receiver: on.value, method: inner.method, args: given.args, site: inner },
    given.state,
  );
  return evaluateSend(ctx, call, enumerator.value, enumerator.state);
}

function evaluateSend(ctx: Ctx, call: Call, receiver: Val, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const [wanted] = args.positional;
  if (call.madeBy === 'element' && wanted)
    return isSameOrEqual(ctx, { a: receiver, b: wanted, method: '==', site: call }, next);
  const out = dispatch(ctx, { receiver, method: call.method, args, site: call }, next);
  const assigned = call.madeBy === 'attributeWrite' ? args.positional[args.positional.length - 1] : undefined;
  return assigned ? { value: assigned, state: out.state } : out;
}

/** Calls without a receiver that are not looked up as methods, unless the program defines one of that name. */
function evaluateSelfForm(ctx: Ctx, call: Call, state: State): Out | null {
  if (call.bare && hasLocal(ctx, state, call.method))
    return { value: readUncapturedLocal(ctx, state, call.method, call), state };
  if (ctx.spec && !ctx.spec.given && isOld(call)) return evaluateOld(ctx, call, state);
  if (isDefinedByUser(ctx, call.method)) return null;
  if (ctx.spec && isOld(call)) return evaluateOld(ctx, call, state);
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
      exposeLocalsOfScopes(ctx, ctx.scope);
      return null;
    case 'loop':
      if (call.block?.type !== 'block' || call.args.length > 0) return null;
      return evaluateLoop(ctx, call, evaluateArgs(ctx, [], call.block, state).args, state);
    case 'invariant':
      return isInvariant(call) ? { value: NIL_VAL, state } : null;
    default:
      return isOutput(call.method) ? evaluateOutput(ctx, call, state) : null;
  }
}

function isDefinedByUser(ctx: Ctx, method: string): boolean {
  const className = classNameOf(typeOf(ctx.frame.self)) ?? 'Object';
  return findMethod(ctx.run.input.program, className, method)?.origin === 'workspace';
}

function blockGiven(ctx: Ctx, call: Call, state: State): Out {
  if (ctx.frame.callSite === null && !ctx.frame.block) {
    const given = isBlockGiven(ctx);
    return {
      value: given ? { kind: 'bool', term: given } : makeUnmodelled(ctx, { kind: 'block-given-check' }, call),
      state,
    };
  }
  return { value: { kind: 'bool', term: bool(ctx.frame.block !== null) }, state };
}

/** `super`: the next method of this name above the one being evaluated. */
export function evaluateSuper(ctx: Ctx, expr: Super, state: State): Out {
  const { frame } = ctx;
  const above = superMethod(ctx.run.input.program, frame.method, classNameOf(typeOf(frame.self)) ?? frame.method.owner);
  const evaluated = evaluateSuperArgs(ctx, expr, above, state);
  const members = above?.origin === 'workspace' ? null : superOfMembers(ctx, evaluated.args, expr, evaluated.state);
  if (members) return members;
  if (!above) {
    if (frame.method.name === 'initialize') return { value: NIL_VAL, state: evaluated.state };
    return {
      value: makeUnmodelled(ctx, { kind: 'super' }, expr),
      state: havocHeap(ctx, evaluated.state, { taint: taintFor(ctx, { kind: 'super' }, expr) }),
    };
  }
  if (above.origin !== 'workspace' && above.name === 'initialize') return { value: NIL_VAL, state: evaluated.state };
  return invoke(
    ctx,
    above,
    { receiver: frame.self, method: above.name, args: evaluated.args, site: expr },
    evaluated.state,
  );
}

/** `super` in the `initialize` of a Struct or Data class sets the members. */
function superOfMembers(ctx: Ctx, args: Args, expr: Super, state: State): Out | null {
  const { self, method } = ctx.frame;
  const maker = makerOf(ctx.run.input.program, classNameOf(typeOf(self)) ?? method.owner);
  if (method.name !== 'initialize' || maker === null || self.kind !== 'ref') return null;
  const set = args.irregular
    ? null
    : initializeStruct(ctx, { receiver: self, method: 'initialize', args, site: expr }, maker, state);
  if (set) return { value: NIL_VAL, state: set };
  const taint = taintFor(ctx, { kind: 'super-arguments' }, expr);
  return { value: NIL_VAL, state: havocHeap(ctx, { ...state, fresh: [], apart: [] }, { taint }) };
}

export function evaluateYield(ctx: Ctx, expr: Yield, state: State): Out {
  const { args, state: next } = evaluateArgs(ctx, expr.args, null, state);
  if (!ctx.frame.block && ctx.frame.callSite === null) {
    const out = yieldByContract(ctx, expr, args, next);
    if (out) return out;
  }
  if (!ctx.frame.block || args.irregular) {
    const taint = taintFor(ctx, { kind: 'yield' }, expr);
    return {
      value: makeUnmodelled(ctx, { kind: 'yield' }, expr),
      state: havocHeap(ctx, { ...next, fresh: [], apart: [] }, { taint }),
    };
  }
  return requireBlockResult(
    ctx,
    expr,
    args,
    runBlock(ctx, { closure: ctx.frame.block, args: args.positional, site: expr }, next),
  );
}
