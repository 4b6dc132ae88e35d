/**
 * Tuples are arrays of a known length, and anybody may shorten an array. So the length is demanded where a value flows
 * into a place whose type says it, and known only of what was just handed over: arguments as they were on entry, what
 * stood in them, and results of calls. Fields promise nothing of it: what they hold may have been shortened since.
 */
import type { Place } from '../base/span';
import { compare, lt } from '../logic/arithmetic';
import { and, eq, int, isApply, or } from '../logic/build';
import type { Formula } from '../logic/formula';
import { INT_SORT } from '../logic/sorts';
import type { Type } from '../types/type';
import { elementInRange, lengthOf } from './arrays';
import { type Ctx, fresh } from './context';
import { defaultOf, type HashVal, presence, valueAt } from './hashes';
import { literalKey, valueTypeOf } from './hashTypes';
import { oblige } from './obligations';
import { classNameOf, members, plain, saysLengths } from './shape';
import { type State, withPath } from './state';
import { hasClass } from './typing';
import { isTag, unboxed, VALUE_SORT, type Val } from './value';

/** A guard against types without end; nobody nests deeper. */
const DEPTH = 12;

/** Where the type says how long an array is: the value is as long. */
export function demandLengths(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): void {
  if (ctx.spec || !saysLengths(type)) return;
  const wanted = `${about} has as many elements as its type says`;
  demand(ctx, state, val, type, DEPTH, (on, goal) =>
    oblige(ctx, on, { kind: 'exception', goal, place, about: wanted }),
  );
}

type Say = (state: State, goal: Formula) => void;

function demand(ctx: Ctx, state: State, val: Val, type: Type, depth: number, say: Say): void {
  if (val.kind !== 'ref' && val.kind !== 'boxed') return;
  const raw = val.kind === 'boxed' ? val.term : isApply(val.term, 'v-ref-of') ? val.term.args[0]! : null;
  const on = raw === null ? state : withPath(state, and(state.path, isTag(raw, 'ref')));
  const term = val.kind === 'ref' ? val.term : unboxed(val.term, 'ref');
  const all = members(type).filter(member => classNameOf(member) !== null);
  const mixed = all.some(member => classNameOf(member) !== classNameOf(all[0]!));
  for (const name of ['Array', 'Hash']) {
    const types = all.filter(member => classNameOf(member) === name);
    if (!types.some(saysLengths)) continue;
    const own = val.kind === 'ref' && classNameOf(val.type) === name ? plain(val.type) : types[0]!;
    const there = mixed ? withPath(on, and(on.path, hasClass(ctx.run, term, name))) : on;
    const as = (each: Type): HashVal => ({ kind: 'ref', term, type: each, exact: false });
    if (name === 'Array') demandOfArray(ctx, there, as(own), types, depth, say);
    else if (types.length === 1) inHash(ctx, there, as(types[0]!), depth, say);
  }
}

function demandOfArray(
  ctx: Ctx,
  state: State,
  array: Val & { kind: 'ref' },
  types: readonly Type[],
  depth: number,
  say: Say,
): void {
  const [first] = types;
  if (types.every(each => each.kind === 'tuple')) {
    const length = lengthOf(ctx, state, array);
    say(state, or(...types.map(each => eq(length, int(each.kind === 'tuple' ? each.elements.length : 0)))));
  }
  if (types.length === 1 && depth > 0) inArray(ctx, state, { ...array, type: first! }, depth, say);
}

/** Any element: what holds of an index that nothing is known of holds of all. */
function inArray(ctx: Ctx, state: State, array: Val & { kind: 'ref' }, depth: number, say: Say): void {
  const bare = plain(array.type);
  if (bare.kind === 'tuple') {
    for (const [index, element] of bare.elements.entries())
      if (saysLengths(element))
        demand(ctx, state, elementInRange(ctx, state, array, int(index)), element, depth - 1, say);
    return;
  }
  const element = bare.kind === 'nominal' ? bare.args[0] : undefined;
  if (!element || !saysLengths(element)) return;
  const index = fresh(ctx.run, 'any-index', INT_SORT);
  const inside = and(compare('>=', index, int(0)), lt(index, lengthOf(ctx, state, array)));
  const on = withPath(state, and(state.path, inside));
  demand(ctx, on, elementInRange(ctx, on, array, index), element, depth - 1, say);
}

function inHash(ctx: Ctx, state: State, hash: HashVal, depth: number, say: Say): void {
  const bare = plain(hash.type);
  if (bare.kind === 'finiteHash' && depth > 0) {
    for (const entry of bare.entries) {
      if (!saysLengths(entry.type)) continue;
      const key = literalKey(entry.key);
      const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
      demand(ctx, on, valueAt(ctx, on, hash, key), entry.type, depth - 1, say);
    }
    return;
  }
  const type = valueTypeOf(hash.type);
  if (depth === 0 || plain(hash.type).kind !== 'nominal' || !saysLengths(type)) return;
  const key = fresh(ctx.run, 'any-key', VALUE_SORT);
  const on = withPath(state, and(state.path, presence(ctx, state, hash, key)));
  demand(ctx, on, valueAt(ctx, on, hash, key), type, depth - 1, say);
  demand(ctx, state, defaultOf(ctx, state, hash), type, depth - 1, say);
}
