/**
 * Reading and writing objects (T-Inst, T-InstAssn, T-New) and forgetting about them (havoc). What a field promises by its
 * type and refinement is assumed when a base symbol is read, and asked when it is written.
 */
import type { Place, Span } from '../base/span';
import { add, le } from '../logic/arithmetic';
import { and, implies, int, not, or, same, symbol, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { ancestors } from '../program/ancestors';
import { fieldWriters, fillers } from '../program/fieldWriters';
import { findMethod, methodByKey } from '../program/lookup';
import type { FieldInfo } from '../program/program';
import { ANY, type Type } from '../types/type';
import { heapMap } from './bases';
import {
  assume,
  assumeAlways,
  type Ctx,
  caveat,
  fresh,
  leanOn,
  note,
  notModelled,
  type Out,
  type Run,
} from './context';
import { fieldClauses } from './fieldClauses';
import { type Reach, reachOf } from './fieldReach';
import { flowInto } from './flow';
import { demandUnfrozen } from './frozen';
import { oblige } from './obligations';
import { classNameOf, isUnknown, mayBeNil, members, partsOf, shapeOf } from './shape';
import { baseSymbols, CONTENT_KEYS, type Epoch, FROZEN, type State, sortOfKey, withMap } from './state';
import { isMemberKey, memberKeys, slotKey, slotOf } from './structs';
import { concrete, fromTerm, hasExactClass, typeGuard } from './typing';
import { BOXED_NIL, boxed, isTag, NIL_VAL, unboxed, type Val } from './value';

/** T-Inst: `@f` of an object. A field without a declared type is not modelled (where it was not written here). */
export function readField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  node: { readonly span: Span },
): Val {
  const className = classNameOf(object.type) ?? 'Object';
  const info = slotOf(ctx.run.input.program, className, field);
  const term = select(heapMap(ctx, state, field), object.term);
  if (!info?.type) return untypedField(ctx, state, object, field, term, node);
  const type = concrete(ctx.run.input.program, info.type, object.type);
  promise(ctx, state, object, field, info, type);
  return sureOf(ctx, object, term, type) ? fromTerm(term, type) : { kind: 'boxed', term, type: nilable(type) };
}

/** An object made here has nil in the fields that its `initialize` did not write, whatever their type says. */
function sureOf(ctx: Ctx, object: Val & { kind: 'ref' }, term: Formula, type: Type): boolean {
  const shape = shapeOf(type);
  if (shape === 'boxed' || shape === 'nil' || object.term.kind === 'symbol') return true;
  return !ctx.run.allocates || isTag(term, shape === 'proc' ? 'ref' : shape) === TRUE;
}

function nilable(type: Type): Type {
  return mayBeNil(type) ? type : { kind: 'union', members: [type, { kind: 'nil' }] };
}

function untypedField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  term: Formula,
  node: { readonly span: Span },
): Val {
  if (baseSymbols(heapMap(ctx, state, field)).length > 0 && term.kind === 'apply' && term.operator === 'select') {
    const owner = classNameOf(object.type) ?? 'Object';
    const what = isMemberKey(field)
      ? `${owner}#${shownKey(field)}, which has no type`
      : `${field}, which has no var_type`;
    return notModelled(ctx, what, node);
  }
  return writtenHere(ctx, term) ?? { kind: 'boxed', term, type: ANY };
}

/** What was put there in sight is what it was: a plain value, or an object that was made here. */
function writtenHere({ run }: Ctx, term: Formula): Val | null {
  const tag = (['nil', 'int', 'bool', 'real', 'rat', 'sym', 'ref'] as const).find(each => isTag(term, each) === TRUE);
  if (tag === undefined) return null;
  if (tag === 'nil') return NIL_VAL;
  const inside = unboxed(term, tag);
  if (tag !== 'ref') return { kind: tag, term: inside };
  // Ways that exclude each other count their objects alike: what stands there may be that of another way.
  const [first, ...others] = run.made.filter(each => same(each.term, inside));
  const sameClass = others.every(each => classNameOf(each.type) === classNameOf(first!.type));
  return first && sameClass ? first : null;
}

