/**
 * What a replay says about an obligation that the solver refuted. Confirmed only if Ruby broke that very clause (or
 * raised that very error on that line) from a state that public calls reach. The counterexample that comes out shows
 * the values and the path of the run.
 */
import type { ReplayResult, ReplayRun } from '../proof/replay';
import type { Counterexample, UnsafeCause } from '../proof/verdict';
import { pathOf } from './replayPath';
import type { ReplayRequest } from './replayScript';
import { breaks, wantedOf } from './replayWanted';

export interface Classified {
  readonly cause: UnsafeCause;
  /** Why it is not confirmed; null if it is. */
  readonly reason: string | null;
  readonly counterexample: Counterexample;
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
    return not('unconfirmed', 'in Ruby these values do not meet the precondition', describe(request, result));
  if (breaks(result, wantedOf(request)))
    return result.builtBy === 'allocate'
      ? not('unreached-state', 'the state was set directly; perhaps no public call reaches it', null)
      : { cause: 'confirmed', reason: null, counterexample: seen, mismatch: null };
  const unknown = result.unevaluated[0];
  if (unknown) return not('unconfirmed', `Ruby could not evaluate a clause: ${unknown.why}`, null);
  if (request.obligation.kind === 'frame' || request.obligation.kind === 'purity')
    return not('unconfirmed', `${result.call} leaves everything as it was`, null);
  const owner = weakContract(request);
  if (owner)
    return not('spec-too-weak', `${passes(result)}, but the contract of ${owner} allows a value that breaks it`, null);
  const otherwise = result.outcome.type === 'raised' ? 'ends otherwise' : 'does not break';
  return not('unconfirmed', `in Ruby it ${otherwise}: ${ending(result)}`, describe(request, result));
}

/** The second run, with callees answering as the model does: shows that only their contracts are to blame. */
export function classifyWithStubs(request: ReplayRequest, first: Classified, second: ReplayResult): Classified {
  if (first.cause !== 'spec-too-weak' || second.kind !== 'ran' || breaks(second, wantedOf(request))) return first;
  return { ...first, cause: 'unconfirmed', mismatch: describe(request, second) };
}

/** Whose promise the proof leaned on: those it called. Who keeps a field's type is no excuse; the method's own is recursion. */
function weakContract(request: ReplayRequest): string | null {
  const called = request.assumptions.filter(
    each => !['field', 'invariant'].includes(each.what) && each.owner !== request.method.key,
  );
  const names = [...new Set(called.map(each => each.owner.replace(/^#/, '')))];
  return names.length > 0 ? names.slice(0, 3).join(' or ') : null;
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
    source: run.source,
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
  return `${request.method.key}: ${clause}: ${ending(run)} in Ruby ${run.ruby}; built by ${run.builtBy}`;
}
