/**
 * Types of methods, kept as long as they are true: while the method itself and everything that its check read of the
 * program (signatures, fields, classes, constants, bodies of callees without annotations) is the same.
 */
import type { Settings } from '../../../shared/src/settings';
import type { Problem } from '../base/problem';
import { checkClass, checkRefinements } from '../check/check';
import { parseTypeLiteral } from '../parse/annotations';
import { methodByKey } from '../program/lookup';
import type { ClassInfo, MethodInfo, Program, Signature } from '../program/program';
import { withBody } from '../program/synthetic';
import type { MethodKey, TypedClauses } from '../types/typedMethod';
import type { Log } from './host';
import { Leaning, type Lineage } from './lineage';
import { type CheckedMethod, checkMethod } from './pipeline';
import { type Reads, type Recording, stillTrue } from './reads';

interface Kept<T> {
  readonly reads: Reads;
  readonly value: T;
  /** The last version of the program for which this was found to be true. */
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
  /** By the bodies that were read; made when first asked for. */
  private leaning: Leaning | null = null;
  /** Of the one that this started from: read, never written. */
  private earlierClauses: KeptClauses | null = null;
  /** How often a method was checked since the beginning. */
  count = 0;

  constructor(
    private readonly log: Log,
    private readonly recording: Recording,
    private readonly lineage: Lineage,
  ) {}

  /** The settings changed: every type may be another. */
  clear(): void {
    this.entries.clear();
    this.leaning = null;
    this.clauses = new WeakMap();
    this.classes = new WeakMap();
  }

  /** Takes over what another one found. */
  startFrom(other: Checks): void {
    for (const [key, entry] of other.entries) this.entries.set(key, { ...entry });
    this.earlierClauses = other.clauses;
  }

  /** Forgets methods that are gone; `among`: where to look for them. */
  prune(program: Program, among: Iterable<MethodKey> | null): void {
    for (const key of among ?? this.entries.keys()) if (!methodByKey(program, key)) this.entries.delete(key);
    if (among === null) this.leaning = null;
  }

  /** Null: no such method, or it has no body in sight. */
  get(key: MethodKey, program: Program, settings: Settings): CheckResult | null {
    const found = methodByKey(program, key);
    const info = found && withBody(found);
    if (!info?.definition) return null;
    const known = this.entries.get(key);
    if (known && known.info === info && (this.isUntouched(known, program) || isTrue(known, program)))
      return known.value;
    const { value, reads } = this.recording.run(program, view => this.check(info, view, settings));
    this.entries.set(key, { info, value, reads, trueFor: program });
    this.leaning?.note(key, reads.bodies.keys());
    return value;
  }

  /** What the clauses of a method's annotation mean, whether or not it has a body in sight. */
  clausesOf(key: MethodKey, program: Program, settings: Settings): TypedClauses | null {
    const info = methodByKey(program, key);
    if (!info?.signature) return null;
    const known = this.clauses.get(info.signature) ?? this.earlierClauses?.get(info.signature);
    if (known && known.key === key && isTrue(known, program)) return known.value;
    const { value, reads } = this.recording.run(program, view => checkRefinements(info, view, settings));
    this.clauses.set(info.signature, { key, value, reads, trueFor: program });
    return value;
  }

  /** What is wrong with what a class says by itself: the same list as long as it is true. */
  classProblems(name: string, program: Program, settings: Settings): readonly Problem[] {
    const info = program.classes.get(name);
    if (info === undefined) return NO_PROBLEMS;
    const known = this.classes.get(info);
    if (known && isTrue(known, program)) return known.value;
    const { value, reads } = this.recording.run(program, view => this.checkClass(name, view, settings));
    this.classes.set(info, { value, reads, trueFor: program });
    return value;
  }

  /** The methods whose types were read off one of these bodies, themselves included. */
  leaningOn(bodies: ReadonlySet<MethodKey>): ReadonlySet<MethodKey> {
    if (!this.leaning) {
      this.leaning = new Leaning();
      for (const [key, { reads }] of this.entries) this.leaning.note(key, reads.bodies.keys());
    }
    const reads = (key: MethodKey): boolean => {
      const entry = this.entries.get(key);
      return entry !== undefined && readsOneOf(entry.reads, bodies);
    };
    return new Set([...bodies, ...this.leaning.on(bodies, reads)]);
  }

  /** Since it was found to be true, only bodies changed, and none that it read. */
  private isUntouched(entry: Entry, program: Program): boolean {
    const steps = this.lineage.between(entry.trueFor, program);
    if (!steps || steps.some(step => step.bodies.has(entry.info.key) || readsOneOf(entry.reads, step.bodies)))
      return false;
    entry.trueFor = program;
    return true;
  }

  private checkClass(name: string, program: Program, settings: Settings): readonly Problem[] {
    const info = program.classes.get(name);
    try {
      return (info && checkClass(info, program, settings, parseTypeLiteral)) ?? NO_PROBLEMS;
    } catch (error) {
      this.log.error(`checking ${name}: ${error instanceof Error ? error.stack : String(error)}`);
      return NO_PROBLEMS;
    }
  }

  private check(info: MethodInfo, program: Program, settings: Settings): CheckResult {
    this.count++;
    try {
      return { kind: 'checked', method: checkMethod(info, program, settings) };
    } catch (error) {
      this.log.error(`checking ${info.key}: ${error instanceof Error ? error.stack : String(error)}`);
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }
}

function isTrue<T>(kept: Kept<T>, program: Program): boolean {
  if (kept.trueFor === program) return true;
  if (!stillTrue(kept.reads, program)) return false;
  kept.trueFor = program;
  return true;
}

export function readsOneOf(reads: Reads, bodies: ReadonlySet<MethodKey>): boolean {
  for (const key of bodies) if (reads.bodies.has(key)) return true;
  return false;
}
