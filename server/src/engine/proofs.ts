/**
 * Verdicts, kept while they are valid, and the loop that produces them: a few methods at a time, in the order given. A
 * verdict belongs to the checked method it was computed from, and to everything that was read to generate its
 * obligations.
 */
import { anchorPath } from '../base/span';
import { internalError, typeError } from '../judge/judge';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Verdict } from '../proof/verdict';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import type { SummaryReader } from '../typing/summaryReader';
import { type CheckResult, dependencies, readsOneOf, readsSummary, readsSupplied } from './checks';
import type { EngineEvent } from './events';
import type { Host } from './host';
import { DependentMethods, type History, type Step } from './incremental/history';
import { isStillTrue, type Reads, type Recorder } from './incremental/recorder';
import {
  type CheckedMethod,
  generateObligations,
  type ObligationSource,
  type ProofContext,
  proveMethod,
} from './pipeline';
import type { PendingQueries } from './queries';
import { readReachable } from './reachableBodies';
import { messageOf, type Stages } from './stages';
import type { Summaries } from './summaries';

/** The inputs of a proof, besides the method itself. */
interface Basis {
  readonly reads: Reads;
  readonly results: ReadonlyMap<MethodKey, CheckResult | null>;
  readonly clauses: ReadonlyMap<MethodKey, TypedClauses | null>;
}

interface Entry {
  readonly checked: CheckResult;
  /**
   * Null: the type check alone decided. 'unknown': verification ended before its inputs were known, so any change may
   * matter.
   */
  readonly basis: Basis | null | 'unknown';
  readonly rlimit: number;
  readonly verdict: Verdict;
  /** How many verifications in a row the time guard stopped while nothing changed. */
  readonly timeouts: number;
  /** The counterexamples have not been run yet. */
  readonly isProvisional?: true;
  /** The last version of the program for which this was found to be valid. */
  trueFor: Program;
}

/** The current types. */
export interface Typing {
  readonly program: Program;
  readonly checkedOf: (key: MethodKey) => CheckResult | null;
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
  readonly summaries: SummaryReader;
}

export type ProofRun = Omit<ProofContext, 'host' | 'pending' | 'onRefuted'> &
  Typing & {
    /** A refuted method is shown after this time, if its counterexamples still run. */
    readonly patienceMs?: number | undefined;
  };

/** How many methods wait for answers at the same time; the solver's pool has its own queue. */
const IN_FLIGHT = 4;
/** Answers of other machines are fetched for many methods at the same time. */
const IN_FLIGHT_REMOTE = 16;

/** Most runs end sooner, and what is shown does not change twice. */
const PATIENCE_MS = 5000;

/** A verification that the time guard stopped is repeated once; then its verdict is kept until something changes. */
const MAX_TIMEOUTS = 2;

export class Proofs {
  private readonly entries = new Map<MethodKey, Entry>();
  private readonly running = new Set<MethodKey>();
  /** By the bodies and types that verdicts were computed from; computed on first use. */
  private dependents: DependentMethods | null = null;
  /** The last verdicts, whether or not they belong to the current sources. */
  readonly verdicts = new Map<MethodKey, Verdict>();
  /** How many verifications have run. */
  count = 0;
  /** How many queries reached the solver, and their cost. */
  queries = 0;
  rlimit = 0;

  /** Shared with forks of the workspace. */
  private pending: PendingQueries = new Map();

  constructor(
    private readonly host: Host,
    private readonly recorder: Recorder,
    private readonly history: History,
    private readonly summaries: Summaries,
    private readonly stages: Stages,
  ) {}

  clear(): void {
    this.entries.clear();
    this.dependents = null;
    this.verdicts.clear();
  }

  /** Copies the results of another instance. */
  startFrom(other: Proofs): void {
    for (const [key, entry] of other.entries) this.entries.set(key, { ...entry });
    for (const [key, verdict] of other.verdicts) this.verdicts.set(key, verdict);
    this.pending = other.pending;
  }

  /** Drops methods that no longer exist; `among`: where to look for them. */
  prune(program: Program, among: Iterable<MethodKey> | null): void {
    for (const key of among ?? this.entries.keys()) {
      if (methodByKey(program, key)) continue;
      this.entries.delete(key);
      this.verdicts.delete(key);
    }
    if (among === null) this.dependents = null;
  }

  /** The last verdict, whether or not it belongs to the current source. */
  last(key: MethodKey): Verdict | null {
    return this.entries.get(key)?.verdict ?? null;
  }

  isRunning(key: MethodKey): boolean {
    return this.running.has(key);
  }

