/**
 * Verdicts, kept as long as they are true, and the loop that makes them: a few methods at a time, in the order given.
 * A verdict belongs to the checked method it was made from, and to everything that was read to say what must hold.
 */
import { anchorPath } from '../base/span';
import { internalError, typeError } from '../judge/judge';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Verdict } from '../proof/verdict';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import { type CheckResult, readsOneOf } from './checks';
import type { EngineEvent } from './events';
import type { Host } from './host';
import { Leaning, type Lineage, type Step } from './lineage';
import { type Asked, type CheckedMethod, obligationsOf, type ProofContext, proveMethod } from './pipeline';
import { readReachable } from './reachable';
import { type Reads, type Recording, stillTrue } from './reads';

/** What a proof is made from, besides the method itself. */
interface Basis {
  readonly reads: Reads;
  readonly results: ReadonlyMap<MethodKey, CheckResult | null>;
  readonly clauses: ReadonlyMap<MethodKey, TypedClauses | null>;
}

interface Entry {
  readonly checked: CheckResult;
  /** Null: the check alone decided. 'unknown': it ended before that was known, so any change may matter. */
  readonly basis: Basis | null | 'unknown';
  readonly rlimit: number;
  readonly verdict: Verdict;
  /** The last version of the program for which this was found to be true. */
  trueFor: Program;
}

/** Types, as they are now. */
export interface Typing {
  readonly program: Program;
  readonly checkedOf: (key: MethodKey) => CheckResult | null;
  readonly clausesOf: (key: MethodKey) => TypedClauses | null;
}

export type ProofRun = Omit<ProofContext, 'host'> & Typing;

/** As many methods wait for answers at the same time; the solver's pool has its own queue. */
const IN_FLIGHT = 4;

export class Proofs {
  private readonly entries = new Map<MethodKey, Entry>();
  private readonly running = new Set<MethodKey>();
  /** By the bodies and types that verdicts were made from; made when first asked for. */
  private leaning: Leaning | null = null;
  /** The last verdicts, whether or not they still belong to the text. */
  readonly verdicts = new Map<MethodKey, Verdict>();
  /** How often a method was verified since the beginning. */
  count = 0;
  /** How many queries reached the solver, and what they cost. */
  queries = 0;
  rlimit = 0;

  constructor(
    private readonly host: Host,
    private readonly recording: Recording,
    private readonly lineage: Lineage,
  ) {}

  clear(): void {
    this.entries.clear();
    this.leaning = null;
    this.verdicts.clear();
  }

  /** Takes over what another one found. */
  startFrom(other: Proofs): void {
    for (const [key, entry] of other.entries) this.entries.set(key, { ...entry });
    for (const [key, verdict] of other.verdicts) this.verdicts.set(key, verdict);
  }

  /** Forgets methods that are gone; `among`: where to look for them. */
  prune(program: Program, among: Iterable<MethodKey> | null): void {
    for (const key of among ?? this.entries.keys()) {
      if (methodByKey(program, key)) continue;
      this.entries.delete(key);
      this.verdicts.delete(key);
    }
    if (among === null) this.leaning = null;
  }

