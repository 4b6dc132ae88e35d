/**
 * A container flows into a place whose type says what it holds. The checker is lenient about nil and unknown types, at
 * every depth: where the container's own type leaves room for something else, that it is not there is an obligation, as
 * for plain values.
 */
import type { Place } from '../base/span';
import { compare, lt } from '../logic/arithmetic';
import { and, apply, FALSE, int, isApply, not, or } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT, INT_SORT } from '../logic/sorts';
import { ancestors } from '../program/ancestors';
import { hierarchyOf } from '../program/hierarchy';
import { substituteType } from '../types/substitute';
import { ANY, nominal, type Type } from '../types/type';
import { elementInRange, elementType, lengthOf } from './arrays';
import { fitsByClass } from './classFits';
import { type Ctx, fresh, notModelled } from './context';
import { demandKind } from './flow';
import { presence, valueAt } from './hashes';
import { keyTypeOf, literalKey, valueTypeOf } from './hashTypes';
import { oblige } from './obligations';
import { callsFit } from './procContracts';
import { classNameOf, isUnknown, mayBeNil, members, partsOf, plain, shapeOf, withoutAlike } from './shape';
import { type State, withPath } from './state';
import { hasClass, typeGuard } from './typing';
import { BOXED_NIL, isNil, isTag, unboxed, VALUE_SORT, type Val } from './value';

type Ref = Val & { readonly kind: 'ref' };

/** What is asked, and where it is said. */
interface Asked {
  readonly place: Place;
  readonly about: string;
}

/** Of something in a container. */
interface AskedInside extends Asked {
  readonly in: Ref;
}

/** A guard against types without end; nobody nests deeper. */
const DEPTH = 6;

export function demandNoNilInside(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): void {
  if (!ctx.spec) inside(ctx, state, val, type, DEPTH, { place, about });
}

/** `here`: it is held by what was made here. */
function inside(ctx: Ctx, state: State, val: Val, type: Type, depth: number, asked: Asked, here = false): void {
  if ((val.kind !== 'ref' && val.kind !== 'boxed') || depth === 0) return;
  if (val.joined) {
    const { condition, yes, no } = val.joined;
    inside(ctx, withPath(state, and(state.path, condition)), yes, type, depth, asked, here);
    inside(ctx, withPath(state, and(state.path, not(condition))), no, type, depth, asked, here);
    return;
  }
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const term = val.kind === 'ref' ? val.term : unboxed(val.term, 'ref');
  // Several of a class: which of them it is, nobody can tell.
  const owns = withoutAlike(members(plain(val.type)));
  const wants = withoutAlike(members(type));
  for (const wanted of wants.filter(member => partsOf(member).length > 0)) {
    const name = classNameOf(wanted);
    if (name === null) continue;
    const own = owns.find(member => classNameOf(member) === name);
    const tagged = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
    const on = owns.length === 1 ? tagged : withPath(tagged, and(tagged.path, hasClass(ctx.run, term, name)));
    if (!own) {
      const isOpen = owns.some(isUnknown) ? !isTainted(ctx, term, raw) : owns.some(each => isSeenAs(ctx, each, wanted));
      if (isOpen) ofUnknownContainer(ctx, on, wanted, asked);
      continue;
    }
    const container: Ref = { kind: 'ref', term, type: own, exact: here || (val.kind === 'ref' && val.exact) };
    if (name === 'Array') inArray(ctx, on, container, plain(wanted), depth, asked);
    else if (name === 'Hash') inHash(ctx, on, container, plain(wanted), depth, asked);
    else if (name === 'Set') inSet(ctx, on, container, plain(wanted), asked);
    else if (leavesRoom(ctx, own, wanted)) ofUnknownContainer(ctx, on, wanted, asked);
  }
}

