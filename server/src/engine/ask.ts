/**
 * Obligations -> answers. All of a method's obligations are asked as one query first; only if that does not prove them
 * is each asked alone, so a verdict depends on nothing but the texts and the budget. A text that was asked before is
 * answered by the cache: its key is the SMT text with the solver's version and the budget. An answer that the clock cut
 * off is never kept.
 */
import { hash } from '../base/hash';
import type { Answer } from '../proof/answer';
import type { MethodObligations } from '../proof/obligation';
import type { Budget, Query, Reply } from '../proof/query';
import { decode, encode } from '../solve/solve';
import { encodeTogether, isAskedTogether } from '../solve/together';
import type { Host } from './host';

export interface Answers {
  readonly byObligation: ReadonlyMap<string, Answer>;
  /** How many queries reached the solver. */
  readonly asked: number;
  readonly rlimit: number;
  readonly milliseconds: number;
}

export interface AskContext {
  readonly host: Host;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

interface Asked {
  readonly query: Query;
  readonly reply: Reply;
  readonly cached: boolean;
}

/** Null: cancelled. */
export async function ask(ctx: AskContext, method: MethodObligations): Promise<Answers | null> {
  const started = performance.now();
  const whole = encodeTogether(method);
  const together = whole ? await askAll(ctx, [whole]) : [];
  const proved = together[0]?.reply.status === 'unsat' ? together[0] : null;
  const open = method.obligations.filter(obligation => !proved || !isAskedTogether(obligation));
  const alone = await askAll(ctx, encode({ ...method, obligations: open }));
  if (ctx.signal.aborted) return null;
  const answers = new Map<string, Answer>(alone.map(each => [each.query.id, answerOf(each)]));
  if (proved) for (const each of method.obligations.filter(isAskedTogether)) answers.set(each.id, answerOf(proved));
  const all = [...together, ...alone];
  return {
    byObligation: answers,
    asked: all.filter(each => !each.cached).length,
    rlimit: all.reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds: performance.now() - started,
  };
}

async function askAll(ctx: AskContext, queries: readonly Query[]): Promise<readonly Asked[]> {
  const known = queries.map(query => ctx.host.cache.get(cacheKey(ctx, query)));
  const open = queries.filter((_, i) => known[i] === null);
  const fresh = open.length > 0 ? await ctx.host.solver.solve(open, ctx.budget, ctx.signal) : [];
  const replies = new Map(open.map((query, i) => [query, fresh[i]!]));
  for (const [query, reply] of replies) if (isFinal(reply)) ctx.host.cache.set(cacheKey(ctx, query), reply);
  return queries.map((query, i) => ({ query, reply: known[i] ?? replies.get(query)!, cached: known[i] !== null }));
}

function answerOf({ query, reply, cached }: Asked): Answer {
  const answer = decode(query, reply);
  return answer.kind === 'failed' ? answer : { ...answer, cached };
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
