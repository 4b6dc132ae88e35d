/**
 * A call by contract: assert the precondition, havoc what the callee may write, take any result of its type, assume the
 * postcondition. T-Pure1: the result is a function of receiver, arguments and read state. T-Impure1: fresh.
 */

import { and, implies, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { BOOL_SORT } from '../../../logic/sorts';
import type { Construct } from '../../../problems/constructs';
import { methodNamed } from '../../../problems/reason';
import { ancestors } from '../../../program/ancestors';
import { resolveClassName } from '../../../program/constants';
import type { MethodInfo, SignatureArm } from '../../../program/program';
import type { Type } from '../../../types/type';
import { mayShareContainer, noteContentsRead } from '../../analysis/aliasedContainers';
import type { CallMode } from '../../analysis/callMode';
import { exposeCapturedLocals } from '../../analysis/capturedLocals';
import { effectsOf, isKnownToTerminate } from '../../analysis/effects';
import { classesRaisedBy } from '../../analysis/mayRaise';
import { refinementsOf, translateSignatureClauses } from '../../clauses/signatureClauses';
import { havocAt, havocHeap } from '../../fields/havoc';
import { forgetLastMatch } from '../../fields/lastMatch';
import { markEscaped } from '../../heap/escape';
import { havocFrozenBits, requireUnfrozenArguments } from '../../heap/frozen';
import { recordReceived } from '../../heap/receivedShapes';
import { addStopIterationExit } from '../../obligations/handlers';
import { assumeAndShow } from '../../obligations/knownFacts';
import { addObligation, type ObligationRequest } from '../../obligations/obligations';
import { assumeTrustedContract } from '../../obligations/trustedContracts';
import { termToWatch } from '../../obligations/watchedValues';
import type { Args, Bound, BoundCall, Send, Site } from '../../state/call';
import {
  assume,
  type Ctx,
  freshSymbol,
  makeUnmodelled,
  noteStep,
  type Out,
  placeOf,
  type Returned,
  recordAssumption,
  taintFor,
} from '../../state/context';
import { ALL_CONTENTS } from '../../state/heapKey';
import { joinExits } from '../../state/join';
import { classNameOf, mayBeNil, mentionsFixedShape, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { makeArbitraryValue, resolveTypeFor } from '../../state/typeGuards';
import { NIL_VAL, typeOf, type Val } from '../../state/value';
import { bindToSignature } from '../binding/bindSignature';
import { instantiateAtCall } from '../binding/librarySignatures';
import { chooseArm } from '../binding/overloads';
import { havocAfterUnknownBlock, runBlockAnyTimes } from '../blocks/blockToContract';
import { assumeExceptionalPostconditions } from '../raises/exceptionalPostconditions';
import { findRaisesFromElements } from '../raises/raisesFromElements';
import { isKnownNotToRaise } from '../raises/raisesFromPatterns';
import { addThrowExits } from '../raises/throwEdge';
import { applyFrame } from '../transfer/applyFrame';
import { assumeConsistent, requireConsistent } from '../transfer/objectConsistency';
import { requireDeterministic, requireStableIdentity } from './determinism';
import { applyPureFunction } from './pureFunction';

export function callByContract(ctx: Ctx, info: MethodInfo, mode: CallMode, send: Send, state: State): Out {
  const { receiver, args, site } = send;
  const declared = chooseArm(ctx, info, args, site);
  const arm = declared && instantiateAtCall(ctx, info, declared, mode, send);
  const bound =
    arm && bindToSignature(ctx, state, { type: arm.type, args, self: receiver, site, callee: methodNamed(info.name) });
  if (!arm || !bound) return callUnmatched(ctx, info, send, state);
  ctx.run.results.contracts.add(info.key);
  noteStep(ctx, { operation: 'call', text: `${info.key} (${mode.kind})` });
  const given = bound.state;
  if (receiver.kind === 'ref' && info.origin !== 'workspace') noteContentsRead(ctx, given, receiver);
  if (mayShareContainer(ctx, arm.type, bound.values))
    recordAssumption(ctx.run, { owner: info.key, what: 'arguments', place: placeOf(ctx, site) });
  const call = { info, arm, bound, self: receiver, site };
  requirePreconditions(ctx, given, call);
  const consistent = requireConsistent(ctx, given, { info, arm, mode, receiver, args, site });
  for (const each of [...args.positional, ...args.keywords.values()]) exposeCapturedLocals(ctx, given, each);
  const left = markEscaped(given, ...escapingArguments(mode, receiver, args), ...restArguments(arm, bound));
  const open = mode.kind === 'writes' || mode.kind === 'havoc';
  const ready = open ? requireUnfrozenArguments(ctx, left, info, bound, site) : left;
  const writes = (s: State): State => {
    const affected = havocRestArguments(ctx, applyFrame(ctx, s, call, mode), info, restArguments(arm, bound));
    const frozen = havocFrozenBits(ctx, info, affected);
    if (mode.kind !== 'pure') assumeConsistent(ctx, frozen, consistent);
    return frozen;
  };
  const { block: closure } = args;
  const called = closure && !ctx.spec ? runBlockAnyTimes(ctx, { info, arm, send, closure, writes }, ready) : null;
  if (closure && !called) return callUnmatched(ctx, info, send, given, { kind: 'block-of-call', method: info.name });
  const after = writes(called?.state ?? ready);
  const type = resolveTypeFor(ctx.run.input.program, arm.type.result, typeOf(receiver));
  // With a block, the result is not a function of the arguments alone; with a splat, their number is unknown.
  const how: CallMode = (closure || args.spread) && mode.kind === 'pure' ? { kind: 'modifies', entries: [] } : mode;
  const value = resultOf(ctx, { info, type }, how, send, after);
  watchResult(ctx, info, how, value, site);
  const callee: Callee = { info, arm: declared, receiver, args, given };
  const normal = raiseEdge(ctx, callee, addThrowExits(ctx, info, after, site), site, raised =>
    assumeExceptionalPostconditions(ctx, { before: given, raised }, call),
  );
  assumePostconditions(ctx, { before: given, after: normal }, call, value);
  const told = how.kind === 'pure' ? normal : markEscaped(normal, ...escapingWithResult(type, receiver, args));
  if (!called || called.breaks.length === 0) return { value, state: told };
  // At an exceptional exit, the method's own ensure may still write.
  const broken = called.breaks.map(exit => ({ ...exit, state: writes(exit.state) }));
  return joinExits(ctx, [...broken, { value, state: told }], site, told);
}

/**
 * Watches the result of a callee that returns a plain value and writes nothing: replaying that value shows whether the
 * contract is wrong.
 */
function watchResult(ctx: Ctx, info: MethodInfo, mode: CallMode, value: Val, site: Site): void {
  const writesNothing = mode.kind === 'pure' || (mode.kind === 'modifies' && mode.entries.length === 0);
  const term = ['int', 'bool', 'real', 'rat', 'sym'].includes(value.kind) ? termToWatch(value) : null;
  if (ctx.spec || ctx.frame.callSite || info.origin !== 'workspace' || !writesNothing || term === null) return;
  ctx.run.trace.watched.push({
    id: `call:${ctx.run.trace.watched.length}`,
    role: { type: 'callResult', place: placeOf(ctx, site), method: info.key },
    term,
    rubyType: typeOf(value),
  });
}

/**
 * Ruby allocates a fresh rest array, so the callee owns it: its body, not its frame, determines whether it is written.
 */
function havocRestArguments(ctx: Ctx, state: State, info: MethodInfo, rests: readonly Val[]): State {
  const { writes } = effectsOf(ctx.run, info.key);
  if (writes !== 'everything' && !writes.has(ALL_CONTENTS)) return state;
  return rests.reduce((next, rest) => (rest.kind === 'ref' ? havocAt(ctx, next, rest, ALL_CONTENTS) : next), state);
}

/** The arrays and hashes that Ruby allocates for rest arguments. */
function restArguments(arm: SignatureArm, bound: Bound): readonly Val[] {
  return arm.type.params.flatMap((param, index) => {
    const value = bound.values[index];
    return value && (param.kind === 'rest' || param.kind === 'keyRest') ? [value] : [];
  });
}

/**
 * Values that the callee may keep a reference to: none if it writes nothing, not the receiver if it writes only that.
 */
function escapingArguments(mode: CallMode, receiver: Val, args: Args): readonly Val[] {
  if (mode.kind === 'pure' || (mode.kind === 'modifies' && mode.entries.length === 0)) return [];
  const given = [...args.positional, ...args.keywords.values()];
  const onlySelf = mode.kind === 'modifies' && mode.entries.every(entry => entry.owner === 'self');
  return onlySelf ? given : [receiver, ...given];
}

/** Values passed to the callee that a result of this type may be or contain: they escape with the result. */
function escapingWithResult(type: Type, receiver: Val, args: Args): readonly Val[] {
  const isString = (each: Type): boolean => classNameOf(each) === 'String';
  const result = unionMembers(type).filter(each => !PLAIN.has(representationOf(each)));
  const given = [receiver, ...args.positional, ...args.keywords.values()];
  if (result.length === 0) return [];
  return result.every(isString)
    ? given.filter(val => val.kind !== 'ref' || unionMembers(val.type).some(isString))
    : given;
}

const PLAIN: ReadonlySet<string> = new Set(['nil', 'int', 'bool', 'real', 'rat', 'sym']);

function callUnmatched(
  ctx: Ctx,
  info: MethodInfo,
  { receiver, args, site }: Send,
  state: State,
  what: Construct = { kind: 'method-arguments', method: info.name },
): Out {
  const taint = taintFor(ctx, what, site);
  const left = havocHeap(ctx, markEscaped(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  const next = forgetLastMatch(ctx, ctx.frame, left);
  return { value: makeUnmodelled(ctx, what, site), state: havocAfterUnknownBlock(ctx, what, args.block, site, next) };
}

export function requirePreconditions(ctx: Ctx, state: State, call: BoundCall): void {
  const { info, arm, bound, site } = call;
  const declared = declaredErrors(info, arm);
  for (const [index, param] of arm.type.params.entries()) {
    if (bound.values[index] === undefined) continue;
    for (const { formula, clause } of translateSignatureClauses(
      ctx,
      state,
      refinementsOf(param.refinement, param.type),
      call,
      { old: null },
    )) {
      addObligation(ctx, state, {
        kind: 'precondition',
        goal: formula,
        place: placeOf(ctx, site),
        clause,
        ...declared,
        reason: {
          kind: 'clause-of',
          subject: { kind: 'argument', param: param.name ?? index + 1, callee: methodNamed(info.name) },
        },
      });
    }
  }
  const whole = arm.type.precondition ? [arm.type.precondition] : [];
  for (const { formula, clause } of translateSignatureClauses(ctx, state, whole, call, { old: null })) {
    const reason = { kind: 'whole-precondition', method: info.name } as const;
    const place = placeOf(ctx, site);
    addObligation(ctx, state, { kind: 'precondition', goal: formula, place, clause, reason, ...declared });
  }
}

/** No run checks the clauses of the library: Ruby itself raises what the signature declares. */
function declaredErrors(info: MethodInfo, arm: SignatureArm): Pick<ObligationRequest, 'declaredRaises'> {
  const raises = info.origin === 'workspace' ? null : arm.labels.raises;
  return raises === null || raises.length === 0 ? {} : { declaredRaises: raises };
}

function resultOf(ctx: Ctx, returned: Returned, mode: CallMode, send: Send, state: State): Val {
  const { info, type } = returned;
  const { receiver, site } = send;
  requireStableIdentity(ctx, info, send, state);
  if (mode.kind === 'pure') {
    const val = applyPureFunction(ctx, returned, mode.reads, send, state);
    if (!ctx.spec && provesTupleLengths(info, receiver, type)) recordReceived(ctx, state, val);
    return val;
  }
  requireDeterministic(ctx, info, site, state);
  if (info.name === 'initialize') return receiver;
  if (type.kind === 'nil') return NIL_VAL;
  const { val, guard } = makeArbitraryValue(ctx, type, `result:${info.name}`, state.heap.alloc, site);
  assume(ctx, state, guard);
  if (provesTupleLengths(info, receiver, type)) recordReceived(ctx, state, val);
  return val;
}

/** A method of the workspace must prove its tuple lengths; a library method returns only what the receiver contains. */
function provesTupleLengths(info: MethodInfo, receiver: Val, type: Type): boolean {
  return mentionsFixedShape(type) && (info.origin === 'workspace' || !mentionsFixedShape(typeOf(receiver)));
}

interface Callee {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly receiver: Val;
  readonly args: Args;
  /** The state before the call. */
  readonly given: State;
}

/** If a rescue or an ensure can observe it, a callee may raise unless it says otherwise; returns the normal exit. */
function raiseEdge(ctx: Ctx, callee: Callee, state: State, site: Site, atRaise: (state: State) => void): State {
  const { info, arm, receiver, args, given } = callee;
  const isOurs = info.origin === 'workspace';
  const raises = (isOurs ? null : arm.labels.raises) ?? info.signature?.labels.raises ?? null;
  for (const name of raises ?? []) ctx.run.results.mayRaise.add(name);
  if (ctx.spec || raises?.length === 0 || (!isOurs && isKnownNotToRaise(ctx, info, args, given))) return state;
  const byElements = isOurs ? [] : findRaisesFromElements(ctx, info, typeOf(receiver), args);
  const isSaid = ctx.run.input.method.signature?.labels.raises != null;
  const own =
    isSaid && !ctx.sinks.observed ? new Set([...classesRaisedBy(ctx.run.input, info, arm), ...byElements]) : null;
  if (!ctx.sinks.observed && !own?.size) return addStopIterationExit(ctx, raises, state, placeOf(ctx, site));
  let next = state;
  const unnamed =
    own && !own.has(null) ? [...own] : [mayHandleNonStandardErrors(ctx) ? null : (byElements[0] ?? 'StandardError')];
  const named = raises && own ? [...own] : raises && [...new Set([...raises, ...byElements])];
  for (const exception of named ?? unnamed) {
    const raised = freshSymbol(ctx.run, 'raised', BOOL_SORT);
    const there = { ...next, path: and(next.path, raised) };
    atRaise(there);
    const className = exception && (resolveClassName(ctx.run.input.program, info.nesting, exception) ?? exception);
    ctx.sinks.raises.push({ value: NIL_VAL, state: there, place: placeOf(ctx, site), exception: className });
    next = { ...next, path: and(next.path, not(raised)) };
  }
  return next;
}

/**
 * Whether an enclosing rescue handles classes outside StandardError (LoadError, NotImplementedError), which a callee
 * may raise.
 */
function mayHandleNonStandardErrors(ctx: Ctx): boolean {
  const { program } = ctx.run.input;
  return ctx.sinks.caught.some(name => name !== 'StandardError' && !ancestors(program, name).includes('StandardError'));
}

function assumePostconditions(ctx: Ctx, states: { before: State; after: State }, call: BoundCall, value: Val): void {
  const { info, arm, bound, site } = call;
  const refinements = refinementsOf(arm.type.resultRefinement, arm.type.result);
  const labelled = info.signature!.labels;
  const what = labelled.pure ? 'purity' : labelled.modifies || labelled.protects ? 'frame' : null;
  if (what) recordAssumption(ctx.run, { owner: info.key, what, place: info.place });
  if (refinements.length === 0) {
    // The callee's own proof shows that there is a result and that it contains no nil. Of a package, all is assumed.
    if (info.packaged || (info.definition && info.origin === 'workspace' && !mayBeNil(arm.type.result)))
      recordAssumption(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
    return;
  }
  if (ctx.spec && !isKnownToTerminate(ctx.run, info)) return;
  recordAssumption(ctx.run, {
    owner: info.key,
    what: info.definition ? 'contract' : ownerKind(ctx, info),
    place: arm.place,
  });
  const binders = new Map(bound.binders);
  for (const refinement of refinements) if (refinement.binder) binders.set(refinement.binder, value);
  if (arm.type.resultName) binders.set(arm.type.resultName, value);
  const guard = ctx.spec ? and(...ctx.spec.wellDefined) : TRUE;
  const assumes = (): void => {
    const clauses = translateSignatureClauses(
      ctx,
      states.after,
      refinements,
      { ...call, bound: { binders } },
      { old: states.before },
    );
    for (const { formula, clause } of clauses) {
      const fact: Formula = ctx.spec ? implies(guard, formula) : formula;
      const shown = { source: { kind: 'postcondition', method: info.key }, text: clause.text } as const;
      assumeAndShow(ctx, states.after, { ...shown, place: placeOf(ctx, site) }, fact);
      noteStep(ctx, { operation: 'assume', text: `${info.name}: ${refinements.map(each => each.text).join(' && ')}` });
    }
  };
  if (info.definition) assumes();
  else assumeTrustedContract(ctx, info.key, placeOf(ctx, site), and(states.after.path, guard), assumes);
}

function ownerKind(ctx: Ctx, info: MethodInfo): 'mixin' | 'contract' {
  return ctx.run.input.program.classes.get(info.owner)?.kind === 'module' ? 'mixin' : 'contract';
}