  /** The last verdict, whether or not it still belongs to the text. */
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
    if (this.isUntouched(key, entry, typing.program)) return true;
    if (entry.checked !== typing.checkedOf(key) || !isSame(entry.basis, typing)) return false;
    entry.trueFor = typing.program;
    return true;
  }

  /** The methods whose verdicts were made from one of these bodies, or of these types. */
  leaningOn({ bodies, retyped }: Step): ReadonlySet<MethodKey> {
    if (!this.leaning) {
      this.leaning = new Leaning();
      for (const [key, { basis }] of this.entries) this.leaning.note(key, basisKeys(basis));
    }
    const leans = (key: MethodKey): boolean => {
      const entry = this.entries.get(key);
      return entry !== undefined && leansOn(entry.basis, bodies, retyped);
    };
    return this.leaning.on([ANY, ...bodies, ...retyped], leans);
  }

  /** Since it was found to be true, only bodies changed, and nothing that it was made from. */
  private isUntouched(key: MethodKey, entry: Entry, program: Program): boolean {
    const steps = this.lineage.between(entry.trueFor, program);
    if (!steps || steps.some(step => step.retyped.has(key) || leansOn(entry.basis, step.bodies, step.retyped)))
      return false;
    entry.trueFor = program;
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
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  }

  private isDone(ctx: ProofRun, key: MethodKey): boolean {
    if (!this.isCurrent(key, ctx)) return false;
    const entry = this.entries.get(key)!;
    return entry.verdict.status !== 'undecided' || entry.rlimit >= ctx.budget.rlimit;
  }

  private async prove(ctx: ProofRun, method: MethodInfo, emit: (event: EngineEvent) => void): Promise<void> {
    const path = pathOf(method);
    const checked = ctx.checkedOf(method.key);
    if (!checked) return;
    this.running.add(method.key);
    emit({ kind: 'state', path, method: method.key, state: 'verifying' });
    const proof = await this.verdictOf(ctx, checked, method);
    this.running.delete(method.key);
    if (!proof) {
      emit({ kind: 'state', path, method: method.key, state: 'queued' });
      return;
    }
    this.entries.set(method.key, { checked, ...proof, rlimit: ctx.budget.rlimit, trueFor: ctx.program });
    this.leaning?.note(method.key, basisKeys(proof.basis));
    this.verdicts.set(method.key, proof.verdict);
    emit({ kind: 'judged', path, method: method.key, verdict: proof.verdict });
  }

  private async verdictOf(
    ctx: ProofRun,
    checked: CheckResult,
    method: MethodInfo,
  ): Promise<{ readonly verdict: Verdict; readonly basis: Entry['basis'] } | null> {
    if (checked.kind === 'failed') return { verdict: internalError(method.key, checked.message), basis: null };
    if (checked.method.hasTypeError) return { verdict: typeError(method.key), basis: null };
    try {
      this.count++;
      const { asked, basis, view } = this.generate(ctx, checked.method);
      const verdict = await proveMethod({ ...ctx, host: this.host }, checked.method, asked);
      if (!verdict) return null;
      if (wasRun(verdict)) this.recording.resume(basis.reads, () => readReachable(view, method));
      this.queries += verdict.effort.queries;
      this.rlimit += verdict.effort.rlimit;
      return { verdict, basis };
    } catch (error) {
      this.host.log.error(`verifying ${method.key}: ${error instanceof Error ? error.stack : String(error)}`);
      const message = error instanceof Error ? error.message : String(error);
      return { verdict: internalError(method.key, message), basis: 'unknown' };
    }
  }

  private generate(
    ctx: ProofRun,
    checked: CheckedMethod,
  ): { readonly asked: readonly Asked[]; readonly basis: Basis; readonly view: Program } {
    let view = ctx.program;
    const results = new Map<MethodKey, CheckResult | null>();
    const clauses = new Map<MethodKey, TypedClauses | null>();
    const { value: asked, reads } = this.recording.run(ctx.program, program => {
      view = program;
      return obligationsOf(
        {
          program,
          settings: ctx.settings,
          checkedOf: key => soundly(remembered(results, key, ctx.checkedOf)),
          clausesOf: key => remembered(clauses, key, ctx.clausesOf),
        },
        checked,
      );
    });
    const resumed = asked.map(({ set, again }) => ({
      set,
      again: (...how: Parameters<Asked['again']>) => this.recording.resume(reads, () => again(...how)),
    }));
    return { asked: resumed, basis: { reads, results, clauses }, view };
  }
}

function soundly(result: CheckResult | null): CheckedMethod | null {
  return result?.kind === 'checked' ? result.method : null;
}

function remembered<T>(known: Map<MethodKey, T>, key: MethodKey, get: (key: MethodKey) => T): T {
  const value = get(key);
  known.set(key, value);
  return value;
}

/** A counterexample was tried in Ruby, whatever came of it. */
function wasRun(verdict: Verdict): boolean {
  return verdict.obligations.some(each => each.status === 'unsafe' || each.status === 'undecided');
}

function leansOn(basis: Entry['basis'], bodies: ReadonlySet<MethodKey>, retyped: ReadonlySet<MethodKey>): boolean {
  if (!basis) return false;
  if (basis === 'unknown') return true;
  for (const key of retyped) if (basis.results.has(key)) return true;
  return readsOneOf(basis.reads, bodies);
}

/** Stands for every method, in the bases of those that went wrong. */
const ANY = '*' as MethodKey;

function basisKeys(basis: Entry['basis']): readonly MethodKey[] {
  if (basis === null) return [];
  return basis === 'unknown' ? [ANY] : [...basis.results.keys(), ...basis.reads.bodies.keys()];
}

function isSame(basis: Entry['basis'], typing: Typing): boolean {
  if (basis === null) return true;
  if (basis === 'unknown') return false;
  const { reads, results, clauses } = basis;
  if (!stillTrue(reads, typing.program)) return false;
  for (const [key, result] of results) if (typing.checkedOf(key) !== result) return false;
  for (const [key, found] of clauses) if (typing.clausesOf(key) !== found) return false;
  return true;
}

function pathOf(method: MethodInfo): string {
  return method.definition ? anchorPath(method.definition.anchor) : '';
}
