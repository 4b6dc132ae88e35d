/** Verdicts in a few words: for lenses, lists and summaries. Long explanations are told by story.ts. */
import { unreachable } from '../base/result';
import type { MethodSnapshot } from '../engine/snapshot';
import { showCaveat } from '../judge/words';
import type { ObligationVerdict, Verdict, VerdictStatus } from '../proof/verdict';

/** Each caveat once, in the order in which they were met. */
export function showCaveats(verdict: Verdict): readonly string[] {
  return [...new Set(verdict.caveats.map(showCaveat))];
}

export function markOf(status: VerdictStatus): string {
  switch (status) {
    case 'safe':
      return '✓';
    case 'unsafe':
    case 'type-error':
      return '✗';
    case 'undecided':
    case 'not-modelled':
    case 'vacuous':
      return '?';
    case 'internal-error':
      return '!';
    case 'trusted':
    case 'unchecked':
      return '·';
    default:
      return unreachable(status);
  }
}

/** The obligation that decides the verdict: the first that failed as the verdict says. */
export function decidingObligation(verdict: Verdict): ObligationVerdict | null {
  return verdict.obligations.find(obligation => obligation.status === verdict.status) ?? null;
}

/** `safe up to arrays of 10`, `unsafe: incr_sec(59)`, `may be unsafe: incr_sec(59)`, `not modelled: eval`. */
export function showVerdict(verdict: Verdict): string {
  switch (verdict.status) {
    case 'safe':
      return ['safe', showCaveats(verdict).join(', ')].join(' ').trim();
    case 'unsafe':
      return unsafeWords(verdict);
    case 'undecided':
      return `undecided: ${decidingObligation(verdict)?.reason ?? 'no answer'}`;
    case 'not-modelled':
      return `not modelled: ${notModelledWords(verdict)}`;
    case 'vacuous':
      return `vacuous: ${decidingObligation(verdict)?.about ?? 'the assumptions contradict each other'}`;
    case 'type-error':
      return 'type error';
    case 'internal-error':
      return `internal error: ${verdict.message ?? 'no message'}`;
    case 'trusted':
      return 'trusted: no body in sight';
    case 'unchecked':
      return 'unchecked: no annotation';
    default:
      return unreachable(verdict.status);
  }
}

function unsafeWords(verdict: Verdict): string {
  const worst = unsafeObligation(verdict);
  return `${unsafeWord(verdict)}: ${worst?.counterexample?.call ?? worst?.about ?? 'an obligation fails'}`;
}

/** The one to show of an unsafe method: one that a run broke, where there is one. */
export function unsafeObligation(verdict: Verdict): ObligationVerdict | null {
  return verdict.obligations.find(each => each.cause === 'confirmed') ?? decidingObligation(verdict);
}

/** What no run broke is said with the same doubt as in its diagnostic. */
export function unsafeWord(verdict: Verdict): string {
  const cause = unsafeObligation(verdict)?.cause;
  return cause === 'confirmed' || cause === 'unreached-state' ? 'unsafe' : 'may be unsafe';
}

function notModelledWords(verdict: Verdict): string {
  const constructs = [...new Set(verdict.notModelled.map(entry => entry.construct))];
  return constructs.length > 0 ? constructs.join(', ') : (decidingObligation(verdict)?.reason ?? 'a construct');
}

/** Of a method as it stands: what is being done now comes before what was found earlier. */
export function showState(method: MethodSnapshot): string {
  switch (method.state) {
    case 'queued':
      return '… queued';
    case 'verifying':
      return '… verifying';
    case 'stale':
      return method.verdict === null ? '… not verified yet' : `… was ${showVerdict(method.verdict)}`;
    case 'done':
      return method.verdict === null
        ? '… not verified yet'
        : `${markOf(method.verdict.status)} ${showVerdict(method.verdict)}`;
    default:
      return unreachable(method.state);
  }
}
