/**
 * Contents of sets, in the heap: which elements are present (compared like keys of hashes) and how many. The number of
 * common elements of two sets that are not fully known is axiomatised.
 */
import { add, compare, le, sub } from '../../logic/arithmetic';
import { and, apply, bound, eq, FALSE, forall, implies, int, ite, lambda, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select, store } from '../../logic/maps';
import { arraySort, BOOL_SORT, INT_SORT } from '../../logic/sorts';
import type { Type } from '../../types/type';
import { noteContentsWrite } from '../analysis/aliasedContainers';
import type { Site } from '../state/call';
import { assume, assumeAlways, type Ctx, checkedType } from '../state/context';
import { type HeapKey, PRESENT, SIZE } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { classNameOf, isDynamic } from '../state/representation';
import { baseSymbols, type State, withMap } from '../state/state';
import type { Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';
import { entriesOf } from './hashEntries';
import { EMPTY } from './hashes';
import { allocate } from './objects';
import { watchKey } from './watchedKeys';

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
  for (const base of baseSymbols(heapMap(ctx, state, SIZE))) {
    const entry = ctx.run.heapNotes.bases.get(base.name)?.epoch.id === 0;
    assumeAlways(ctx.run, compare('>=', select(base, set.term), int(0)), entry);
  }
  const at = (key: HeapKey): Formula => select(heapMap(ctx, state, key), set.term);
  return { present: at(PRESENT), size: at(SIZE) };
}

export function withMembers(ctx: Ctx, state: State, set: SetVal, parts: Members): State {
  noteContentsWrite(ctx, state, set, null);
  const put = (s: State, key: HeapKey, term: Formula): State =>
    withMap(s, key, store(heapMap(ctx, s, key), set.term, term));
  return put(put(state, PRESENT, parts.present), SIZE, parts.size);
}

export function makeSet(ctx: Ctx, state: State, type: Type, parts: Members): { object: SetVal; state: State } {
  const made = allocate(ctx, state, 'Set', type);
  return { object: made.object, state: withMembers(ctx, made.state, made.object, parts) };
}

/** Whether the element is present. If so, the set is not empty. */
export function holdsMember(ctx: Ctx, state: State, set: SetVal, key: Formula): Formula {
  const { present, size } = membersOf(ctx, state, set);
  const there = select(present, key);
  if (there.kind === 'boolean') return there;
  watchKey(ctx.run, key);
  assume(ctx, state, implies(there, compare('>=', size, int(1))));
  return there;
}

/** All elements, in order, if this method built the set from constants. */
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
  const name = `m${ctx.run.names.quantifiers++}`;
  return forall([{ name, sort: VALUE_SORT }], body(bound(name, VALUE_SORT)));
}

/** The size of the intersection: |a| if a is a subset of b, 0 if they are disjoint, at most the smaller size. */
export function countCommonMembers(ctx: Ctx, state: State, a: Members, b: Members): Formula {
  const [known, other] = knownMembers(b) ? [knownMembers(b), a] : [knownMembers(a), b];
  if (known)
    return known.reduce<Formula>((sum, key) => add(sum, ite(select(other.present, key), int(1), int(0))), int(0));
  const sets = arraySort(VALUE_SORT, BOOL_SORT);
  ctx.run.hypotheses.functions.set('in-common', { name: 'in-common', params: [sets, sets], result: INT_SORT });
  const count = apply('in-common', [a.present, b.present], INT_SORT);
  const within = everyKey(ctx, key => implies(select(a.present, key), select(b.present, key)));
  assume(ctx, state, and(le(int(0), count), le(count, a.size), le(count, b.size)));
  assume(ctx, state, eq(eq(count, a.size), within));
  assume(ctx, state, eq(eq(count, int(0)), areDisjoint(ctx, a, b)));
  return count;
}

/** Which keys a combination of two sets has: those in either, in both, in the first alone, in exactly one. */
export type Combination = 'inEither' | 'inBoth' | 'inFirstAlone' | 'inOne';

/** The combination of two arbitrary sets. */
export function combineSets(ctx: Ctx, state: State, combination: Combination, a: Members, b: Members): Members {
  const shared = countCommonMembers(ctx, state, a, b);
  const name = `m${ctx.run.names.quantifiers++}`;
  const key = bound(name, VALUE_SORT);
  const [x, y] = [select(a.present, key), select(b.present, key)];
  const made = (body: Formula, size: Formula): Members => ({ present: lambda(name, VALUE_SORT, body), size });
  switch (combination) {
    case 'inEither':
      return made(not(and(not(x), not(y))), sub(add(a.size, b.size), shared));
    case 'inBoth':
      return made(and(x, y), shared);
    case 'inFirstAlone':
      return made(and(x, not(y)), sub(a.size, shared));
    case 'inOne':
      return made(not(eq(x, y)), sub(add(a.size, b.size), add(shared, shared)));
  }
}

export function addMember({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === TRUE ? present : store(present, key, TRUE),
    size: ite(there, size, add(size, int(1))),
  };
}

export function removeMember({ present, size }: Members, key: Formula): Members {
  const there = select(present, key);
  return {
    present: there === FALSE ? present : store(present, key, FALSE),
    size: ite(there, sub(size, int(1)), size),
  };
}

/** The type that the checker found for a new set, if it says more than Set. */
export function setType(ctx: Ctx, site: Site): Type | null {
  const checked = checkedType(ctx, site);
  const useful = checked?.kind === 'nominal' && checked.name === 'Set' && checked.args.length === 1;
  return useful && !isDynamic(checked.args[0]!) ? checked : null;
}
