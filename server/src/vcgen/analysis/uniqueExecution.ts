/**
 * Whether every execution of a method is the same: it takes no arguments, reads no state, and returns the same value
 * each time. One execution then shows everything. Computed from the body alone; a method that calls others of the
 * workspace does not qualify, since a subclass may override them, nor does one that reads the contents of a constant.
 */
import type { Run } from '../state/context';
import { effectsOf } from './effects';
import { forEachExpr } from './writes';

export function hasUniqueExecution(run: Run): boolean {
  const { method } = run.input;
  const { definition, signature } = method;
  if (!definition || definition.params.length > 0 || run.results.inlined.size > 0 || run.results.contracts.size > 0)
    return false;
  if (signature?.arms.some(({ type }) => type.params.length > 0 || type.block !== null)) return false;
  const { reads, deterministic } = effectsOf(run, method.key);
  if (!deterministic || reads === 'everything' || reads.own.size > 0) return false;
  const others = [...reads.others].filter(key => key.kind !== 'all-contents');
  return others.length === 0 && (reads.others.size === 0 || !namesConstants(run));
}

function namesConstants({ input }: Run): boolean {
  let isNamed = false;
  forEachExpr(input.method.definition!.body(), expr => {
    if (expr.kind === 'const') isNamed = true;
  });
  return isNamed;
}
