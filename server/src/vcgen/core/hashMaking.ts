/**
 * New hashes made of another by a block: `select`, `filter`, `reject`, `transform_values`. Ruby goes through a copy, so what
 * the block does to the hash does not show. Where all entries are known, and up to a bound, entries are put in one by one;
 * for any number of them what the block gives is an array of its own, and the new hash is said by it.
 */
import { compare, lt } from '../../logic/arithmetic';
import { and, bound, forall, implies, int, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { INT_SORT } from '../../logic/sorts';
import { ANY, nominal, type Type } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementsOf, lengthOf, makeArray } from '../arrays';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import { assume, type Ctx, type Exit, fresh, notModelled, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { collect } from '../general/collected';
import { knownEntries } from '../hashEntries';
import {
  byKey,
  type Contents,
  contentsOf,
  EMPTY,
  type HashVal,
  isHash,
  makeHash,
  presence,
  put,
  valueAt,
  withHash,
} from '../hashes';
import { type KeyForm, keyForm, keyValue, promiseKey } from '../hashKeys';
import { keyTypeOf, valueTypeOf } from '../hashTypes';
import { invariantIn } from '../invariants';
import { joinExits } from '../join';
import { leak } from '../leak';
import { isDynamic } from '../shape';
import type { State } from '../state';
import { BOXED_NIL, boxed, truthy, type Val } from '../value';
import { each, giving } from './arrayRounds';
import { type Listed, listedKeys } from './someOrder';

const MAKES: ReadonlySet<string> = new Set(['select', 'filter', 'reject', 'transform_values']);

/** The block for one entry, as the hash was when the call began. */
type AskBlock = (key: Formula, state: State, breaks: Exit[]) => Out;

export function hashMaking(ctx: Ctx, hash: HashVal, method: string, args: Args, site: Site, state: State): Out | null {
  const { block, positional } = args;
  if (!MAKES.has(method) || !block || positional.length > 0 || ctx.spec || block.lambda) return null;
  if (invariantIn(block.block.body) !== null) return null;
  const ofValues = method === 'transform_values';
  const before = contentsOf(ctx, state, hash);
  const known = knownEntries(ctx, state, hash);
  const form = ofValues ? HIDDEN : keyForm(ctx, state, keyTypeOf(hash.type));
  if (form === null) return null;
  const ask: AskBlock = (key, s, breaks) => {
    promiseKey(ctx, s, hash, key);
    presence(ctx, state, hash, key); // what is promised of its entries
    const value = valueAt(ctx, state, hash, key);
    const given = ofValues ? [value] : [keyValue(ctx, s, form, key), value];
    return runBlock(ctx, block, given, s, site, breaks);
  };
  const type = madeType(ctx, hash, ofValues, site);
  if (known === null && ctx.run.input.loops?.kind === 'general') {
    const list = listedKeys(ctx, before, ofValues ? HIDDEN.type : keyTypeOf(hash.type), site, state);
    return list && inGeneral(ctx, list, before, type, method, site, ask);
  }
  const list = known
    ? makeArray(
        ctx,
        state,
        known.map(entry => rawKey(entry.key)),
        nominal('Array', [ANY]),
        site,
      )
    : listedKeys(ctx, before, ofValues ? HIDDEN.type : keyTypeOf(hash.type), site, state);
  if (list === null) return null;
  const array = 'array' in list ? list.array : (list.value as ArrayVal);
  return byRounds(ctx, array, before, type, method, site, leak(list.state, hash), ask);
}

/** Keys that the block is not given. */
const HIDDEN: KeyForm = { type: nominal('Integer'), string: null };

function rawKey(term: Formula): Val {
  return { kind: 'boxed', term, type: ANY };
}

function madeType(ctx: Ctx, hash: HashVal, ofValues: boolean, site: Site): Type {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const useful = checked?.kind === 'nominal' && isHash({ ...hash, type: checked }) && checked.args.length === 2;
  if (useful && !checked.args.some(isDynamic)) return checked;
  return nominal('Hash', [keyTypeOf(hash.type), ofValues ? ANY : valueTypeOf(hash.type)]);
}

/** Entries are put in as the rounds go. */
function byRounds(
  ctx: Ctx,
  keys: ArrayVal,
  before: Contents,
  type: Type,
  method: string,
  site: Site,
  state: State,
  ask: AskBlock,
): Out {
  const made = makeHash(ctx, state, type, EMPTY);
  const enter = (key: Formula, value: Formula, s: State): State =>
    withHash(ctx, s, made.object, put(contentsOf(ctx, s, made.object), key, value));
  return each(
    ctx,
    keys,
    site,
    made.state,
    (element, _, s, breaks) => {
      const key = boxed(element)!;
      const out = ask(key, s, breaks);
      if (method === 'transform_values') {
        const value = stored(ctx, out, type, site);
        return enter(key, termFor(ctx, value, site), leak(out.state, value));
      }
      const keep = method === 'reject' ? not(truthy(out.value)) : truthy(out.value);
      const kept = (on: State): Out => ({ value: made.object, state: enter(key, select(before.values, key), on) });
      return fork(ctx, keep, out.state, site, kept, giving(made.object)).state;
    },
    giving(made.object),
  );
}

/** What is put in; ranges and procs have no term. */
export function termFor(ctx: Ctx, value: Val, site: Site): Formula {
  return boxed(value) ?? boxed(notModelled(ctx, `a ${value.kind} in a hash`, site))!;
}

function stored(ctx: Ctx, out: Out, type: Type, site: Site): Val {
  const value = valueTypeOf(type);
  return isDynamic(value) ? out.value : flowInto(ctx, out.state, out.value, value, placeOf(ctx, site), 'the new value');
}

/** What the block gives for each key is an array in the order of the keys. */
function inGeneral(
  ctx: Ctx,
  list: Listed,
  before: Contents,
  type: Type,
  method: string,
  site: Site,
  ask: AskBlock,
): Out {
  const ofValues = method === 'transform_values';
  const answers = makeArray(ctx, list.state, [], nominal('Array', [ofValues ? valueTypeOf(type) : ANY]), site);
  const array = answers.value as ArrayVal;
  const breaks: Exit[] = [];
  const { settings } = ctx.run.input;
  const end = collect(ctx, answers.state, site, {
    array,
    count: () => list.size,
    element: (k, s) => ask(select(list.elements, k), s, breaks),
    rounds: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, list.array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  const all = elementsOf(ctx, end, array);
  const answer = (key: Formula): Formula => select(all, list.place(key));
  const parts = ofValues
    ? { ...before, values: byKey(ctx, answer), default: BOXED_NIL }
    : keptOnly(ctx, list, before, all, method === 'reject', end);
  const made = makeHash(ctx, end, type, parts);
  return joinExits(ctx, [...breaks, { value: made.object, state: made.state }], site, made.state);
}

/** Those whose answer is true (false); how many is between none and all, and which of the two is known. */
function keptOnly(
  ctx: Ctx,
  list: Listed,
  before: Contents,
  answers: Formula,
  rejects: boolean,
  state: State,
): Contents {
  const keeps = (index: Formula): Formula => {
    const holds = truthy({ kind: 'boxed', term: select(answers, index), type: ANY });
    return rejects ? not(holds) : holds;
  };
  const size = fresh(ctx.run, 'kept', INT_SORT);
  const within = (index: Formula): Formula => and(compare('<=', int(0), index), lt(index, list.size));
  const [some, other] = [fresh(ctx.run, 'some', INT_SORT), fresh(ctx.run, 'other', INT_SORT)];
  assume(ctx, state, and(compare('<=', int(0), size), compare('<=', size, list.size)));
  assume(ctx, state, implies(compare('>', size, int(0)), and(within(some), keeps(some))));
  assume(ctx, state, implies(lt(size, list.size), and(within(other), not(keeps(other)))));
  const name = `i${ctx.run.quantifiers++}`;
  const i = bound(name, INT_SORT);
  const counts = and(implies(keeps(i), compare('>', size, int(0))), implies(not(keeps(i)), lt(size, list.size)));
  assume(ctx, state, forall([{ name, sort: INT_SORT }], implies(within(i), counts), [[select(answers, i)]]));
  const present = byKey(ctx, key => and(select(before.present, key), keeps(list.place(key))));
  return { present, values: before.values, size, default: BOXED_NIL };
}
