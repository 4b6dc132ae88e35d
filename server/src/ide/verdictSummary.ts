/** Verdicts in a few words: for lenses, lists and summaries. trace.ts builds the long explanations. */

import { unreachable } from '../base/result';
import type { MethodSnapshot } from '../engine/snapshot';
import { showCaveat } from '../judge/verdictText';
import { showConstruct } from '../problems/constructs';
import { showReason } from '../problems/obligations';
import { failingAssumption } from '../proof/obligation';
import type { ObligationVerdict, Verdict, VerdictStatus } from '../proof/verdict';

/** Each caveat once, in order of appearance. */
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

/** A proof that relies on a method which fails is marked as such. */
export function verdictMark({ status, caveats }: Verdict): string {
  return status === 'safe' && failingAssumption(caveats) !== null ? '⚠' : markOf(status);
}

/** The obligation that decides the verdict: the first with the same status. */
function decidingObligation(verdict: Verdict): ObligationVerdict | null {
  return verdict.obligations.find(obligation => obligation.status === verdict.status) ?? null;
}

/** What the obligation requires, in words. */
export function requirementOf(obligation: ObligationVerdict | null): string | null {
  return obligation && showReason(obligation.reason).required;
}

function contradictionOf(obligation: ObligationVerdict | null): string | null {
  return obligation && showReason(obligation.reason).failed;
}

/** `safe up to arrays of 10`, `unsafe: incr_sec(59)`, `may be unsafe: incr_sec(59)`, `not modelled: eval`. */
export function showVerdict(verdict: Verdict): string {
  switch (verdict.status) {
    case 'safe':
      return ['safe', showCaveats(verdict).join(', ')].join(' ').trim();
    case 'unsafe':
      return describeUnsafe(verdict);
    case 'undecided':
      return `undecided: ${decidingObligation(verdict)?.why ?? 'no answer'}`;
    case 'not-modelled':
      return `not modelled: ${describeNotModelled(verdict)}`;
    case 'vacuous':
      return `vacuous: ${contradictionOf(decidingObligation(verdict)) ?? 'the assumptions contradict each other'}`;
    case 'type-error':
      return 'type error';
    case 'internal-error':
      return `internal error: ${verdict.message ?? 'no message'}`;
    case 'trusted':
      return 'trusted (no body)';
    case 'unchecked':
      return 'not verified';
    default:
      return unreachable(verdict.status);
  }
}

function describeUnsafe(verdict: Verdict): string {
  const worst = unsafeObligation(verdict);
  const word = isBroken(verdict) ? 'unsafe' : 'may be unsafe';
  return `${word}: ${worst?.counterexample?.call ?? requirementOf(worst) ?? 'an obligation fails'}`;
}

/** The obligation to show for an unsafe method: a confirmed one if there is one. */
export function unsafeObligation(verdict: Verdict): ObligationVerdict | null {
  return verdict.obligations.find(each => each.cause === 'confirmed') ?? decidingObligation(verdict);
}

/** A run broke it. */
export function isBroken(verdict: Verdict): boolean {
  const cause = unsafeObligation(verdict)?.cause;
  return cause === 'confirmed' || cause === 'unreached-state';
}

function describeNotModelled(verdict: Verdict): string {
  const constructs = [...new Set(verdict.notModelled.map(entry => showConstruct(entry.construct)))];
  return constructs.length > 0 ? constructs.join(', ') : (decidingObligation(verdict)?.why ?? 'a construct');
}

/** The current activity takes precedence over an earlier result. */
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
        : `${verdictMark(method.verdict)} ${showVerdict(method.verdict)}`;
    default:
      return unreachable(method.state);
  }
}