  isCurrent(key: MethodKey, typing: Typing): boolean {
    const entry = this.entries.get(key);
    if (!entry) return false;
    if (entry.trueFor === typing.program) return true;
    try {
      this.stages.enter('compare-verdict');
      if (this.isUntouched(key, entry, typing.program)) return true;
      if (entry.checked !== typing.checkedOf(key) || !this.isSame(entry.basis, typing)) return false;
    } catch (error) {
      this.stages.report(`comparing the verdict of ${key}`, error);
      return false;
    }
    entry.trueFor = typing.program;
    return true;
  }

  /** Visible callers supply other types for these fields now, so these methods have others. Returns what depended on it. */
  dropReadersOf(supplied: ReadonlySet<string>, retyped: ReadonlySet<MethodKey>): ReadonlySet<MethodKey> {
    const dropped = new Set<MethodKey>();
    const step = { bodies: new Set<MethodKey>(), summaries: new Set<string>(), retyped };
    for (const [key, { basis }] of this.entries) {
      const readsThem = basis !== null && basis !== 'unknown' && readsSupplied(basis.reads, supplied);
      if (retyped.has(key) || readsThem || dependsOn(basis, step)) dropped.add(key);
    }
    for (const key of dropped) this.entries.delete(key);
    return dropped;
  }

  /** The methods whose verdicts were computed from one of these bodies, types or parts of summaries. */
  findDependents(step: Step): ReadonlySet<MethodKey> {
    if (!this.dependents) {
      this.dependents = new DependentMethods();
      for (const [key, { basis }] of this.entries) this.dependents.note(key, basisKeys(basis));
    }
    const isDependent = (key: MethodKey): boolean => {
      const entry = this.entries.get(key);
      return entry !== undefined && dependsOn(entry.basis, step);
    };
    return this.dependents.on([ANY, ...step.bodies, ...step.retyped, ...step.summaries], isDependent);
  }

  /** Since this was last found to be valid, only bodies changed, and none of its inputs. */
  private isUntouched(key: MethodKey, entry: Entry, program: Program): boolean {
    const steps = this.history.between(entry.trueFor, program);
    if (!steps || steps.some(step => step.retyped.has(key) || dependsOn(entry.basis, step))) return false;
    entry.trueFor = program;
    return true;
  }

  private isSame(basis: Entry['basis'], typing: Typing): boolean {
    if (basis === null) return true;
    if (basis === 'unknown') return false;
    const { reads, results, clauses } = basis;
    if (!isStillTrue(reads, typing.program) || !this.summaries.isSame(reads, typing.program)) return false;
    for (const [key, result] of results) if (typing.checkedOf(key) !== result) return false;
    for (const [key, found] of clauses) if (typing.clausesOf(key) !== found) return false;
    return true;
  }

  async run(ctx: ProofRun, methods: readonly MethodInfo[], emit: (event: EngineEvent) => void): Promise<void> {
    const open = methods.filter(method => !this.isDone(ctx, method.key));
    for (const method of open) emit({ kind: 'state', path: pathOf(method), method: method.key, state: 'queued' });
    let next = 0;
    let done = 0;
    const worker = async (): Promise<void> => {
      while (next < open.length && !ctx.signal.aborted) {
        const method = open[next++]!;
        await this.prove(ctx, method, emit);
        emit({ kind: 'progress', done: ++done, total: open.length, what: 'verifying' });
      }
    };
    await Promise.all(Array.from({ length: this.host.cache.remote ? IN_FLIGHT_REMOTE : IN_FLIGHT }, worker));
    const distrusted = this.dropRemoteVerdicts();
    if (distrusted.length > 0)
      await this.run(
        ctx,
        distrusted.flatMap(key => methodByKey(ctx.program, key) ?? []),
        emit,
      );
  }

  /** A remote cache has a wrong answer: no verdict may depend on what came from it. */
  private dropRemoteVerdicts(): readonly MethodKey[] {
    if (this.host.cache.remote?.isTrusted !== false) return [];
    const keys = [...this.entries].filter(([, { verdict }]) => verdict.effort.remote > 0).map(([key]) => key);
    for (const key of keys) this.entries.delete(key);
    return keys;
  }

  private isDone(ctx: ProofRun, key: MethodKey): boolean {
    const entry = this.isCurrent(key, ctx) ? this.entries.get(key) : undefined;
    if (!entry || entry.isProvisional) return false;
    if (entry.timeouts > 0 && entry.timeouts < MAX_TIMEOUTS) return entry.rlimit > ctx.budget.rlimit;
    return entry.verdict.status !== 'undecided' || entry.rlimit >= ctx.budget.rlimit;
  }

