/**
 * Who depends on what: queries by the parts of others that they read, and by the bodies that they read. Entries only
 * grow; one that is too many costs a comparison.
 */
import type { MethodKey } from '../../types/typedMethod';
import { type Parts, useOfPart } from './queryParts';

export class Dependents {
  private byUse = new Map<string, Set<string>>();
  private byBody = new Map<MethodKey, Set<string>>();

  clear(): void {
    this.byUse.clear();
    this.byBody.clear();
  }

  startFrom(other: Dependents): void {
    this.byUse = copyIndex(other.byUse);
    this.byBody = copyIndex(other.byBody);
  }

  noteUse(use: string, reader: string): void {
    note(this.byUse, use, reader);
  }

  noteBody(key: MethodKey, reader: string): void {
    note(this.byBody, key, reader);
  }

  /** The queries that read this part of another one. */
  readersOf(use: string): Iterable<string> {
    return this.byUse.get(use) ?? [];
  }

  /** The queries that read any part of this one. */
  *readersOfAny(query: string, parts: Parts | undefined): Iterable<string> {
    for (const part of parts?.keys() ?? []) yield* this.readersOf(useOfPart(query, part));
  }

  /** The queries that read any of these bodies. */
  readersOfBodies(bodies: ReadonlySet<MethodKey>): readonly string[] {
    return [...bodies].flatMap(key => [...(this.byBody.get(key) ?? [])]);
  }
}

function note(index: Map<string, Set<string>>, key: string, name: string): void {
  const known = index.get(key);
  if (known) known.add(name);
  else index.set(key, new Set([name]));
}

function copyIndex(index: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  return new Map([...index].map(([key, names]) => [key, new Set(names)]));
}
