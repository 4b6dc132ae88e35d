/**
 * The state on entry: self and parameters as symbols of their types (related ones may alias), the precondition assumed,
 * class invariants assumed, and what the labels allow to be written.
 */
import { and, eq, FALSE, implies, int, not, or, same, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select } from '../logic/maps';
import { INT_SORT } from '../logic/sorts';
import type { SignatureArm } from '../program/program';
import type { Param } from '../ril/ril';
import { DYNAMIC, nominal, SYMBOL, type Type } from '../types/type';
import { beginOn } from './atRest';
import { withinBits } from './boundedIntegers';
import { fork } from './branch';
import { assumeInvariants, assumeOwn, hasInvariants } from './classInvariants';
import {
  assumeAlways,
  type Ctx,
  type Exit,
  type Frame,
  fresh,
  note,
  notModelled,
  placeOf,
  type Run,
  taintFor,
} from './context';
import { type Entered, enterListed, enterRest, listedFor } from './enterRest';
import { enterSelf } from './enterSelf';
import { givenBlock } from './givenBlocks';
import { handOver } from './givenLengths';
import { contentsOf, isHash } from './hashes';
import { literalKey } from './hashTypes';
import { givenName, isHidden, namedParams } from './hiddenParams';
import { mayWrite } from './mayWrite';
import { oblige } from './obligations';
import { classNameOf, saysLengths } from './shape';
import { clausesOf, outcomeClauses, refinementsOf } from './signatureClauses';
import { type Epoch, type State, withLocal } from './state';
import { anyOf, concrete } from './typing';
import { assumeUnlike } from './unlikeContainers';
import type { Val } from './value';
import { watchEntry } from './watch';
import { limitOf } from './writeLimit';

export interface Entry {
  readonly ctx: Ctx;
  /** Where the body begins. */
  readonly state: State;
  /** Before it: defaults of parameters may have written something. What contracts call "on entry". */
  readonly before: State;
}

export function enter(run: Run, arm: SignatureArm | null, index: number): Entry {
  const { method } = run.input;
  const alloc = symbol('alloc!0', INT_SORT);
  const start = initialState(alloc);
  assumeAlways(run, { kind: 'apply', operator: '>=', args: [alloc, int(0)], sort: { kind: 'bool' } }, true);
  const made = enterSelf(run, start);
  const ctx = frameOf(run, made.self, arm);
  const { state, binders } = enterParams(ctx, made.state, arm);
  const before = onEntry(made.state, state, binders);
  if (method.name === 'initialize' && made.self.kind === 'ref')
    run.underConstruction = { object: made.self, place: placeOf(ctx, { span: method.definition!.nameSpan }) };
  beginOn(run, method, made.self, placeOf(ctx, { span: method.definition!.nameSpan }));
  if (made.self.kind === 'ref' && method.name !== 'initialize' && !method.key.startsWith('#'))
    watchEntry(run, before, 'self', { type: 'self' }, made.self);
  for (const { name, val, keyword, spread, source } of binders.params)
    watchEntry(run, before, `param:${name}`, { type: 'param', name, keyword, spread }, source ?? val);
  assumeUnlike(run, binders.values);
  if (arm) assumePreconditions(ctx, before, arm, binders);
  for (const object of [made.self, ...binders.values])
    if (hasInvariants(ctx, object) && object !== run.underConstruction?.object) assumeInvariants(ctx, before, object);
  if (hasInvariants(ctx, made.self) && !run.underConstruction) assumeOwn(ctx, before, made.self, binders.values);
  run.limit = limitOf(ctx, before, arm, binders.byBinder, alloc);
  if (before.heap !== state.heap) askDefaults(ctx, state);
  askVacuity(ctx, before, arm, index);
  return { ctx: { ...ctx, frame: { ...ctx.frame, params: binders.values } }, state, before };
}

/** Defaults are computed before it is known what the labels allow: a frame that allows something is not compared with them. */
function askDefaults(ctx: Ctx, state: State): void {
  const { limit, input } = ctx.run;
  const site = { span: input.method.definition!.nameSpan };
  const allowed = input.method.signature?.labels.modifies ?? input.method.signature?.labels.protects ?? [];
  if (limit?.kind === 'frame' && allowed.length > 0) taintFor(ctx, 'a default that writes something', site);
  else mayWrite(ctx, state, '*', null, placeOf(ctx, site));
}

