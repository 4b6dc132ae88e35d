/**
 * Answers of queries consist of parts by name. A query that reads a part of another one names it by both names; such a
 * use is one string, so that it can be a key.
 */

/** By name. */
export type Parts = ReadonlyMap<string, unknown>;

/** The part of the query with this name. */
export function useOfPart(query: string, part: string): string {
  return `${query}\n${part}`;
}

export function queryOfUse(use: string): string {
  return use.slice(0, use.indexOf('\n'));
}

/** The part that a use names, in the answer of its query. Null: there is none. */
export function partOfUse(parts: Parts | undefined, use: string): unknown {
  return partOf(parts, use.slice(use.indexOf('\n') + 1));
}

/** Null: it has no such part. */
export function partOf(parts: Parts | undefined, name: string): unknown {
  return parts?.get(name) ?? null;
}

export function haveSameParts(before: Parts, now: Parts): boolean {
  if (before.size !== now.size) return false;
  for (const [name, part] of now) if (!before.has(name) || before.get(name) !== part) return false;
  return true;
}
