/** Whatever was done to the state of a run, `undo` takes all of it back, whole or for single containers. */
import { deepEqual, notDeepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { newRunState, type RunState } from '../../../server/src/vcgen/state/runState';
import { Taints } from '../../../server/src/vcgen/state/taints';
import { TrailCell, TrailList, TrailMap, TrailSet } from '../../../server/src/vcgen/state/trail';

type Container = TrailList<unknown> | TrailMap<unknown, unknown> | TrailSet<unknown> | TrailCell<unknown>;

/** What is meant to outlive an undo (runState.ts says why), and the trail itself. */
const KEPT: readonly string[] = ['/trail', '/names', '/hazards'];

/** Everything in a run's state that can change, by its path. */
function containersOf(record: object, path = ''): [string, Container][] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, Container][] => {
    const here = `${path}/${name}`;
    if (KEPT.includes(here)) return [];
    if (
      value instanceof TrailList ||
      value instanceof TrailMap ||
      value instanceof TrailSet ||
      value instanceof TrailCell
    )
      return [[here, value]];
    if (value instanceof Taints) return [[here, value.indices]];
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      return containersOf(value, here);
    throw new Error(`${here} is not part of the trail`);
  });
}

function contentsOf(container: Container): unknown {
  return container instanceof TrailCell ? container.value : [...container];
}

function snapshot(state: RunState): unknown {
  return containersOf(state).map(([path, container]) => [path, contentsOf(container)]);
}

interface Operation {
  readonly container: number;
  readonly key: number;
  readonly value: string;
  /** Of a list: replace an item instead of adding one. */
  readonly replaces: boolean;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  container: fc.nat(),
  key: fc.nat(5),
  value: fc.string({ maxLength: 3 }),
  replaces: fc.boolean(),
});

function perform(state: RunState, operations: readonly Operation[]): void {
  const all = containersOf(state);
  for (const { container, key, value, replaces } of operations) {
    const [, target] = all[container % all.length]!;
    if (target instanceof TrailCell) target.value = value;
    else if (target instanceof TrailMap) target.set(key, value);
    else if (target instanceof TrailSet) target.add(value);
    else if (replaces && target.length > 0) target.replace(key % target.length, value);
    else target.push(...Array.from({ length: key % 3 }, () => value));
  }
}

const operations = fc.array(operation, { maxLength: 60 });

describe('the trail of a run', () => {
  it('takes back everything since a mark', () => {
    fc.assert(
      fc.property(operations, operations, (first, second) => {
        const state = newRunState();
        perform(state, first);
        const before = snapshot(state);
        const mark = state.trail.mark();
        perform(state, second);
        state.trail.undo(mark);
        deepEqual(snapshot(state), before);
      }),
    );
  });

  it('takes back to the outer mark after inner ones were undone', () => {
    fc.assert(
      fc.property(operations, fc.array(fc.tuple(operations, operations, fc.boolean())), (first, rounds) => {
        const state = newRunState();
        perform(state, first);
        const before = snapshot(state);
        const outer = state.trail.mark();
        for (const [kept, tried, undone] of rounds) {
          perform(state, kept);
          const now = snapshot(state);
          const inner = state.trail.mark();
          perform(state, tried);
          if (!undone) continue;
          state.trail.undo(inner);
          deepEqual(snapshot(state), now);
        }
        state.trail.undo(outer);
        deepEqual(snapshot(state), before);
      }),
    );
  });

  it('takes back single containers and leaves the others', () => {
    fc.assert(
      fc.property(operations, operations, operations, fc.array(fc.nat()), (first, second, third, picks) => {
        const state = newRunState();
        const all = containersOf(state);
        const only = new Set(picks.map(pick => all[pick % all.length]![1]));
        const start = snapshot(state);
        const outer = state.trail.mark();
        perform(state, first);
        const before = new Map(all.map(([path, container]) => [path, contentsOf(container)]));
        const mark = state.trail.mark();
        perform(state, second);
        const after = new Map(all.map(([path, container]) => [path, contentsOf(container)]));
        state.trail.undo(mark, [...only]);
        for (const [path, container] of all)
          deepEqual(contentsOf(container), (only.has(container) ? before : after).get(path));
        perform(state, third);
        state.trail.undo(outer);
        deepEqual(snapshot(state), start);
      }),
    );
  });

  it('covers every kind of container', () => {
    const state = newRunState();
    const before = snapshot(state);
    for (const container of containersOf(state).keys())
      perform(state, [{ container, key: 1, value: 'x', replaces: false }]);
    const after = snapshot(state);
    notDeepEqual(after, before);
    const same = containersOf(newRunState()).filter(([path], at) => {
      const [, was] = (before as [string, unknown][])[at]!;
      const [, is] = (after as [string, unknown][])[at]!;
      return JSON.stringify(was) === JSON.stringify(is) && path !== '';
    });
    deepEqual(same, []);
  });
});
