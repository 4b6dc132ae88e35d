/** The operand of an arithmetic method: nil is asked away, a union of Integer and Float branches on its class. */

import type { Site } from '../arguments';
import { fork } from '../branch';
import { type Ctx, type Out, placeOf } from '../context';
import { demandNonNil } from '../flow';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { isTag, unboxed, type Val } from '../value';

export type Number = Val & { readonly kind: 'int' | 'real' };

export function numeric(
  ctx: Ctx,
  operand: Val,
  method: string,
  site: Site,
  state: State,
  apply: (operand: Number, state: State) => Out | null,
): Out | null {
  if (operand.kind === 'int' || operand.kind === 'real') return apply(operand, state);
  if (operand.kind === 'nil') {
    demandNonNil(ctx, state, operand, placeOf(ctx, site), `the operand of ${method}`, 'TypeError');
    return null;
  }
  if (operand.kind !== 'boxed' || method === '==' || method === '!=') return null;
  const tags = tagsOf(operand.type);
  if (tags === null) return null;
  const kinds = [...tags].filter(tag => tag !== 'nil');
  if (kinds.length === 0 || kinds.some(tag => tag !== 'int' && tag !== 'real')) return null;
  const there = !tags.has('nil')
    ? state
    : demandNonNil(ctx, state, operand, placeOf(ctx, site), `the operand of ${method}`, 'TypeError');
  const as = (kind: 'int' | 'real') => (s: State) => apply({ kind, term: unboxed(operand.term, kind) }, s);
  if (kinds.length === 1) return as(kinds[0] as 'int' | 'real')(there);
  const [ints, reals] = [as('int')(there), as('real')(there)];
  if (!ints || !reals) return null;
  return fork(
    ctx,
    isTag(operand.term, 'int'),
    there,
    site,
    s => as('int')(s)!,
    s => as('real')(s)!,
  );
}