/** `Array<%dyn>` as an `Enumerable<Integer>`: a class or module above it, of whose elements it says less. */
function isSeenAs(ctx: Ctx, own: Type, wanted: Type): boolean {
  const [name, above] = [classNameOf(own), classNameOf(wanted)];
  const { program } = ctx.run.input;
  if (name === null || above === null || !ancestors(program, name).includes(above)) return false;
  const hierarchy = hierarchyOf(program);
  const held =
    own.kind === 'tuple'
      ? [elementType(own)]
      : own.kind === 'finiteHash'
        ? [keyTypeOf(own), valueTypeOf(own)]
        : partsOf(own);
  const bindings = new Map(hierarchy.typeParams(name).map((param, index) => [param.name, held[index] ?? ANY]));
  const parts = hierarchy.ancestorArgs(name, above).map(part => substituteType(part, bindings));
  return leavesRoom(ctx, nominal(above, parts), wanted);
}

/** Nothing is known of the value itself: that is said elsewhere. */
function isTainted(ctx: Ctx, ...terms: readonly (Formula | null)[]): boolean {
  return terms.some(term => term?.kind === 'symbol' && ctx.run.taints.has(term.name));
}

function inArray(ctx: Ctx, state: State, array: Ref, wanted: Type, depth: number, asked: Asked): void {
  if (wanted.kind === 'tuple') {
    for (const [index, element] of wanted.elements.entries())
      if (leavesRoom(ctx, elementType(array.type, int(index)), element))
        held(ctx, state, elementInRange(ctx, state, array, int(index)), element, depth, { ...asked, in: array });
    return;
  }
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (!element || !leavesRoom(ctx, elementType(array.type), element)) return;
  const index = fresh(ctx.run, 'any-index', INT_SORT);
  const inRange = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inRange));
  held(ctx, on, elementInRange(ctx, on, array, index), element, depth, { ...asked, in: array });
}

function inHash(ctx: Ctx, state: State, hash: Ref, wanted: Type, depth: number, asked: Asked): void {
  if (wanted.kind === 'finiteHash') {
    for (const entry of wanted.entries) {
      const key = literalKey(entry.key);
      if (!leavesRoom(ctx, valueTypeOf(hash.type, key), entry.type)) continue;
      const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
      held(ctx, on, valueAt(ctx, on, hash, key), entry.type, depth, { ...asked, in: hash });
    }
    return;
  }
  if (wanted.kind !== 'nominal' || wanted.args.length < 2) return;
  const [keys, value] = wanted.args as [Type, Type];
  inKeys(ctx, state, hash, keys, asked);
  if (!leavesRoom(ctx, valueTypeOf(hash.type), value)) return;
  const key = fresh(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
  held(ctx, on, valueAt(ctx, on, hash, key), value, depth, { ...asked, in: hash });
}

function inSet(ctx: Ctx, state: State, set: Ref, wanted: Type, asked: Asked): void {
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (element) inKeys(ctx, state, set, element, asked);
}

/** The keys of a hash, the elements of a set. */
function inKeys(ctx: Ctx, state: State, container: Ref, wanted: Type, asked: Asked): void {
  const own = keyTypeOf(container.type);
  if (!leavesRoom(ctx, own, wanted)) return;
  if (isUnknown(own) || !fitsByClass(ctx.run.input.program, own, wanted)) {
    unknownKeys(ctx, state, container, wanted, asked);
    return;
  }
  if (!mayBeNil(wanted) && mayBeNil(own)) {
    const goal = not(presence(ctx, state, container, BOXED_NIL));
    oblige(ctx, state, { kind: 'non-nil', goal, place: asked.place, about: `${asked.about} holds no nil` });
  }
}

/** Of what was made here, the solver knows the keys; one that stands for a text is a String. */
function unknownKeys(ctx: Ctx, state: State, container: Ref, wanted: Type, asked: Asked): void {
  const deep = members(wanted).some(member => shapeOf(member) === 'ref' && classNameOf(member) !== 'String');
  if (!container.exact || deep) {
    ofUnknownContainer(ctx, state, wanted, asked);
    return;
  }
  const key = fresh(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, presence(ctx, state, container, key)));
  const isText = members(wanted).some(member => classNameOf(member) === 'String')
    ? apply('(_ is v-text)', [key], BOOL_SORT)
    : FALSE;
  const goal = or(isText, typeGuard(ctx.run, key, wanted, state.heap.alloc));
  const about = `what ${asked.about} holds has the type that is needed`;
  oblige(ctx, on, { kind: 'exception', goal, place: asked.place, about });
}

