/** Queries about the same thing with different inputs, which may lead to each other without end: counts them. */
import type { Named } from './queryRunner';

export class QueryGroups {
  /** Groups with a query on the stack: how many are there, and how many were started since the first of them. */
  private readonly groups = new Map<string, { open: number; started: number }>();

  /** How many of its group were started. */
  enter({ group }: Named): number {
    if (group === undefined) return 0;
    const known = this.groups.get(group) ?? { open: 0, started: 0 };
    known.open++;
    known.started++;
    this.groups.set(group, known);
    return known.started;
  }

  leave({ group }: Named): void {
    const known = group === undefined ? undefined : this.groups.get(group);
    if (known && --known.open === 0) this.groups.delete(group ?? '');
  }
}
