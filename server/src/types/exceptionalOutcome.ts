/** `r.exception?` in a clause about the result r (RTR): did the method raise? */
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { MethodType } from './type';

/** The names of a result in its clauses. */
export function resultNames({ resultName, resultRefinement, result }: MethodType): readonly string[] {
  const inside = result.kind === 'refined' ? result.refinement.binder : null;
  return [resultName, resultRefinement?.binder ?? null, inside].filter(name => name !== null);
}

export function isOutcomeTest(call: Call, results: readonly string[]): boolean {
  const name = exceptionSubject(call);
  return name !== null && results.includes(name);
}

/** `x` in `x.exception?`, if x is a plain name. */
export function exceptionSubject({ method, receiver, args, block, safe }: Call): string | null {
  if (method !== 'exception?' || receiver === null || args.length > 0 || block || safe) return null;
  if (receiver.kind === 'var' && receiver.scope === 'local') return receiver.name;
  const isBare = receiver.kind === 'call' && receiver.receiver === null && receiver.args.length === 0;
  return isBare && !receiver.block ? receiver.method : null;
}

/** Such a clause covers both normal and exceptional exits; all others cover normal exits only. */
export function testsOutcome(clause: Expr, results: readonly string[]): boolean {
  let found = false;
  walk(clause, expr => {
    if (expr.kind === 'call' && isOutcomeTest(expr, results)) found = true;
    return !found;
  });
  return found;
}