/** The field's type and refinement, for every base symbol that the read may reach (an object that existed then). */
function promise(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  info: FieldInfo,
  type: Type,
): void {
  const { run } = ctx;
  for (const name of baseSymbols(heapMap(ctx, state, field))) {
    const base = run.bases.get(name);
    if (!base || base.epoch.taint !== null) continue;
    const known = run.assumed.get(object.term) ?? new Set<string>();
    if (known.has(name)) continue;
    run.assumed.set(object.term, known.add(name));
    const term = select(symbol(name, sortOfKey(field)), object.term);
    const there = le(object.term, base.epoch.alloc);
    const entry = base.epoch.id === 0 && state.path === TRUE;
    assumeAlways(run, implies(and(state.path, there), typeGuard(run, term, type, base.epoch.alloc)), entry);
    if (info.refinement) {
      if (reachOf(run.input.program, classNameOf(object.type) ?? 'Object', info).beyond) nameRefinement(run, info);
      const then: State = {
        ...state,
        path: and(state.path, there),
        heap: { ...state.heap, maps: new Map(), epoch: base.epoch, alloc: base.epoch.alloc },
      };
      for (const clause of fieldClauses(ctx, then, object, info, fromTerm(term, type)))
        assume(ctx, then, clause.formula);
    }
    if (holdsTypes(type))
      for (const owner of fillers(run.input.program, classNameOf(object.type) ?? 'Object', field, fills))
        leanOn(run, { owner, what: 'field', place: info.place });
    if (isMemberKey(field) && !makesItself(ctx, object)) continue;
    for (const owner of fieldWriters(run.input.program, classNameOf(object.type) ?? 'Object', field)) {
      // Nobody sets it: then it is nil, which is as it should be where nil is allowed.
      if (mayBeNil(type) && !info.refinement && !methodByKey(run.input.program, owner)) continue;
      leanOn(run, { owner, what: 'field', place: info.place });
    }
  }
}

/** Who puts something into a container answers for what its type says of elements. */
function holdsTypes(type: Type): boolean {
  return members(type).some(member => partsOf(member).some(part => !isUnknown(part)));
}

const FILLS: ReadonlySet<string> = new Set(
  '[]= << push append unshift prepend insert concat replace fill map! collect! store update merge! merge add'.split(
    ' ',
  ),
);

function fills(method: string): boolean {
  return FILLS.has(method);
}

/** Contents change without a field being written: that the refinement still holds is nobody's proof. */
function nameRefinement(run: Run, { name, refinement }: FieldInfo): void {
  const what = `\`${refinement!.text.trim()}\` of ${name}`;
  caveat(run, { type: 'assuming', what, because: 'only methods of its class are asked to keep' });
}

/** A Struct or Data class with an `initialize` of its own answers for its members. */
function makesItself(ctx: Ctx, object: Val & { kind: 'ref' }): boolean {
  return findMethod(ctx.run.input.program, classNameOf(object.type) ?? 'Object', 'initialize')?.origin === 'workspace';
}

/** T-InstAssn: a write must keep what the field promises, and stay within the method's frame. */
export function writeField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  field: string,
  value: Val,
  place: Place,
): Out {
  const { run } = ctx;
  const className = classNameOf(object.type) ?? 'Object';
  const info = slotOf(run.input.program, className, field);
  const type = info?.type ? concrete(run.input.program, info.type, object.type) : ANY;
  const stored = info?.type ? flowInto(ctx, state, value, type, place, `value of ${info.name}`) : value;
  const term = boxed(stored) ?? boxed(notModelled(ctx, `a ${value.kind} stored in ${field}`, place))!;
  mayWrite(ctx, state, field, object.term, place);
  const there = demandUnfrozen(ctx, state, object.term, place, 'the object that is written');
  const written = withMap(
    touched(ctx, leak(there, stored), object.term),
    field,
    store(heapMap(ctx, there, field), object.term, term),
  );
  note(ctx, { operation: 'write', text: field, value: term });
  if (info?.refinement) askField(ctx, written, object, info, fromTerm(term, type), place);
  if (!ctx.spec && run.underConstruction?.object.term !== object.term)
    askOthers(ctx, written, object, place, reach => reach.fields.has(field));
  return { value: stored, state: written };
}

