/** Later iterations of a cycle: a type that still changes is taken to be unknown, so that the iterations end. */
import { DYNAMIC, type Type } from '../types/type';
import { printScheme } from './printSummary';

/** Types with limits settle within these. */
const PLAIN_ITERATIONS = 6;

export function widenType(previous: Type, next: Type, iteration: number): Type {
  return iteration <= PLAIN_ITERATIONS || printScheme(previous) === printScheme(next) ? next : DYNAMIC;
}
