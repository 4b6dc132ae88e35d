/** Elements in groups: `partition`, `group_by`, `tally`, `zip`, `each_slice`, `each_cons`. */
import { add, compare, integer, mul, sub } from '../../logic/arithmetic';
import { int, isApply, ite, same } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { offset, select } from '../../logic/maps';
import { ANY, INTEGER, nominal, type Type } from '../../types/type';
import { append, extended } from '../append';
import type { Site } from '../arguments';
import {
  type ArrayVal,
  elementInRange,
  elementsOf,
  elementType,
  lengthOf,
  makeArray,
  readElement,
  withContents,
} from '../arrays';
import { heapMap } from '../bases';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out, placeOf, taintFor } from '../context';
import { collect } from '../general/collected';
import { contentsOf, EMPTY, type HashVal, keyTerm, makeHash, put, withHash } from '../hashes';
import { havoc } from '../havoc';
import { arrayBy, smallest } from '../indexed';
import { iterate } from '../iterate';
import { joinExits } from '../join';
import { leak } from '../objects';
import { oblige } from '../obligations';
import { isDynamic } from '../shape';
import type { State } from '../state';
import { boxed, NIL_VAL, truthy, typeOf, unboxed, type Val } from '../value';
import { type CallBlock, each, giving } from './arrayRounds';

export function partition(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const type = nominal('Array', [elementType(array.type)]);
  const kept = makeArray(ctx, state, [], type, site);
  const left = makeArray(ctx, kept.state, [], type, site);
  const onto = (part: Out, element: Val) => (s: State) => append(ctx, part.value as ArrayVal, element, site, s);
  return each(
    ctx,
    array,
    site,
    left.state,
    (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      return fork(ctx, truthy(out.value), out.state, site, onto(kept, element), onto(left, element)).state;
    },
    s => makeArray(ctx, s, [kept.value, left.value], { kind: 'tuple', elements: [type, type] }, site),
  );
}

/** The key of an entry that is made here; one whose `eql?` has no model is not modelled. */
function keyFor(ctx: Ctx, val: Val, method: string, site: Site, state: State): Formula {
  return keyTerm(ctx, state, val) ?? boxed(notModelled(ctx, `the keys of ${method}`, site))!;
}

function hashType(ctx: Ctx, site: Site, otherwise: Type): Type {
  const checked = 'kind' in site ? ctx.frame.types.get(site as never) : undefined;
  const isHash = checked?.kind === 'nominal' && checked.name === 'Hash' && checked.args.length === 2;
  return isHash && !checked.args.some(isDynamic) ? checked : otherwise;
}

/** A hash of arrays: the first of its key makes the array, the others are added to it. */
export function groupBy(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const group = nominal('Array', [elementType(array.type)]);
  const made = makeHash(ctx, state, hashType(ctx, site, nominal('Hash', [ANY, group])), EMPTY);
  const hash = made.object;
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s, breaks) => {
      const out = call([element], s, breaks);
      const key = keyFor(ctx, out.value, 'group_by', site, out.state);
      return intoGroup(ctx, hash, key, element, group, site, out.state);
    },
    giving(hash),
  );
}

function intoGroup(ctx: Ctx, hash: HashVal, key: Formula, element: Val, group: Type, site: Site, state: State): State {
  const parts = contentsOf(ctx, state, hash);
  const known = (s: State): Out => {
    const ref: ArrayVal = { kind: 'ref', term: unboxed(select(parts.values, key), 'ref'), type: group, exact: true };
    return { value: NIL_VAL, state: extended(ctx, ref, element, site, s) };
  };
  const first = (s: State): Out => {
    const list = makeArray(ctx, s, [element], group, site);
    return { value: NIL_VAL, state: withHash(ctx, list.state, hash, put(parts, key, boxed(list.value)!)) };
  };
  return fork(ctx, select(parts.present, key), leak(state, element), site, known, first).state;
}

/** How many there are of each. */
export function tally(ctx: Ctx, array: ArrayVal, site: Site, state: State): Out {
  const made = makeHash(ctx, state, nominal('Hash', [elementType(array.type), INTEGER]), EMPTY);
  return each(
    ctx,
    array,
    site,
    made.state,
    (element, _, s) => {
      const key = keyFor(ctx, element, 'tally', site, s);
      const parts = contentsOf(ctx, s, made.object);
      const more = add(unboxed(select(parts.values, key), 'int'), int(1));
      const term = ite(select(parts.present, key), more, int(1));
      return withHash(ctx, s, made.object, put(parts, key, boxed({ kind: 'int', term })!));
    },
    giving(made.object),
  );
}

