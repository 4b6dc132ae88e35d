/**
 * What a cut leaves on the stack of a fixed point (fixedPoint.ts): queries that are being found, with what they know so far. Between two slices
 * nobody else sees them; the next slice of the same work takes them back and goes on where it was. (0255)
 */
import type { Program } from '../../program/program';
import type { Entry } from './queryEntry';
import type { QueryGroups } from './queryGroups';
import type { Named } from './queryRunner';

export interface Parked<Query> {
  readonly program: Program;
  readonly stack: readonly Entry<Query>[];
  readonly groups: QueryGroups;
}

type Entries<Query> = Map<string, Entry<Query>>;

/** Takes them out of the table. */
export function park<Query extends Named>(parked: Parked<Query>, entries: Entries<Query>): Parked<Query> {
  for (const { query } of parked.stack) entries.delete(query.name);
  return parked;
}

/** False: the program is another one, or other work has found some of them in the meantime, so they would not fit. */
export function unpark<Query extends Named>(
  { program, stack }: Parked<Query>,
  present: Program,
  entries: Entries<Query>,
): boolean {
  if (program !== present || stack.some(({ query }) => entries.has(query.name))) return false;
  for (const entry of stack) entries.set(entry.query.name, entry);
  return true;
}
