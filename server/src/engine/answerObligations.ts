/**
 * Obligations -> answers. All obligations of a method are first sent as one query. Only if that does not prove them is
 * each sent alone, so a verdict depends on nothing but sources and budget.
 */
import type { Answer } from '../proof/answer';
import type { Effort } from '../proof/effort';
import type { MethodObligations } from '../proof/obligation';
import { encodeBatch, isBatchable } from '../solve/batchQuery';
import { decode, encode } from '../solve/solve';
import { queryWithinBudget } from './methodBudget';
import { type QueryAnswer, type QueryContext, queryAll } from './queries';
import { checkVacuity } from './vacuity';

export type { QueryContext } from './queries';

export interface Answers {
  readonly byObligation: ReadonlyMap<string, Answer>;
  readonly effort: Effort;
}

/** Null: cancelled. */
export async function answerObligations(ctx: QueryContext, method: MethodObligations): Promise<Answers | null> {
  const started = performance.now();
  const groups = encodeBatch(method);
  const grouped = new Set(groups.flatMap(group => group.obligations));
  const apart = method.obligations.filter(obligation => !grouped.has(obligation));
  const [first, possible] = await Promise.all([
    queryWithinBudget(ctx, [
      ...groups.map(group => group.query),
      ...encode({ ...method, obligations: apart.filter(isBatchable) }),
    ]),
    checkVacuity(limitVacuityBudget(ctx), { ...method, obligations: apart.filter(each => !isBatchable(each)) }),
  ]);
  const proofs = new Map(
    groups.flatMap(({ obligations }, i) => {
      const answer = first[i];
      return answer?.reply.status === 'unsat' ? obligations.map(each => [each, answer] as const) : [];
    }),
  );
  const open = [...grouped].filter(obligation => !proofs.has(obligation));
  const rest = open.length > 0 ? await queryWithinBudget(ctx, encode({ ...method, obligations: open })) : [];
  if (ctx.signal.aborted) return null;
  const alone = [...first.slice(groups.length), ...rest];
  const answers = new Map<string, Answer>([
    ...alone.map(each => [each.query.id, answerOf(each)] as const),
    ...possible.answers,
  ]);
  for (const [obligation, proof] of proofs) answers.set(obligation.id, answerOf(proof));
  const all = [...first, ...possible.queries, ...rest];
  return {
    byObligation: answers,
    effort: effortOf(all, performance.now() - started),
  };
}

/** A contradiction among assumptions is usually found quickly, so the search for one gets a small budget. */
const VACUITY_RLIMIT = 100_000;

function limitVacuityBudget(ctx: QueryContext): QueryContext {
  return { ...ctx, budget: { ...ctx.budget, rlimit: Math.min(ctx.budget.rlimit, VACUITY_RLIMIT) } };
}

/** Sends each obligation alone, without the attempt to prove all of them together. Null: cancelled. */
export async function answerEachObligation(ctx: QueryContext, method: MethodObligations): Promise<Answers | null> {
  const started = performance.now();
  const [all, possible] = await Promise.all([
    queryAll(ctx, encode({ ...method, obligations: method.obligations.filter(isBatchable) })),
    checkVacuity(ctx, { ...method, obligations: method.obligations.filter(each => !isBatchable(each)) }),
  ]);
  if (ctx.signal.aborted) return null;
  return {
    byObligation: new Map([...all.map(each => [each.query.id, answerOf(each)] as const), ...possible.answers]),
    effort: effortOf([...all, ...possible.queries], performance.now() - started),
  };
}

function answerOf({ query, reply }: QueryAnswer): Answer {
  return decode(query, reply);
}

function effortOf(all: readonly QueryAnswer[], milliseconds: number): Effort {
  return {
    queries: all.filter(each => each.from === 'solver').length,
    known: all.filter(each => each.from === 'known').length,
    remote: all.filter(each => each.from === 'remote').length,
    rlimit: all.reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds,
  };
}
