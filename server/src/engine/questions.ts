/**
 * One question, asked once: by its text, its answer comes from simplification, from the cache, from another method that
 * is asking the same right now, or from the solver. An answer that the clock cut off is never kept.
 */
import { hash } from '../base/hash';
import type { Budget, Query, Reply } from '../proof/query';
import { TOO_LARGE } from '../solve/solve';
import type { AnswerCache, Host } from './host';

export interface AskContext {
  readonly host: Host;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

export interface Asked {
  readonly query: Query;
  readonly reply: Reply;
  readonly from: 'simplification' | 'known' | 'solver';
}

const pending = new WeakMap<AnswerCache, Map<string, Promise<Reply>>>();

export async function askOnce(ctx: AskContext, query: Query): Promise<Asked> {
  const known = decided(query);
  if (known) return { query, reply: known, from: 'simplification' };
  const key = cacheKey(ctx, query);
  const kept = ctx.host.cache.get(key);
  if (kept) return { query, reply: kept, from: 'known' };
  const running = runningIn(ctx.host.cache);
  const same = running.get(key);
  if (same) {
    const reply = await same;
    if (isFinal(reply) || ctx.signal.aborted) return { query, reply, from: 'known' };
  }
  const asked = solve(ctx, query, key);
  running.set(key, asked);
  const reply = await asked;
  if (running.get(key) === asked) running.delete(key);
  return { query, reply, from: 'solver' };
}

export function askAll(ctx: AskContext, queries: readonly Query[]): Promise<readonly Asked[]> {
  return Promise.all(queries.map(query => askOnce(ctx, query)));
}

function runningIn(cache: AnswerCache): Map<string, Promise<Reply>> {
  const known = pending.get(cache) ?? new Map<string, Promise<Reply>>();
  pending.set(cache, known);
  return known;
}

async function solve(ctx: AskContext, query: Query, key: string): Promise<Reply> {
  const [reply] = await ctx.host.solver.solve([query], ctx.budget, ctx.signal);
  if (isFinal(reply!)) ctx.host.cache.set(key, reply!);
  return reply!;
}

/** What simplification has decided already does not reach the solver. */
function decided(query: Query): Reply | null {
  if (query.tooLarge) return TOO_LARGE;
  if (query.text.endsWith('(assert false)')) return { status: 'unsat', rlimit: 0 };
  if (query.text.endsWith('(assert true)') && query.values.length === 0)
    return { status: 'sat', values: '', rlimit: 0 };
  return null;
}

function cacheKey(ctx: AskContext, query: Query): string {
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
