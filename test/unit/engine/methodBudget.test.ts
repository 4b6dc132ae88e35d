/** What a method may cost the solver: which queries are asked with which limit, whatever the order of replies. */
import assert from 'node:assert/strict';
import { queryWithinBudget } from '../../../server/src/engine/methodBudget';
import type { QueryContext } from '../../../server/src/engine/queries';
import type { Query, Reply } from '../../../server/src/proof/query';
import { decode } from '../../../server/src/solve/solve';

const LIMIT = 1000;
const HARD: Reply = { status: 'unknown', reason: 'canceled', rlimit: LIMIT };
const SLOW: Reply = { status: 'unsat', rlimit: LIMIT / 2 };
const EASY: Reply = { status: 'unsat', rlimit: 10 };

function query(index: number): Query {
  return { id: `q${index}`, text: `(assert (= ${index} x))`, values: [], watchedIds: [], preferences: [] };
}

/** Each query has the reply of its place; the later ones come first. */
async function run(replies: readonly Reply[]): Promise<{ limits: Map<string, number>; reasons: readonly string[] }> {
  const limits = new Map<string, number>();
  const ctx = {
    host: {
      solver: {
        version: '',
        solve: async ([asked]: readonly Query[], budget: { rlimit: number }) => {
          limits.set(asked!.id, budget.rlimit);
          const index = Number(asked!.id.slice(1));
          await new Promise(done => setTimeout(done, (replies.length - index) % 5));
          const reply = replies[index]!;
          if ('rlimit' in reply && reply.rlimit > budget.rlimit) return [{ ...HARD, rlimit: budget.rlimit }];
          return [reply];
        },
      },
      cache: { get: () => null, set: () => {}, remote: null },
    },
    budget: { rlimit: LIMIT, timeoutMs: 1000 },
    signal: new AbortController().signal,
    pending: new Map(),
  } as unknown as QueryContext;
  const queries = replies.map((_, index) => query(index));
  const answers = await queryWithinBudget(ctx, queries);
  assert.deepEqual(
    answers.map(each => each.query.id),
    queries.map(each => each.id),
  );
  const reasons = answers.map(each => {
    const answer = decode(each.query, each.reply);
    return answer.kind === 'unknown' ? answer.reason : answer.kind;
  });
  return { limits, reasons };
}

describe('the budget of a method', () => {
  it('does not matter for easy queries, however many', async () => {
    const { limits, reasons } = await run(Array.from({ length: 100 }, () => EASY));
    assert.deepEqual(new Set(limits.values()), new Set([LIMIT]));
    assert.deepEqual(new Set(reasons), new Set(['proved']));
  });

  it('leaves a small part to each query after a few at the limit', async () => {
    const { limits, reasons } = await run([HARD, EASY, HARD, HARD, HARD, EASY, HARD, SLOW, EASY]);
    assert.deepEqual([...limits.values()].filter(each => each === LIMIT).length, 5);
    assert.deepEqual(reasons, [
      'limit',
      'proved',
      'limit',
      'limit',
      'limit',
      'proved',
      'method-limit',
      'method-limit',
      'proved',
    ]);
  });

  it('is bounded by the number of queries', async () => {
    const { limits } = await run(Array.from({ length: 120 }, () => HARD));
    const spent = [...limits.values()].reduce((sum, each) => sum + each, 0);
    assert.ok(spent <= 4 * LIMIT + (120 * LIMIT) / 10, String(spent));
  });
});
