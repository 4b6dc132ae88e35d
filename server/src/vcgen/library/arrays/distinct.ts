/**
 * Arrays as sets: `uniq`, `-`, `|`, `&`, `intersect?`. Elements are compared as keys of hashes are (`eql?`), by a
 * hidden hash that each iteration extends, as Ruby itself does.
 */
import { and, FALSE, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { ANY, nominal, type Type } from '../../../types/type';
import { appendElement } from '../../heap/append';
import { elementType, makeArray } from '../../heap/arrays';
import { contentsOf, EMPTY, keyTerm, makeHash, putEntry, withHash } from '../../heap/hashes';
import type { Operands, Site } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out } from '../../state/context';
import { forkState } from '../../state/fork';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { type ArrayVal, BOXED_NIL, boxValue, type HashVal, isTruthy, type Val } from '../../state/value';
import { alwaysReturn, type CallBlock, foldElements, forEachElement } from './forEachElement';

interface Seen {
  readonly hash: HashVal;
  readonly state: State;
}

function makeSeenKeys(ctx: Ctx, state: State): Seen {
  const made = makeHash(ctx, state, nominal('Hash', [ANY, ANY]), EMPTY);
  return { hash: made.object, state: made.state };
}

function hasSeenKey(ctx: Ctx, seen: HashVal, key: Formula, state: State): Formula {
  return select(contentsOf(ctx, state, seen).present, key);
}

function addSeenKey(ctx: Ctx, seen: HashVal, key: Formula, state: State): State {
  return withHash(ctx, state, seen, putEntry(contentsOf(ctx, state, seen), key, BOXED_NIL));
}

function keyFor(ctx: Ctx, val: Val, site: Site, state: State): Formula {
  return keyTerm(ctx, state, val) ?? boxValue(makeUnmodelled(ctx, { kind: 'element-equality' }, site))!;
}

/** Whether elements of this type are compared by `eql?` as in hashes; else there is no model. */
export function isComparableByEql(ctx: Ctx, type: Type, state: State): boolean {
  const tags = tagsOf(type);
  if (tags === null || tags.has('real')) return false;
  return !tags.has('ref') || keyTerm(ctx, state, { kind: 'boxed', term: BOXED_NIL, type }) !== null;
}

export function uniq(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock | null): Out | null {
  if (!call && !isComparableByEql(ctx, elementType(array.type), state)) return null;
  return uniteByKey(ctx, { arrays: [array], type: nominal('Array', [elementType(array.type)]) }, site, state, call);
}

/** `a | b`: the elements of both, each once, in order of first occurrence. */
export function arrayUnion(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (![a, b].every(each => isComparableByEql(ctx, elementType(each.type), state))) return null;
  const type = nominal('Array', [makeUnionType([elementType(a.type), elementType(b.type)])]);
  return uniteByKey(ctx, { arrays: [a, b], type }, site, state, null);
}

/** The arrays to unite and the type of the result. */
interface UnionOfArrays {
  readonly arrays: readonly ArrayVal[];
  readonly type: Type;
}

function uniteByKey(ctx: Ctx, { arrays, type }: UnionOfArrays, site: Site, before: State, call: CallBlock | null): Out {
  const made = makeArray(ctx, before, [], type, site);
  const result = made.value as ArrayVal;
  const { hash: seen, state } = makeSeenKeys(ctx, made.state);
  return arrays.reduce<Out>(
    (out, array) =>
      forEachElement(ctx, array, site, out.state, {
        visit: (element, _, s, breaks) => {
          const by = call ? call([element], s, breaks) : { value: element, state: s };
          const key = keyFor(ctx, by.value, site, by.state);
          const add = (on: State): Out => appendElement(ctx, result, element, site, addSeenKey(ctx, seen, key, on));
          return forkState(ctx, hasSeenKey(ctx, seen, key, by.state), by.state, site, {
            yes: alwaysReturn(result),
            no: add,
          }).state;
        },
        result: alwaysReturn(result),
      }),
    { value: result, state },
  );
}

function keysOf(ctx: Ctx, array: ArrayVal, site: Site, before: State): Seen {
  const { hash, state } = makeSeenKeys(ctx, before);
  const mark = (element: Val, _: Formula, s: State): State => addSeenKey(ctx, hash, keyFor(ctx, element, site, s), s);
  return { hash, state: forEachElement(ctx, array, site, state, { visit: mark, result: alwaysReturn(hash) }).state };
}

/** `a - b` keeps duplicates, `a & b` does not. */
export function arrayDifference(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  return keepElementsOf(ctx, { a, b, site }, state, false);
}

export function arrayIntersection(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  return keepElementsOf(ctx, { a, b, site }, state, true);
}

function keepElementsOf(ctx: Ctx, { a, b, site }: Operands<ArrayVal>, before: State, common: boolean): Out | null {
  if (![a, b].every(each => isComparableByEql(ctx, elementType(each.type), before))) return null;
  const made = makeArray(ctx, before, [], nominal('Array', [elementType(a.type)]), site);
  const result = made.value as ArrayVal;
  const others = keysOf(ctx, b, site, made.state);
  const { hash: taken, state } = makeSeenKeys(ctx, others.state);
  return forEachElement(ctx, a, site, state, {
    visit: (element, _, s) => {
      const key = keyFor(ctx, element, site, s);
      const there = hasSeenKey(ctx, others.hash, key, s);
      const wanted = common ? and(there, not(hasSeenKey(ctx, taken, key, s))) : not(there);
      const keep = (on: State): Out =>
        appendElement(ctx, result, element, site, common ? addSeenKey(ctx, taken, key, on) : on);
      return forkState(ctx, wanted, s, site, { yes: keep, no: alwaysReturn(result) }).state;
    },
    result: alwaysReturn(result),
  });
}

export function doArraysIntersect(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, before: State): Out | null {
  if (![a, b].every(each => isComparableByEql(ctx, elementType(each.type), before))) return null;
  const { hash, state } = keysOf(ctx, b, site, before);
  return foldElements(ctx, a, site, state, {
    start: { kind: 'bool', term: FALSE },
    step: (carried, element, s) => {
      const there = hasSeenKey(ctx, hash, keyFor(ctx, element, site, s), s);
      return forkState(ctx, isTruthy(carried), s, site, {
        yes: alwaysReturn(carried),
        no: on => ({
          value: { kind: 'bool', term: there },
          state: on,
        }),
      });
    },
  });
}