/** As many rows as the receiver has elements; what the others lack is nil. */
export function zip(
  ctx: Ctx,
  array: ArrayVal,
  others: readonly ArrayVal[],
  site: Site,
  state: State,
  call: CallBlock | null,
): Out {
  const row = (k: Formula, s: State): Out => {
    const values = [elementInRange(ctx, s, array, k), ...others.map(other => readElement(ctx, s, other, k))];
    return makeArray(ctx, s, values, { kind: 'tuple', elements: values.map(typeOf) }, site);
  };
  if (call)
    return each(
      ctx,
      array,
      site,
      state,
      (_, index, s, breaks) => {
        const given = row(index, s);
        return call([given.value], given.state, breaks).state;
      },
      giving(NIL_VAL),
    );
  const { settings } = ctx.run.input;
  const elements = [elementType(array.type), ...others.map(other => orNil(elementType(other.type)))];
  const made = makeArray(ctx, state, [], nominal('Array', [{ kind: 'tuple', elements }]), site);
  const end = collect(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: s => lengthOf(ctx, s, array),
    element: row,
    rounds: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [],
      counted: true,
    },
  });
  return { value: made.value, state: end };
}

function orNil(type: Type): Type {
  return { kind: 'union', members: [type, { kind: 'nil' }] };
}

/** `each_slice` and `each_cons` hand out new arrays; a size that is not positive raises. */
export function windows(
  ctx: Ctx,
  array: ArrayVal,
  method: 'each_slice' | 'each_cons',
  size: Formula,
  site: Site,
  before: State,
  call: CallBlock,
  result: Val = array,
): Out {
  const sliced = method === 'each_slice';
  const state = oblige(ctx, before, {
    kind: 'core-precondition',
    goal: compare('>', size, int(0)),
    place: placeOf(ctx, site),
    about: `the size that ${method} is given is positive`,
    raises: 'ArgumentError',
  });
  const { settings } = ctx.run.input;
  const breaks: Exit[] = [];
  const from = (k: Formula): Formula => (sliced ? mul(k, size) : k);
  const more = (k: Formula, s: State): Formula =>
    sliced ? compare('<', from(k), lengthOf(ctx, s, array)) : compare('<=', add(k, size), lengthOf(ctx, s, array));
  const end = iterate(ctx, state, site, {
    more: (k, s) => ({ condition: more(k, s), state: s }),
    round: (k, s) => {
      const elements = elementsOf(ctx, s, array);
      const count = sliced ? smallest(size, sub(lengthOf(ctx, s, array), from(k))) : size;
      const type = nominal('Array', [elementType(array.type)]);
      elementInRange(ctx, s, array, from(k)); // what its type promises
      const part = partOf(ctx, s, type, size, count, i => select(elements, add(from(k), i)), site);
      return call([part.value], part.state, breaks).state;
    },
    gathers: [breaks],
    counted: true,
    bound: settings.arrayBound,
    exactly: settings.unrolling,
    caveat: { type: 'arrays', bound: settings.arrayBound },
  });
  const out = joinExits(ctx, [...breaks, { value: result, state: end }], site, end);
  return !sliced && changes(ctx, state, out.state) ? rememberedWindows(ctx, site, out.state) : out;
}

/** Elements beyond the count say nothing: where the size is a small number all of them are written out. */
function partOf(
  ctx: Ctx,
  state: State,
  type: Type,
  size: Formula,
  count: Formula,
  at: (index: Formula) => Formula,
  site: Site,
): Out {
  if (integer(count) !== null || (integer(size) ?? MOST_WRITTEN_OUT) >= MOST_WRITTEN_OUT)
    return arrayBy(ctx, state, type, count, at, site);
  const made = arrayBy(ctx, state, type, size, at, site);
  const array = made.value as ArrayVal;
  return { value: array, state: withContents(ctx, made.state, array, elementsOf(ctx, made.state, array), count) };
}

const MOST_WRITTEN_OUT = 10n;

/** May the rounds have written an array that was there before? */
function changes(ctx: Ctx, before: State, after: State): boolean {
  const newest = offset(before.heap.alloc);
  const isNew = (ref: Formula): boolean => same(offset(ref)[0], newest[0]) && offset(ref)[1] > newest[1];
  const writesNewOnly = (map: Formula, start: Formula): boolean => {
    if (same(map, start)) return true;
    if (isApply(map, 'ite')) return map.args.slice(1).every(each => writesNewOnly(each, start));
    return isApply(map, 'store') && isNew(map.args[1]!) && writesNewOnly(map.args[0]!, start);
  };
  return !['#elements', '#length'].every(key => writesNewOnly(heapMap(ctx, after, key), heapMap(ctx, before, key)));
}

/** Ruby keeps the elements of a window from before the block ran: what the block writes shows later or not at all. */
function rememberedWindows(ctx: Ctx, site: Site, state: State): Out {
  const what = 'each_cons over an array that its block changes';
  return { value: notModelled(ctx, what, site), state: havoc(ctx, state, { taint: taintFor(ctx, what, site) }) };
}
