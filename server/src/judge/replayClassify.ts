/**
 * The meaning of a replay for an obligation that the solver refuted. It is confirmed only if Ruby broke exactly that
 * clause (or raised exactly that error on that line) from a state that public calls reach. The resulting counterexample
 * shows the values and the path of the run.
 */
import type { Assumption } from '../proof/obligation';
import type { ReplayResult, ReplayRun } from '../proof/replay';
import { showValue } from '../proof/showValue';
import type { Counterexample, UnsafeCause } from '../proof/verdict';
import type { ParamType } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { expectedFailureOf, isExpectedFailure, isExpectedFailureAtEnd } from './expectedFailure';
import { clauseId, nonNilId } from './replayContract';
import { pathOf } from './replayPath';
import type { ReplayRequest } from './replayRequest';

export interface Classified {
  readonly cause: UnsafeCause;
  /** Why it is not confirmed; null if it is. */
  readonly why: string | null;
  readonly counterexample: Counterexample;
  /** The run did not start: in Ruby the values do not meet the precondition. */
  readonly ruledOut?: true;
  /** The time guard ended the run. */
  readonly timedOut?: true;
  /** The run differs from the model, which may be a bug in our models. Contains everything needed to repeat it. */
  readonly mismatch: string | null;
  /** The run ended, and nothing that it did breaks what is broken in the model. */
  readonly contradicted?: true;
}

export function classify(request: ReplayRequest, result: ReplayResult): Classified {
  const { counterexample } = request;
  if (result.kind === 'could-not-run') {
    const why = `it could not run: ${result.why}`;
    return { cause: 'unconfirmed', why, counterexample, mismatch: null, ...(result.timedOut && { timedOut: true }) };
  }
  const seen = counterexampleFromRun(request, result);
  const not = (cause: UnsafeCause, why: string, mismatch: string | null): Classified => ({
    cause,
    why,
    counterexample: seen,
    mismatch,
  });
  if (!result.preconditionHeld)
    return {
      ...not('unconfirmed', 'in Ruby these values do not meet the precondition', describe(request, result)),
      ruledOut: true,
    };
  if (isExpectedFailure(result, expectedFailureOf(request)) || returnsNil(request, result))
    return result.builtBy === 'allocate'
      ? not('unreached-state', 'the state was set directly; perhaps no public call reaches it', null)
      : { cause: 'confirmed', why: null, counterexample: seen, mismatch: null };
  const unknown = result.unevaluated[0];
  if (unknown) return not('unconfirmed', `Ruby could not evaluate a clause: ${unknown.why}`, null);
  if (request.obligation.kind === 'frame' || request.obligation.kind === 'purity')
    return {
      ...not('unconfirmed', `${result.call} changes nothing`, null),
      ...contradicts(request, result),
    };
  const other = describeOtherBreak(request, result);
  if (other) return not('unconfirmed', `in Ruby another clause is broken: ${other}`, null);
  const owner = weakContract(request);
  if (owner) {
    const why = `${describePassing(result)}, but the contract of ${owner} allows a value that breaks it`;
    return { ...not('spec-too-weak', why, null), ...contradicts(request, result) };
  }
  const otherwise = result.outcome.type === 'raised' ? 'ends otherwise' : 'does not break';
  const why = `in Ruby it ${otherwise}: ${describeEnding(result)}`;
  return { ...not('unconfirmed', why, describe(request, result)), ...contradicts(request, result) };
}

/** Errors of a run that lacked something (the body of a callee, a library): it did not get as far as predicted. */
const MISSING_DEFINITION: ReadonlySet<string> = new Set([
  'NameError',
  'NoMethodError',
  'NotImplementedError',
  'LoadError',
]);

/**
 * A run says nothing about what a proc does later, nor about blocks and procs other than the ones it was built with.
 */
function contradicts({ method, obligation }: ReplayRequest, { outcome }: ReplayRun): { readonly contradicted?: true } {
  const stopped = outcome.type === 'raised' && MISSING_DEFINITION.has(outcome.className);
  const takesCode = method.signature?.arms.some(({ type }) => type.block !== null || type.params.some(isProc)) ?? false;
  return stopped || takesCode || obligation.deferred ? {} : { contradicted: true };
}

function isProc({ type }: ParamType): boolean {
  return type.kind === 'proc' || (type.kind === 'union' && type.members.some(member => member.kind === 'proc'));
}

/** A clause about a number cannot be evaluated on nil, and nil violates the declared type. */
function returnsNil({ method, obligation }: ReplayRequest, run: ReplayRun): boolean {
  if (obligation.kind !== 'postcondition' || run.outcome.type !== 'returned' || run.unevaluated.length === 0)
    return false;
  return run.violations.some(({ clause }) => clause === nonNilId(method.key));
}

/** What else the run broke: the method's own contract, or that of a call that it made. */
function describeOtherBreak({ method }: ReplayRequest, run: ReplayRun): string | null {
  const own = run.violations.find(
    ({ kind, clause }) => kind === 'stated' || kind === 'type' || clause === nonNilId(method.key),
  );
  return own ? `${own.message} (${describeEnding(run)})` : null;
}