/** The one type says less than the other of what is held: there may be nil or another class, or nobody knows what there is. */
function leavesRoom(ctx: Ctx, own: Type, wanted: Type): boolean {
  if (isUnknown(wanted) || members(wanted).some(isEverything)) return false;
  if (isUnknown(own) || !fitsByClass(ctx.run.input.program, own, wanted)) return true;
  if (!mayBeNil(wanted) && mayBeNil(own)) return true;
  const [procs, asked] = [members(own), members(wanted)].map(all => all.filter(each => each.kind === 'proc'));
  if (procs!.some(each => !asked!.some(one => callsFit(each, one))) && asked!.length > 0) return true;
  return members(wanted).some(member => {
    const name = classNameOf(member);
    const same = members(own).filter(each => name !== null && classNameOf(each) === name);
    return same.some(each => {
      const [held, as] = [partsOf(each), partsOf(member)];
      if (each.kind === 'nominal' && member.kind === 'nominal')
        return as.some((part, index) => leavesRoom(ctx, held[index] ?? ANY, part));
      return held.some(one => as.some(part => leavesRoom(ctx, one, part)));
    });
  });
}

function isEverything(type: Type): boolean {
  return type.kind === 'nominal' && ['Object', 'BasicObject', 'Kernel'].includes(type.name);
}

function held(ctx: Ctx, state: State, val: Val, wanted: Type, depth: number, asked: AskedInside): void {
  if (val.kind === 'boxed' && isUnknown(val.type)) {
    if (asked.in.exact) ofUnknownType(ctx, state, val, wanted, asked);
    else ofUnknownContainer(ctx, state, wanted, asked);
    return;
  }
  if (!mayBeNil(wanted) && (val.kind === 'nil' || (val.kind === 'boxed' && mayBeNil(val.type))))
    oblige(ctx, state, {
      kind: 'non-nil',
      goal: not(isNil(val)),
      place: asked.place,
      about: `${asked.about} holds no nil`,
    });
  demandKind(ctx, state, val, wanted, asked.place, `what ${asked.about} holds`);
  ctx.run.rules.demandCalls(ctx, state, val, wanted, asked.place, asked.about);
  inside(ctx, state, val, wanted, depth - 1, asked, asked.in.exact);
}

/** What the checker knows no type of, the solver knows where the container was made here; not what is in it in turn. */
function ofUnknownType(ctx: Ctx, state: State, val: Val & { kind: 'boxed' }, wanted: Type, asked: AskedInside): void {
  if (members(wanted).some(member => partsOf(member).some(part => !isUnknown(part)))) {
    ofUnknownContainer(ctx, state, wanted, asked);
    return;
  }
  const goal = typeGuard(ctx.run, val.term, wanted, state.heap.alloc);
  const about = `what ${asked.about} holds has the type that is needed`;
  oblige(ctx, state, { kind: 'exception', goal, place: asked.place, about });
}

/** `Array<%dyn>`, which came from outside: that it holds what the place needs is nobody's promise. */
function ofUnknownContainer(ctx: Ctx, state: State, wanted: Type, asked: Asked): void {
  const parts = members(wanted).flatMap(partsOf);
  if (parts.length > 0 && parts.every(isUnknown)) return;
  const goal = isNil(notModelled(ctx, 'a container of unknown types', asked.place));
  const about = `what ${asked.about} holds has the type that is needed`;
  oblige(ctx, state, { kind: 'exception', goal, place: asked.place, about });
}
