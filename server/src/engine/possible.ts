/**
 * Whether assumptions can hold together. What is taken on trust (vcgen/onTrust.ts) is asked about at the ends of paths
 * first; only where such an end cannot be reached does one look for the assumption that closed the way: the way was open
 * before it. A way that was closed before is the program's own affair, a branch that is never taken.
 */
import type { Answer } from '../proof/answer';
import type { MethodObligations, Obligation } from '../proof/obligation';
import { hasProducts } from '../solve/loosened';
import { decode, encode } from '../solve/solve';
import { type AskContext, type Asked, askAll } from './questions';

export interface Possible {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly asked: readonly Asked[];
}

const POSSIBLE: Answer = { kind: 'refuted', model: new Map(), rlimit: 0 };

/** `method`: with obligations of kind vacuity only. */
export async function askPossible(ctx: AskContext, method: MethodObligations): Promise<Possible> {
  const { obligations } = method;
  const ask = (some: readonly Obligation[]): Promise<readonly Asked[]> =>
    askAll(ctx, encode({ ...method, obligations: some }));
  const first = await ask(obligations.filter(each => !each.trust?.coveredBy));
  const answers = new Map<string, Answer>(obligations.map(each => [each.id, POSSIBLE]));
  for (const each of first) answers.set(each.query.id, decode(each.query, each.reply));
  const byProducts = await ask(obligations.filter(each => isEntry(each) && isOpen(answers, each)).flatMap(exactly));
  for (const each of byProducts)
    if (decode(each.query, each.reply).kind === 'proved') answers.set(each.query.id, decode(each.query, each.reply));
  const closed = new Set([...answers].filter(([, answer]) => answer.kind === 'proved').map(([id]) => id));
  const suspects = obligations.filter(each => each.trust && closed.has(each.trust.coveredBy ?? each.id));
  const [after, before] = await Promise.all([
    ask(suspects.filter(each => each.trust?.coveredBy)),
    ask(suspects.map(each => ({ ...each, hypotheses: each.trust!.before }))),
  ]);
  for (const each of after) answers.set(each.query.id, decode(each.query, each.reply));
  for (const each of before) if (decode(each.query, each.reply).kind === 'proved') answers.set(each.query.id, POSSIBLE);
  return { answers, asked: [...first, ...byProducts, ...after, ...before] };
}

/** The precondition on its own. */
function isEntry({ id, trust }: Obligation): boolean {
  return !trust && id.endsWith(':0');
}

function isOpen(answers: ReadonlyMap<string, Answer>, { id }: Obligation): boolean {
  return answers.get(id)?.kind !== 'proved';
}

/** `x * x < x` contradicts itself only as a product. */
function exactly(obligation: Obligation): readonly Obligation[] {
  return hasProducts(obligation.hypotheses) ? [{ ...obligation, exactly: true }] : [];
}
