/**
 * What is known of queries (fixedPoint.ts): their answers, the parts that each had last, and who depends on which. What an
 * earlier start of the server found is taken over here.
 */
import type { Program } from '../../program/program';
import type { MethodDeclaration } from '../../ril/declarations';
import type { MethodKey } from '../../types/typedMethod';
import { Dependents } from './dependents';
import type { History } from './history';
import { type Component, copyOf, type Entry, type KeptQuery, keptQuery, newEntry } from './queryEntry';
import { type Parts, partOfUse, queryOfUse, useOfPart } from './queryParts';
import type { Named } from './queryRunner';
import { readsOfEarlierStart } from './recorder';

/** A query by its name, and the names of its parts, which all readers share. */
interface KnownQuery<Query> {
  readonly query: Query;
  readonly uses: Map<string, string>;
}

export class QueryTable<Query extends Named> {
  readonly entries = new Map<string, Entry<Query>>();
  /** The last parts of every query, so that equal ones stay the same object. */
  readonly known = new Map<string, Parts>();
  readonly queries = new Map<string, KnownQuery<Query>>();
  readonly dependents = new Dependents();

  clear(): void {
    this.entries.clear();
    this.known.clear();
    this.queries.clear();
    this.dependents.clear();
  }

  startFrom(other: QueryTable<Query>): void {
    const copies = new Map<Component<Query>, Component<Query>>();
    for (const [name, entry] of other.entries) {
      if (entry.component) this.entries.set(name, { ...entry, component: copyOf(entry.component, copies) });
    }
    this.known.clear();
    for (const [name, parts] of other.known) this.known.set(name, parts);
    this.queries.clear();
    for (const [name, query] of other.queries) this.queries.set(name, query);
    this.dependents.startFrom(other.dependents);
  }

  /** The components that are known to be true of this version. */
  *componentsOf(program: Program, history: History): Iterable<readonly KeptQuery<Query>[]> {
    const seen = new Set<Component<Query>>();
    for (const { component } of this.entries.values()) {
      if (!component || seen.has(component) || component.hasFailed || component.isInDoubt) continue;
      seen.add(component);
      if (history.haveSameDeclarations(component.trueFor, program)) yield component.members.map(keptQuery);
    }
  }

  /**
   * Takes over what an earlier start found with the same declarations. What depends on a body that is another now is
   * found again, and compared with what it was.
   */
  restore(
    components: readonly (readonly KeptQuery<Query>[])[],
    program: Program,
    definitionOf: (key: MethodKey) => MethodDeclaration | null,
  ): void {
    for (const { query, parts } of components.flat()) {
      this.known.set(query.name, parts);
      this.queries.set(query.name, { query, uses: new Map() });
    }
    const changed: string[] = [];
    for (const kept of components) {
      const names = kept.map(({ query }) => query.name);
      const bodies = kept.map(member => new Map(member.bodies.map(key => [key, definitionOf(key)])));
      if (bodies.some(hasChanged)) changed.push(...names);
      else this.restoreComponent(kept, bodies, program);
    }
    this.markUnverified(changed);
  }

  private restoreComponent(
    kept: readonly KeptQuery<Query>[],
    bodies: readonly ReadonlyMap<MethodKey, MethodDeclaration | null>[],
    program: Program,
  ): void {
    const members: Entry<Query>[] = [];
    const component: Component<Query> = {
      members,
      trueFor: program,
      isInDoubt: false,
      isCompared: false,
      hasFailed: false,
    };
    kept.forEach(({ query, parts, uses }, i) => {
      const read = new Map<MethodKey, MethodDeclaration>();
      for (const [key, definition] of bodies[i] ?? []) if (definition) read.set(key, definition);
      const reads = readsOfEarlierStart(program, { bodies: read, summaries: this.partsNamed(uses) });
      const entry: Entry<Query> = { ...newEntry(query, parts, 0), reads, isOutdated: false, component };
      members.push(entry);
      this.entries.set(query.name, entry);
      for (const use of uses) this.dependents.noteUse(use, query.name);
      for (const key of read.keys()) this.dependents.noteBody(key, query.name);
    });
  }

  /** The parts of these names as they were found last. */
  partsNamed(uses: readonly string[]): Map<string, unknown> {
    return new Map(uses.map(use => [use, partOfUse(this.known.get(queryOfUse(use)), use)]));
  }

  /** The name of a part, which all its readers share. */
  useOf({ name }: Query, part: string): string {
    const uses = this.queries.get(name)?.uses;
    const known = uses?.get(part);
    if (known !== undefined) return known;
    const use = useOfPart(name, part);
    uses?.set(part, use);
    return use;
  }

  /** Those that depend on a query of this list must be compared before they are used. */
  markUnverified(names: readonly string[]): void {
    const pending = [...names];
    const seen = new Set(pending);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const component = this.entries.get(name)?.component;
      if (component) component.isInDoubt = true;
      const members = component?.members.map(member => member.query.name) ?? [name];
      for (const member of members) {
        for (const reader of this.dependents.readersOfAny(member, this.known.get(member))) {
          if (seen.has(reader)) continue;
          seen.add(reader);
          pending.push(reader);
        }
      }
    }
  }
}

function hasChanged(bodies: ReadonlyMap<MethodKey, MethodDeclaration | null>): boolean {
  return [...bodies.values()].includes(null);
}
