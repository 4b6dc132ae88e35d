/**
 * What a run must show for an obligation to count as broken, as data. The judge matches it against a report, and Ruby
 * matches it (server/ruby/lib/loupe/replay/search.rb) while it searches for simpler values that break the same clause.
 */

import type { Place } from '../base/span';
import { innermostReason, type Reason } from '../problems/reason';
import { allDescendants } from '../program/ancestors';
import type { Obligation } from '../proof/obligation';
import type { ClauseKind, ReplayRun, ReplayViolation } from '../proof/replay';
import { clauseId, setId } from './replayContract';
import type { ReplayRequest } from './replayRequest';

export interface ExpectedFailure {
  /** The clause that must be false, by id, by its kinds, or by its source. */
  readonly clause:
    | { readonly id: string }
    | { readonly kinds: readonly ClauseKind[] }
    | { readonly text: string }
    | null;
  /** Whether it must break on these lines: calls of other methods, and nil, only count at their place. */
  readonly clauseOnLines: boolean;
  /** A clause about the result does not apply to a run that raises. */
  readonly mustReturn: boolean;
  /** Errors that count on these lines; empty: none, null: any. */
  readonly errors: readonly string[] | null;
  /** Errors that never count: the contract allows them. */
  readonly allowed: readonly string[];
  /** Only a NoMethodError for this method. */
  readonly missing: string | null;
  /** Only errors due to a nil. */
  readonly nilOnly: boolean;
  readonly lines: readonly [number, number] | null;
}

/** Errors that Ruby raises for invalid arguments, where the library declares no class. */
const ARGUMENT_ERRORS = [
  'ArgumentError',
  'TypeError',
  'RangeError',
  'IndexError',
  'FloatDomainError',
  'Math::DomainError',
];
const WRONG_TYPE_ERRORS = ['NoMethodError', 'TypeError'];
const NIL_ERRORS = ['NoMethodError', 'TypeError', 'ArgumentError'];

const NO_CLAUSE = {
  clause: null,
  clauseOnLines: false,
  mustReturn: false,
  missing: null,
  nilOnly: false,
  lines: null,
  allowed: [],
} as const;

export function expectedFailureOf(request: ReplayRequest): ExpectedFailure {
  const { kind, clause, place } = request.obligation;
  const reason = request.obligation.reason ? innermostReason(request.obligation.reason) : null;
  const wrongType = kind === 'exception' && clause === null;
  // A re-raised exception keeps the place where it was raised first.
  if (kind === 'exception' && isKnownException(reason)) return { ...NO_CLAUSE, errors: [reason.exception] };
  if (kind === 'exception' && reason?.kind === 'has-method')
    return { ...NO_CLAUSE, errors: ['NoMethodError'], missing: reason.method, lines: linesOf(request, place) };
  return {
    clause:
      kind === 'non-nil' && isOperandOrReceiver(reason)
        ? null
        : wrongType
          ? { kinds: ['type'] }
          : clauseOf(request.obligation, reason),
    clauseOnLines: kind === 'precondition' || kind === 'non-nil',
    // If the method raises, its postconditions are about that exit.
    mustReturn: kind === 'postcondition' && reason?.kind !== 'method-raises',
    errors: wrongType
      ? WRONG_TYPE_ERRORS
      : isResultNotNil(reason)
        ? []
        : isOfLibrary(request)
          ? (request.obligation.raises ?? ARGUMENT_ERRORS)
          : errorsOf(request.obligation),
    allowed: kind === 'exception' ? allowedBy(request, reason) : [],
    missing: null,
    nilOnly: kind === 'non-nil',
    // A value of the wrong type is noticed where it is used, which may be anywhere.
    lines: wrongType ? null : linesOf(request, place),
  };
}

/** The class is known, so exactly that class must be raised. StandardError includes any of its subclasses. */
function isKnownException(reason: Reason | null): reason is Reason<'does-not-escape'> & { readonly exception: string } {
  return reason?.kind === 'does-not-escape' && reason.exception !== null && reason.exception !== 'StandardError';
}

