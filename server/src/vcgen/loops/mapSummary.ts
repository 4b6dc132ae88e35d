/**
 * A new array with one element per iteration (`map`, `Array.new(n) { … }`). If iterations are independent, one determines
 * all: the element at every index, and every object allocated for it. Otherwise the array is filled like in any other loop.
 */
import { compare, le } from '../../logic/arithmetic';
import { and, bound, eq, forall, implies, int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { select } from '../../logic/maps';
import { arraySort, INT_SORT } from '../../logic/sorts';
import { appendElement } from '../heap/append';
import { elementType, withContents } from '../heap/arrays';
import { markEscaped } from '../heap/escape';
import { flowInto } from '../obligations/flowInto';
import type { Site } from '../state/call';
import { assume, assumeAlways, type Ctx, freshSymbol, type Out, placeOf } from '../state/context';
import type { HeapKey } from '../state/heapKey';
import { heapMap } from '../state/heapMaps';
import { isDynamic } from '../state/representation';
import { isDead, type State, withPath } from '../state/state';
import { type ArrayVal, boxValue, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';
import { findLoopEffects } from './arbitraryIteration';
import { countExits } from './countExits';
import { type Generalised, generalise } from './generalise';
import { havocLoop } from './havocLoop';
import { iterate, unrollExactly } from './iterate';
import type { Iterations } from './iterations';
import { isCreatedSince, type LoopEffects } from './loopEffects';

export interface MapLoop {
  readonly array: ArrayVal;
  readonly element: (k: Formula, state: State) => Out;
  /** Without the body (`iteration`): the summary adds the element. */
  readonly iterations: Omit<Iterations, 'iteration'>;
  /** The number of iterations, unless one of them changes it; not negative. */
  readonly count: (state: State) => Formula;
}

export function summarizeMap(ctx: Ctx, state: State, site: Site, what: MapLoop): State {
  const iterations: Iterations = {
    ...what.iterations,
    iteration: (k, s) => {
      const out = what.element(k, s);
      return appendElement(ctx, what.array, out.value, site, out.state).state;
    },
  };
  if (ctx.spec !== null || ctx.run.input.loops?.kind !== 'general') return iterate(ctx, state, site, iterations);
  return (
    unrollExactly(ctx, state, site, iterations) ??
    independent(ctx, state, site, what) ??
    iterate(ctx, state, site, iterations)
  );
}

/** Null: an iteration may depend on another one, or leave the loop. */
function independent(ctx: Ctx, state: State, site: Site, what: MapLoop): State | null {
  const alone: Iterations = { ...what.iterations, iteration: (k, s) => storedAt(ctx, s, k, site, what).state };
  const tried = ctx.run.trail.mark();
  const exits = countExits(ctx, what.iterations.gathers);
  const changed = findLoopEffects(ctx, state, site, alone);
  if (changed === null || !isIndependent(changed)) return null;
  const { run } = ctx;
  run.results.generalLoops.value++;
  const before = { facts: run.hypotheses.facts.length, taints: run.results.taints.size };
  const learning = run.trail.mark();
  const mark = run.names.counter;
  const index = freshSymbol(run, 'iteration', INT_SORT);
  const count = what.count(state);
  const inRange = and(compare('<=', int(0), index), compare('<', index, count));
  const start = havocLoop(ctx, withPath(state, and(state.path, inRange)), changed, site);
  const out = storedAt(ctx, start, index, site, what);
  const left = countExits(ctx, what.iterations.gathers) !== exits;
  if (left || run.results.taints.size !== before.taints || isDead(out.state) || boxValue(out.value) === null) {
    ctx.run.trail.undo(tried);
    return null;
  }
  const learnt = run.hypotheses.facts.all.slice(before.facts);
  run.trail.undo(learning, [
    run.hypotheses.facts,
    run.trace.known,
    run.hypotheses.divisions,
    run.hypotheses.bits,
    run.hypotheses.conjunctions,
    run.hypotheses.assumed,
  ]);
  const until = run.names.counter;
  const all = generalise(run, index, origin => isCreatedSince(origin, mark, until));
  const elements = freshSymbol(run, 'collected', arraySort(INT_SORT, VALUE_SORT));
  const pattern = (k: Formula): Formula => select(elements, k);
  for (const fact of learnt) assumeAlways(run, all.always(fact.formula, pattern), fact.entry);
  const end = havocLoop(ctx, state, changed, site);
  const always = (formula: Formula): void => assume(ctx, state, all.always(implies(inRange, formula), pattern));
  always(out.state.path);
  always(le(out.state.heap.alloc, end.heap.alloc));
  always(eq(select(elements, index), boxValue(out.value)!));
  for (const key of changed.grown)
    newObjects(ctx, { start, after: out.state, end, key, inRange, index, elements }, all);
  return withContents(ctx, end, what.array, elements, count);
}

/** The value stored at an index, in the representation of the element type. */
function storedAt(ctx: Ctx, state: State, k: Formula, site: Site, what: MapLoop): Out {
  const out = what.element(k, state);
  const type = elementType(what.array.type);
  const stored: Val = isDynamic(type)
    ? out.value
    : flowInto(ctx, out.state, { value: out.value, type, place: placeOf(ctx, site), subject: { kind: 'new-element' } });
  return { value: stored, state: markEscaped(out.state, stored) };
}

function isIndependent(changed: LoopEffects): boolean {
  return !changed.everything && changed.locals.size === 0 && changed.cells.size === 0 && changed.maps.size === 0;
}

interface Grown {
  readonly start: State;
  readonly after: State;
  readonly end: State;
  readonly key: HeapKey;
  readonly inRange: Formula;
  readonly index: Formula;
  readonly elements: Formula;
}

/** The state of an object that iteration k allocated persists: no other iteration writes it. */
function newObjects(ctx: Ctx, grown: Grown, all: Generalised): void {
  const { start, after, end, key } = grown;
  const name = `r${ctx.run.names.quantifiers++}`;
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
