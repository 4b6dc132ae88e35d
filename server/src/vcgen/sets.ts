/**
 * Contents of sets, in the heap: which elements are there (told apart as keys of hashes are) and how many. Two sets that
 * are not known element by element have a number of common elements, of which only laws are known.
 */
import { add, compare, le, sub } from '../logic/arithmetic';
import { and, apply, bound, eq, forall, implies, int, ite, lambda, not, same, symbol } from '../logic/build';
import type { Formula } from '../logic/formula';
import { select, store } from '../logic/maps';
import { arraySort, BOOL_SORT, INT_SORT } from '../logic/sorts';
import type { Type } from '../types/type';
import { heapMap } from './bases';
import { assume, assumeAlways, type Ctx } from './context';
import { entriesOf } from './hashEntries';
import { EMPTY } from './hashes';
import { allocate } from './objects';
import { classNameOf } from './shape';
import { baseSymbols, type State, sortOfKey, withMap } from './state';
import { VALUE_SORT, type Val } from './value';

export type SetVal = Val & { readonly kind: 'ref' };

export interface Members {
  readonly present: Formula;
  readonly size: Formula;
}

export const NO_MEMBERS: Members = { present: EMPTY.present, size: EMPTY.size };

export function isSet(val: Val): val is SetVal {
  return val.kind === 'ref' && classNameOf(val.type) === 'Set';
}

export function membersOf(ctx: Ctx, state: State, set: SetVal): Members {
  for (const name of baseSymbols(heapMap(ctx, state, '#size'))) {
    const entry = ctx.run.bases.get(name)?.epoch.id === 0;
    assumeAlways(ctx.run, compare('>=', select(symbol(name, sortOfKey('#size')), set.term), int(0)), entry);
  }
  const at = (key: string): Formula => select(heapMap(ctx, state, key), set.term);
  return { present: at('#present'), size: at('#size') };
}

export function withMembers(ctx: Ctx, state: State, set: SetVal, parts: Members): State {
  const put = (s: State, key: string, term: Formula): State =>
    withMap(s, key, store(heapMap(ctx, s, key), set.term, term));
  return put(put(state, '#present', parts.present), '#size', parts.size);
}

export function makeSet(ctx: Ctx, state: State, type: Type, parts: Members): { object: SetVal; state: State } {
  const made = allocate(ctx, state, 'Set', type);
  return { object: made.object, state: withMembers(ctx, made.state, made.object, parts) };
}

/** Is it there? Then the set is not empty. */
export function holds(ctx: Ctx, state: State, set: SetVal, key: Formula): Formula {
  const { present, size } = membersOf(ctx, state, set);
  const there = select(present, key);
  if (there.kind === 'boolean') return there;
  if (!ctx.run.hashKeys.some(each => same(each, key))) ctx.run.hashKeys.push(key);
  assume(ctx, state, implies(there, compare('>=', size, int(1))));
  return there;
}

/** All elements, in order, where the set was built here from constants. */
export function knownMembers(parts: Members): readonly Formula[] | null {
  return entriesOf(parts.present);
}

export function isSubset(ctx: Ctx, state: State, a: Members, b: Members): Formula {
  const known = knownMembers(a);
  const term = known
    ? and(...known.map(key => select(b.present, key)))
    : everyKey(ctx, key => implies(select(a.present, key), select(b.present, key)));
  assume(ctx, state, implies(term, le(a.size, b.size)));
  if (term.kind !== 'boolean')
    assume(
      ctx,
      state,
      implies(
        and(term, eq(a.size, b.size)),
        everyKey(ctx, key => eq(select(a.present, key), select(b.present, key))),
      ),
    );
  return term;
}

export function areDisjoint(ctx: Ctx, a: Members, b: Members): Formula {
  const known = knownMembers(a) ?? knownMembers(b);
  const both = (key: Formula): Formula => not(and(select(a.present, key), select(b.present, key)));
  return known ? and(...known.map(both)) : everyKey(ctx, both);
}

function everyKey(ctx: Ctx, body: (key: Formula) => Formula): Formula {
  const name = `m${ctx.run.quantifiers++}`;
  return forall([{ name, sort: VALUE_SORT }], body(bound(name, VALUE_SORT)));
}

/** How many are in both: |a| where a is within b, 0 where they share nothing, and never more than either has. */
export function common(ctx: Ctx, state: State, a: Members, b: Members): Formula {
  const [known, other] = knownMembers(b) ? [knownMembers(b), a] : [knownMembers(a), b];
  if (known)
    return known.reduce<Formula>((sum, key) => add(sum, ite(select(other.present, key), int(1), int(0))), int(0));
  const sets = arraySort(VALUE_SORT, BOOL_SORT);
  ctx.run.functions.set('in-common', { name: 'in-common', params: [sets, sets], result: INT_SORT });
  const count = apply('in-common', [a.present, b.present], INT_SORT);
  const within = everyKey(ctx, key => implies(select(a.present, key), select(b.present, key)));
  assume(ctx, state, and(le(int(0), count), le(count, a.size), le(count, b.size)));
  assume(ctx, state, eq(eq(count, a.size), within));
  assume(ctx, state, eq(eq(count, int(0)), areDisjoint(ctx, a, b)));
  return count;
}

/** `|`, `&`, `-`, `^` of two sets, whatever they hold. */
export function combined(ctx: Ctx, state: State, operator: '|' | '&' | '-' | '^', a: Members, b: Members): Members {
  const shared = common(ctx, state, a, b);
  const name = `m${ctx.run.quantifiers++}`;
  const key = bound(name, VALUE_SORT);
  const [x, y] = [select(a.present, key), select(b.present, key)];
  const made = (body: Formula, size: Formula): Members => ({ present: lambda(name, VALUE_SORT, body), size });
  switch (operator) {
    case '|':
      return made(not(and(not(x), not(y))), sub(add(a.size, b.size), shared));
    case '&':
      return made(and(x, y), shared);
    case '-':
      return made(and(x, not(y)), sub(a.size, shared));
    case '^':
      return made(not(eq(x, y)), sub(add(a.size, b.size), add(shared, shared)));
  }
}
