/**
 * Obligations + answers -> verdict. A refutation becomes a counterexample in Ruby terms; whether it counts as confirmed
 * is decided after it was run (replayClassify.ts). One method, one verdict: the worst of its obligations.
 */
import type { Answer } from '../proof/answer';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import type { Caveat, MethodObligations, Obligation } from '../proof/obligation';
import type { ObligationVerdict, Verdict, VerdictStatus } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { counterexampleOf, hasIrrational } from './counterexample';

export function judge(method: MethodObligations, answers: ReadonlyMap<string, Answer>, effort: Effort): Verdict {
  const asked = withoutEchoes(
    method.obligations
      .filter(isAsked)
      .map(obligation => judgeObligation(method.key, obligation, answers.get(obligation.id))),
  );
  const notModelled = method.notModelled.map(({ construct, place }) => ({ construct, place }));
  return {
    key: method.key,
    status: worst(asked, notModelled.length > 0),
    caveats: uniqueCaveats([...method.caveats, ...method.obligations.flatMap(obligation => obligation.caveats)]),
    obligations: asked,
    notModelled,
    message: null,
    mayRaise: method.mayRaise,
    assumptions: [...method.assumptions, ...method.obligations.flatMap(obligation => obligation.assumptions)],
    invariants: method.guesses.flatMap(({ text, place }) => (text === null ? [] : [{ text, place }])),
    effort,
  };
}

/** What was only tried out is no demand on the method. */
function isAsked(obligation: Obligation): boolean {
  return obligation.guess === undefined;
}

/**
 * What was not proved is assumed further on: that no run returns then is an echo of it. Contradictions on entry stay.
 * Where a call is known after which nothing is possible, that nothing returns is an echo of that.
 */
function withoutEchoes(asked: readonly ObligationVerdict[]): readonly ObligationVerdict[] {
  const failed = asked.some(each => each.kind !== 'vacuity' && each.status !== 'safe');
  const named = asked.some(each => each.status === 'vacuous' && isNamed(each));
  return asked.filter(each => {
    if (each.status !== 'vacuous') return true;
    return failed ? /:0(@\d+)?$/.test(each.id) : isNamed(each) || !named;
  });
}

function isNamed(each: ObligationVerdict): boolean {
  return each.id.includes(':trust:');
}

/** A method under several contracts has one verdict; what an inherited contract only repeats is said once. */
export function mergeVerdicts(key: MethodKey, verdicts: readonly Verdict[]): Verdict {
  const obligations = new Map<string, ObligationVerdict>();
  for (const each of verdicts.flatMap(verdict => verdict.obligations)) {
    const same = JSON.stringify([each.kind, each.place, each.clause?.text, each.status]);
    if (!obligations.has(same)) obligations.set(same, each);
  }
  const merged = [...obligations.values()];
  const gaps = verdicts.flatMap(verdict => verdict.notModelled);
  const notModelled = [...new Map(gaps.map(each => [JSON.stringify(each), each])).values()];
  return {
    ...empty(key, worst(merged, notModelled.length > 0), null),
    caveats: uniqueCaveats(verdicts.flatMap(verdict => verdict.caveats)),
    obligations: merged,
    notModelled,
    mayRaise: [...new Set(verdicts.flatMap(verdict => verdict.mayRaise))],
    assumptions: verdicts.flatMap(verdict => verdict.assumptions),
    invariants: verdicts.flatMap(verdict => verdict.invariants),
    effort: sumOfEfforts(verdicts.map(verdict => verdict.effort)),
  };
}

/** After a replay changed what is known of some obligations. */
export function withObligations(verdict: Verdict, obligations: readonly ObligationVerdict[]): Verdict {
  return { ...verdict, obligations, status: worst(obligations, verdict.notModelled.length > 0) };
}

export function judgeObligation(key: MethodKey, obligation: Obligation, answer: Answer | undefined): ObligationVerdict {
  const base = {
    id: obligation.id,
    kind: obligation.kind,
    place: obligation.place,
    clause: obligation.clause,
    about: obligation.about,
    reason: null,
    cause: null,
    counterexample: null,
  };
  if (!answer) return { ...base, status: 'internal-error', reason: 'no answer came back' };
  switch (answer.kind) {
    case 'proved':
      return { ...base, status: obligation.kind === 'vacuity' ? 'vacuous' : 'safe' };
    case 'refuted':
      if (obligation.kind === 'vacuity') return { ...base, status: 'safe' };
      if (hasIrrational(obligation, answer.model)) return { ...base, status: 'undecided', reason: NO_FRACTION };
      return {
        ...base,
        status: 'unsafe',
        cause: 'unconfirmed',
        reason: 'it was not run',
        counterexample: counterexampleOf(key, obligation, answer.model),
      };
    case 'unknown':
      // Whether assumptions contradict each other is a courtesy: not knowing it takes nothing away from the proofs.
      if (obligation.kind === 'vacuity') return { ...base, status: 'safe' };
      return { ...base, status: 'undecided', reason: whyUndecided(answer.reason) };
    case 'failed':
      return { ...base, status: 'internal-error', reason: answer.message };
  }
}

const NO_FRACTION =
  'it is refuted by a number that is no fraction, which no Rational is; whether a fraction refutes it, too, is beyond the solver';

function whyUndecided(reason: (Answer & { kind: 'unknown' })['reason']): string {
  switch (reason) {
    case 'limit':
      return 'limit reached; a higher rlimit, a simpler clause or an intermediate postcondition may help';
    case 'gave-up':
      return 'the solver gave up: the arithmetic or the quantifiers are beyond it; splitting the clause or adding an invariant may help';
    case 'timeout':
      return 'the time guard stopped it before the limit was reached; try again, or raise the timeout';
    case 'memory':
      return 'the solver ran out of memory';
    case 'size':
      return 'limit reached: the question is too large to be asked; a shorter clause, `modular: true` on what is called or a smaller array bound may help';
    case 'cancelled':
      return 'it was cancelled';
  }
}

const ORDER: readonly ObligationVerdict['status'][] = [
  'internal-error',
  'unsafe',
  'vacuous',
  'not-modelled',
  'undecided',
  'safe',
];

function worst(obligations: readonly ObligationVerdict[], notModelled: boolean): VerdictStatus {
  const found = new Set<ObligationVerdict['status']>(obligations.map(each => each.status));
  if (notModelled) found.add('not-modelled');
  return ORDER.find(status => found.has(status)) ?? 'safe';
}

function uniqueCaveats(caveats: readonly Caveat[]): readonly Caveat[] {
  return [...new Map(caveats.map(caveat => [JSON.stringify(caveat), caveat])).values()];
}

function empty(key: MethodKey, status: VerdictStatus, message: string | null): Verdict {
  return {
    key,
    status,
    caveats: [],
    obligations: [],
    notModelled: [],
    message,
    mayRaise: [],
    assumptions: [],
    invariants: [],
    effort: NO_EFFORT,
  };
}

export function internalError(key: MethodKey, message: string): Verdict {
  return empty(key, 'internal-error', message);
}

export function typeError(key: MethodKey): Verdict {
  return empty(key, 'type-error', null);
}

/** A method that is not verified: no body in sight, or no annotation. */
export function notVerified(key: MethodKey, status: 'trusted' | 'unchecked' | 'not-modelled'): Verdict {
  return empty(key, status, null);
}