/** Parameters as they were given, and the heap as it was unless defaults have written nothing but what they made. */
function onEntry(start: State, entered: State, binders: Binders): State {
  const locals = new Map(entered.locals);
  for (const { name, val } of binders.params) locals.set(`1/${name}`, val);
  const heap = start.heap.version === entered.heap.version ? entered.heap : start.heap;
  return { ...entered, locals, heap };
}

function initialState(alloc: Formula): State {
  const epoch: Epoch = { kind: 'base', id: 0, alloc, kept: null, taint: null, only: null };
  return {
    path: TRUE,
    locals: new Map(),
    heap: { maps: new Map(), epoch, alloc, version: symbol('version!0', INT_SORT) },
    fresh: [],
    apart: [],
  };
}

function frameOf(run: Run, self: Val, arm: SignatureArm | null): Ctx {
  const { method, typed } = run.input;
  const returns: Exit[] = [];
  const observed = arm !== null && outcomeClauses(arm).length > 0;
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
    frame,
    sinks: { returns, raises: [], breaks: null, nexts: null, observed, caught: [] },
    scope: [1],
    spec: null,
  };
}

interface EnteredParam {
  readonly name: string;
  readonly val: Val;
  readonly keyword: boolean;
  /** It holds any number of arguments. */
  readonly spread: boolean;
  /** What those are spread from. */
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
  const params = namedParams(ctx.run.input.method.definition!.params);
  const types = signatureTypes(ctx, params, arm);
  const list: EnteredParam[] = [];
  const byBinder = new Map<string, Val>();
  const givens = new Map<string, Formula>();
  let next = state;
  for (const [index, param] of params.entries()) {
    if (param.name !== null && param.kind === 'block')
      next = withLocal(next, `1/${param.name}`, givenBlock(ctx, param.name, state.heap.alloc));
    if (param.name === null || param.kind === 'block') continue;
    const listed = listedFor(params, index, arm);
    const together = listed && enterListed(ctx, next, param, listed, selfType(ctx), state.heap.alloc);
    if (together) {
      next = withLocal(together.state, `1/${param.name}`, together.val);
      if (!byBinder.has(param.name)) byBinder.set(param.name, together.val);
      for (const { name, val, binders } of together.parts) {
        next = withLocal(next, `1/${givenName(name)}`, val);
        list.push({ name, val, keyword: param.kind === 'keyRest', spread: false, source: null });
        for (const binder of binders) byBinder.set(binder, val);
      }
      continue;
    }
    const { type, binder } = types[index]!;
    if (isHidden(param.name) && classNameOf(type) === null) continue;
    const { val, given, source, state: entered } = enterParam(ctx, next, param, type, state.heap.alloc);
    next = withLocal(entered, `1/${param.name}`, val);
    if (source) distinguish(ctx, source, list);
    if (source && param.kind === 'keyRest') withoutNamedKeys(ctx, entered, source, params);
    const keyword = param.kind === 'key' || param.kind === 'optionalKey' || param.kind === 'keyRest';
    list.push({
      name: isHidden(param.name) ? param.name.slice(1) : param.name,
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
    note(ctx, { operation: 'define-sym', text: param.name });
  }
  return { state: next, binders: { params: list, byBinder, givens, values: list.map(each => each.val) } };
}

/** A parameter with a default may not be given: then its refinement says nothing of it. `alloc`: what callers have. */
function enterParam(ctx: Ctx, state: State, param: Param, type: Type, alloc: Formula): Entered {
  if (param.kind === 'rest' || param.kind === 'keyRest') return enterRest(ctx, state, param, type, alloc);
  if (param.destructure || param.kind === 'forward')
    return { val: notModelled(ctx, `the parameter ${param.name}`, param), given: TRUE, source: null, state };
  const { val, guard } = anyOf(ctx, type, param.name ?? 'arg', alloc, param);
  assumeAlways(ctx.run, and(guard, withinBits(ctx, val)), true);
  if (saysLengths(type)) handOver(ctx, asOnEntry(), val);
  if (!param.default) return { val, given: TRUE, source: null, state };
  if (isHash(val)) contentsOf(ctx, asOnEntry(), val); // what it promises is known of it, no more of what it is joined with
  const given = fresh(ctx.run, `given:${param.name}`, { kind: 'bool' });
  const { default: otherwise } = param;
  const out = fork(
    ctx,
    given,
    state,
    param,
    s => ({ value: val, state: s }),
    s => ctx.run.rules.evaluate(ctx, otherwise, s),
  );
  return { val: out.value, given, source: null, state: { ...out.state, path: simpler(out.state.path, given) } };
}

/** Before any default was computed. */
function asOnEntry(): State {
  return initialState(symbol('alloc!0', INT_SORT));
}

/** Given or not: a default that ends as it should leaves no condition behind. */
function simpler(path: Formula, given: Formula): Formula {
  return same(path, or(given, not(given))) ? TRUE : path;
}

/** What arguments are spread from has no other name. */
function distinguish(ctx: Ctx, source: Val, others: readonly EnteredParam[]): void {
  for (const other of [ctx.frame.self, ...others.map(each => each.source ?? each.val)])
    if (other.kind === 'ref' && source.kind === 'ref') assumeAlways(ctx.run, not(eq(other.term, source.term)), true);
}

/** A keyword that a parameter is named for never comes with the others. */
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
  const positional = arm.type.params.filter(param => !['key', 'optionalKey', 'keyRest'].includes(param.kind));
  let position = 0;
  return params.map(param => {
    const isKey = param.kind === 'key' || param.kind === 'optionalKey';
    const found = isKey
      ? arm.type.params.find(each => each.name === param.name && each.kind.toLowerCase().includes('key'))
      : param.kind === 'keyRest'
        ? arm.type.params.find(each => each.kind === 'keyRest')
        : positional[position];
    if (!isKey && !['block', 'keyRest', 'noKey'].includes(param.kind)) position++;
    const isRest = param.kind === 'rest' || param.kind === 'keyRest';
    if (!found || (isRest && (found.kind !== param.kind || found.type.kind === 'refined')))
      return { type: DYNAMIC, binder: [] };
    const binder = [found.name, found.refinement?.binder].filter((name): name is string => !!name);
    const type = concrete(ctx.run.input.program, found.type, self);
    if (!isRest) return { type, binder };
    return { type: param.kind === 'rest' ? nominal('Array', [type]) : nominal('Hash', [SYMBOL, type]), binder };
  });
}

function assumePreconditions(ctx: Ctx, state: State, arm: SignatureArm, binders: Binders): void {
  for (const param of arm.type.params) {
    for (const { formula, clause } of clausesOf(
      ctx,
      state,
      refinementsOf(param.refinement, param.type),
      ctx.run.input.method,
      arm,
      { binders: binders.byBinder },
      ctx.frame.self,
      null,
    )) {
      assumeAlways(ctx.run, implies(binders.givens.get(param.name ?? '') ?? TRUE, formula), true);
      note(ctx, { operation: 'assume', text: clause.text });
    }
  }
  const { method } = ctx.run.input;
  const whole = arm.type.precondition ? [arm.type.precondition] : [];
  const bound = { binders: binders.byBinder };
  for (const { formula, clause } of clausesOf(ctx, state, whole, method, arm, bound, ctx.frame.self, null)) {
    assumeAlways(ctx.run, formula, true);
    note(ctx, { operation: 'assume', text: clause.text });
  }
}

/** Can the precondition hold at all? Asked the other way round: `false` must not follow. */
function askVacuity(ctx: Ctx, state: State, arm: SignatureArm | null, index: number): void {
  const refined = arm?.type.params.some(param => refinementsOf(param.refinement, param.type).length > 0);
  if (!refined && !arm?.type.precondition) return;
  const before = ctx.run.facts.length;
  oblige(ctx, state, {
    kind: 'vacuity',
    id: `vacuity:${index}:0`,
    goal: FALSE,
    place: placeOf(ctx, { span: ctx.run.input.method.definition!.nameSpan }),
    clause: { text: arm!.text, place: arm!.place },
    about: 'no input meets the precondition',
  });
  ctx.run.facts.length = before;
}