/** Fields whose refinements reach where `concerns` says. */
export function concerned(
  ctx: Ctx,
  object: Val & { kind: 'ref' },
  concerns: (reach: Reach) => boolean,
): readonly { readonly name: string; readonly info: FieldInfo }[] {
  const { program } = ctx.run.input;
  const className = classNameOf(object.type) ?? 'Object';
  return fieldNames(ctx.run, className).flatMap(name => {
    const info = slotOf(program, className, name);
    return info?.type && info.refinement && concerns(reachOf(program, className, info)) ? [{ name, info }] : [];
  });
}

/** Refinements of the object's fields that depend on something else than the field: asked as they are now. */
export function askOthers(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  place: Place,
  concerns: (reach: Reach) => boolean,
): void {
  for (const { name, info } of concerned(ctx, object, concerns)) {
    const value = readField(ctx, state, object, name, { span: place.span });
    askField(ctx, state, object, info, value, place);
  }
}

function askField(
  ctx: Ctx,
  state: State,
  object: Val & { kind: 'ref' },
  info: FieldInfo,
  value: Val,
  place: Place,
): void {
  for (const clause of fieldClauses(ctx, state, object, info, value)) {
    oblige(ctx, state, {
      kind: 'field-refinement',
      goal: clause.formula,
      place,
      clause: clause.clause,
      about: `value of ${info.name}`,
    });
  }
}

/** The label of the verified method limits what it may write: objects made here are always free to change. */
export function mayWrite(ctx: Ctx, state: State, key: string, ref: Formula | null, place: Place): void {
  const { limit } = ctx.run;
  if (limit === null || ctx.spec) return;
  const made = ref === null ? limit.allows(key, null) : or(isNew(ref, limit.allocOnEntry), limit.allows(key, ref));
  oblige(ctx, state, {
    kind: limit.kind,
    goal: made,
    place,
    clause: limit.clause,
    about: `${shownWrite(ctx, state, key, ref)}, ${FORBIDDEN[limit.clause.text] ?? FORBIDDEN.modifies}`,
  });
}

const FORBIDDEN: Readonly<Record<string, string>> = {
  ':pure': 'which a pure method may not',
  protects: 'which `protects:` names',
  modifies: 'which `modifies:` does not list',
};

/** What is written, as its reader would name it. */
function shownWrite(ctx: Ctx, state: State, key: string, ref: Formula | null): string {
  if (key === '*') return 'may write anything';
  const what = shownKey(key);
  if (what !== 'contents') return `writes ${what}`;
  return `writes the contents of ${(ref && nameOfObject(ctx, state, ref)) ?? 'an object'}`;
}

function nameOfObject(ctx: Ctx, state: State, ref: Formula): string | null {
  const { self } = ctx.frame;
  if (self.kind === 'ref' && same(self.term, ref)) return 'self';
  if (self.kind === 'ref')
    for (const key of new Set([...state.heap.maps.keys(), ...[...ctx.run.bases.values()].map(base => base.key)]))
      if (/^@\w/.test(key) && same(unboxed(select(heapMap(ctx, state, key), self.term), 'ref'), ref)) return key;
  for (const [key, val] of state.locals)
    if (val.kind === 'ref' && same(val.term, ref) && /^\d+\/[a-z_]\w*$/.test(key))
      return key.slice(key.indexOf('/') + 1);
  return null;
}

function isNew(ref: Formula, allocOnEntry: Formula): Formula {
  return { kind: 'apply', operator: '>', args: [ref, allocOnEntry], sort: { kind: 'bool' } };
}

