/**
 * A container flows into a place whose type says what it holds. The checker is lenient about nil and unknown types, at
 * every depth: where the container's own type leaves room for something else, that it is not there is an obligation, as
 * for plain values.
 */
import type { Place } from '../base/span';
import { compare, lt } from '../logic/arithmetic';
import { and, int, isApply, not } from '../logic/build';
import { INT_SORT } from '../logic/sorts';
import type { Type } from '../types/type';
import { elementInRange, elementType, lengthOf } from './arrays';
import { type Ctx, fresh, notModelled } from './context';
import { presence, valueAt } from './hashes';
import { keyTypeOf, literalKey, valueTypeOf } from './hashTypes';
import { oblige } from './obligations';
import { classNameOf, isDynamic, mayBeNil, members, plain } from './shape';
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
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const term = val.kind === 'ref' ? val.term : unboxed(val.term, 'ref');
  const owns = members(plain(val.type));
  for (const name of ['Array', 'Hash', 'Set']) {
    const [wanted, ...others] = members(type).filter(member => classNameOf(member) === name);
    const [own, ...more] = owns.filter(member => classNameOf(member) === name);
    // Several of a class: which of them it is, nobody can tell.
    if (!wanted || !own || others.length > 0 || more.length > 0) continue;
    const tagged = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
    const on = owns.length === 1 ? tagged : withPath(tagged, and(tagged.path, hasClass(ctx.run, term, name)));
    const container: Ref = { kind: 'ref', term, type: own, exact: here || (val.kind === 'ref' && val.exact) };
    if (name === 'Array') inArray(ctx, on, container, plain(wanted), depth, asked);
    else if (name === 'Hash') inHash(ctx, on, container, plain(wanted), depth, asked);
    else inSet(ctx, on, container, plain(wanted), asked);
  }
}

function inArray(ctx: Ctx, state: State, array: Ref, wanted: Type, depth: number, asked: Asked): void {
  if (wanted.kind === 'tuple') {
    for (const [index, element] of wanted.elements.entries())
      if (leavesRoom(elementType(array.type, int(index)), element, array.exact))
        held(ctx, state, elementInRange(ctx, state, array, int(index)), element, depth, { ...asked, in: array });
    return;
  }
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (!element || !leavesRoom(elementType(array.type), element, array.exact)) return;
  const index = fresh(ctx.run, 'any-index', INT_SORT);
  const inRange = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inRange));
  held(ctx, on, elementInRange(ctx, on, array, index), element, depth, { ...asked, in: array });
}

function inHash(ctx: Ctx, state: State, hash: Ref, wanted: Type, depth: number, asked: Asked): void {
  if (wanted.kind === 'finiteHash') {
    for (const entry of wanted.entries) {
      const key = literalKey(entry.key);
      if (!leavesRoom(valueTypeOf(hash.type, key), entry.type, hash.exact)) continue;
      const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
      held(ctx, on, valueAt(ctx, on, hash, key), entry.type, depth, { ...asked, in: hash });
    }
    return;
  }
  const value = wanted.kind === 'nominal' ? wanted.args[1] : undefined;
  if (!value || !leavesRoom(valueTypeOf(hash.type), value, hash.exact)) return;
  const key = fresh(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
  held(ctx, on, valueAt(ctx, on, hash, key), value, depth, { ...asked, in: hash });
}

function inSet(ctx: Ctx, state: State, set: Ref, wanted: Type, asked: Asked): void {
  const element = wanted.kind === 'nominal' ? wanted.args[0] : undefined;
  if (!element || mayBeNil(element) || !leavesRoom(keyTypeOf(set.type), element, set.exact)) return;
  if (isUnknown(keyTypeOf(set.type))) notModelled(ctx, 'a container of unknown types', asked.place);
  const about = `${asked.about} holds no nil`;
  const goal = not(presence(ctx, state, set, BOXED_NIL));
  oblige(ctx, state, { kind: 'non-nil', goal, place: asked.place, about });
}

/** The one type has no nil where the other may have one; what is made here (`exact`) may hold what nobody knows the type of. */
function leavesRoom(own: Type, wanted: Type, exact: boolean): boolean {
  if (isDynamic(wanted) || wanted.kind === 'any') return false;
  if (isUnknown(own)) return exact || (!mayBeNil(wanted) && members(own).some(member => member.kind === 'nil'));
  if (!mayBeNil(wanted) && mayBeNil(own)) return true;
  return members(wanted).some(member => {
    const name = classNameOf(member);
    const same = members(own).filter(each => classNameOf(each) === name);
    return same.some(each => partsOf(each).some(held => partsOf(member).some(as => leavesRoom(held, as, exact))));
  });
}

/** What a container of this type holds; which part is where does not matter here. */
function partsOf(type: Type): readonly Type[] {
  const bare = plain(type);
  switch (bare.kind) {
    case 'tuple':
      return bare.elements;
    case 'finiteHash':
      return bare.entries.map(entry => entry.type);
    case 'nominal':
      return ['Array', 'Hash', 'Set'].includes(bare.name) ? bare.args.slice(-1) : [];
    default:
      return [];
  }
}

function held(ctx: Ctx, state: State, val: Val, wanted: Type, depth: number, asked: AskedInside): void {
  if (val.kind === 'boxed' && isUnknown(val.type) && asked.in.exact) {
    ofUnknownType(ctx, state, val, wanted, asked);
    return;
  }
  if (!mayBeNil(wanted) && (val.kind === 'nil' || (val.kind === 'boxed' && mayBeNil(val.type))))
    oblige(ctx, state, {
      kind: 'non-nil',
      goal: not(isNil(val)),
      place: asked.place,
      about: `${asked.about} holds no nil`,
    });
  inside(ctx, state, val, wanted, depth - 1, asked, asked.in.exact);
}

function isUnknown(type: Type): boolean {
  return members(type).some(member => isDynamic(member) || member.kind === 'any');
}

/** What the checker knows no type of, the solver knows where the container was made here; not what is in it in turn. */
function ofUnknownType(ctx: Ctx, state: State, val: Val & { kind: 'boxed' }, wanted: Type, asked: AskedInside): void {
  const deep = members(wanted).some(member => partsOf(member).some(part => !isUnknown(part)));
  const goal = deep
    ? isNil(notModelled(ctx, 'a container of unknown types', asked.place))
    : typeGuard(ctx.run, val.term, wanted, state.heap.alloc);
  const about = `what ${asked.about} holds has the type that is needed`;
  oblige(ctx, state, { kind: 'exception', goal, place: asked.place, about });
}
