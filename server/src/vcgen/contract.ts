/**
 * A call by contract: assert the precondition, forget what the callee may write, take any result of its type, assume the
 * postcondition. T-Pure1: the result is a function of receiver, arguments and what the method reads. T-Impure1: fresh.
 */
import { and, implies, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import { ancestors } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { MethodInfo, SignatureArm } from '../program/program';
import type { Type } from '../types/type';
import type { Args, Site } from './arguments';
import { askAtRest, assumeAtRest } from './atRest';
import { type Bound, bindToSignature } from './bindSignature';
import { afterUnknownBlock, anyCallsOf } from './blocksByContract';
import { affect, type Mode } from './callEffects';
import { throwEdge } from './catching';
import {
  assume,
  assumeAlways,
  type Ctx,
  fresh,
  leanOn,
  note,
  notModelled,
  type Out,
  placeOf,
  taintFor,
} from './context';
import { effectsOf, terminates } from './effects';
import { expose } from './exposed';
import { afterFreezing, askUnfrozenArguments } from './frozen';
import { handOver } from './givenLengths';
import { stopEdge } from './handlers';
import { havoc, havocAt } from './havoc';
import { joinExits } from './join';
import { leak } from './leak';
import { asCalled } from './librarySignatures';
import { oblige } from './obligations';
import { takeOnTrust } from './onTrust';
import { assumeOutcome } from './outcome';
import { armFor } from './overloads';
import { pureResult } from './pure';
import { raisedByElements } from './raisedByElements';
import { isPlainlyFine } from './raisedByTexts';
import { raisedBy } from './raising';
import { askIdentity, askRepeatable } from './repeatable';
import { classNameOf, mayBeNil, members, saysLengths, shapeOf } from './shape';
import { clausesOf, refinementsOf } from './signatureClauses';
import type { State } from './state';
import { anyOf, concrete } from './typing';
import { NIL_VAL, typeOf, type Val } from './value';
import { watchTerm } from './watch';

export function byContract(
  ctx: Ctx,
  info: MethodInfo,
  mode: Mode,
  receiver: Val,
  args: Args,
  site: Site,
  state: State,
): Out {
  const declared = armFor(ctx, info, args, site);
  const arm = declared && asCalled(ctx, info, declared, mode, receiver, args, site);
  const bound = arm && bindToSignature(ctx, state, arm.type, args, receiver, site, info.name);
  if (!arm || !bound) return unmatched(ctx, info, receiver, args, site, state);
  ctx.run.contracts.add(info.key);
  note(ctx, { operation: 'call', text: `${info.key} (${mode.kind})` });
  const given = bound.state;
  askPreconditions(ctx, given, info, arm, bound, receiver, site);
  const atRest = askAtRest(ctx, given, { info, arm, mode, receiver, args, site });
  for (const each of [...args.positional, ...args.keywords.values()]) expose(ctx, given, each);
  const left = leak(given, ...handedOver(mode, receiver, args), ...restsOf(arm, bound));
  const open = mode.kind === 'writes' || mode.kind === 'havoc';
  const ready = open ? askUnfrozenArguments(ctx, left, info, bound, site) : left;
  const writes = (s: State): State => {
    const affected = withoutRests(ctx, affect(ctx, s, info, mode, bound, receiver, site), info, restsOf(arm, bound));
    const frozen = afterFreezing(ctx, info, affected);
    if (mode.kind !== 'pure') assumeAtRest(ctx, frozen, atRest);
    return frozen;
  };
  const { block: closure } = args;
  const called = closure && !ctx.spec ? anyCallsOf(ctx, { info, arm, receiver, closure, site, writes }, ready) : null;
  if (closure && !called) return unmatched(ctx, info, receiver, args, site, given, `a block given to ${info.name}`);
  const after = writes(called?.state ?? ready);
  const type = concrete(ctx.run.input.program, arm.type.result, typeOf(receiver));
  // What a block has a part in is no function of the arguments alone; of those that are spread, nobody knows how many.
  const how: Mode = (closure || args.spread) && mode.kind === 'pure' ? { kind: 'modifies', entries: [] } : mode;
  const value = resultOf(ctx, info, how, receiver, args, type, site, after);
  watchResult(ctx, info, how, value, site);
  const callee: Callee = { info, arm: declared, receiver, args, given };
  const normal = raiseEdge(ctx, callee, throwEdge(ctx, info, after, site), site, raised =>
    assumeOutcome(ctx, { before: given, raised }, info, arm, bound, receiver, site),
  );
  assumePostconditions(ctx, { before: given, after: normal }, info, arm, bound, receiver, value, site);
  const told = how.kind === 'pure' ? normal : leak(normal, ...givenBack(type, receiver, args));
  if (!called || called.breaks.length === 0) return { value, state: told };
  // On the way out, the method's own ensure may still write.
  const broken = called.breaks.map(exit => ({ ...exit, state: writes(exit.state) }));
  return joinExits(ctx, [...broken, { value, state: told }], site, told);
}

/** Of a callee that gives a plain value and writes nothing: whether its contract is to blame is seen by a run with that value. */
function watchResult(ctx: Ctx, info: MethodInfo, mode: Mode, value: Val, site: Site): void {
  const writesNothing = mode.kind === 'pure' || (mode.kind === 'modifies' && mode.entries.length === 0);
  const term = ['int', 'bool', 'real', 'rat', 'sym'].includes(value.kind) ? watchTerm(value) : null;
  if (ctx.spec || ctx.frame.callSite || info.origin !== 'workspace' || !writesNothing || term === null) return;
  ctx.run.watched.push({
    id: `call:${ctx.run.watched.length}`,
    role: { type: 'callResult', place: placeOf(ctx, site), method: info.key },
    term,
    rubyType: typeOf(value),
  });
}

/** What Ruby makes of the rest is the callee's own: its frame does not say whether it is written, its body does. */
function withoutRests(ctx: Ctx, state: State, info: MethodInfo, rests: readonly Val[]): State {
  const { writes } = effectsOf(ctx.run, info.key);
  if (writes !== 'everything' && !writes.has('contents')) return state;
  return rests.reduce((next, rest) => (rest.kind === 'ref' ? havocAt(ctx, next, rest, 'contents') : next), state);
}

/** The arrays and hashes that Ruby makes of what is left over. */
function restsOf(arm: SignatureArm, bound: Bound): readonly Val[] {
  return arm.type.params.flatMap((param, index) => {
    const value = bound.values[index];
    return value && (param.kind === 'rest' || param.kind === 'keyRest') ? [value] : [];
  });
}

/** What the callee may keep a reference to: nothing if it writes nothing, not itself if it writes only itself. */
function handedOver(mode: Mode, receiver: Val, args: Args): readonly Val[] {
  if (mode.kind === 'pure' || (mode.kind === 'modifies' && mode.entries.length === 0)) return [];
  const given = [...args.positional, ...args.keywords.values()];
  const onlySelf = mode.kind === 'modifies' && mode.entries.every(entry => entry.owner === 'self');
  return onlySelf ? given : [receiver, ...given];
}

/** What a result of this type may be or hold, of all that the callee was given: who gets it has that, too. */
function givenBack(type: Type, receiver: Val, args: Args): readonly Val[] {
  const isString = (each: Type): boolean => classNameOf(each) === 'String';
  const result = members(type).filter(each => !PLAIN.has(shapeOf(each)));
  const given = [receiver, ...args.positional, ...args.keywords.values()];
  if (result.length === 0) return [];
  return result.every(isString) ? given.filter(val => val.kind !== 'ref' || members(val.type).some(isString)) : given;
}

const PLAIN: ReadonlySet<string> = new Set(['nil', 'int', 'bool', 'real', 'rat', 'sym']);

function unmatched(
  ctx: Ctx,
  info: MethodInfo,
  receiver: Val,
  args: Args,
  site: Site,
  state: State,
  what = `${info.name} with these arguments`,
): Out {
  const taint = taintFor(ctx, what, site);
  const next = havoc(ctx, leak(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  return { value: notModelled(ctx, what, site), state: afterUnknownBlock(ctx, what, args.block, site, next) };
}

export function askPreconditions(
  ctx: Ctx,
  state: State,
  info: MethodInfo,
  arm: SignatureArm,
  bound: Bound,
  receiver: Val,
  site: Site,
): void {
  for (const [index, param] of arm.type.params.entries()) {
    if (bound.values[index] === undefined) continue;
    for (const { formula, clause } of clausesOf(
      ctx,
      state,
      refinementsOf(param.refinement, param.type),
      info,
      arm,
      bound,
      receiver,
      null,
    )) {
      oblige(ctx, state, {
        kind: 'precondition',
        goal: formula,
        place: placeOf(ctx, site),
        clause,
        about: `argument ${param.name ?? index + 1} of ${info.name}`,
      });
    }
  }
  const whole = arm.type.precondition ? [arm.type.precondition] : [];
  for (const { formula, clause } of clausesOf(ctx, state, whole, info, arm, bound, receiver, null)) {
    const about = `what ${info.name} asks on entry`;
    oblige(ctx, state, { kind: 'precondition', goal: formula, place: placeOf(ctx, site), clause, about });
  }
}

function resultOf(
  ctx: Ctx,
  info: MethodInfo,
  mode: Mode,
  receiver: Val,
  args: Args,
  type: Type,
  site: Site,
  state: State,
): Val {
  askIdentity(ctx, info, receiver, site, state);
  if (mode.kind === 'pure') {
    const val = pureResult(ctx, info, mode.reads, receiver, args, type, site, state);
    if (!ctx.spec && keepsLengths(info, receiver, type)) handOver(ctx, state, val);
    return val;
  }
  askRepeatable(ctx, info, site, state);
  if (info.name === 'initialize') return receiver;
  if (type.kind === 'nil') return NIL_VAL;
  const { val, guard } = anyOf(ctx, type, `result:${info.name}`, state.heap.alloc, site);
  assume(ctx, state, guard);
  if (keepsLengths(info, receiver, type)) handOver(ctx, state, val);
  return val;
}

/** A method of ours was asked for the lengths of its result; the library only passes on what the receiver holds. */
function keepsLengths(info: MethodInfo, receiver: Val, type: Type): boolean {
  return saysLengths(type) && (info.origin === 'workspace' || !saysLengths(typeOf(receiver)));
}

interface Callee {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly receiver: Val;
  readonly args: Args;
  /** Before the call. */
  readonly given: State;
}

/** Where a rescue or an ensure can see it, a callee that does not say otherwise may raise; the rest is the way on. */
function raiseEdge(ctx: Ctx, callee: Callee, state: State, site: Site, atRaise: (state: State) => void): State {
  const { info, arm, receiver, args, given } = callee;
  const isOurs = info.origin === 'workspace';
  const raises = (isOurs ? null : arm.labels.raises) ?? info.signature?.labels.raises ?? null;
  for (const name of raises ?? []) ctx.run.mayRaise.add(name);
  if (ctx.spec || raises?.length === 0 || (!isOurs && isPlainlyFine(ctx, info, args, given))) return state;
  const byElements = isOurs ? [] : raisedByElements(ctx, info, typeOf(receiver), args);
  const isSaid = ctx.run.input.method.signature?.labels.raises != null;
  const own = isSaid && !ctx.sinks.observed ? new Set([...raisedBy(ctx.run.input, info, arm), ...byElements]) : null;
  if (!ctx.sinks.observed && !own?.size) return stopEdge(ctx, raises, state, placeOf(ctx, site));
  let next = state;
  const unnamed = own && !own.has(null) ? [...own] : [reachesBeyond(ctx) ? null : (byElements[0] ?? 'StandardError')];
  const named = raises && own ? [...own] : raises && [...new Set([...raises, ...byElements])];
  for (const exception of named ?? unnamed) {
    const raised = fresh(ctx.run, 'raised', BOOL_SORT);
    const there = { ...next, path: and(next.path, raised) };
    atRaise(there);
    const className = exception && (resolveClassName(ctx.run.input.program, info.nesting, exception) ?? exception);
    ctx.sinks.raises.push({ value: NIL_VAL, state: there, place: placeOf(ctx, site), exception: className });
    next = { ...next, path: and(next.path, not(raised)) };
  }
  return next;
}

/** Somebody around takes what is no StandardError (LoadError, NotImplementedError): a callee may well raise that. */
function reachesBeyond(ctx: Ctx): boolean {
  const { program } = ctx.run.input;
  return ctx.sinks.caught.some(name => name !== 'StandardError' && !ancestors(program, name).includes('StandardError'));
}

function assumePostconditions(
  ctx: Ctx,
  states: { before: State; after: State },
  info: MethodInfo,
  arm: SignatureArm,
  bound: Bound,
  receiver: Val,
  value: Val,
  site: Site,
): void {
  const refinements = refinementsOf(arm.type.resultRefinement, arm.type.result);
  const labelled = info.signature!.labels;
  const what = labelled.pure ? 'purity' : labelled.modifies || labelled.protects ? 'frame' : null;
  if (what) leanOn(ctx.run, { owner: info.key, what, place: info.place });
  if (refinements.length === 0) {
    // That there is a result, and no nil in it, is what the callee's own proof says.
    if (info.definition && info.origin === 'workspace' && !mayBeNil(arm.type.result))
      leanOn(ctx.run, { owner: info.key, what: 'contract', place: arm.place });
    return;
  }
  if (ctx.spec && !terminates(ctx.run, info)) return;
  leanOn(ctx.run, {
    owner: info.key,
    what: info.definition ? 'contract' : mixinOrContract(ctx, info),
    place: arm.place,
  });
  const binders = new Map(bound.binders);
  for (const refinement of refinements) if (refinement.binder) binders.set(refinement.binder, value);
  if (arm.type.resultName) binders.set(arm.type.resultName, value);
  const guard = ctx.spec ? and(...ctx.spec.wellDefined) : TRUE;
  const assumes = (): void => {
    const clauses = clausesOf(ctx, states.after, refinements, info, arm, { binders }, receiver, states.before);
    for (const { formula } of clauses) {
      const fact: Formula = ctx.spec ? implies(guard, formula) : formula;
      assumeAlways(ctx.run, implies(states.after.path, fact));
      note(ctx, { operation: 'assume', text: `${info.name}: ${refinements.map(each => each.text).join(' && ')}` });
    }
  };
  if (info.definition) assumes();
  else takeOnTrust(ctx, info.key, placeOf(ctx, site), and(states.after.path, guard), assumes);
}

function mixinOrContract(ctx: Ctx, info: MethodInfo): 'mixin' | 'contract' {
  return ctx.run.input.program.classes.get(info.owner)?.kind === 'module' ? 'mixin' : 'contract';
}
