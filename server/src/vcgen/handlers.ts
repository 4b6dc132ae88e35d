/** Which rescue takes which exception, by class. */
import { ancestors } from '../program/ancestors';
import type { Ctx } from './context';

/** Does a clause for `caught` take an exception of (static) class `raised`? Undefined: it depends on the object. */
export function takes(ctx: Ctx, raised: string | null, caught: readonly string[]): boolean | undefined {
  if (caught.includes('Exception')) return true;
  if (raised === null) return undefined;
  const above = ancestors(ctx.run.input.program, raised);
  if (caught.some(name => above.includes(name) || name === raised)) return true;
  return caught.some(name => ancestors(ctx.run.input.program, name).includes(raised)) ? undefined : false;
}
