/**
 * Whether assumptions can hold together. Trusted contracts (vcgen/obligations/trustedContracts.ts) are first checked at
 * the ends of paths. Only if an end is unreachable does the engine search for the assumption that made it so: the path
 * was feasible before it. A path that was infeasible before is a property of the program, a branch that is never taken.
 */
import { innermostReason } from '../problems/reason';
import { type Answer, isTimedOut } from '../proof/answer';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { hasProducts } from '../solve/abstractProducts';
import { decode, encode } from '../solve/solve';
import { type QueryAnswer, type QueryContext, queryAll } from './queries';

export interface VacuityResult {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly queries: readonly QueryAnswer[];
}

const POSSIBLE: Answer = { kind: 'refuted', model: new Map(), rlimit: 0 };

/** `method`: with obligations of kind vacuity only. */
export async function checkVacuity(ctx: QueryContext, method: MethodObligations): Promise<VacuityResult> {
  const { obligations } = method;
  const answerQueries = (some: readonly Obligation[]): Promise<readonly QueryAnswer[]> =>
    queryAll(ctx, encode({ ...method, obligations: some }));
  const first = await answerQueries(obligations.filter(each => !each.trust?.coveredBy));
  const answers = new Map<string, Answer>(obligations.map(each => [each.id, POSSIBLE]));
  for (const each of first) answers.set(each.query.id, decode(each.query, each.reply));
  const byProducts = await answerQueries(
    obligations.filter(each => isEntry(each) && isOpen(answers, each)).flatMap(withExactProducts),
  );
  for (const each of byProducts) {
    const answer = decode(each.query, each.reply);
    if (answer.kind === 'proved' || isTimedOut(answer)) answers.set(each.query.id, answer);
  }
  const closed = new Set([...answers].filter(([, answer]) => answer.kind === 'proved').map(([id]) => id));
  const suspects = obligations.filter(each => each.trust && closed.has(each.trust.coveredBy ?? each.id));
  const [after, before] = await Promise.all([
    answerQueries(suspects.filter(each => each.trust?.coveredBy)),
    answerQueries(suspects.map(each => ({ ...each, hypotheses: each.trust!.before }))),
  ]);
  for (const each of after) answers.set(each.query.id, decode(each.query, each.reply));
  for (const each of before) {
    const answer = decode(each.query, each.reply);
    if (answer.kind === 'proved') answers.set(each.query.id, POSSIBLE);
    else if (isTimedOut(answer)) answers.set(each.query.id, answer);
  }
  return { answers, queries: [...first, ...byProducts, ...after, ...before] };
}

/** The precondition on its own. */
function isEntry({ reason }: Obligation): boolean {
  return innermostReason(reason).kind === 'satisfiable-precondition';
}

function isOpen(answers: ReadonlyMap<string, Answer>, { id }: Obligation): boolean {
  return answers.get(id)?.kind !== 'proved';
}

/** `x * x < x` contradicts itself only if the product is exact. */
function withExactProducts(obligation: Obligation): readonly Obligation[] {
  return hasProducts(obligation.hypotheses) ? [{ ...obligation, exactly: true }] : [];
}
