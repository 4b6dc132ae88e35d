/**
 * Obligations + answers -> verdict. A refutation becomes a counterexample in Ruby terms; whether it is confirmed is
 * decided after its run (replayClassify.ts). One method, one verdict: the worst of its obligations.
 */
import { type Answer, isTimedOut } from '../proof/answer';
import { type Effort, NO_EFFORT, sumOfEfforts } from '../proof/effort';
import type { Caveat, MethodObligations, Obligation } from '../proof/obligation';
import type { ObligationVerdict, Verdict, VerdictStatus } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { counterexampleOf, hasIrrational } from './counterexample';

export function judge(method: MethodObligations, answers: ReadonlyMap<string, Answer>, effort: Effort): Verdict {
  const required = dropConsequences(
    method.obligations
      .filter(isRequired)
      .map(obligation => judgeObligation(method.key, obligation, answers.get(obligation.id))),
  );
  const unproved = new Set(required.filter(each => each.status === 'not-modelled').map(({ id }) => id));
  const left = method.obligations.flatMap(({ id, open }) => (open && unproved.has(id) ? open : []));
  const gaps = [...method.notModelled, ...left].map(({ construct, place }) => ({ construct, place }));
  const notModelled = [...new Map(gaps.map(each => [JSON.stringify(each), each])).values()];
  return {
    key: method.key,
    status: worstStatus(required, notModelled.length > 0),
    caveats: uniqueCaveats([...method.caveats, ...method.obligations.flatMap(obligation => obligation.caveats)]),
    obligations: required,
    notModelled,
    message: null,
    mayRaise: method.mayRaise,
    assumptions: [...method.assumptions, ...method.obligations.flatMap(obligation => obligation.assumptions)],
    invariants: method.candidates.flatMap(({ text, place }) => (text === null ? [] : [{ text, place }])),
    effort,
    ...([...answers.values()].some(isTimedOut) && { timedOut: true as const }),
  };
}

/** A candidate is not an obligation of the method. */
function isRequired(obligation: Obligation): boolean {
  return obligation.candidate === undefined;
}

/**
 * A failed obligation is assumed afterwards, so an unreachable exit may only be a consequence of it. Contradictions on
 * entry stay. If a call is known after which nothing is reachable, the unreachable exit is a consequence of that call.
 */
function dropConsequences(verdicts: readonly ObligationVerdict[]): readonly ObligationVerdict[] {
  const failed = verdicts.some(each => each.kind !== 'vacuity' && each.status !== 'safe');
  const named = verdicts.some(each => each.status === 'vacuous' && isNamed(each));
  return verdicts.filter(each => {
    if (each.status !== 'vacuous') return true;
    return failed ? each.reason.kind === 'satisfiable-precondition' : isNamed(each) || !named;
  });
}

function isNamed(each: ObligationVerdict): boolean {
  return each.reason.kind === 'satisfiable-contract';
}

/** A method under several contracts has one verdict; repetitions from an inherited contract are dropped. */
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
    ...emptyVerdict(key, worstStatus(merged, notModelled.length > 0), null),
    caveats: uniqueCaveats(verdicts.flatMap(verdict => verdict.caveats)),
    writerCaveats: uniqueCaveats(verdicts.flatMap(verdict => verdict.writerCaveats ?? verdict.caveats)),
    obligations: merged,
    notModelled,
    mayRaise: [...new Set(verdicts.flatMap(verdict => verdict.mayRaise))],
    assumptions: verdicts.flatMap(verdict => verdict.assumptions),
    invariants: verdicts.flatMap(verdict => verdict.invariants),
    effort: sumOfEfforts(verdicts.map(verdict => verdict.effort)),
    ...(verdicts.some(verdict => verdict.timedOut) && { timedOut: true as const }),
  };
}

/** Updates the verdict after replays changed some obligations. */
export function withObligations(verdict: Verdict, obligations: readonly ObligationVerdict[]): Verdict {
  const status = worstStatus(obligations, verdict.notModelled.length > 0);
  const timedOut = verdict.timedOut || obligations.some(each => each.timedOut);
  return { ...verdict, obligations, status, ...(timedOut && { timedOut }) };
}

