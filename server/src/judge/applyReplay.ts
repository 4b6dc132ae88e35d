/** The verdict of an unsafe obligation after its counterexample ran (or could not run). */
import type { Caveat } from '../proof/obligation';
import type { ObligationVerdict } from '../proof/verdict';
import type { Classified } from './replayClassify';

/**
 * A refutation over reals that Ruby's floats do not reproduce decides nothing. A refutation by values that only an
 * unmodelled clause rules out depends on that clause (`gaps`: there is such a construct). A refutation by values that
 * do not meet the precondition in Ruby does not count if the solver knows too little of the precondition. Any other one
 * stays unsafe, with the cause that the run showed.
 */
export function applyReplay(
  before: ObligationVerdict,
  run: Classified,
  caveats: readonly Caveat[],
  gaps: boolean,
): ObligationVerdict {
  const { cause, why, counterexample } = run;
  if (run.ruledOut && gaps) return { ...before, status: 'not-modelled', cause: null, why, counterexample: null };
  if (run.ruledOut)
    return {
      ...before,
      status: 'undecided',
      cause: null,
      why: 'the values that break it do not meet the precondition in Ruby, and too little is known of it to find others',
      counterexample: null,
    };
  const overReals = caveats.some(caveat => caveat.type === 'reals');
  if (overReals && cause === 'unconfirmed' && (counterexample.ranIn !== null || run.timedOut))
    return {
      ...before,
      status: 'undecided',
      cause: null,
      why: run.timedOut
        ? `it is refuted over reals; whether floats refute it, too, is unknown: ${why}`
        : 'it is refuted over reals, but not by running it with floats',
      counterexample: null,
    };
  return { ...before, cause, why, counterexample, ...(run.contradicted && { contradicted: true as const }) };
}
