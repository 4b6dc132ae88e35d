/**
 * The solver's work for one method is bounded, as it is for one query. Obligations are sent in order, as many at a time as could all run to their limit;
 * when a few have done so, each of the others gets a small part of it. Which queries are sent depends on replies only, never on timing.
 */
import type { Query, Reply } from '../proof/query';
import { METHOD_LIMIT } from '../solve/solve';
import { type QueryAnswer, type QueryContext, queryAll } from './queries';

/** So many queries may run to their limit; proofs of large methods need much less. */
const QUERIES_AT_THE_LIMIT = 4;
/** Nearly all queries that are answered at all need less than this share of the limit. */
const SHARE_OF_THE_REST = 1 / 10;

export async function queryWithinBudget(ctx: QueryContext, queries: readonly Query[]): Promise<readonly QueryAnswer[]> {
  const { rlimit } = ctx.budget;
  const answers: QueryAnswer[] = [];
  let left = QUERIES_AT_THE_LIMIT * rlimit;
  while (answers.length < queries.length && left > 0 && !ctx.signal.aborted) {
    const found = await queryAll(ctx, queries.slice(answers.length, answers.length + Math.ceil(left / rlimit)));
    for (const { reply } of found) left -= workOf(reply, rlimit);
    answers.push(...found);
  }
  const budget = { ...ctx.budget, rlimit: Math.ceil(rlimit * SHARE_OF_THE_REST) };
  const rest = await queryAll({ ...ctx, budget }, queries.slice(answers.length));
  return [...answers, ...rest.map(atMethodLimit)];
}

/** The time guard may have stopped it earlier, which must not leave more for the others. */
function workOf(reply: Reply, rlimit: number): number {
  if (reply.status === 'killed') return rlimit;
  return 'rlimit' in reply ? reply.rlimit : 0;
}

function atMethodLimit(answer: QueryAnswer): QueryAnswer {
  const { reply } = answer;
  if (reply.status !== 'unknown') return answer;
  return { ...answer, reply: { ...METHOD_LIMIT, rlimit: reply.rlimit } };
}
