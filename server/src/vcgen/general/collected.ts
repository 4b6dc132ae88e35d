/**
 * A new array with one element per round (`map`, `Array.new(n) { … }`). Where rounds do not see each other, all of them
 * are known from one: the element at every index, and every object that was made for it. Else the array is filled by
 * rounds like any other loop.
 */
import { compare, le } from '../../logic/arithmetic';
import { and, bound, eq, forall, implies, int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { append } from '../append';
import type { Site } from '../arguments';
import { type ArrayVal, elementType, withContents } from '../arrays';
import { heapMap } from '../bases';
import { checkpoint } from '../checkpoint';
import { assume, assumeAlways, type Ctx, fresh, type Out, placeOf } from '../context';
import { flowInto } from '../flow';
import { exactly, iterate, type Rounds } from '../iterate';
import { leak } from '../leak';
import { isDynamic } from '../shape';
import { isDead, type State, withPath } from '../state';
import { boxed, VALUE_SORT, type Val } from '../value';
import { changesOf } from './arbitrary';
import { type Changed, isMadeSince } from './changed';
import { exitsOf } from './exitsOf';
import { forget } from './forget';
import { type Generalised, generalise } from './generalise';

export interface Collecting {
  readonly array: ArrayVal;
  readonly element: (k: Formula, state: State) => Out;
  /** Without `round`: the element is added by us. */
  readonly rounds: Omit<Rounds, 'round'>;
  /** How many rounds there are, unless one of them changes it; not negative. */
  readonly count: (state: State) => Formula;
}

export function collect(ctx: Ctx, state: State, site: Site, what: Collecting): State {
  const rounds: Rounds = {
    ...what.rounds,
    round: (k, s) => {
      const out = what.element(k, s);
      return append(ctx, what.array, out.value, site, out.state).state;
    },
  };
  if (ctx.spec !== null || ctx.run.input.loops?.kind !== 'general') return iterate(ctx, state, site, rounds);
  return exactly(ctx, state, site, rounds) ?? independent(ctx, state, site, what) ?? iterate(ctx, state, site, rounds);
}

/** Null: a round may see what another one did, or leave the loop. */
function independent(ctx: Ctx, state: State, site: Site, what: Collecting): State | null {
  const alone: Rounds = { ...what.rounds, round: (k, s) => storedAt(ctx, s, k, site, what).state };
  const undo = checkpoint(ctx, what.rounds.gathers);
  const exits = exitsOf(ctx, what.rounds.gathers);
  const changed = changesOf(ctx, state, site, alone);
  if (changed === null || !isIndependent(changed)) return null;
  const { run } = ctx;
  run.general.loops++;
  const before = {
    facts: run.facts.length,
    taints: run.taints.size,
    divisions: run.divisions.length,
    bits: run.bits.length,
    conjunctions: run.conjunctions.length,
  };
  const assumed = new Map([...run.assumed].map(([term, names]) => [term, new Set(names)]));
  const mark = run.counter;
  const index = fresh(run, 'round', INT_SORT) as Formula & { kind: 'symbol' };
  const count = what.count(state);
  const inRange = and(compare('<=', int(0), index), compare('<', index, count));
  const start = forget(ctx, withPath(state, and(state.path, inRange)), changed, site);
  const out = storedAt(ctx, start, index, site, what);
  const left = exitsOf(ctx, what.rounds.gathers) !== exits;
  if (left || run.taints.size !== before.taints || isDead(out.state) || boxed(out.value) === null) {
    undo();
    return null;
  }
  const learnt = run.facts.splice(before.facts);
  run.divisions.length = before.divisions;
  run.bits.length = before.bits;
  run.conjunctions.length = before.conjunctions;
  run.assumed.clear();
  for (const [term, names] of assumed) run.assumed.set(term, names);
  const until = run.counter;
  const all = generalise(run, index, name => isMadeSince(name, mark, until));
  const elements = fresh(run, 'collected', arraySort(INT_SORT, VALUE_SORT));
  const pattern = (k: Formula): Formula => select(elements, k);
  for (const fact of learnt) assumeAlways(run, all.always(fact.formula, pattern), fact.entry);
  const end = forget(ctx, state, changed, site);
  const always = (formula: Formula): void => assume(ctx, state, all.always(implies(inRange, formula), pattern));
  always(out.state.path);
  always(le(out.state.heap.alloc, end.heap.alloc));
  always(eq(select(elements, index), boxed(out.value)!));
  for (const key of changed.grown)
    newObjects(ctx, { start, after: out.state, end, key, inRange, index, elements }, all);
  return withContents(ctx, end, what.array, elements, count);
}

/** The value for an index, as it is stored: of the element's type. */
function storedAt(ctx: Ctx, state: State, k: Formula, site: Site, what: Collecting): Out {
  const out = what.element(k, state);
  const type = elementType(what.array.type);
  const stored: Val = isDynamic(type)
    ? out.value
    : flowInto(ctx, out.state, out.value, type, placeOf(ctx, site), 'the new element');
  return { value: stored, state: leak(out.state, stored) };
}

function isIndependent(changed: Changed): boolean {
  return !changed.everything && changed.locals.size === 0 && changed.cells.size === 0 && changed.maps.size === 0;
}

interface Grown {
  readonly start: State;
  readonly after: State;
  readonly end: State;
  readonly key: string;
  readonly inRange: Formula;
  readonly index: Formula;
  readonly elements: Formula;
}

/** What round k left in an object that it made is there in the end: nobody else wrote to it. */
function newObjects(ctx: Ctx, grown: Grown, all: Generalised): void {
  const { start, after, end, key } = grown;
  const name = `r${ctx.run.quantifiers++}`;
  const ref = bound(name, INT_SORT);
  const made = and(grown.inRange, compare('<', start.heap.alloc, ref), le(ref, after.heap.alloc));
  const cell = select(heapMap(ctx, end, key), ref);
  const body = all.of(implies(made, eq(cell, select(heapMap(ctx, after, key), ref))));
  const variables = [
    { name: (all.index as { name: string }).name, sort: INT_SORT },
    { name, sort: INT_SORT },
  ];
  assume(ctx, end, forall(variables, body, [[select(grown.elements, all.index), cell]]));
}
