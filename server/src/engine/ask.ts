/**
 * Obligations -> answers: through the cache where the same text was asked before, else through the solver. The cache's
 * key is the SMT text with the solver's version and the budget; an answer that the clock cut off is never kept.
 */
import { hash } from '../base/hash';
import type { Answer } from '../proof/answer';
import type { MethodObligations } from '../proof/obligation';
import type { Budget, Query, Reply } from '../proof/query';
import { decode, encode } from '../solve/solve';
import type { Host } from './host';

export interface Answers {
  readonly byObligation: ReadonlyMap<string, Answer>;
  readonly asked: number;
  readonly rlimit: number;
  readonly milliseconds: number;
}

export interface AskContext {
  readonly host: Host;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

export async function ask(ctx: AskContext, obligations: MethodObligations): Promise<Answers | null> {
  const started = performance.now();
  const queries = encode(obligations);
  const known = queries.map(query => ctx.host.cache.get(cacheKey(ctx, query)));
  const open = queries.filter((_, i) => known[i] === null);
  const fresh = open.length > 0 ? await ctx.host.solver.solve(open, ctx.budget, ctx.signal) : [];
  if (ctx.signal.aborted) return null;
  const replies = new Map<Query, { reply: Reply; cached: boolean }>();
  open.forEach((query, i) => {
    const reply = fresh[i]!;
    if (isFinal(reply)) ctx.host.cache.set(cacheKey(ctx, query), reply);
    replies.set(query, { reply, cached: false });
  });
  queries.forEach((query, i) => {
    const reply = known[i];
    if (reply) replies.set(query, { reply, cached: true });
  });
  return {
    byObligation: new Map(queries.map(query => [query.id, answer(query, replies.get(query)!)])),
    asked: open.length,
    rlimit: [...replies.values()].reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds: performance.now() - started,
  };
}

function answer(query: Query, { reply, cached }: { reply: Reply; cached: boolean }): Answer {
  const decoded = decode(query, reply);
  return decoded.kind === 'failed' ? decoded : { ...decoded, cached };
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
