/**
 * Verdicts, kept as long as they are true, and the loop that makes them: a few methods at a time, in the order given.
 * A verdict belongs to the checked method it was made from and to the bodies that were inlined into it.
 */

import { anchorPath } from '../base/span';
import { internalError, typeError } from '../judge/judge';
import { methodByKey } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Verdict } from '../proof/verdict';
import type { MethodDeclaration } from '../ril/declarations';
import type { MethodKey } from '../types/typedMethod';
import type { CheckResult } from './checks';
import type { EngineEvent } from './events';
import type { Host } from './host';
import { type CheckedMethod, type Proof, type ProofContext, proveMethod } from './pipeline';

interface Entry {
  readonly checked: CheckResult;
  readonly inlined: readonly { readonly key: MethodKey; readonly definition: MethodDeclaration | null }[];
  readonly rlimit: number;
  readonly verdict: Verdict;
}

export type ProofRun = Omit<ProofContext, 'host' | 'checkedOf'> & {
  readonly checkedOf: (key: MethodKey) => CheckResult | null;
};

/** As many methods wait for answers at the same time; the solver's pool has its own queue. */
const IN_FLIGHT = 4;

export class Proofs {
  private readonly entries = new Map<MethodKey, Entry>();
  private readonly running = new Set<MethodKey>();
  /** How often a method was verified since the beginning. */
  count = 0;
  /** How many queries reached the solver, and what they cost. */
  queries = 0;
  rlimit = 0;

  constructor(private readonly host: Host) {}

  clear(): void {
    this.entries.clear();
  }

  /** The last verdict, whether or not it still belongs to the text. */
  last(key: MethodKey): Verdict | null {
    return this.entries.get(key)?.verdict ?? null;
  }

  isRunning(key: MethodKey): boolean {
    return this.running.has(key);
  }

  isCurrent(key: MethodKey, checked: CheckResult | null, program: Program): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.checked === checked && sameBodies(entry, program);
  }

  verdicts(): ReadonlyMap<MethodKey, Verdict> {
    return new Map([...this.entries].map(([key, entry]) => [key, entry.verdict]));
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
    if (!this.isCurrent(key, ctx.checkedOf(key), ctx.program)) return false;
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
    if (!proof) return;
    this.entries.set(method.key, {
      checked,
      inlined: bodies(proof.inlined, ctx.program),
      rlimit: ctx.budget.rlimit,
      verdict: proof.verdict,
    });
    emit({ kind: 'judged', path, method: method.key, verdict: proof.verdict });
  }

  private async verdictOf(ctx: ProofRun, checked: CheckResult, method: MethodInfo): Promise<Proof | null> {
    if (checked.kind === 'failed') return { verdict: internalError(method.key, checked.message), inlined: [] };
    if (checked.method.hasTypeError) return { verdict: typeError(method.key), inlined: [] };
    try {
      this.count++;
      const checkedOf = (key: MethodKey): CheckedMethod | null => soundly(ctx.checkedOf(key));
      const proof = await proveMethod({ ...ctx, host: this.host, checkedOf }, checked.method);
      if (!proof) return null;
      this.queries += proof.verdict.effort.queries;
      this.rlimit += proof.verdict.effort.rlimit;
      return proof;
    } catch (error) {
      this.host.log.error(`verifying ${method.key}: ${error instanceof Error ? error.stack : String(error)}`);
      return {
        verdict: internalError(method.key, error instanceof Error ? error.message : String(error)),
        inlined: [],
      };
    }
  }
}

function soundly(result: CheckResult | null): CheckedMethod | null {
  return result?.kind === 'checked' ? result.method : null;
}

function bodies(keys: readonly MethodKey[], program: Program): Entry['inlined'] {
  return keys.map(key => ({ key, definition: methodByKey(program, key)?.definition ?? null }));
}

function sameBodies(entry: Entry, program: Program): boolean {
  return entry.inlined.every(body => (methodByKey(program, body.key)?.definition ?? null) === body.definition);
}

function pathOf(method: MethodInfo): string {
  return method.definition ? anchorPath(method.definition.anchor) : '';
}
