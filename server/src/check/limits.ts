/** Upper bounds of a call's variables, `[T < Numeric] (T) -> T`: what was found for T must be a Numeric. */
import { boundsIn, substituteType } from '../types/substitute';
import type { Type } from '../types/type';
import type { Ctx } from './context';
import { fits } from './fits';
import { solvedType } from './instantiate';
import type { Bounds } from './unify';

/** The type with the bounds that its variables break in their place: what it takes at most. Null: none is broken. */
export function brokenLimit(ctx: Ctx, type: Type, bounds: Bounds): Type | null {
  const broken = new Map<string, Type>();
  for (const [name, bound] of boundsIn(type)) {
    const found = bounds.get(name);
    const limit = solvedType(bound, bounds);
    if (found !== undefined && !fits(ctx, found, limit)) broken.set(name, limit);
  }
  return broken.size === 0 ? null : solvedType(substituteType(type, broken), bounds);
}