/** The second run, in which callees return what the model says: shows that only their contracts are to blame. */
export function classifyWithStubs(request: ReplayRequest, first: Classified, second: ReplayResult): Classified {
  if (first.cause !== 'spec-too-weak' || second.kind !== 'ran') return first;
  if (isExpectedFailure(second, expectedFailureOf(request)))
    return { ...first, why: `${first.why}: a second run breaks it, with ${describeAnswers(request)}` };
  if (second.outcome.type === 'raised') return first; // another callee has no body: it says nothing
  return { ...first, cause: 'unconfirmed', mismatch: describe(request, second) };
}

/** `Foo#bar returning 0` */
function describeAnswers({ callResults = [] }: ReplayRequest): string {
  const texts = callResults.map(({ method, value }) => `${method.replace(/^#/, '')} returning ${showValue(value)}`);
  return [...new Set(texts)].slice(0, 3).join(', ');
}

/**
 * Whether the model knows the results of all callees whose contracts matter. Otherwise a run with these results decides
 * nothing.
 */
export function knowsAllAnswers({ callResults = [], assumptions, method }: ReplayRequest): boolean {
  const known = new Set(callResults.map(each => each.method));
  return calledBy(assumptions, method.key).every(owner => known.has(owner));
}

/**
 * The contract that the proof relied on: that of a callee. The writer of a field is not an excuse; the method's own
 * contract is recursion.
 */
function weakContract(request: ReplayRequest): string | null {
  const leaned = calledBy(request.assumptions, request.method.key);
  // A contract that is only a type is not an assumption, but its results are chosen by the model all the same.
  const chosen = [...new Set(request.answering ?? [])].filter(key => key !== request.method.key);
  const names = (leaned.length > 0 ? leaned : chosen).map(owner => owner.replace(/^#/, ''));
  return names.length > 0 ? names.slice(0, 3).join(' or ') : null;
}

function calledBy(assumptions: readonly Assumption[], self: MethodKey): readonly MethodKey[] {
  const called = assumptions.filter(
    each => !['field', 'invariant', 'arguments'].includes(each.what) && each.owner !== self,
  );
  return [...new Set(called.map(each => each.owner))];
}

function counterexampleFromRun(request: ReplayRequest, run: ReplayRun): Counterexample {
  const { counterexample } = request;
  const { outcome } = run;
  return {
    ...counterexample,
    receiver: run.source.receiver === null ? null : { kind: 'opaque', text: run.source.receiver },
    args: run.source.args.map(({ name, keyword, source }) => ({
      name,
      keyword,
      value: { kind: 'opaque', text: source },
    })),
    bindings: run.bindings.map(({ name, shown }) => ({ name, value: { kind: 'opaque', text: shown } })),
    result: run.preconditionHeld && outcome.type === 'returned' ? { kind: 'opaque', text: outcome.shown } : null,
    ...fieldValueIn(request, run),
    exception: outcome.type === 'raised' ? { className: outcome.className, message: outcome.message } : null,
    path: pathOf(request, run),
    call: run.call,
    source: {
      ...run.source,
      ...(isExpectedFailureAtEnd(run, expectedFailureOf(request)) && { brokenAtEnd: true as const }),
    },
    ranIn: run.ruby,
    ...(run.standIn !== undefined && { standIn: run.standIn }),
  };
}

/** The first value that breaks the clause of a field. */
function fieldValueIn({ obligation }: ReplayRequest, { violations }: ReplayRun): Pick<Counterexample, 'fieldValue'> {
  const place = obligation.kind === 'field-refinement' ? obligation.clause?.place : null;
  if (!place) return {};
  const id = clauseId(place);
  const broken = violations.find(({ clause, value }) => clause === id && value !== undefined);
  return broken?.value === undefined ? {} : { fieldValue: { kind: 'opaque', text: broken.value } };
}

function describePassing(run: ReplayRun): string {
  return run.outcome.type === 'returned'
    ? 'the run passes'
    : `the run ends in ${run.outcome.className} (${run.outcome.message})`;
}

function describeEnding(run: ReplayRun): string {
  const { outcome } = run;
  return outcome.type === 'returned'
    ? `${run.call} returns ${outcome.shown}`
    : `${run.call} raises ${outcome.className} (${outcome.message})`;
}

function describe(request: ReplayRequest, run: ReplayRun): string {
  const clause = request.obligation.clause?.text ?? request.obligation.kind;
  const { method, obligation, counterexample } = request;
  const at = request.lineOf(obligation.place);
  const model = counterexample.bindings.map(({ name, value }) => `${name} = ${showValue(value)}`).join(', ');
  const where = at ? `${at.path}:${at.line + 1}: ` : '';
  return `${where}${method.key}: ${obligation.kind} \`${clause}\`: ${describeEnding(run)} in Ruby ${run.ruby}, built by ${run.builtBy}; the model has ${model || 'no values'}, call ${counterexample.call}`;
}
