/** Queries that depend on each other only since an edit become one cycle, and to compare them ends. */
import assert from 'node:assert/strict';
import { FixedPoint } from '../../../server/src/engine/incremental/fixedPoint';
import { History } from '../../../server/src/engine/incremental/history';
import { useOfPart } from '../../../server/src/engine/incremental/queryParts';
import type { Named } from '../../../server/src/engine/incremental/queryRunner';
import { Recorder } from '../../../server/src/engine/incremental/recorder';
import { buildProgram } from '../../harness/program';
import { smallCore } from '../../harness/smallCore';

const PART = 'result';

/** `first` asks `second`, which asks `third`; what that one asks is edited. The answers stay the same. */
async function createRing() {
  const { program } = await buildProgram('class A; end', await smallCore);
  const asked: Record<string, string | null> = { first: 'second', second: 'third', third: null };
  const queries = new FixedPoint<Named>(new Recorder(), new History(), {
    leastParts: () => new Map([[PART, 'nothing']]),
    run: ({ name }) => {
      const next = asked[name];
      if (next) ask(next);
      return new Map([[PART, `the answer of ${name}`]]);
    },
    giveUp: () => new Map([[PART, 'unknown']]),
    print: (_query, _part, value) => String(value),
    report: (_query, error) => {
      throw error;
    },
  });
  const ask = (name: string): unknown => queries.ask({ name }, PART, program, 0);
  const edit = (name: string, next: string | null): void => {
    asked[name] = next;
    queries.table.markUnverified([name]);
    queries.table.entries.delete(name);
  };
  const componentOf = (name: string): readonly string[] =>
    queries.table.entries
      .get(name)
      ?.component?.members.map(member => member.query.name)
      .sort() ?? [];
  /** As an earlier start kept them: each found by itself. */
  const restore = (names: readonly string[]): void => {
    const parts = (name: string) => new Map([[PART, `the answer of ${name}`]]);
    const uses = (name: string) => (asked[name] ? [useOfPart(asked[name], PART)] : []);
    const kept = names.map(name => [{ query: { name }, parts: parts(name), bodies: [], uses: uses(name) }]);
    queries.table.restore(kept, program, () => null);
  };
  return { ask, edit, restore, componentOf, doubt: (name: string) => queries.table.markUnverified([name]) };
}

describe('queries that depend on each other since an edit', () => {
  it('are one cycle', async () => {
    const { ask, edit, componentOf } = await createRing();
    ask('first');
    edit('third', 'first');
    ask('third');
    assert.deepEqual(componentOf('first'), ['first', 'second', 'third']);
  });

  it('are compared in a finite number of steps', async () => {
    const { ask, edit, doubt } = await createRing();
    ask('first');
    edit('third', 'first');
    ask('third');
    doubt('third');
    assert.equal(ask('first'), 'the answer of first');
  });

  it('are recomputed as one cycle where they were cached one by one', async () => {
    const { ask, edit, restore, componentOf, doubt } = await createRing();
    edit('third', 'first');
    restore(['first', 'second', 'third']);
    doubt('second');
    assert.equal(ask('first'), 'the answer of first');
    assert.deepEqual(componentOf('second'), ['first', 'second', 'third']);
  });
});
