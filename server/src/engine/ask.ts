/**
 * Obligations -> answers. All of a method's obligations are asked as one query first; only if that does not prove them
 * is each asked alone, so a verdict depends on nothing but the texts and the budget.
 */
import type { Answer } from '../proof/answer';
import type { Effort } from '../proof/effort';
import type { MethodObligations } from '../proof/obligation';
import { decode, encode } from '../solve/solve';
import { encodeTogether, isAskedTogether } from '../solve/together';
import { askPossible } from './possible';
import { type AskContext, type Asked, askAll } from './questions';

export type { AskContext } from './questions';

export interface Answers {
  readonly byObligation: ReadonlyMap<string, Answer>;
  readonly effort: Effort;
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
    askPossible(sparingly(ctx), { ...method, obligations: apart.filter(each => !isAskedTogether(each)) }),
  ]);
  const proofs = new Map(
    groups.flatMap(({ obligations }, i) =>
      first[i]!.reply.status === 'unsat' ? obligations.map(each => [each, first[i]!] as const) : [],
    ),
  );
  const open = [...grouped].filter(obligation => !proofs.has(obligation));
  const rest = open.length > 0 ? await askAll(ctx, encode({ ...method, obligations: open })) : [];
  if (ctx.signal.aborted) return null;
  const alone = [...first.slice(groups.length), ...rest];
  const answers = new Map<string, Answer>([
    ...alone.map(each => [each.query.id, answerOf(each)] as const),
    ...possible.answers,
  ]);
  for (const [obligation, proof] of proofs) answers.set(obligation.id, answerOf(proof));
  const all = [...first, ...possible.asked, ...rest];
  return {
    byObligation: answers,
    effort: effortOf(all, performance.now() - started),
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
  const [all, possible] = await Promise.all([
    askAll(ctx, encode({ ...method, obligations: method.obligations.filter(isAskedTogether) })),
    askPossible(ctx, { ...method, obligations: method.obligations.filter(each => !isAskedTogether(each)) }),
  ]);
  if (ctx.signal.aborted) return null;
  return {
    byObligation: new Map([...all.map(each => [each.query.id, answerOf(each)] as const), ...possible.answers]),
    effort: effortOf([...all, ...possible.asked], performance.now() - started),
  };
}

function answerOf({ query, reply }: Asked): Answer {
  return decode(query, reply);
}

function effortOf(all: readonly Asked[], milliseconds: number): Effort {
  return {
    queries: all.filter(each => each.from === 'solver').length,
    known: all.filter(each => each.from === 'known').length,
    rlimit: all.reduce((sum, each) => sum + ('rlimit' in each.reply ? each.reply.rlimit : 0), 0),
    milliseconds,
  };
}
