/**
 * What a replay says about an obligation that the solver refuted. Confirmed only if Ruby broke that very clause (or
 * raised that very error on that line) from a state that public calls reach. The counterexample that comes out shows
 * the values and the path of the run.
 */
import type { Assumption } from '../proof/obligation';
import type { ReplayResult, ReplayRun } from '../proof/replay';
import { showValue } from '../proof/showValue';
import type { Counterexample, UnsafeCause } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';
import { NON_NIL } from './replayContract';
import { pathOf } from './replayPath';
import type { ReplayRequest } from './replayScript';
import { breaks, breaksAtEnd, wantedOf } from './replayWanted';

export interface Classified {
  readonly cause: UnsafeCause;
  /** Why it is not confirmed; null if it is. */
  readonly reason: string | null;
  readonly counterexample: Counterexample;
  /** The run did not start: Ruby says that the precondition rules these values out. */
  readonly ruledOut?: true;
  /** The run did not do what the model said: worth a look at our models. Everything needed to repeat it. */
  readonly mismatch: string | null;
}

export function classify(request: ReplayRequest, result: ReplayResult): Classified {
  const { counterexample } = request;
  if (result.kind === 'could-not-run')
    return { cause: 'unconfirmed', reason: `it could not be run: ${result.why}`, counterexample, mismatch: null };
  const seen = fromRun(request, result);
  const not = (cause: UnsafeCause, reason: string, mismatch: string | null): Classified => ({
    cause,
    reason,
    counterexample: seen,
    mismatch,
  });
  if (!result.preconditionHeld)
    return {
      ...not('unconfirmed', 'in Ruby these values do not meet the precondition', describe(request, result)),
      ruledOut: true,
    };
  if (breaks(result, wantedOf(request)) || givesNil(request, result))
    return result.builtBy === 'allocate'
      ? not('unreached-state', 'the state was set directly; perhaps no public call reaches it', null)
      : { cause: 'confirmed', reason: null, counterexample: seen, mismatch: null };
  const unknown = result.unevaluated[0];
  if (unknown) return not('unconfirmed', `Ruby could not evaluate a clause: ${unknown.why}`, null);
  if (request.obligation.kind === 'frame' || request.obligation.kind === 'purity')
    return not('unconfirmed', `${result.call} leaves everything as it was`, null);
  const other = brokenInstead(request, result);
  if (other) return not('unconfirmed', `in Ruby another clause is broken: ${other}`, null);
  const owner = weakContract(request);
  if (owner)
    return not('spec-too-weak', `${passes(result)}, but the contract of ${owner} allows a value that breaks it`, null);
  const otherwise = result.outcome.type === 'raised' ? 'ends otherwise' : 'does not break';
  return not('unconfirmed', `in Ruby it ${otherwise}: ${ending(result)}`, describe(request, result));
}

/** A clause about a number cannot even be asked of nil, and nil is not what was promised. */
function givesNil({ method, obligation }: ReplayRequest, run: ReplayRun): boolean {
  if (obligation.kind !== 'postcondition' || run.outcome.type !== 'returned' || run.unevaluated.length === 0)
    return false;
  return run.violations.some(({ clause }) => clause === `${NON_NIL}${method.key}`);
}

/** What the method's own contract, or a call that it made, was seen to break. */
function brokenInstead({ method }: ReplayRequest, run: ReplayRun): string | null {
  const own = run.violations.find(
    each => !each.clause.startsWith(NON_NIL) || each.clause === `${NON_NIL}${method.key}`,
  );
  return own ? `${own.message} (${ending(run)})` : null;
}

/** The second run, with callees answering as the model does: shows that only their contracts are to blame. */
export function classifyWithStubs(request: ReplayRequest, first: Classified, second: ReplayResult): Classified {
  if (first.cause !== 'spec-too-weak' || second.kind !== 'ran') return first;
  if (breaks(second, wantedOf(request)))
    return { ...first, reason: `${first.reason}: a second run breaks it, with ${answers(request)}` };
  if (second.outcome.type === 'raised') return first; // somebody else has no body: it says nothing
  return { ...first, cause: 'unconfirmed', mismatch: describe(request, second) };
}

/** `Foo#bar giving 0` */
function answers({ callResults = [] }: ReplayRequest): string {
  const texts = callResults.map(({ method, value }) => `${method.replace(/^#/, '')} giving ${showValue(value)}`);
  return [...new Set(texts)].slice(0, 3).join(', ');
}

/** Do we know the answer of everybody whose contract is in question? Else a run with them decides nothing. */
export function answersOfAll({ callResults = [], assumptions, method }: ReplayRequest): boolean {
  const known = new Set(callResults.map(each => each.method));
  return calledBy(assumptions, method.key).every(owner => known.has(owner));
}

/** Whose promise the proof leaned on: those it called. Who keeps a field's type is no excuse; the method's own is recursion. */
function weakContract(request: ReplayRequest): string | null {
  const leaned = calledBy(request.assumptions, request.method.key);
  // A contract that says nothing but a type is not leaned on, and chosen from all the same.
  const chosen = [...new Set(request.answering ?? [])].filter(key => key !== request.method.key);
  const names = (leaned.length > 0 ? leaned : chosen).map(owner => owner.replace(/^#/, ''));
  return names.length > 0 ? names.slice(0, 3).join(' or ') : null;
}

function calledBy(assumptions: readonly Assumption[], self: MethodKey): readonly MethodKey[] {
  const called = assumptions.filter(each => !['field', 'invariant'].includes(each.what) && each.owner !== self);
  return [...new Set(called.map(each => each.owner))];
}

function fromRun(request: ReplayRequest, run: ReplayRun): Counterexample {
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
    exception: outcome.type === 'raised' ? { className: outcome.className, message: outcome.message } : null,
    path: pathOf(request, run),
    call: run.call,
    source: { ...run.source, ...(breaksAtEnd(run, wantedOf(request)) && { brokenAtEnd: true as const }) },
    ranIn: run.ruby,
  };
}

function passes(run: ReplayRun): string {
  return run.outcome.type === 'returned'
    ? 'the run passes'
    : `the run ends in ${run.outcome.className} (${run.outcome.message})`;
}

function ending(run: ReplayRun): string {
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
  return `${where}${method.key}: ${obligation.kind} \`${clause}\`: ${ending(run)} in Ruby ${run.ruby}, built by ${run.builtBy}; the model has ${model || 'no values'}, call ${counterexample.call}`;
}
