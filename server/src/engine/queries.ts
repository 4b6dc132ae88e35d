/**
 * Answers each distinct query once, by its SMT-LIB text: from simplification, from the cache, from another method with
 * the same query in flight, or from the solver. An answer that the time guard cut off is never cached.
 */
import { hash } from '../base/hash';
import { InternalError } from '../base/result';
import type { Budget, Query, Reply } from '../proof/query';
import { TOO_LARGE } from '../solve/solve';
import type { Host } from './host';

export interface QueryContext {
  readonly host: Host;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly pending: PendingQueries;
}

/** The queries that the solver is working on, by cache key. */
export type PendingQueries = Map<string, Promise<Reply>>;

export interface QueryAnswer {
  readonly query: Query;
  readonly reply: Reply;
  readonly from: 'simplification' | 'known' | 'solver';
}

async function queryOnce(ctx: QueryContext, query: Query): Promise<QueryAnswer> {
  const known = simplifiedReply(query);
  if (known) return { query, reply: known, from: 'simplification' };
  const key = cacheKey(ctx, query);
  const kept = ctx.host.cache.get(key);
  if (kept) return { query, reply: kept, from: 'known' };
  const same = ctx.pending.get(key);
  if (same) {
    const reply = await same;
    if (isFinal(reply) || ctx.signal.aborted) return { query, reply, from: 'known' };
  }
  const pending = solve(ctx, query, key);
  ctx.pending.set(key, pending);
  const reply = await pending;
  if (ctx.pending.get(key) === pending) ctx.pending.delete(key);
  return { query, reply, from: 'solver' };
}

export function queryAll(ctx: QueryContext, queries: readonly Query[]): Promise<readonly QueryAnswer[]> {
  return Promise.all(queries.map(query => queryOnce(ctx, query)));
}

async function solve(ctx: QueryContext, query: Query, key: string): Promise<Reply> {
  const [reply] = await ctx.host.solver.solve([query], ctx.budget, ctx.signal);
  if (reply === undefined) throw new InternalError('the solver returned no reply');
  if (isFinal(reply)) ctx.host.cache.set(key, reply);
  return reply;
}

/** What simplification has decided does not reach the solver. */
function simplifiedReply(query: Query): Reply | null {
  if (query.tooLarge) return TOO_LARGE;
  if (query.text.endsWith('(assert false)')) return { status: 'unsat', rlimit: 0 };
  if (query.text.endsWith('(assert true)') && query.values.length === 0)
    return { status: 'sat', values: '', rlimit: 0 };
  return null;
}

function cacheKey(ctx: QueryContext, query: Query): string {
  return hash(
    ctx.host.solver.version,
    String(ctx.budget.rlimit),
    query.text,
    ...query.values,
    '|',
    ...query.preferences,
  );
}

function isFinal(reply: Reply): boolean {
  return reply.status === 'unsat' || reply.status === 'sat' || reply.status === 'unknown';
}