export function shownKey(key: string): string {
  if (isMemberKey(key)) return key.slice(key.indexOf(':') + 1);
  return key.startsWith('#') ? 'contents' : key === '*' ? 'anything' : key;
}

/**
 * A write changes what pure methods with an unknown read set return: for all of them, or, while nothing else can reach
 * the object, for those that it is itself given to.
 */
export function touched(ctx: Ctx, state: State, ref: Formula | null): State {
  if (ref !== null && state.fresh.some(each => same(each, ref)))
    return withMap(
      state,
      '#stamp',
      store(heapMap(ctx, state, '#stamp'), ref, fresh(ctx.run, 'stamp', { kind: 'int' })),
    );
  return { ...state, heap: { ...state.heap, version: fresh(ctx.run, 'version', { kind: 'int' }) } };
}

/** T-New: a number that no object had before; every field of the class is nil. */
export function allocate(
  ctx: Ctx,
  state: State,
  className: string,
  type: Type,
  exact = true,
): { object: Val & { kind: 'ref' }; state: State } {
  ctx.run.allocates = true;
  const ref = ctx.spec ? inClause(ctx.run) : add(state.heap.alloc, int(1));
  const alloc = ctx.spec ? state.heap.alloc : ref;
  let next: State = { ...state, heap: { ...state.heap, alloc }, fresh: [...state.fresh, ref] };
  for (const field of fieldNames(ctx.run, className))
    next = withMap(next, field, store(heapMap(ctx, next, field), ref, BOXED_NIL));
  if (exact) assume(ctx, next, hasExactClass(ctx.run, ref, className));
  const object = { kind: 'ref', term: ref, type, exact } as const;
  if (exact && !ctx.spec) ctx.run.made.push(object);
  return { object, state: next };
}

/** What a clause makes is nothing that code makes later: no reference of the program is below zero. */
function inClause(run: Run): Formula {
  run.madeInClauses++;
  return int(-run.madeInClauses);
}

export function fieldNames(run: Run, className: string): readonly string[] {
  const { program } = run.input;
  const names = ancestors(program, className).flatMap(name => [...(program.classes.get(name)?.fields.keys() ?? [])]);
  return [...new Set([...names, ...memberKeys(program, className)])].filter(name => !name.startsWith('@@'));
}

/** Handing an object on (storing, passing, returning it to a block) ends its being known here only. */
export function leak(state: State, ...values: readonly Val[]): State {
  if (state.fresh.length > 0 && values.some(val => val.kind === 'proc')) return { ...state, fresh: [] };
  const refs = values.flatMap(val => (val.kind === 'ref' || val.kind === 'boxed' ? [val.term] : []));
  if (refs.length === 0 || state.fresh.length === 0) return state;
  const leaves = (each: Formula): boolean => refs.some(ref => mentions(ref, each));
  return state.fresh.some(leaves) ? { ...state, fresh: [] } : state;
}

/** A value that may be (or hold) the object: looked for a few levels deep, anything deeper counts as holding it. */
function mentions(term: Formula, ref: Formula, depth = 6): boolean {
  if (same(term, ref)) return true;
  if (term.kind !== 'apply') return false;
  return depth === 0 || term.args.some(arg => mentions(arg, ref, depth - 1));
}

/** Others may look at an unfinished object from now on: it must already be what its fields promise. */
function handedOn(ctx: Ctx, state: State): void {
  const unfinished = ctx.run.underConstruction;
  if (unfinished === null || state.fresh.some(each => same(each, unfinished.object.term))) return;
  askPromises(ctx, state, unfinished.object, unfinished.place, 'before the object is handed on');
}

export interface HavocOptions {
  readonly taint?: number;
  /** Only these keys; null: everything. */
  readonly keys?: ReadonlySet<string>;
}

