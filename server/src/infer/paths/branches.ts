/**
 * Outcomes that probes record -> the branches of the RIL that they belong to. Both come from the same source, so they are
 * matched by their spans. A branch without outcomes was not recorded.
 */
import type { LearnedOutcome } from '../../../../shared/src/profile';
import type { Span } from '../../base/span';
import type { BranchOutcome, UntakenBranches } from '../../ril/branchOutcomes';
import type { Call, Expr, Rescue, RescueClause } from '../../ril/ril';
import { walk } from '../../ril/walk';

/** Bits of a path. 0: this outcome has no bit of its own. */
export interface Branch {
  readonly truthy: bigint;
  readonly falsy: bigint;
}

export type Branches = ReadonlyMap<Expr | RescueClause, Branch>;

interface Numbered extends LearnedOutcome {
  readonly bit: bigint;
  readonly span: Span;
}

/** Null: the outcomes have no places. */
export function findBranches(body: Expr, outcomes: readonly LearnedOutcome[]): Branches | null {
  const numbered: Numbered[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.span === null) return null;
    numbered.push({ ...outcome, span: outcome.span, bit: 1n << BigInt(index) });
  }
  const found = new Map<Expr | RescueClause, Branch>();
  walk(body, expr => {
    const branch = branchOf(numbered, expr);
    if (branch !== null) found.set(expr, branch);
    if (expr.kind === 'rescue') for (const clause of expr.clauses) addClause(found, numbered, expr, clause);
    return true;
  });
  return found;
}

function branchOf(outcomes: readonly Numbered[], expr: Expr): Branch | null {
  switch (expr.kind) {
    case 'if':
      return pairAt(outcomes, 'if', expr.span) ?? armOf(outcomes, expr.span, expr.condition);
    case 'while':
      return pairAt(outcomes, 'loop', expr.span);
    case 'and':
      return pairAt(outcomes, 'connective', expr.span) ?? onlyOutcome(outcomes, 'and-assign', expr.span, 'truthy');
    case 'or':
      return pairAt(outcomes, 'connective', expr.span) ?? onlyOutcome(outcomes, 'or-assign', expr.span, 'falsy');
    case 'call':
      if (expr.safe) return pairAt(outcomes, 'safe-call', spanOfTarget(expr));
      return expr.madeBy === 'for' ? onlyOutcome(outcomes, 'loop', expr.span, 'truthy') : null;
    default:
      return null;
  }
}

/** `r&.x` of `r&.x = v`, which is one call for RIL. */
function spanOfTarget({ span, methodSpan, madeBy }: Call): Span {
  return madeBy === 'attributeWrite' ? { start: span.start, end: methodSpan.end } : span;
}

function bitOf(outcomes: readonly Numbered[], kind: string, span: Span, outcome: LearnedOutcome['outcome']): bigint {
  const found = outcomes.find(each => each.kind === kind && each.outcome === outcome && isSame(each.span, span));
  return found?.bit ?? 0n;
}

function pairAt(outcomes: readonly Numbered[], kind: string, span: Span): Branch | null {
  const truthy = bitOf(outcomes, kind, span, 'taken');
  const falsy = bitOf(outcomes, kind, span, 'else');
  return truthy === 0n || falsy === 0n ? null : { truthy, falsy };
}

function onlyOutcome(outcomes: readonly Numbered[], kind: string, span: Span, outcome: BranchOutcome): Branch | null {
  const bit = bitOf(outcomes, kind, span, 'taken');
  if (bit === 0n) return null;
  return outcome === 'truthy' ? { truthy: bit, falsy: 0n } : { truthy: 0n, falsy: bit };
}

/** The `if` of a `when` or `in`: it fails if a later arm, or none, was taken. */
function armOf(outcomes: readonly Numbered[], span: Span, condition: Expr): Branch | null {
  const tests = condition.kind === 'and' ? condition.left : condition;
  const arms = outcomes.filter(({ kind, outcome, span: at }) => {
    if (outcome !== 'taken') return false;
    return kind === 'when' ? at.start === span.start : kind === 'in' && tests.kind === 'match' && holds(at, tests.span);
  });
  const arm = smallest(arms);
  if (arm === null) return null;
  const others = outcomes.filter(({ kind, outcome, span: at }) => {
    const isLater = outcome === 'taken' && at.start > arm.span.start && at.end <= span.end;
    return kind === arm.kind && isLater && isSibling(outcomes, arm, at);
  });
  const otherwise = smallest(outcomes.filter(each => isElseOf(each, arm)));
  const later = others.reduce((bits, { bit }) => bits | bit, otherwise?.bit ?? 0n);
  return { truthy: arm.bit, falsy: later };
}

function isElseOf({ kind, outcome, span }: Numbered, arm: Numbered): boolean {
  return kind === arm.kind && outcome === 'else' && holds(span, arm.span);
}

/** Not an arm of a `case` inside of another arm. */
function isSibling(outcomes: readonly Numbered[], arm: Numbered, span: Span): boolean {
  return !outcomes.some(
    ({ kind, outcome, span: at }) =>
      kind === arm.kind && outcome === 'taken' && !isSame(at, span) && holds(at, span) && at.start >= arm.span.start,
  );
}

function addClause(
  found: Map<Expr | RescueClause, Branch>,
  outcomes: readonly Numbered[],
  rescue: Rescue,
  clause: RescueClause,
): void {
  const at = outcomes.filter(({ kind, span }) => kind === 'rescue' && span.start === clause.span.start);
  const modifier = outcomes.filter(({ kind, span }) => kind === 'rescue' && isSame(span, rescue.span));
  const [outcome] = at.length > 0 ? at : modifier;
  if (outcome !== undefined) found.set(clause, { truthy: outcome.bit, falsy: 0n });
}

function smallest(outcomes: readonly Numbered[]): Numbered | null {
  return [...outcomes].sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0] ?? null;
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** What a path did not do. A branch of which it has no bit at all was not reached, or was not recorded. */
export function untakenBranches(path: bigint, branches: Branches): UntakenBranches {
  const found = new Map<Expr | RescueClause, BranchOutcome>();
  for (const [expr, { truthy, falsy }] of branches) {
    const isYes = (path & truthy) !== 0n;
    const isNo = (path & falsy) !== 0n;
    if (truthy !== 0n && !isYes && (isNo || falsy === 0n)) found.set(expr, 'truthy');
    else if (falsy !== 0n && !isNo && (isYes || truthy === 0n)) found.set(expr, 'falsy');
  }
  return found;
}
