/** An unsafe obligation, once its counterexample was run (or could not be). */
import type { Caveat } from '../proof/obligation';
import type { ObligationVerdict } from '../proof/verdict';
import type { Classified } from './replayClassify';

/**
 * A refutation over reals that Ruby's floats do not share decides nothing; one by values that only a clause which is
 * not modelled rules out (`gaps`: there is such a construct) depends on that clause; one by values that Ruby says do not meet
 * the precondition is none, of a clause that the solver knows too little of; any other one stays unsafe, with the cause
 * that the run showed.
 */
export function afterReplay(
  before: ObligationVerdict,
  run: Classified,
  caveats: readonly Caveat[],
  gaps: boolean,
): ObligationVerdict {
  const { cause, reason, counterexample } = run;
  if (run.ruledOut && gaps) return { ...before, status: 'not-modelled', cause: null, reason, counterexample: null };
  if (run.ruledOut)
    return {
      ...before,
      status: 'undecided',
      cause: null,
      reason:
        'the values that break it do not meet the precondition in Ruby, and too little is known of it to find others',
      counterexample: null,
    };
  const overReals = caveats.some(caveat => caveat.type === 'reals');
  if (overReals && cause === 'unconfirmed' && counterexample.ranIn !== null)
    return {
      ...before,
      status: 'undecided',
      cause: null,
      reason: 'it is refuted over reals, but not by running it with floats',
      counterexample: null,
    };
  return { ...before, cause, reason, counterexample };
}
