/**
 * The state on entry: self and parameters as symbols of their types (objects of related types may alias), the
 * precondition and class invariants assumed, and the writes that the labels allow.
 */
import { and, eq, FALSE, implies, int, not, or, same, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { INT_SORT } from '../logic/sorts';
import type { SignatureArm } from '../program/program';
import type { Param } from '../ril/ril';
import { isKeywordParam, positionOfKeywordHash } from '../types/keywordsAsHash';
import { DYNAMIC, nominal, SYMBOL, type Type } from '../types/type';
import { noteContainerArguments } from './analysis/aliasedContainers';
import { entryLocalName, isAnonymousParam, nameAnonymousParams } from './analysis/anonymousParams';
import { assumeDisjointContainers } from './analysis/disjointContainers';
import { makeCallerBlock } from './calls/blocks/callerBlock';
import { beginMethodOn } from './calls/transfer/objectConsistency';
import { exceptionalClauses, refinementsOf, translateSignatureClauses } from './clauses/signatureClauses';
import { type Entered, enterListedRest, enterRest, listedParameters } from './enterRest';
import { enterSelf } from './enterSelf';
import { allowedWritesOf } from './fields/allowedWrites';
import { assumeInvariants, assumeOwnInvariants, hasInvariants } from './fields/classInvariants';
import { contentsOf, isHash } from './heap/hashes';
import { recordReceived } from './heap/receivedShapes';
import { withinBits } from './library/numbers/boundedIntegers';
import { checkWrite } from './obligations/checkWrite';
import { assumePrecondition } from './obligations/knownFacts';
import { addObligation } from './obligations/obligations';
import { watchEntry } from './obligations/watchedValues';
import {
  assumeAlways,
  type Ctx,
  ENTRY_ALLOCATION,
  freshSymbol,
  INITIAL_MODE,
  makeUnmodelled,
  noteStep,
  placeOf,
  type Run,
  taintFor,
  undoFacts,
} from './state/context';
import { forkState } from './state/fork';
import type { ExitList, Frame } from './state/frame';
import { literalKey } from './state/hashTypes';
import { ANYTHING } from './state/heapKey';
import { KeyMap } from './state/keyedMap';
import { localKey, METHOD_SCOPE } from './state/localKey';
import { classNameOf, mentionsFixedShape } from './state/representation';
import { type Epoch, type State, withLocal } from './state/state';
import { makeArbitraryValue, resolveTypeFor } from './state/typeGuards';
import type { Val } from './state/value';

export interface Entry {
  readonly ctx: Ctx;
  /** The state in which the body begins. */
  readonly state: State;
  /** The state before the defaults of parameters run; contracts call it "on entry". */
  readonly before: State;
}

export function enterMethod(run: Run, arm: SignatureArm | null, index: number): Entry {
  const { method } = run.input;
  const alloc = ENTRY_ALLOCATION;
  const start = initialState(alloc);
  assumeAlways(run, { kind: 'apply', operator: '>=', args: [alloc, int(0)], sort: { kind: 'bool' } }, true);
  const made = enterSelf(run, start);
  const outside = frameOf(run, made.self, arm);
  const { state, binders } = enterParams(outside, made.state, arm);
  const before = stateOnEntry(made.state, state, binders);
  const place = placeOf(outside, { span: method.definition!.nameSpan });
  const underConstruction =
    method.name === 'initialize' && made.self.kind === 'ref' ? { object: made.self, place } : null;
  const ctx = beginMethodOn({ ...outside, mode: { ...outside.mode, underConstruction } }, method, made.self, place);
  if (made.self.kind === 'ref' && method.name !== 'initialize' && !method.key.startsWith('#'))
    watchEntry(run, before, 'self', { type: 'self' }, made.self);
  for (const { name, val, keyword, spread, source } of binders.params)
    watchEntry(run, before, `param:${name}`, { type: 'param', name, keyword, spread }, source ?? val);
  assumeDisjointContainers(run, binders.values);
  noteContainerArguments(run, binders.params);
  if (arm) assumePreconditions(ctx, before, arm, binders);
  for (const object of [made.self, ...binders.values])
    if (hasInvariants(ctx, object) && object !== ctx.mode.underConstruction?.object)
      assumeInvariants(ctx, before, object);
  if (hasInvariants(ctx, made.self) && !ctx.mode.underConstruction)
    assumeOwnInvariants(ctx, before, made.self, binders.values);
  const limit = allowedWritesOf(ctx, before, arm, binders.byBinder, alloc);
  const limited: Ctx = { ...ctx, mode: { ...ctx.mode, limit } };
  if (before.heap !== state.heap) checkDefaultWrites(limited, state);
  checkVacuity(limited, before, arm, index);
  return {
    ctx: { ...limited, mode: { ...limited.mode, entry: before }, frame: { ...ctx.frame, params: binders.values } },
    state,
    before,
  };
}

/** Defaults run before the allowed writes are known, so a frame that allows some writes does not check them. */
function checkDefaultWrites(ctx: Ctx, state: State): void {
  const { limit } = ctx.mode;
  const { input } = ctx.run;
  const site = { span: input.method.definition!.nameSpan };
  const allowed = input.method.signature?.labels.modifies ?? input.method.signature?.labels.protects ?? [];
  if (limit?.kind === 'frame' && allowed.length > 0) taintFor(ctx, { kind: 'writing-default' }, site);
  else checkWrite(ctx, state, ANYTHING, null, placeOf(ctx, site));
}

/** The parameters as passed, and the heap on entry unless defaults write only objects that they allocate. */
function stateOnEntry(start: State, entered: State, binders: Binders): State {
  const locals = new KeyMap(entered.locals);
  for (const { name, val } of binders.params) locals.set(localKey(METHOD_SCOPE, name), val);
  const heap = start.heap.version === entered.heap.version ? entered.heap : start.heap;
  return { ...entered, locals, heap };
}

function initialState(alloc: Formula): State {
  const epoch: Epoch = { kind: 'base', id: 0, alloc, kept: null, taint: null, only: null };
  return {
    path: TRUE,
    locals: new KeyMap(),
    heap: { maps: new KeyMap(), epoch, alloc, version: symbol('version!0', INT_SORT) },
    fresh: [],
    apart: [],
  };
}

function frameOf(run: Run, self: Val, arm: SignatureArm | null): Ctx {
  const { method, typed } = run.input;
  const returns: ExitList = run.trail.list();
  const observed = arm !== null && exceptionalClauses(arm).length > 0;
  const frame: Frame = {
    id: 1,
    method,
    anchor: method.definition!.anchor,
    nesting: method.nesting,
    self,
    types: typed.types,
    calls: typed.calls,
    block: null,
    stack: [method.key],
    callSite: null,
    params: [],
    returns,
  };
  return {
    run,
    mode: INITIAL_MODE,
    frame,
    sinks: { returns, raises: run.trail.list(), breaks: null, nexts: null, observed, caught: [] },
    scope: [1],
    spec: null,
  };
}

interface EnteredParam {
  readonly name: string;
  readonly val: Val;
  readonly keyword: boolean;
  /** It contains any number of arguments. */
  readonly spread: boolean;
  /** The container that the arguments were splatted from. */
  readonly source: Val | null;
}

interface Binders {
  readonly params: readonly EnteredParam[];
  readonly byBinder: ReadonlyMap<string, Val>;
  readonly givens: ReadonlyMap<string, Formula>;
  readonly values: readonly Val[];
}

/** define-sym for each parameter; binders of the signature bind by position. */
function enterParams(ctx: Ctx, state: State, arm: SignatureArm | null): { state: State; binders: Binders } {
  const params = nameAnonymousParams(ctx.run.input.method.definition!.params);
  const types = signatureTypes(ctx, params, arm);
  const list: EnteredParam[] = [];
  const byBinder = new Map<string, Val>();
  const givens = new Map<string, Formula>();
  let next = state;
  for (const [index, param] of params.entries()) {
    if (param.name !== null && param.kind === 'block')
      next = withLocal(next, localKey(METHOD_SCOPE, param.name), makeCallerBlock(ctx, param.name, state.heap.alloc));
    if (param.name === null || param.kind === 'block') continue;
    const listed = listedParameters(params, index, arm);
    const together = listed && enterListedRest(ctx, next, { param, listed }, selfType(ctx), state.heap.alloc);
    if (together) {
      next = withLocal(together.state, localKey(METHOD_SCOPE, param.name), together.val);
      if (!byBinder.has(param.name)) byBinder.set(param.name, together.val);
      for (const { name, val, binders } of together.parts) {
        next = withLocal(next, localKey(METHOD_SCOPE, entryLocalName(name)), val);
        list.push({ name, val, keyword: param.kind === 'keyRest', spread: false, source: null });
        for (const binder of binders) byBinder.set(binder, val);
      }
      continue;
    }
    const { type, binder } = types[index]!;
    if (isAnonymousParam(param.name) && classNameOf(type) === null) continue;
    const { val, given, source, state: entered } = enterParam(ctx, next, param, type, state.heap.alloc);
    next = withLocal(entered, localKey(METHOD_SCOPE, param.name), val);
    if (source) assumeDistinctSource(ctx, source, list);
    if (source && param.kind === 'keyRest') withoutNamedKeys(ctx, entered, source, params);
    const keyword = isKeywordParam(param);
    list.push({
      name: isAnonymousParam(param.name) ? param.name.slice(1) : param.name,
      val,
      keyword,
      spread: source !== null,
      source,
    });
    if (!byBinder.has(param.name)) byBinder.set(param.name, val);
    for (const name of binder) {
      byBinder.set(name, val);
      givens.set(name, given);
    }
    noteStep(ctx, { operation: 'define-sym', text: param.name });
  }
  return { state: next, binders: { params: list, byBinder, givens, values: list.map(each => each.val) } };
}

/**
 * A parameter with a default may be omitted; its refinement then says nothing about it. `alloc`: the caller's
 * allocation.
 */
function enterParam(ctx: Ctx, state: State, param: Param, type: Type, alloc: Formula): Entered {
  if (param.kind === 'rest' || param.kind === 'keyRest') return enterRest(ctx, state, param, type, alloc);
  if (param.destructure || param.kind === 'forward')
    return {
      val: makeUnmodelled(ctx, { kind: 'parameter', name: param.name }, param),
      given: TRUE,
      source: null,
      state,
    };
  const { val, guard } = makeArbitraryValue(ctx, type, param.name ?? 'arg', alloc, param);
  assumeAlways(ctx.run, and(guard, withinBits(ctx, val)), true);
  if (mentionsFixedShape(type)) recordReceived(ctx, stateBeforeDefaults(), val);
  if (!param.default) return { val, given: TRUE, source: null, state };
  if (isHash(val)) contentsOf(ctx, stateBeforeDefaults(), val); // assume its type before the join with the default
  const given = freshSymbol(ctx.run, `given:${param.name}`, { kind: 'bool' });
  const { default: otherwise } = param;
  const out = forkState(ctx, given, state, param, {
    yes: s => ({ value: val, state: s }),
    no: s => ctx.run.rules.evaluate(ctx, otherwise, s),
  });
  return { val: out.value, given, source: null, state: { ...out.state, path: simplifyPath(out.state.path, given) } };
}

/** The state before any default runs. */
function stateBeforeDefaults(): State {
  return initialState(ENTRY_ALLOCATION);
}

/** Passed or omitted: a default that exits normally adds no condition. */
function simplifyPath(path: Formula, given: Formula): Formula {
  return same(path, or(given, not(given))) ? TRUE : path;
}

/** The container that arguments were splatted from has no other reference. */
function assumeDistinctSource(ctx: Ctx, source: Val, others: readonly EnteredParam[]): void {
  for (const other of [ctx.frame.self, ...others.map(each => each.source ?? each.val)])
    if (other.kind === 'ref' && source.kind === 'ref') assumeAlways(ctx.run, not(eq(other.term, source.term)), true);
}

/** A keyword with a named parameter never reaches the double splat. */
function withoutNamedKeys(ctx: Ctx, state: State, source: Val, params: readonly Param[]): void {
  if (!isHash(source)) return;
  const { present } = contentsOf(ctx, state, source);
  for (const { kind, name } of params)
    if (name && (kind === 'key' || kind === 'optionalKey'))
      assumeAlways(ctx.run, not(select(present, literalKey({ type: 'symbol', value: name }))), true);
}

function selfType(ctx: Ctx): Type {
  return ctx.frame.self.kind === 'ref' ? ctx.frame.self.type : nominal(ctx.frame.method.owner);
}

function signatureTypes(
  ctx: Ctx,
  params: readonly Param[],
  arm: SignatureArm | null,
): { type: Type; binder: readonly string[] }[] {
  const self = selfType(ctx);
  if (!arm)
    return params.map(param => ({ type: ctx.run.input.typed.params.get(param.name ?? '') ?? DYNAMIC, binder: [] }));
  const positional = arm.type.params.filter(param => !isKeywordParam(param));
  const hashAt = positionOfKeywordHash(params, arm.type);
  let position = 0;
  let spreads = false;
  return params.map(param => {
    const isKey = param.kind === 'key' || param.kind === 'optionalKey';
    const found = isKey
      ? arm.type.params.find(each => each.name === param.name && each.kind.toLowerCase().includes('key'))
      : param.kind === 'keyRest'
        ? arm.type.params.find(each => each.kind === 'keyRest')
        : positional[position];
    spreads ||= param.kind === 'rest';
    const maybeKeywords = hashAt !== null && (position >= hashAt || spreads);
    if (!isKey && !['block', 'keyRest', 'noKey'].includes(param.kind)) position++;
    if (maybeKeywords) return { type: DYNAMIC, binder: [] };
    const isRest = param.kind === 'rest' || param.kind === 'keyRest';
    if (!found || (isRest && (found.kind !== param.kind || found.type.kind === 'refined')))
      return { type: DYNAMIC, binder: [] };
    const binder = [found.name, found.refinement?.binder].filter((name): name is string => !!name);
    const type = resolveTypeFor(ctx.run.input.program, found.type, self);
    if (!isRest) return { type, binder };
    return { type: param.kind === 'rest' ? nominal('Array', [type]) : nominal('Hash', [SYMBOL, type]), binder };
  });
}

function assumePreconditions(ctx: Ctx, state: State, arm: SignatureArm, binders: Binders): void {
  for (const param of arm.type.params) {
    for (const { formula, clause } of translateSignatureClauses(
      ctx,
      state,
      refinementsOf(param.refinement, param.type),
      { info: ctx.run.input.method, arm, bound: { binders: binders.byBinder }, self: ctx.frame.self },
      { old: null },
    )) {
      assumePrecondition(ctx, clause, implies(binders.givens.get(param.name ?? '') ?? TRUE, formula));
      noteStep(ctx, { operation: 'assume', text: clause.text });
    }
  }
  const { method } = ctx.run.input;
  const whole = arm.type.precondition ? [arm.type.precondition] : [];
  const bound = { binders: binders.byBinder };
  for (const { formula, clause } of translateSignatureClauses(
    ctx,
    state,
    whole,
    { info: method, arm, bound, self: ctx.frame.self },
    { old: null },
  )) {
    assumePrecondition(ctx, clause, formula);
    noteStep(ctx, { operation: 'assume', text: clause.text });
  }
}

/** Checks that the precondition is satisfiable: the goal `false` must not be provable. */
function checkVacuity(ctx: Ctx, state: State, arm: SignatureArm | null, index: number): void {
  const refined = arm?.type.params.some(param => refinementsOf(param.refinement, param.type).length > 0);
  if (!refined && !arm?.type.precondition) return;
  const before = ctx.run.trail.mark();
  addObligation(ctx, state, {
    kind: 'vacuity',
    id: `vacuity:${index}:0`,
    goal: FALSE,
    place: placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan }),
    clause: { text: arm!.text, place: arm!.place },
    reason: { kind: 'satisfiable-precondition' },
  });
  undoFacts(ctx.run, before);
}