/** Forgets the heap, but for objects that never escaped. What is forgotten keeps its promises (see readField). */
export function havoc(ctx: Ctx, state: State, options: HavocOptions = {}): State {
  const { run } = ctx;
  handedOn(ctx, state);
  const alloc = fresh(run, 'alloc', { kind: 'int' });
  assume(ctx, state, le(state.heap.alloc, alloc));
  const epoch: Epoch = {
    kind: 'base',
    id: run.counter,
    alloc,
    kept: state.fresh.length > 0 ? { refs: state.fresh, before: state.heap } : null,
    taint: options.taint ?? null,
    only: options.keys ? { keys: options.keys, before: state.heap } : null,
  };
  note(ctx, { operation: 'havoc', text: options.keys ? [...options.keys].map(shownKey).join(', ') : 'heap' });
  const frozen = state.heap.maps.get(FROZEN);
  const maps = new Map(frozen ? [[FROZEN, frozen]] : []);
  return { ...state, heap: { maps, epoch, alloc, version: fresh(run, 'version', { kind: 'int' }) } };
}

/** A callee may have made new objects, even if it changed none that was there. */
export function grown(ctx: Ctx, state: State): State {
  const alloc = fresh(ctx.run, 'alloc', { kind: 'int' });
  assume(ctx, state, le(state.heap.alloc, alloc));
  return { ...state, heap: { ...state.heap, alloc } };
}

/** Forgets one field of one object, or one object's contents; what the field promises still holds. */
export function havocAt(ctx: Ctx, state: State, object: Val & { kind: 'ref' }, key: string): State {
  const className = classNameOf(object.type) ?? 'Object';
  const { program } = ctx.run.input;
  const keys =
    key === 'contents' ? [...CONTENT_KEYS, ...memberKeys(program, className)] : [slotKey(program, className, key)];
  let next = touched(ctx, state, object.term);
  for (const each of keys) {
    const map = heapMap(ctx, next, each);
    if (map.sort.kind !== 'array') continue;
    const term = fresh(ctx.run, `${each}@`, map.sort.element);
    next = withMap(next, each, store(map, object.term, term));
    if (each.startsWith('@') || isMemberKey(each)) keepsPromise(ctx, next, object, each, term);
  }
  note(ctx, { operation: 'havoc', text: shownKey(key) });
  return next;
}

function keepsPromise(ctx: Ctx, state: State, object: Val & { kind: 'ref' }, field: string, term: Formula): void {
  const info = slotOf(ctx.run.input.program, classNameOf(object.type) ?? 'Object', field);
  if (!info?.type) return;
  const type = concrete(ctx.run.input.program, info.type, object.type);
  assume(ctx, state, typeGuard(ctx.run, term, type, state.heap.alloc));
  if (!info.refinement) return;
  for (const clause of fieldClauses(ctx, state, object, info, fromTerm(term, type))) assume(ctx, state, clause.formula);
}

/** What the fields of a finished object promise, asked of this one: at the end of `initialize`, or before it is handed on. */
export function askPromises(ctx: Ctx, state: State, object: Val & { kind: 'ref' }, place: Place, about: string): void {
  const className = classNameOf(object.type) ?? 'Object';
  for (const name of fieldNames(ctx.run, className)) {
    const info = slotOf(ctx.run.input.program, className, name);
    if (!info?.type) continue;
    const type = concrete(ctx.run.input.program, info.type, object.type);
    const term = select(heapMap(ctx, state, name), object.term);
    const clause = { text: `${name} is set`, place: info.place };
    if (!mayBeNil(type))
      oblige(ctx, state, {
        kind: 'field-refinement',
        goal: not(isTag(term, 'nil')),
        place,
        clause,
        about: `${name} ${about}`,
      });
    if (info.refinement) askField(ctx, state, object, info, fromTerm(term, type), place);
  }
}

/** The object's value of a map as it was before. */
export function copyAt(ctx: Ctx, before: State, after: State, ref: Formula, key: string): State {
  const map = heapMap(ctx, after, key);
  if (map.sort.kind !== 'array') return after;
  return withMap(after, key, store(map, ref, select(heapMap(ctx, before, key), ref)));
}
