/** What a query is to the fixed point that answers it (fixedPoint.ts): a name, and a way to run it. */
import type { Program } from '../../program/program';
import type { Parts } from './queryParts';

/** Plain data: equal names are equal queries. */
export interface Named {
  readonly name: string;
  /** Queries about the same thing with different inputs, which may lead to each other. */
  readonly group?: string;
}

/** One run of a query. */
export interface QueryRun {
  /** What it reads is recorded. */
  readonly view: Program;
  readonly program: Program;
  /** The answer of the last iteration, for widening. */
  readonly previous: Parts;
  readonly iteration: number;
}

export interface Runner<Query> {
  /** The least approximation. */
  leastParts(query: Query): Parts;
  run(query: Query, how: QueryRun): Parts;
  /** The answer if the cycle reaches no fixed point, or the run throws. */
  giveUp(query: Query, failed: boolean): Parts;
  /** Equal texts are equal parts. */
  print(query: Query, part: string, value: unknown): string;
  report(query: Query, error: unknown): void;
}
