/**
 * Holes (`??`) in contracts, filled after each verification: every method with holes gets a suggestion, which its
 * problems describe. It is kept until something changes.
 */
import type { Problem } from '../../base/problem';
import type { Place } from '../../base/span';
import { showConstruct } from '../../problems/constructs';
import { showReason } from '../../problems/obligations';
import type { MethodInfo, Program } from '../../program/program';
import type { Budget } from '../../proof/query';
import type { Verdict } from '../../proof/verdict';
import type { MethodKey } from '../../types/typedMethod';
import { type ForkableWorkspace, suggestContract } from './suggest';
import type { ProvedContract, Suggestion, WhyNot } from './suggestion';

const RLIMIT = 400_000;

/** Candidates get a small budget, which does not depend on the load of the machine. */
export function candidateBudget({ rlimit, timeoutMs }: Budget): Budget {
  return { rlimit: Math.min(rlimit, RLIMIT), timeoutMs };
}

interface Filling {
  /** The version that it was computed for: any change may matter, since the body itself was not verified. */
  readonly program: Program;
  readonly suggestion: Suggestion;
}

export class Fillings {
  private readonly known = new Map<MethodKey, Filling>();
  /** The methods whose last verdict names holes. */
  private readonly holed = new Set<MethodKey>();

  clear(): void {
    this.known.clear();
  }

  noteVerdict({ key, notModelled }: Verdict): void {
    if (notModelled.some(({ construct }) => construct.kind === 'hole')) this.holed.add(key);
    else if (this.holed.delete(key)) this.known.delete(key);
  }

  /** `verdicts`: of all methods. Calls `filled` after each method whose suggestion is new. */
  async fill(
    workspace: ForkableWorkspace,
    verdicts: ReadonlyMap<MethodKey, Verdict>,
    limits: { readonly budget: Budget; readonly signal: AbortSignal },
    filled: (key: MethodKey) => void,
  ): Promise<void> {
    const { program } = workspace.snapshot;
    for (const key of [...this.holed]) {
      if (limits.signal.aborted) return;
      if (!verdicts.has(key)) this.holed.delete(key);
      else if (this.known.get(key)?.program !== program) {
        const request = { key, budget: candidateBudget(limits.budget), signal: limits.signal, start: null };
        const suggestion = await suggestContract(workspace, request);
        if (limits.signal.aborted) return;
        this.known.set(key, { program, suggestion });
        filled(key);
      }
    }
  }

  /** Null: not computed for this version. */
  of(key: MethodKey, program: Program): Suggestion | null {
    const filling = this.known.get(key);
    return filling?.program === program ? filling.suggestion : null;
  }

  /** Says at each hole what fills it, or why nothing does. */
  explain(problems: readonly Problem[], info: MethodInfo, program: Program): readonly Problem[] {
    const suggestion = this.of(info.key, program);
    if (suggestion === null) return problems;
    return problems.map(problem =>
      problem.code === 'LP4104'
        ? { ...problem, args: { ...problem.args, filling: describe(suggestion, holeAt(info, problem.place)) } }
        : problem,
    );
  }
}

/** The name of the parameter with this hole; null: it is that of the result. */
function holeAt({ signature }: MethodInfo, { anchor, span }: Place): string | null {
  for (const { type } of signature?.arms ?? [])
    for (const { name, refinement } of type.params) {
      const hole = refinement?.hole;
      if (hole?.anchor === anchor && hole.span.start === span.start) return name;
    }
  return null;
}

function describe(suggestion: Suggestion, of: string | null): string {
  if (suggestion.kind === 'stuck') return `this hole cannot be filled, because ${showWhyNot(suggestion.why)}`;
  return of === null ? describeResult(suggestion) : describeParameter(suggestion, of);
}

function describeResult({ ensures, tried }: ProvedContract): string {
  if (ensures.length > 0) return `this hole can be filled with \`${ensures.join(' && ')}\`, which is proved`;
  return `this hole cannot be filled, because none of ${tried} clauses could be proved`;
}

function describeParameter({ requires }: ProvedContract, of: string): string {
  const own = requires.filter(each => each.of === of);
  if (own.length === 0) return `this hole can be removed, because nothing is required of ${of}`;
  return `this hole can be filled with \`${own.map(({ clause }) => clause).join(' && ')}\`, which is needed and suffices`;
}

export function showWhyNot(why: WhyNot): string {
  switch (why.kind) {
    case 'no-contract':
      return 'the method has no contract that clauses can be added to';
    case 'no-types':
      return 'its types are not known';
    case 'type-error':
      return 'the method has a type error';
    case 'failed':
      return 'the method could not be verified';
    case 'cancelled':
      return 'the search was stopped';
    case 'not-modelled':
      return `${showConstruct(why.construct)} is not modelled`;
    case 'fails': {
      const { required, failed } = showReason(why.reason);
      const shown = why.call === null ? '' : ` (${why.call})`;
      if (!why.isDecided) return `it is undecided whether ${required}`;
      return why.isOpen
        ? `no clause about its parameters was found under which ${required}${shown}`
        : `${failed}${shown}, and no parameter has a hole`;
    }
  }
}
