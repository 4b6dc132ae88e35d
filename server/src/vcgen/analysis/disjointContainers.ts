/**
 * Two arguments that no non-empty container could be at once (`Array<Integer>` and `Array<String>`) are assumed to be
 * distinct. Only an empty one could be both, and the checker rejects passing it so; nothing is assumed if an element
 * may have both types (aliasedContainers.ts).
 */
import { eq, not } from '../../logic/build';
import type { Program } from '../../program/program';
import type { Type } from '../../types/type';
import { assumeAlways, type Run } from '../state/context';
import { classNameOf, mayBeNil, unionMembers, withoutAnnotations } from '../state/representation';
import type { Val } from '../state/value';
import { isAssignableByClass } from './classAssignability';

export const CONTAINERS: ReadonlySet<string | null> = new Set(['Array', 'Hash', 'Set']);

export function assumeDisjointContainers(run: Run, values: readonly Val[]): void {
  for (const [index, one] of values.entries())
    for (const other of values.slice(index + 1))
      if (one.kind === 'ref' && other.kind === 'ref' && areDisjointContainers(run.input.program, one.type, other.type))
        assumeAlways(run, not(eq(one.term, other.term)), true);
}

export function areDisjointContainers(program: Program, one: Type, other: Type): boolean {
  const [a, b] = [withoutAnnotations(one), withoutAnnotations(other)];
  if (a.kind !== 'nominal' || b.kind !== 'nominal' || classNameOf(a) !== classNameOf(b)) return false;
  if (!CONTAINERS.has(classNameOf(a))) return false;
  return a.args.some((arg, index) => index < b.args.length && haveNoCommonValue(program, arg, b.args[index]!));
}

function haveNoCommonValue(program: Program, one: Type, other: Type): boolean {
  if (mayBeNil(one) && mayBeNil(other)) return false;
  return unionMembers(one).every(a =>
    unionMembers(other).every(b => !isAssignableByClass(program, a, b) && !isAssignableByClass(program, b, a)),
  );
}
