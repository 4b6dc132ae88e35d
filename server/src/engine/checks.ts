/**
 * Types of methods, kept while they are valid: while the method itself and everything that its check read of the
 * program (signatures, fields, classes, constants, bodies of unannotated callees) is the same.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { type CheckInput, checkClass, checkRefinements } from '../check/check';
import { parseTypeInBody } from '../parse/annotations';
import { methodByKey } from '../program/lookup';
import type { ClassInfo, MethodInfo, Program, Signature } from '../program/program';
import { withBody } from '../program/synthetic';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import { checkWithSupply } from './checkWithSupply';
import { DependentMethods, type History, type Step } from './incremental/history';
import { isStillTrue, type Reads, type Recorder } from './incremental/recorder';
import type { CheckedMethod } from './pipeline';
import { messageOf, type Stages } from './stages';
import type { Summaries } from './summaries';

interface Kept<T> {
  readonly reads: Reads;
  readonly value: T;
  /** The last version of the program for which this was found to be valid. */
  trueFor: Program;
}

interface Entry extends Kept<CheckResult> {
  readonly info: MethodInfo;
}

export type CheckResult =
  | { readonly kind: 'checked'; readonly method: CheckedMethod }
  | { readonly kind: 'failed'; readonly message: string };

type KeptClauses = WeakMap<Signature, Kept<TypedClauses> & { readonly key: MethodKey }>;

type KeptClasses = WeakMap<ClassInfo, Kept<readonly Problem[]>>;

const NO_PROBLEMS: readonly Problem[] = [];

export class Checks {
  private readonly entries = new Map<MethodKey, Entry>();
  private classes: KeptClasses = new WeakMap();
  private clauses: KeptClauses = new WeakMap();
  /** Failures outside of the check itself, by version of the program. */
  private failed = new WeakMap<Program, Map<MethodKey, CheckResult>>();
  /** By the bodies that were read; computed on first use. */
  private dependents: DependentMethods | null = null;
  /** The clauses of the instance that this one was forked from: read, never written. */
  private earlierClauses: KeptClauses | null = null;
  /** How many checks have run. */
  count = 0;

  constructor(
    private readonly stages: Stages,
    private readonly recorder: Recorder,
    private readonly history: History,
    private readonly summaries: Summaries,
  ) {}

  /** The settings changed, so any type may have changed. */
  clear(): void {
    this.entries.clear();
    this.dependents = null;
    this.clauses = new WeakMap();
    this.classes = new WeakMap();
    this.failed = new WeakMap();
  }

  /** Copies the results of another instance. */
  startFrom(other: Checks): void {
    for (const [key, entry] of other.entries) this.entries.set(key, { ...entry });
    this.earlierClauses = other.clauses;
  }

  /** Drops methods that no longer exist; `among`: where to look for them. */
  prune(program: Program, among: Iterable<MethodKey> | null): void {
    for (const key of among ?? this.entries.keys()) if (!methodByKey(program, key)) this.entries.delete(key);
    if (among === null) this.dependents = null;
  }

  /** Null: there is no such method, or its body is not visible. */
  get(key: MethodKey, program: Program, settings: Settings): CheckResult | null {
    const failed = this.failed.get(program)?.get(key);
    if (failed) return failed;
    try {
      return this.find(key, program, settings);
    } catch (error) {
      this.stages.report(`comparing ${key}`, error);
      return this.fail(key, program, messageOf(error));
    }
  }

  /** Keeps the failure for this version of the program only, since its dependencies are not known. */
  private fail(key: MethodKey, program: Program, message: string): CheckResult {
    const result: CheckResult = { kind: 'failed', message };
    this.entries.delete(key);
    this.failed.set(program, (this.failed.get(program) ?? new Map<MethodKey, CheckResult>()).set(key, result));
    return result;
  }

  private find(key: MethodKey, program: Program, settings: Settings): CheckResult | null {
    const found = methodByKey(program, key);
    const info = found && withBody(program, found);
    if (!info?.definition) return null;
    const known = this.entries.get(key);
    this.stages.enter('compare-check');
    if (known && known.info === info && this.isStillTrue(known, program)) return known.value;
    const { value, reads } = this.recorder.run(program, view =>
      this.check(info, this.inputFor(program, view, settings)),
    );
    this.entries.set(key, { info, value, reads, trueFor: program });
    this.dependents?.note(key, dependencies(reads));
    return value;
  }

  /** The typed clauses of a method's annotation, whether or not its body is visible. */
  clausesOf(key: MethodKey, program: Program, settings: Settings): TypedClauses | null {
    const info = methodByKey(program, key);
    if (!info?.signature) return null;
    const known = this.clauses.get(info.signature) ?? this.earlierClauses?.get(info.signature);
    if (known && known.key === key && this.isTrue(known, program)) return known.value;
    const { value, reads } = this.recorder.run(program, view =>
      checkRefinements(info, this.inputFor(program, view, settings)),
    );
    this.clauses.set(info.signature, { key, value, reads, trueFor: program });
    return value;
  }