/** A nil receiver or operand shows only in Ruby's own error: another nil on that line is another fault. */
function isOperandOrReceiver(reason: Reason | null): boolean {
  if (reason?.kind !== 'not-nil') return false;
  return reason.subject.kind === 'receiver' || reason.subject.kind === 'operand';
}

/** A run that raises has no result: the error is another fault on that line. */
function isResultNotNil(reason: Reason | null): boolean {
  return reason?.kind === 'not-nil' && reason.subject.kind === 'result';
}

/** The classes that `raises:` names, and all their subclasses. */
function allowedBy({ program }: ReplayRequest, reason: Reason | null): readonly string[] {
  if (reason?.kind !== 'does-not-escape') return [];
  return reason.allowed.flatMap(name => [name, ...allDescendants(program, name)]);
}

/** Preconditions of the library are in no file of the program: Ruby itself raises. */
function isOfLibrary({ obligation: { kind, clause }, lineOf }: ReplayRequest): boolean {
  return kind === 'precondition' && clause !== null && (clause.place === null || !lineOf(clause.place));
}

function clauseOf({ kind, clause }: ReplayRequest['obligation'], reason: Reason | null): ExpectedFailure['clause'] {
  if (kind === 'non-nil') return { kinds: ['non-nil', 'set'] };
  if (kind === 'loop-invariant-entry' || kind === 'loop-invariant-preserved') return { id: 'loop-invariant' };
  if (kind === 'frame' || kind === 'purity') return { id: kind };
  if (!clause) return null;
  if (reason?.kind === 'field-is-set') return { id: setId(reason.field) };
  return clause.place ? { id: clauseId(clause.place) } : { text: clause.text };
}

function errorsOf({ kind, raises }: Pick<Obligation, 'kind' | 'raises'>): readonly string[] | null {
  switch (kind) {
    case 'core-precondition':
      return raises ?? ARGUMENT_ERRORS;
    case 'non-nil':
      return NIL_ERRORS;
    case 'exception':
      return null;
    default:
      return [];
  }
}

function linesOf(request: ReplayRequest, place: Place): readonly [number, number] | null {
  const first = request.lineOf(place)?.line;
  const end = { anchor: place.anchor, span: { start: place.span.end, end: place.span.end } };
  return first === undefined ? null : [first, request.lineOf(end)?.line ?? first];
}

export function isExpectedFailure(run: ReplayRun, wanted: ExpectedFailure): boolean {
  if (raises(run, wanted)) return true;
  if (wanted.mustReturn && run.outcome.type === 'raised') return false;
  return run.violations.some(each => isClause(each, wanted) && (!wanted.clauseOnLines || isOnLines(each.line, wanted)));
}

/** The expected failure occurs, and persists after the call has returned, when no line of the method is running. */
export function isExpectedFailureAtEnd(run: ReplayRun, wanted: ExpectedFailure): boolean {
  return run.outcome.type === 'returned' && run.violations.some(each => each.line === null && isClause(each, wanted));
}

function raises(run: ReplayRun, { errors, allowed, missing, nilOnly, ...wanted }: ExpectedFailure): boolean {
  const { outcome } = run;
  if (outcome.type !== 'raised' || allowed.includes(outcome.className)) return false;
  if (outcome.through.length > 0 && !outcome.through.some(line => isOnLines(line, wanted))) return false;
  if (missing !== null && outcome.missing !== missing) return false;
  return (errors === null || errors.includes(outcome.className)) && (!nilOnly || outcome.aboutNil);
}

function isClause(violation: ReplayViolation, { clause }: ExpectedFailure): boolean {
  if (!clause) return false;
  if ('id' in clause) return violation.clause === clause.id;
  if ('kinds' in clause) return clause.kinds.includes(violation.kind);
  return violation.text === clause.text;
}

function isOnLines(line: number | null, { lines }: Pick<ExpectedFailure, 'lines'>): boolean {
  return line === null || lines === null || (lines[0] <= line && line <= lines[1]);
}
