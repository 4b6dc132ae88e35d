/**
 * What a run must show for an obligation to count as broken, as data: the judge asks it of a report, and Ruby asks it
 * (server/ruby/lib/loupe/replay/search.rb) while it looks for simpler values that break the same.
 */
import type { Place } from '../base/span';
import { allDescendants } from '../program/ancestors';
import { resolveClassName } from '../program/constants';
import type { ObligationKind } from '../proof/obligation';
import type { ReplayRun, ReplayViolation } from '../proof/replay';
import { clauseId, NON_NIL, TYPE } from './replayContract';
import type { ReplayRequest } from './replayScript';

export interface Wanted {
  /** The clause that must be false, by id, by the start of its id, or by its text. */
  readonly clause: { readonly id: string } | { readonly prefix: string } | { readonly text: string } | null;
  /** Must it break on these lines? Calls of others, and nil, are only meant at their place. */
  readonly clauseOnLines: boolean;
  /** A clause about the result says nothing of a run that raises. */
  readonly mustReturn: boolean;
  /** Errors that count on these lines; empty: none, null: every one. */
  readonly errors: readonly string[] | null;
  /** Errors that never count: the contract allows them. */
  readonly allowed: readonly string[];
  /** Only errors whose message speaks of nil. */
  readonly nilOnly: boolean;
  readonly lines: readonly [number, number] | null;
}

/** Errors that Ruby raises by itself when a core method is asked for what it cannot give. */
const CORE_ERRORS = [
  'ZeroDivisionError',
  'FloatDomainError',
  'Math::DomainError',
  'IndexError',
  'KeyError',
  'RangeError',
  'ArgumentError',
  'TypeError',
  'FrozenError',
  'StopIteration',
  'NoMethodError',
  'LocalJumpError',
  'NameError',
  'NoMatchingPatternError',
  'NoMatchingPatternKeyError',
];
const WRONG_TYPE_ERRORS = ['NoMethodError', 'TypeError'];
const NIL_ERRORS = ['NoMethodError', 'TypeError', 'ArgumentError'];

/** A nil receiver or operand shows in Ruby's own error only: another nil on that line is another fault. */
const RUBY_OBJECTS = /^the (receiver|operand) of /;

/** Of a run that raises, nobody saw the result: the error is another fault on that line. */
const RESULT = 'the result is not nil';

/** The class is known: exactly that was raised. */
const ESCAPES = /^(?!StandardError )([A-Z][\w:]*) does not escape$/;

/** Asked of the exits by exception (vcgen/outcome.ts). */
const WHERE_IT_RAISES = / where it raises$/;

const NO_CLAUSE = {
  clause: null,
  clauseOnLines: false,
  mustReturn: false,
  nilOnly: false,
  lines: null,
  allowed: [],
} as const;

export function wantedOf(request: ReplayRequest): Wanted {
  const { kind, clause, place, about = '' } = request.obligation;
  const wrongType = kind === 'exception' && clause === null;
  const escaping = kind === 'exception' ? ESCAPES.exec(about)?.[1] : undefined;
  // Raised again, it comes from where it was raised first.
  if (escaping !== undefined) return { ...NO_CLAUSE, errors: [escaping] };
  return {
    clause:
      kind === 'non-nil' && RUBY_OBJECTS.test(about) ? null : wrongType ? { prefix: TYPE } : clauseOf(kind, clause),
    clauseOnLines: kind === 'precondition' || kind === 'non-nil',
    mustReturn: kind === 'postcondition' && !WHERE_IT_RAISES.test(about),
    errors: wrongType ? WRONG_TYPE_ERRORS : about === RESULT ? [] : isOfLibrary(request) ? CORE_ERRORS : errorsOf(kind),
    allowed: kind === 'exception' && clause !== null ? allowedBy(request, clause.text) : [],
    nilOnly: kind === 'non-nil',
    // What is of the wrong type is noticed where it is used, which may be anywhere.
    lines: wrongType ? null : linesOf(request, place),
  };
}

/** The classes that `raises: [A, B]` names, and all below them. */
function allowedBy({ program, method }: ReplayRequest, clause: string): readonly string[] {
  const names = (/^raises: \[(.*)\]$/.exec(clause)?.[1] ?? '').split(', ').filter(name => name !== '');
  return names.flatMap(name => {
    const found = resolveClassName(program, method.nesting, name) ?? name;
    return [found, ...allDescendants(program, found)];
  });
}

/** What the library demands of its arguments stands in no file of the program: Ruby itself raises. */
function isOfLibrary({ obligation: { kind, clause }, lineOf }: ReplayRequest): boolean {
  return kind === 'precondition' && clause !== null && (clause.place === null || !lineOf(clause.place));
}

function clauseOf(kind: ObligationKind, clause: ReplayRequest['obligation']['clause']): Wanted['clause'] {
  if (kind === 'non-nil') return { prefix: NON_NIL };
  if (kind === 'loop-invariant-entry' || kind === 'loop-invariant-preserved') return { id: 'loop-invariant' };
  if (kind === 'frame' || kind === 'purity') return { id: kind };
  if (!clause) return null;
  if (kind === 'field-refinement' && isSet(clause.text)) return { text: clause.text };
  return clause.place ? { id: clauseId(clause.place) } : { text: clause.text };
}

/** `@sec is set`: nobody wrote that clause. */
function isSet(text: string): boolean {
  return /^\S+ is set$/.test(text);
}

function errorsOf(kind: ObligationKind): readonly string[] | null {
  switch (kind) {
    case 'core-precondition':
      return CORE_ERRORS;
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

export function breaks(run: ReplayRun, wanted: Wanted): boolean {
  if (raises(run, wanted)) return true;
  if (wanted.mustReturn && run.outcome.type === 'raised') return false;
  return run.violations.some(each => isClause(each, wanted) && (!wanted.clauseOnLines || onLines(each.line, wanted)));
}

/** What is wanted breaks, and still does when the call has returned: no line of the method is running then. */
export function breaksAtEnd(run: ReplayRun, wanted: Wanted): boolean {
  return run.outcome.type === 'returned' && run.violations.some(each => each.line === null && isClause(each, wanted));
}

function raises(run: ReplayRun, { errors, allowed, nilOnly, ...wanted }: Wanted): boolean {
  const { outcome } = run;
  if (outcome.type !== 'raised' || allowed.includes(outcome.className)) return false;
  if (outcome.through.length > 0 && !outcome.through.some(line => onLines(line, wanted))) return false;
  return (errors === null || errors.includes(outcome.className)) && (!nilOnly || /\bnil\b/.test(outcome.message));
}

function isClause(violation: ReplayViolation, { clause }: Wanted): boolean {
  if (!clause) return false;
  if ('id' in clause) return violation.clause === clause.id;
  if ('prefix' in clause) return violation.clause.startsWith(clause.prefix);
  return violation.message.includes(clause.text);
}

function onLines(line: number | null, { lines }: Pick<Wanted, 'lines'>): boolean {
  return line === null || lines === null || (lines[0] <= line && line <= lines[1]);
}
