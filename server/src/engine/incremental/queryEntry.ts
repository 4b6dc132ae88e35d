/** What is known about a query, and about the queries that depend on each other with it. */
import type { Program } from '../../program/program';
import type { MethodKey } from '../../types/typedMethod';
import type { Parts } from './queryParts';
import type { Reads } from './recorder';

/** Queries that depend on each other, or a single one. */
export interface Component<Query> {
  readonly members: readonly Entry<Query>[];
  /** The last version of the program for which this was found to be true. */
  trueFor: Program;
  /** A body that one of them depends on changed: compare before use. */
  isInDoubt: boolean;
  /** What it read is being compared. */
  isCompared: boolean;
  /** An exception of ours: true for this version only. */
  readonly hasFailed: boolean;
}

export interface Entry<Query> {
  readonly query: Query;
  parts: Parts;
  reads: Reads | null;
  runs: number;
  hasFailed: boolean;
  /** Too many queries of its group led to each other: it has no answer. */
  isGivenUp: boolean;
  /** Position on the stack, and the lowest position that it depends on; while it is being found. */
  at: number;
  low: number;
  /** Those that read it while it is being found. */
  readonly readers: Set<Entry<Query>>;
  /** It never ran, or something that it read was found again. */
  isOutdated: boolean;
  /** Its work was cut off while it ran, or while the members of its cycle ran again, at this position. */
  cut: 'running' | 'settling' | null;
  cutAt: number;
  component: Component<Query> | null;
}

/** What was found in an earlier start, with the names of what it read. */
export interface KeptQuery<Query> {
  readonly query: Query;
  readonly parts: Parts;
  readonly bodies: readonly MethodKey[];
  /** Parts of other queries. */
  readonly uses: readonly string[];
}

export function newEntry<Query>(query: Query, parts: Parts, at: number): Entry<Query> {
  return {
    query,
    parts,
    reads: null,
    runs: 0,
    hasFailed: false,
    isGivenUp: false,
    at,
    low: at,
    readers: new Set(),
    isOutdated: true,
    cut: null,
    cutAt: at,
    component: null,
  };
}

export function keptQuery<Query>({ query, parts, reads }: Entry<Query>): KeptQuery<Query> {
  return { query, parts, bodies: [...(reads?.bodies.keys() ?? [])], uses: [...(reads?.summaries.keys() ?? [])] };
}

export function copyOf<Query>(
  component: Component<Query>,
  copies: Map<Component<Query>, Component<Query>>,
): Component<Query> {
  const known = copies.get(component);
  if (known) return known;
  const copy: Component<Query> = { ...component };
  copies.set(component, copy);
  return copy;
}
