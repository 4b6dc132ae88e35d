/**
 * Answers each distinct query once, by its SMT-LIB text: from simplification, from the cache, from another method with
 * the same query in flight, from another machine, or from the solver. An answer that the time guard cut off is never cached.
 */
import { digest } from '../base/hash';
import { InternalError } from '../base/result';
import type { Budget, Query, Reply } from '../proof/query';
import { TOO_LARGE } from '../solve/solve';
import type { Host, RemoteAnswers } from './host';

export interface QueryContext {
  readonly host: Host;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly pending: PendingQueries;
}

/** The queries that are being answered, by cache key. */
export type PendingQueries = Map<string, Promise<Found>>;

interface Found {
  readonly reply: Reply;
  readonly from: 'remote' | 'solver';
}

export interface QueryAnswer {
  readonly query: Query;
  readonly reply: Reply;
  /** `known`: from this machine's cache, or from the same query of another method. */
  readonly from: 'simplification' | 'known' | 'remote' | 'solver';
}

async function queryOnce(ctx: QueryContext, query: Query): Promise<QueryAnswer> {
  const known = simplifiedReply(query);
  if (known) return { query, reply: known, from: 'simplification' };
  const key = cacheKey(ctx, query);
  const { cache } = ctx.host;
  const kept = cache.get(localKey(key));
  if (kept) {
    cache.remote?.offer(key, kept);
    return { query, reply: kept, from: 'known' };
  }
  const same = ctx.pending.get(key);
  if (same) {
    const { reply, from } = await same;
    if (isFinal(reply) || ctx.signal.aborted) return { query, reply, from: from === 'remote' ? 'remote' : 'known' };
  }
  const pending = answer(ctx, query, key);
  ctx.pending.set(key, pending);
  const found = await pending;
  if (ctx.pending.get(key) === pending) ctx.pending.delete(key);
  return { query, ...found };
}

export function queryAll(ctx: QueryContext, queries: readonly Query[]): Promise<readonly QueryAnswer[]> {
  return Promise.all(queries.map(query => queryOnce(ctx, query)));
}

/**
 * From another machine or from the solver. Now and then both are compared: a remote that was wrong once is not trusted
 * with anything.
 */
async function answer(ctx: QueryContext, query: Query, key: string): Promise<Found> {
  const { remote } = ctx.host.cache;
  const found = remote ? await findUnlessAborted(remote, key, ctx.signal) : null;
  if (!remote || !found) return { reply: await solve(ctx, query, key), from: 'solver' };
  if (!remote.shouldVerify()) return { reply: found, from: 'remote' };
  const reply = await solve(ctx, query, key);
  if (!isFinal(reply)) return { reply: found, from: 'remote' };
  if (reply.status !== found.status) remote.distrust();
  return { reply, from: 'solver' };
}

/** Typing on must not wait for a slow connection. */
async function findUnlessAborted(remote: RemoteAnswers, key: string, signal: AbortSignal): Promise<Reply | null> {
  if (signal.aborted) return null;
  const end = new AbortController();
  const aborted = new Promise<null>(resolve =>
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: end.signal }),
  );
  return Promise.race([remote.find(key), aborted]).finally(() => end.abort());
}

async function solve(ctx: QueryContext, query: Query, key: string): Promise<Reply> {
  const [reply] = await ctx.host.solver.solve([query], ctx.budget, ctx.signal);
  if (reply === undefined) throw new InternalError('the solver returned no reply');
  if (!isFinal(reply)) return reply;
  ctx.host.cache.set(localKey(key), reply);
  ctx.host.cache.remote?.offer(key, reply);
  return reply;
}

/** What simplification has decided does not reach the solver. */
function simplifiedReply(query: Query): Reply | null {
  if (query.tooLarge) return TOO_LARGE;
  if (query.decided === 'unsat') return { status: 'unsat', rlimit: 0 };
  if (query.decided === 'sat' && query.values.length === 0) return { status: 'sat', values: '', rlimit: 0 };
  return null;
}

function cacheKey(ctx: QueryContext, query: Query): string {
  return digest(
    ctx.host.solver.version,
    String(ctx.budget.rlimit),
    query.text,
    ...query.values,
    '|',
    ...query.preferences,
  );
}

function localKey(key: string): string {
  return key.slice(0, 32);
}

function isFinal(reply: Reply): boolean {
  return reply.status === 'unsat' || reply.status === 'sat' || reply.status === 'unknown';
}