  /** The problems of a class's own declarations: the same list as long as it is valid. */
  classProblems(name: string, program: Program, settings: Settings): readonly Problem[] {
    const info = program.classes.get(name);
    if (info === undefined) return NO_PROBLEMS;
    const known = this.classes.get(info);
    if (known && this.isTrue(known, program)) return known.value;
    const { value, reads } = this.recorder.run(program, view =>
      this.checkClass(name, this.inputFor(program, view, settings)),
    );
    this.classes.set(info, { value, reads, trueFor: program });
    return value;
  }

  /** Visible callers supply other types for these fields now. Returns the methods whose types depended on them. */
  dropReadersOf(supplied: ReadonlySet<string>): ReadonlySet<MethodKey> {
    const dropped = new Set<MethodKey>();
    for (const [key, { reads }] of this.entries) if (readsSupplied(reads, supplied)) dropped.add(key);
    for (const key of dropped) this.entries.delete(key);
    return dropped;
  }

  /** The methods whose types were read off one of these bodies or parts of summaries; the bodies' own included. */
  findDependents({ bodies, summaries }: Pick<Step, 'bodies' | 'summaries'>): ReadonlySet<MethodKey> {
    if (!this.dependents) {
      this.dependents = new DependentMethods();
      for (const [key, { reads }] of this.entries) this.dependents.note(key, dependencies(reads));
    }
    const reads = (key: MethodKey): boolean => {
      const entry = this.entries.get(key);
      return entry !== undefined && (readsOneOf(entry.reads, bodies) || readsSummary(entry.reads, summaries));
    };
    return new Set([...bodies, ...this.dependents.on([...bodies, ...summaries], reads)]);
  }

  /** A failure is valid for one version of the program only: with any other, the check runs again. */
  private isStillTrue(entry: Entry, program: Program): boolean {
    if (entry.value.kind === 'failed') return entry.trueFor === program;
    return this.isUntouched(entry, program) || this.isTrue(entry, program);
  }

  /** Since it was found to be true, only bodies changed, and neither those nor the summaries that it read. */
  private isUntouched(entry: Entry, program: Program): boolean {
    const steps = this.history.between(entry.trueFor, program);
    const touches = ({ bodies, summaries }: Step): boolean =>
      bodies.has(entry.info.key) || readsOneOf(entry.reads, bodies) || readsSummary(entry.reads, summaries);
    if (!steps || steps.some(touches)) return false;
    entry.trueFor = program;
    return true;
  }

  private inputFor(program: Program, view: Program, settings: Settings): CheckInput {
    return { program: view, settings, readType: parseTypeInBody, summaries: this.summaries.proofReaderOf(program) };
  }

  private checkClass(name: string, input: CheckInput): readonly Problem[] {
    const info = input.program.classes.get(name);
    try {
      return (info && checkClass(info, input)) ?? NO_PROBLEMS;
    } catch (error) {
      this.stages.report(`checking ${name}`, error);
      const place = info?.places[0];
      return place ? [{ code: 'LP9001', place, args: { method: name, message: messageOf(error) } }] : NO_PROBLEMS;
    }
  }

  private check(info: MethodInfo, input: CheckInput): CheckResult {
    this.count++;
    try {
      this.stages.enter('check-method');
      return { kind: 'checked', method: checkWithSupply(info, input) };
    } catch (error) {
      this.stages.report(`checking ${info.key}`, error);
      return { kind: 'failed', message: messageOf(error) };
    }
  }

  private isTrue<T>(kept: Kept<T>, program: Program): boolean {
    if (kept.trueFor === program) return true;
    if (!isStillTrue(kept.reads, program) || !this.summaries.isSame(kept.reads, program)) return false;
    kept.trueFor = program;
    return true;
  }
}

export function dependencies(reads: Reads): Iterable<string> {
  return [...reads.bodies.keys(), ...reads.summaries.keys()];
}

export function readsSummary(reads: Reads, summaries: ReadonlySet<string>): boolean {
  for (const name of summaries) if (reads.summaries.has(name)) return true;
  return false;
}

export function readsSupplied(reads: Reads, supplied: ReadonlySet<string>): boolean {
  for (const name of supplied) if (reads.supplied.has(name)) return true;
  return false;
}

export function readsOneOf(reads: Reads, bodies: ReadonlySet<MethodKey>): boolean {
  for (const key of bodies) if (reads.bodies.has(key)) return true;
  return false;
}
