/**
 * Arrays as sets: `uniq`, `-`, `|`, `&`, `intersect?`. Elements are told apart as keys of hashes are (`eql?`), by a
 * hidden hash that is filled as the rounds go, as Ruby itself does.
 */
import { and, FALSE, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { ANY, nominal, type Type } from '../../types/type';
import { append } from '../append';
import type { Site } from '../arguments';
import { type ArrayVal, elementType, makeArray } from '../arrays';
import { fork } from '../branch';
import { type Ctx, notModelled, type Out } from '../context';
import { contentsOf, EMPTY, type HashVal, keyTerm, makeHash, put, withHash } from '../hashes';
import { unionOf } from '../shape';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { BOXED_NIL, boxed, truthy, type Val } from '../value';
import { type CallBlock, carrying, each, giving } from './arrayRounds';

interface Seen {
  readonly hash: HashVal;
  readonly state: State;
}

function nothingSeen(ctx: Ctx, state: State): Seen {
  const made = makeHash(ctx, state, nominal('Hash', [ANY, ANY]), EMPTY);
  return { hash: made.object, state: made.state };
}

function isSeen(ctx: Ctx, seen: HashVal, key: Formula, state: State): Formula {
  return select(contentsOf(ctx, state, seen).present, key);
}

function see(ctx: Ctx, seen: HashVal, key: Formula, state: State): State {
  return withHash(ctx, state, seen, put(contentsOf(ctx, state, seen), key, BOXED_NIL));
}

function keyFor(ctx: Ctx, val: Val, site: Site, state: State): Formula {
  return keyTerm(ctx, state, val) ?? boxed(notModelled(ctx, 'which elements are alike', site))!;
}

/** Elements of this type are told apart by `eql?` as hashes do; else there is no model. */
export function tellsApart(ctx: Ctx, type: Type, state: State): boolean {
  const tags = tagsOf(type);
  if (tags === null || tags.has('real')) return false;
  return !tags.has('ref') || keyTerm(ctx, state, { kind: 'boxed', term: BOXED_NIL, type }) !== null;
}

export function uniq(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock | null): Out | null {
  if (!call && !tellsApart(ctx, elementType(array.type), state)) return null;
  return unitedBy(ctx, [array], nominal('Array', [elementType(array.type)]), site, state, call);
}

/** `a | b`: the elements of both, each once, in the order in which they come. */
export function union(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  if (![a, b].every(each => tellsApart(ctx, elementType(each.type), state))) return null;
  const type = nominal('Array', [unionOf([elementType(a.type), elementType(b.type)])]);
  return unitedBy(ctx, [a, b], type, site, state, null);
}

function unitedBy(
  ctx: Ctx,
  arrays: readonly ArrayVal[],
  type: Type,
  site: Site,
  before: State,
  call: CallBlock | null,
): Out {
  const made = makeArray(ctx, before, [], type, site);
  const result = made.value as ArrayVal;
  const { hash: seen, state } = nothingSeen(ctx, made.state);
  return arrays.reduce<Out>(
    (out, array) =>
      each(
        ctx,
        array,
        site,
        out.state,
        (element, _, s, breaks) => {
          const by = call ? call([element], s, breaks) : { value: element, state: s };
          const key = keyFor(ctx, by.value, site, by.state);
          const add = (on: State): Out => append(ctx, result, element, site, see(ctx, seen, key, on));
          return fork(ctx, isSeen(ctx, seen, key, by.state), by.state, site, giving(result), add).state;
        },
        giving(result),
      ),
    { value: result, state },
  );
}

function keysOf(ctx: Ctx, array: ArrayVal, site: Site, before: State): Seen {
  const { hash, state } = nothingSeen(ctx, before);
  const mark = (element: Val, _: Formula, s: State): State => see(ctx, hash, keyFor(ctx, element, site, s), s);
  return { hash, state: each(ctx, array, site, state, mark, giving(hash)).state };
}

/** `a - b` keeps what is repeated, `a & b` does not. */
export function difference(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  return keptOf(ctx, a, b, site, state, false);
}

export function intersection(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, state: State): Out | null {
  return keptOf(ctx, a, b, site, state, true);
}

function keptOf(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, before: State, common: boolean): Out | null {
  if (![a, b].every(each => tellsApart(ctx, elementType(each.type), before))) return null;
  const made = makeArray(ctx, before, [], nominal('Array', [elementType(a.type)]), site);
  const result = made.value as ArrayVal;
  const others = keysOf(ctx, b, site, made.state);
  const { hash: taken, state } = nothingSeen(ctx, others.state);
  return each(
    ctx,
    a,
    site,
    state,
    (element, _, s) => {
      const key = keyFor(ctx, element, site, s);
      const there = isSeen(ctx, others.hash, key, s);
      const wanted = common ? and(there, not(isSeen(ctx, taken, key, s))) : not(there);
      const keep = (on: State): Out => append(ctx, result, element, site, common ? see(ctx, taken, key, on) : on);
      return fork(ctx, wanted, s, site, keep, giving(result)).state;
    },
    giving(result),
  );
}

export function intersects(ctx: Ctx, a: ArrayVal, b: ArrayVal, site: Site, before: State): Out | null {
  if (![a, b].every(each => tellsApart(ctx, elementType(each.type), before))) return null;
  const { hash, state } = keysOf(ctx, b, site, before);
  return carrying(ctx, a, { kind: 'bool', term: FALSE }, site, state, (carried, element, s) => {
    const there = isSeen(ctx, hash, keyFor(ctx, element, site, s), s);
    return fork(ctx, truthy(carried), s, site, giving(carried), on => ({
      value: { kind: 'bool', term: there },
      state: on,
    }));
  });
}
