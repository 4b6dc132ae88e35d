/**
 * Two arguments that no full container could be at once (`Array<Integer>` and `Array<String>`) are taken for two. Only an
 * empty one could be both, and the checker refuses to pass it so; nothing is assumed where an element may fit both.
 */
import { eq, not } from '../logic/build';
import type { Type } from '../types/type';
import { fitsByClass } from './classFits';
import { assumeAlways, type Run } from './context';
import { classNameOf, mayBeNil, members, plain } from './shape';
import type { Val } from './value';

const CONTAINERS: ReadonlySet<string | null> = new Set(['Array', 'Hash', 'Set']);

export function assumeUnlike(run: Run, values: readonly Val[]): void {
  for (const [index, one] of values.entries())
    for (const other of values.slice(index + 1))
      if (one.kind === 'ref' && other.kind === 'ref' && areUnlike(run, one.type, other.type))
        assumeAlways(run, not(eq(one.term, other.term)), true);
}

function areUnlike(run: Run, one: Type, other: Type): boolean {
  const [a, b] = [plain(one), plain(other)];
  if (a.kind !== 'nominal' || b.kind !== 'nominal' || classNameOf(a) !== classNameOf(b)) return false;
  if (!CONTAINERS.has(classNameOf(a))) return false;
  return a.args.some((arg, index) => index < b.args.length && shareNothing(run, arg, b.args[index]!));
}

function shareNothing({ input: { program } }: Run, one: Type, other: Type): boolean {
  if (mayBeNil(one) && mayBeNil(other)) return false;
  return members(one).every(a => members(other).every(b => !fitsByClass(program, a, b) && !fitsByClass(program, b, a)));
}
