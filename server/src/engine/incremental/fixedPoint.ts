/**
 * Queries that may depend on each other in cycles. A query that is requested while it runs returns its present
 * approximation, at first the least one. The first query of a cycle repeats its members until nothing changes; only
 * then are they kept, as one component. A least fixed point does not depend on where the cycle was entered.
 *
 * Answers consist of parts. A query that reads one depends on that part only; a part that is equal to the one before is
 * the same object. Equal parts are those with equal texts, which are printed only when there is something to compare.
 */
import type { Program } from '../../program/program';
import type { MethodKey } from '../../types/typedMethod';
import type { History } from './history';
import { INTERRUPTED, Interrupted } from './interruption';
import { type Parked, park, unpark } from './parked';
import { type Component, type Entry, type KeptQuery, newEntry } from './queryEntry';
import { QueryGroups } from './queryGroups';
import { haveSameParts, type Parts, partOf, partOfUse, queryOfUse, useOfPart } from './queryParts';
import type { Named, Runner } from './queryRunner';
import { QueryTable } from './queryTable';
import { compactReads, haveSameBodies, isStillTrue, type Reads, type Recorder } from './recorder';

/** Expressions on the way from the first query; deeper ones are postponed, which changes no answer. */
const DEEPEST = 250;
const OF_A_QUERY = 5;
/**
 * Queries that begin for each that a cut begins again: what is done again stays a small share, also on a busy machine.
 */
const WORTH = 1 / 8;
/** Then the cycle has no answer. */
const MOST_RUNS = 12;
/** Queries of one group that one of them leads to; then those that are being found have no answer. */
const MOST_OF_A_GROUP = 100;

export class FixedPoint<Query extends Named> {
  readonly table = new QueryTable<Query>();
  private readonly stack: Entry<Query>[] = [];
  private readonly running: Entry<Query>[] = [];
  private groups = new QueryGroups();
  private depth = 0;
  /** Whether the work that is going on is to be cut off before another query begins; null: never. */
  private isOver: (() => boolean) | null = null;
  /** How often a query ran, and the most runs that a member of a cycle took. */
  readonly counts = { runs: 0, most: 0, cycles: 0 };
  /** How many queries began since then. */
  private begun = 0;
  /** How many components were found. */
  private found = 0;

  constructor(
    private readonly recording: Recorder,
    private readonly history: History,
    private readonly runner: Runner<Query>,
  ) {}

  /** The components that are known to be true of this version. */
  componentsOf(program: Program): Iterable<readonly KeptQuery<Query>[]> {
    return this.table.componentsOf(program, this.history);
  }

  /** One part of the answer. The running query depends on it from now on. */
  ask(query: Query, part: string, program: Program, depth: number): unknown {
    const entry = this.find(query, program, depth);
    const found = partOf(entry.parts, part);
    this.recording.noteSummary(this.table.useOf(query, part), found);
    const reader = this.running.at(-1);
    if (reader && !entry.component) entry.readers.add(reader);
    return found;
  }

  /**
   * Does the work until `isOver` says so before a query is run. What was found by then stays: complete answers in the
   * table, and the rest in `parked`, with which the same work goes on. `hasFound`: it got further.
   */
  interruptibly<T>(
    work: () => T,
    program: Program,
    isOver: () => boolean,
    parked: Parked<Query> | null,
  ): { readonly value: T } | { readonly value: null; readonly parked: Parked<Query>; readonly hasFound: boolean } {
    const { found } = this;
    this.isOver = isOver;
    this.begun = 0;
    const goesOn = parked === null || unpark(parked, program, this.table.entries);
    if (parked && goesOn) {
      this.stack.push(...parked.stack);
      this.groups = parked.groups;
    }
    try {
      return { value: work() };
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      const { groups } = this;
      this.groups = new QueryGroups();
      const left = park({ program, stack: this.stack.splice(0), groups }, this.table.entries);
      return { value: null, parked: left, hasFound: goesOn || this.found > found };
    } finally {
      this.isOver = null;
    }
  }

  /** Whether everything that a pass read of summaries is the same. */
  isSame(reads: Reads, program: Program): boolean {
    for (const [name, part] of reads.summaries) if (this.current(name, program) !== part) return false;
    return true;
  }

