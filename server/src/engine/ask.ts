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
  const groups = encodeTogether(method);
  const grouped = new Set(groups.flatMap(group => group.obligations));
  const apart = method.obligations.filter(obligation => !grouped.has(obligation));
  const [first, possible] = await Promise.all([
    askAll(ctx, [
      ...groups.map(group => group.query),
      ...encode({ ...method, obligations: apart.filter(isAskedTogether) }),
    ]),
    askAll(sparingly(ctx), encode({ ...method, obligations: apart.filter(each => !isAskedTogether(each)) })),
  ]);
  const proofs = new Map(
    groups.flatMap(({ obligations }, i) =>
      first[i]!.reply.status === 'unsat' ? obligations.map(each => [each, first[i]!] as const) : [],
    ),
  );
  const open = [...grouped].filter(obligation => !proofs.has(obligation));
  const rest = open.length > 0 ? await askAll(ctx, encode({ ...method, obligations: open })) : [];
  if (ctx.signal.aborted) return null;
  const alone = [...first.slice(groups.length), ...possible, ...rest];
  const answers = new Map<string, Answer>(alone.map(each => [each.query.id, answerOf(each)]));
  for (const [obligation, proof] of proofs) answers.set(obligation.id, answerOf(proof));
  const all = [...first, ...possible, ...rest];
  return {
    byObligation: answers,
    asked: all.filter(each => !each.cached).length,
    rlimit: all.reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds: performance.now() - started,
  };
}

/** Whether assumptions contradict each other is worth a try, not a search. */
const VACUITY_RLIMIT = 100_000;

function sparingly(ctx: AskContext): AskContext {
  return { ...ctx, budget: { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, VACUITY_RLIMIT) } };
}

/** Each on its own, without the attempt to prove them together. Null: cancelled. */
export async function askEach(ctx: AskContext, method: MethodObligations): Promise<Answers | null> {
  const started = performance.now();
  const all = await askAll(ctx, encode(method));
  if (ctx.signal.aborted) return null;
  return {
    byObligation: new Map(all.map(each => [each.query.id, answerOf(each)])),
    asked: all.filter(each => !each.cached).length,
    rlimit: all.reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds: performance.now() - started,
  };
}

async function askAll(ctx: AskContext, queries: readonly Query[]): Promise<readonly Asked[]> {
  const known = queries.map(query => decided(query) ?? ctx.host.cache.get(cacheKey(ctx, query)));
  const open = queries.filter((_, i) => known[i] === null);
  const fresh = open.length > 0 ? await ctx.host.solver.solve(open, ctx.budget, ctx.signal) : [];
  const replies = new Map(open.map((query, i) => [query, fresh[i]!]));
  for (const [query, reply] of replies) if (isFinal(reply)) ctx.host.cache.set(cacheKey(ctx, query), reply);
  return queries.map((query, i) => ({ query, reply: known[i] ?? replies.get(query)!, cached: known[i] !== null }));
}

/** What simplification has decided already does not reach the solver. */
function decided(query: Query): Reply | null {
  if (query.text.endsWith('(assert false)')) return { status: 'unsat', rlimit: 0 };
  if (query.text.endsWith('(assert true)') && query.values.length === 0)
    return { status: 'sat', values: '', rlimit: 0 };
  return null;
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
