/** The operand of an arithmetic method: nil is asked away, a union of kinds of numbers branches on its class. */

import type { Site } from '../arguments';
import { fork } from '../branch';
import { checkpoint } from '../checkpoint';
import { type Ctx, type Out, placeOf } from '../context';
import { demandNonNil } from '../flow';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { isTag, unboxed, type Val } from '../value';

type Kind = 'int' | 'real' | 'rat';

export type NumberVal = Val & { readonly kind: Kind };

/** Nil is an answer, or simply not equal. */
const COMPARED_WITH_ANYTHING: ReadonlySet<string> = new Set(['==', '!=', '===', 'eql?', 'equal?', '<=>']);

const KINDS: readonly Kind[] = ['int', 'real', 'rat'];

export function numeric(
  ctx: Ctx,
  operand: Val,
  method: string,
  site: Site,
  state: State,
  apply: (operand: NumberVal, state: State) => Out | null,
): Out | null {
  if (operand.kind === 'int' || operand.kind === 'real' || operand.kind === 'rat') return apply(operand, state);
  if (operand.kind === 'nil' && COMPARED_WITH_ANYTHING.has(method)) return null;
  if (operand.kind === 'nil') {
    demandNonNil(ctx, state, operand, placeOf(ctx, site), `the operand of ${method}`, 'TypeError');
    return null;
  }
  if (operand.kind !== 'boxed' || method === '==' || method === '!=') return null;
  const tags = tagsOf(operand.type);
  if (tags === null) return null;
  const kinds = KINDS.filter(kind => tags.has(kind));
  if (kinds.length === 0 || [...tags].some(tag => tag !== 'nil' && !kinds.some(kind => kind === tag))) return null;
  const there = !tags.has('nil')
    ? state
    : demandNonNil(ctx, state, operand, placeOf(ctx, site), `the operand of ${method}`, 'TypeError');
  const as = (kind: Kind) => (s: State) => apply({ kind, term: unboxed(operand.term, kind) }, s);
  const [last, ...others] = [...kinds].reverse();
  if (others.length === 0) return as(last!)(there);
  const undo = checkpoint(ctx);
  const answered = kinds.every(kind => as(kind)(there) !== null);
  undo();
  if (!answered) return null;
  return others.reduce<(s: State) => Out>(
    (otherwise, kind) => s => fork(ctx, isTag(operand.term, kind), s, site, t => as(kind)(t)!, otherwise),
    s => as(last!)(s)!,
  )(there);
}