  /** Bodies changed, and nothing else. Returns the names of the parts that are others now. */
  replaceBodies(bodies: ReadonlySet<MethodKey>, program: Program): ReadonlySet<string> {
    const changed = new Set<string>();
    const direct = this.table.dependents.readersOfBodies(bodies);
    this.table.markUnverified(direct);
    const pending = [...direct];
    const seen = new Set(pending);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const before = this.table.known.get(name);
      const known = this.table.queries.get(name);
      if (!known || !before) continue;
      const now = this.find(known.query, program, 0).parts;
      for (const part of new Set([...before.keys(), ...now.keys()])) {
        if (before.get(part) === now.get(part)) continue;
        const use = useOfPart(name, part);
        changed.add(use);
        for (const reader of this.table.dependents.readersOf(use)) {
          if (seen.has(reader)) continue;
          seen.add(reader);
          pending.push(reader);
        }
      }
    }
    return changed;
  }

  /**
   * The part as it is now; undefined: no query finds it, or it is an approximation, because the query is part of a
   * cycle that is not complete. Whatever read the part has to run again then, and becomes part of the cycle.
   */
  private current(use: string, program: Program): unknown {
    const name = queryOfUse(use);
    const known = this.table.queries.get(name);
    const entry = this.table.entries.get(name);
    if (!known || (entry && !entry.component)) return undefined;
    const now = this.find(known.query, program, 0);
    return now.component ? partOfUse(now.parts, use) : undefined;
  }

  private find(query: Query, program: Program, depth: number): Entry<Query> {
    const known = this.table.entries.get(query.name);
    if (!known) return this.compute(query, program, depth);
    const { component } = known;
    if (known.cut) return this.resume(known, program, depth);
    if (!component) {
      this.dependOn(known.low);
      return known;
    }
    const isTrue = this.isTrue(component, program);
    // To compare it may have taken to find it again.
    if (this.table.entries.get(query.name) !== known) return this.find(query, program, depth);
    if (isTrue) return known;
    for (const member of component.members) this.table.entries.delete(member.query.name);
    return this.compute(query, program, depth);
  }

  private dependOn(low: number): void {
    const reader = this.running.at(-1);
    if (reader && low < reader.low) reader.low = low;
  }

  private cutIfOver(): void {
    if (this.isOver && this.begun++ > WORTH * this.running.length && this.isOver()) throw INTERRUPTED;
  }

  private compute(query: Query, program: Program, depth: number): Entry<Query> {
    this.cutIfOver();
    const at = this.stack.length;
    const entry = newEntry(query, this.runner.leastParts(query), at);
    this.table.entries.set(query.name, entry);
    if (!this.table.queries.has(query.name)) this.table.queries.set(query.name, { query, uses: new Map() });
    this.stack.push(entry);
    if (this.groups.enter(query) > MOST_OF_A_GROUP) return this.giveUpGroup(entry);
    if (this.depth + depth > DEEPEST && at > 0) {
      entry.low = 0;
      this.dependOn(0);
      return entry;
    }
    this.run(entry, program, depth);
    return this.complete(entry, program);
  }

  private complete(entry: Entry<Query>, program: Program): Entry<Query> {
    if (entry.low === entry.at) this.stabiliseComponent(entry, program);
    if (entry.component === null) this.dependOn(entry.low);
    return entry;
  }

  /** Goes on with a query that was cut off. */
  private resume(entry: Entry<Query>, program: Program, depth: number): Entry<Query> {
    if (entry.cut === 'running') this.run(entry, program, depth);
    return this.complete(entry, program);
  }

  /** Those of the group that are on the stack have no answer; they are kept as one component. */
  private giveUpGroup(last: Entry<Query>): Entry<Query> {
    for (const entry of this.stack) {
      if (entry.query.group !== last.query.group) continue;
      last.low = Math.min(last.low, entry.low);
      if (entry.isGivenUp) continue;
      entry.isGivenUp = true;
      entry.isOutdated = false;
      entry.parts = this.shareParts(entry.query, entry.parts, this.runner.giveUp(entry.query, false));
      for (const reader of entry.readers) reader.isOutdated = true;
    }
    this.dependOn(last.low);
    return last;
  }

  private run(entry: Entry<Query>, program: Program, depth: number): void {
    this.counts.runs++;
    entry.runs++;
    entry.isOutdated = false;
    entry.cut = null;
    const before = entry.parts;
    const outer = this.depth;
    this.depth += depth + OF_A_QUERY;
    this.running.push(entry);
    try {
      const { value, reads } = this.recording.run(program, view =>
        this.runner.run(entry.query, { view, program, previous: entry.parts, iteration: entry.runs }),
      );
      reads.held.clear();
      entry.reads = compactReads(reads);
      if (!entry.isGivenUp) entry.parts = this.shareParts(entry.query, entry.parts, value);
    } catch (error) {
      if (error instanceof Interrupted) {
        entry.runs--;
        entry.isOutdated = true;
        entry.cut = 'running';
        throw error;
      }
      this.runner.report(entry.query, error);
      entry.hasFailed = true;
      entry.parts = this.shareParts(entry.query, entry.parts, this.runner.giveUp(entry.query, true));
    } finally {
      this.running.pop();
      this.depth = outer;
    }
    if (haveSameParts(before, entry.parts)) return;
    for (const reader of entry.readers) reader.isOutdated = true;
  }

  /**
   * Repeats the members of the component until nothing changes, then keeps them. Each iteration goes once through all
   * of them, those that were found last first: so a change reaches all members between before one is repeated.
   */
  private stabiliseComponent(head: Entry<Query>, program: Program): void {
    for (let hasRun = true; hasRun; ) {
      hasRun = head.cut === 'settling';
      const from = hasRun ? head.cutAt : this.stack.length - 1;
      head.cut = null;
      for (let at = from; at >= head.at; at--) {
        const entry = this.stack[at]!;
        if (!entry.isOutdated || !this.isDirty(entry)) continue;
        if (entry.runs >= MOST_RUNS) {
          this.giveUp(head);
          this.keep(head, program);
          return;
        }
        this.runAgain(entry, head, program);
        if (entry.low < head.low) head.low = entry.low;
        if (head.low < head.at) return; // part of a larger cycle, which goes on
        hasRun = true;
      }
    }
    this.keep(head, program);
  }

  private runAgain(entry: Entry<Query>, head: Entry<Query>, program: Program): void {
    try {
      this.cutIfOver();
      this.run(entry, program, 0);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      entry.cut = null;
      head.cut = 'settling';
      head.cutAt = entry.at;
      throw error;
    }
  }

  /** Never run, or run with a part that is another now. */
  private isDirty(entry: Entry<Query>): boolean {
    if (entry.hasFailed || entry.isGivenUp) return false;
    if (!entry.reads) return true;
    for (const [use, part] of entry.reads.summaries) {
      const read = this.table.entries.get(queryOfUse(use));
      if (read && !read.component && partOfUse(read.parts, use) !== part) return true;
    }
    entry.isOutdated = false;
    return false;
  }

  private giveUp(head: Entry<Query>): void {
    for (const entry of this.stack.slice(head.at)) entry.parts = this.runner.giveUp(entry.query, false);
  }

  private keep(head: Entry<Query>, program: Program): void {
    const members = this.stack.splice(head.at);
    this.found++;
    const hasFailed = members.some(member => member.hasFailed);
    const component: Component<Query> = { members, trueFor: program, isInDoubt: false, isCompared: false, hasFailed };
    if (members.length > 1) this.counts.cycles++;
    for (const member of members) {
      const { name } = member.query;
      this.groups.leave(member.query);
      this.counts.most = Math.max(this.counts.most, member.runs);
      member.component = component;
      member.readers.clear();
      const before = this.table.known.get(name);
      if (before) member.parts = this.shareParts(member.query, before, member.parts);
      this.table.known.set(name, member.parts);
    }
    // Parts of the component that are the same as before may have replaced those that members read.
    for (const member of members) {
      for (const use of member.reads?.summaries.keys() ?? []) {
        const read = this.table.entries.get(queryOfUse(use));
        if (read?.component === component) member.reads?.summaries.set(use, partOfUse(read.parts, use));
        else this.table.dependents.noteUse(use, member.query.name);
      }
      for (const key of member.reads?.bodies.keys() ?? []) this.table.dependents.noteBody(key, member.query.name);
    }
  }

  /** Parts that are equal to those before are the same objects. */
  private shareParts(query: Query, before: Parts, now: Parts): Parts {
    const shared = new Map<string, unknown>();
    for (const [name, part] of now) {
      const known = before.get(name);
      const isKnown = before.has(name) && this.areEqual(query, name, known, part);
      shared.set(name, isKnown ? known : part);
    }
    return shared;
  }

  private areEqual(query: Query, name: string, a: unknown, b: unknown): boolean {
    return a === b || this.runner.print(query, name, a) === this.runner.print(query, name, b);
  }

  private isTrue(component: Component<Query>, program: Program): boolean {
    if (component.trueFor === program && !component.isInDoubt) return true;
    // A component that is reached from itself was not found as one with those between: they are found again, together.
    if (component.hasFailed || component.isCompared) return false;
    const steps = this.history.between(component.trueFor, program);
    if (steps && !component.isInDoubt) {
      component.trueFor = program;
      return true;
    }
    component.isCompared = true;
    let isSame = false;
    try {
      isSame = component.members.every(member => this.isSameMember(member, component, program, steps !== null));
    } finally {
      component.isCompared = false;
    }
    if (isSame) {
      component.trueFor = program;
      component.isInDoubt = false;
    }
    return isSame;
  }

  private isSameMember(
    { reads }: Entry<Query>,
    component: Component<Query>,
    program: Program,
    onlyBodies: boolean,
  ): boolean {
    if (!reads) return false;
    if (!(onlyBodies ? haveSameBodies(reads, program) : isStillTrue(reads, program))) return false;
    for (const [use, part] of reads.summaries) {
      const read = this.table.entries.get(queryOfUse(use));
      if (read?.component === component) continue;
      if (this.current(use, program) !== part) return false;
    }
    return true;
  }
}
