/**
 * Iterators over hashes and sets whose order is not known: the keys as an array in some order (each key has one place, each
 * place one key), and what is known of arrays. Only methods whose result does not depend on the order, as far as
 * anybody can say of it: an array that `map` makes is as long as the hash.
 */
import { compare } from '../../logic/arithmetic';
import { and, apply, bound, eq, forall, implies, int, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { ANY, nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, makeArray, withContents } from '../arrays';
import { runBlock } from '../blocks';
import { assume, type Ctx, fresh, notModelled, type Out, taintFor } from '../context';
import { contentsOf, type HashVal, presence, valueAt } from '../hashes';
import { keyTypeOf } from '../hashTypes';
import { havoc } from '../havoc';
import { invariantIn } from '../invariants';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { boxed, VALUE_SORT, type Val } from '../value';
import { roundsOver } from './arrayIteration';

const IN_ANY_ORDER: ReadonlySet<string> = new Set(['each', 'all?', 'any?', 'none?', 'count', 'sum', 'map', 'collect']);

interface Keys {
  readonly present: Formula;
  readonly size: Formula;
}

type Parts = 'pairs' | 'keys' | 'values';

/** Null: it depends on the order, or the block takes what is not modelled (pairs as arrays, keys that are objects). */
export function overEntries(
  ctx: Ctx,
  hash: HashVal,
  method: string,
  parts: Parts,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const name = /^each_(pair|key|value)$/.test(method) ? 'each' : method;
  const wanted = parts === 'pairs' ? 2 : 1;
  const block = args.block!;
  const type = parts === 'values' ? ANY : plainKeys(keyTypeOf(hash.type));
  if (!mayIterate(ctx, name, args) || type === null || block.block.params.length !== wanted) return null;
  const { present, size } = contentsOf(ctx, state, hash);
  const list = listed(ctx, { present, size }, type, site, state);
  const given = (key: Val, s: State): readonly Val[] => {
    if (parts === 'keys') return [key];
    const term = boxed(key)!;
    presence(ctx, s, hash, term); // what is promised of its entries
    const value = valueAt(ctx, s, hash, term);
    return parts === 'values' ? [value] : [key, value];
  };
  const out = roundsOver(ctx, list.array, name, args, site, list.state, ([key], s, breaks) =>
    runBlock(ctx, block, given(key!, s), s, site, breaks),
  );
  if (out === null) return null;
  if (!same(present, contentsOf(ctx, out.state, hash).present)) return changed(ctx, site, out.state);
  return { value: name === 'each' ? hash : out.value, state: out.state };
}

export function overSomeMembers(
  ctx: Ctx,
  set: Val,
  keys: (state: State) => Keys,
  element: Type,
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const type = plainKeys(element);
  if (!mayIterate(ctx, method, args) || type === null || args.block!.block.params.length !== 1) return null;
  const list = listed(ctx, keys(state), type, site, state);
  const out = roundsOver(ctx, list.array, method, args, site, list.state, (values, s, breaks) =>
    runBlock(ctx, args.block!, values, s, site, breaks),
  );
  if (out === null) return null;
  if (!same(keys(state).present, keys(out.state).present)) return changed(ctx, site, out.state);
  return { value: method === 'each' ? set : out.value, state: out.state };
}

function mayIterate(ctx: Ctx, method: string, args: Args): boolean {
  const { block } = args;
  if (ctx.spec || !block || block.sends !== undefined || args.positional.length > 0) return false;
  const isPlain = block.block.params.every(param => param.kind === 'required' && param.destructure === null);
  return IN_ANY_ORDER.has(method) && isPlain && invariantIn(block.block.body) === null;
}

/** Keys that are values: a text or an object as a key is another thing than the string or object itself. */
function plainKeys(type: Type): Type | null {
  const tags = tagsOf(type);
  return tags !== null && !tags.has('ref') && !tags.has('real') ? type : null;
}

function listed(ctx: Ctx, keys: Keys, type: Type, site: Site, state: State): { array: ArrayVal; state: State } {
  const { run } = ctx;
  const made = makeArray(ctx, state, [], nominal('Array', [type]), site);
  const array = made.value as ArrayVal;
  const elements = fresh(run, 'listed', arraySort(INT_SORT, VALUE_SORT));
  const place = `place!${run.counter}`;
  run.functions.set(place, { name: place, params: [VALUE_SORT], result: INT_SORT });
  const placeOfKey = (key: Formula): Formula => apply(place, [key], INT_SORT);
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), compare('<', index, keys.size));
  const [j, k] = [bound(`j${run.quantifiers}`, INT_SORT), bound(`k${run.quantifiers}`, VALUE_SORT)];
  const [jName, kName] = [`j${run.quantifiers}`, `k${run.quantifiers++}`];
  const at = select(elements, j);
  assume(
    ctx,
    state,
    forall(
      [{ name: jName, sort: INT_SORT }],
      implies(within(j), and(select(keys.present, at), eq(placeOfKey(at), j))),
      [[at]],
    ),
  );
  const there = and(within(placeOfKey(k)), eq(select(elements, placeOfKey(k)), k));
  assume(
    ctx,
    state,
    forall([{ name: kName, sort: VALUE_SORT }], implies(select(keys.present, k), there), [[select(keys.present, k)]]),
  );
  assume(ctx, state, compare('>=', keys.size, int(0)));
  return { array, state: withContents(ctx, made.state, array, elements, keys.size) };
}

/** A new key while a hash is iterated raises; a key that goes changes what is visited. */
function changed(ctx: Ctx, site: Site, state: State): Out {
  const what = 'a hash or set that changes while it is iterated';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