  private async prove(ctx: ProofRun, method: MethodInfo, emit: (event: EngineEvent) => void): Promise<void> {
    const path = pathOf(method);
    const checked = ctx.checkedOf(method.key);
    if (!checked) return;
    this.running.add(method.key);
    emit({ kind: 'state', path, method: method.key, state: 'verifying' });
    const earlier = this.entries.get(method.key);
    const timeouts = earlier?.checked === checked ? earlier.timeouts : 0;
    const inputs = { checked, rlimit: ctx.budget.rlimit, trueFor: ctx.program };
    let waiting: NodeJS.Timeout | undefined;
    const showRefuted = (verdict: Verdict, basis: Basis): void => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        this.entries.set(method.key, { ...inputs, verdict, basis, timeouts, isProvisional: true });
        emit({ kind: 'state', path, method: method.key, state: 'verifying' });
      }, ctx.patienceMs ?? PATIENCE_MS);
    };
    const proof = await this.computeVerdict(ctx, checked, method, showRefuted);
    clearTimeout(waiting);
    this.running.delete(method.key);
    if (!proof) {
      emit({ kind: 'state', path, method: method.key, state: 'queued' });
      return;
    }
    this.entries.set(method.key, { ...inputs, ...proof, timeouts: proof.verdict.timedOut ? timeouts + 1 : 0 });
    this.dependents?.note(method.key, basisKeys(proof.basis));
    this.verdicts.set(method.key, proof.verdict);
    emit({ kind: 'judged', path, method: method.key, verdict: proof.verdict });
  }

  private async computeVerdict(
    ctx: ProofRun,
    checked: CheckResult,
    method: MethodInfo,
    showRefuted: (verdict: Verdict, basis: Basis) => void,
  ): Promise<{ readonly verdict: Verdict; readonly basis: Entry['basis'] } | null> {
    if (checked.kind === 'failed') return { verdict: internalError(method.key, checked.message), basis: 'unknown' };
    if (checked.method.hasTypeError) return { verdict: typeError(method.key), basis: null };
    try {
      this.count++;
      const { sources, basis, view } = this.generateRecorded(ctx, checked.method);
      const onRefuted = (refuted: Verdict): void => showRefuted(refuted, basis);
      const proving = { ...ctx, host: this.host, pending: this.pending, onRefuted };
      const verdict = await proveMethod(proving, checked.method, sources);
      if (!verdict) return null;
      if (wasRun(verdict)) this.recorder.resume(basis.reads, () => readReachable(view, method));
      this.queries += verdict.effort.queries;
      this.rlimit += verdict.effort.rlimit;
      return { verdict, basis };
    } catch (error) {
      this.stages.report(`verifying ${method.key}`, error);
      return { verdict: internalError(method.key, messageOf(error)), basis: 'unknown' };
    }
  }

  private generateRecorded(
    ctx: ProofRun,
    checked: CheckedMethod,
  ): { readonly sources: readonly ObligationSource[]; readonly basis: Basis; readonly view: Program } {
    let view = ctx.program;
    const results = new Map<MethodKey, CheckResult | null>();
    const clauses = new Map<MethodKey, TypedClauses | null>();
    const { value: sources, reads } = this.recorder.run(ctx.program, program => {
      view = program;
      return generateObligations(
        {
          program,
          settings: ctx.settings,
          checkedOf: key => checkedMethodOf(recordResult(results, key, ctx.checkedOf)),
          clausesOf: key => recordResult(clauses, key, ctx.clausesOf),
          summaries: ctx.summaries,
        },
        checked,
      );
    });
    const resumed = sources.map(({ set, regenerate }) => ({
      set,
      regenerate: (...how: Parameters<ObligationSource['regenerate']>) =>
        this.recorder.resume(reads, () => regenerate(...how)),
    }));
    return { sources: resumed, basis: { reads, results, clauses }, view };
  }
}

function checkedMethodOf(result: CheckResult | null): CheckedMethod | null {
  return result?.kind === 'checked' ? result.method : null;
}

function recordResult<T>(known: Map<MethodKey, T>, key: MethodKey, get: (key: MethodKey) => T): T {
  const value = get(key);
  known.set(key, value);
  return value;
}

/** A counterexample ran in Ruby, with any outcome. */
function wasRun(verdict: Verdict): boolean {
  return verdict.obligations.some(each => each.status === 'unsafe' || each.status === 'undecided');
}

function dependsOn(basis: Entry['basis'], { bodies, retyped, summaries }: Step): boolean {
  if (!basis) return false;
  if (basis === 'unknown') return true;
  for (const key of retyped) if (basis.results.has(key)) return true;
  return readsOneOf(basis.reads, bodies) || readsSummary(basis.reads, summaries);
}

/** Represents every method, in the inputs of verifications that failed. */
const ANY = '*' as MethodKey;

function basisKeys(basis: Entry['basis']): readonly string[] {
  if (basis === null) return [];
  return basis === 'unknown' ? [ANY] : [...basis.results.keys(), ...dependencies(basis.reads)];
}

function pathOf(method: MethodInfo): string {
  return method.definition ? anchorPath(method.definition.anchor) : '';
}
