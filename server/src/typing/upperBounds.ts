/** Upper bounds of a call's variables, `[T < Numeric] (T) -> T`: the solution of T must be a Numeric. */
import { boundsIn, substituteType } from '../types/substitute';
import type { Type } from '../types/type';
import { isAssignable } from './assignable';
import type { TypingContext } from './context';
import { substituteSolutionInType } from './instantiate';
import type { Bounds } from './unify';

/** Replaces each variable whose bound is violated by that bound. Returns null if no bound is violated. */
export function findBrokenUpperBound(ctx: TypingContext, type: Type, bounds: Bounds): Type | null {
  const broken = new Map<string, Type>();
  for (const [name, bound] of boundsIn(type)) {
    const found = bounds.get(name);
    const limit = substituteSolutionInType(bound, bounds);
    if (found !== undefined && !isAssignable(ctx, found, limit)) broken.set(name, limit);
  }
  return broken.size === 0 ? null : substituteSolutionInType(substituteType(type, broken), bounds);
}