/** What is left open may have any value only in the formula, so neither a refutation nor a limit says anything of the method. */
export function judgeObligation(key: MethodKey, obligation: Obligation, answer: Answer | undefined): ObligationVerdict {
  const verdict = judgeAnswer(key, obligation, answer);
  const isOpen = obligation.open && obligation.kind !== 'vacuity' && verdict.status !== 'internal-error';
  return isOpen && verdict.status !== 'safe' ? { ...verdict, status: 'not-modelled', cause: null, why: null } : verdict;
}

function judgeAnswer(key: MethodKey, obligation: Obligation, answer: Answer | undefined): ObligationVerdict {
  const base = {
    id: obligation.id,
    kind: obligation.kind,
    place: obligation.place,
    clause: obligation.clause,
    reason: obligation.reason,
    why: null,
    cause: null,
    counterexample: null,
    ...(obligation.contract && { contract: obligation.contract }),
    ...(obligation.inferred && { inferred: obligation.inferred }),
  };
  if (!answer) return { ...base, status: 'internal-error', why: 'no answer came back' };
  switch (answer.kind) {
    case 'proved':
      return { ...base, status: obligation.kind === 'vacuity' ? 'vacuous' : 'safe' };
    case 'refuted':
      if (obligation.kind === 'vacuity') return { ...base, status: 'safe' };
      if (hasIrrational(obligation, answer.model)) return { ...base, status: 'undecided', why: NO_FRACTION };
      return {
        ...base,
        status: 'unsafe',
        cause: 'unconfirmed',
        why: 'it did not run',
        counterexample: counterexampleOf(key, obligation, answer.model),
      };
    case 'unknown':
      // The vacuity check is optional: an unknown answer does not affect the proofs, unless only the time guard stopped
      // the solver.
      if (obligation.kind === 'vacuity' && !isTimedOut(answer)) return { ...base, status: 'safe' };
      return { ...base, status: 'undecided', why: whyUndecided(answer.reason) };
    case 'failed':
      return { ...base, status: 'internal-error', why: answer.message };
  }
}

/** While the counterexamples of a verdict wait for Ruby. */
export function markNotRunYet(verdict: Verdict): Verdict {
  const obligations = verdict.obligations.map(each =>
    each.status === 'unsafe' ? { ...each, why: 'it has not been run yet' } : each,
  );
  return { ...verdict, obligations };
}

const NO_FRACTION =
  'it is refuted by an irrational number, which is not a Rational; whether a fraction refutes it, too, is beyond the solver';

function whyUndecided(reason: (Answer & { kind: 'unknown' })['reason']): string {
  switch (reason) {
    case 'limit':
      return 'limit reached; a higher rlimit, a simpler clause or an intermediate postcondition may help';
    case 'method-limit':
      return 'limit of the method reached: several of its obligations ran to the limit before; a smaller method, simpler clauses or `modular: true` on callees may help';
    case 'gave-up':
      return 'the solver gave up: the arithmetic or the quantifiers are beyond it; splitting the clause or adding an invariant may help';
    case 'timeout':
      return 'the time guard stopped it before the limit was reached; try again, or raise the timeout';
    case 'memory':
      return 'the solver ran out of memory';
    case 'size':
      return 'limit reached: the query is too large for the solver; a shorter clause, `modular: true` on callees or a smaller array bound may help';
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

function worstStatus(obligations: readonly ObligationVerdict[], notModelled: boolean): VerdictStatus {
  const found = new Set<ObligationVerdict['status']>(obligations.map(each => each.status));
  if (notModelled) found.add('not-modelled');
  return ORDER.find(status => found.has(status)) ?? 'safe';
}

function uniqueCaveats(caveats: readonly Caveat[]): readonly Caveat[] {
  return [...new Map(caveats.map(caveat => [JSON.stringify(caveat), caveat])).values()];
}

function emptyVerdict(key: MethodKey, status: VerdictStatus, message: string | null): Verdict {
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
  return emptyVerdict(key, 'internal-error', message);
}

export function typeError(key: MethodKey): Verdict {
  return emptyVerdict(key, 'type-error', null);
}

/** The verdict of a method that is not verified: its body is not visible, or it has no annotation. */
export function notVerified(key: MethodKey, status: 'trusted' | 'unchecked' | 'not-modelled'): Verdict {
  return emptyVerdict(key, status, null);
}
