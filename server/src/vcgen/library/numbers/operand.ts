/** The operand of an arithmetic method: required to be non-nil; a union of kinds of numbers branches on its class. */

import type { Type } from '../../../types/type';
import { requireKind, requireNonNil } from '../../obligations/flowInto';
import type { Send } from '../../state/call';
import { type Ctx, checkedType, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { isTag, unboxTerm, type Val } from '../../state/value';

type Kind = 'int' | 'real' | 'rat';

export type NumberVal = Val & { readonly kind: Kind };

/** Methods that accept nil: the result is nil or "not equal". */
const COMPARED_WITH_ANYTHING: ReadonlySet<string> = new Set(['==', '!=', '===', 'eql?', 'equal?', '<=>']);

const KINDS: readonly Kind[] = ['int', 'real', 'rat'];

export function withNumericOperand(
  ctx: Ctx,
  { method, args, site }: Send,
  given: Val,
  state: State,
  apply: (operand: NumberVal, state: State) => Out | null,
): Out | null {
  const operand = narrowOperand(ctx, { method, site: args.sites[0] ?? site }, given, state);
  if (operand.kind === 'int' || operand.kind === 'real' || operand.kind === 'rat') return apply(operand, state);
  if (operand.kind === 'nil' && COMPARED_WITH_ANYTHING.has(method)) return null;
  if (operand.kind === 'nil') {
    requireNonNil(
      ctx,
      state,
      { value: operand, place: placeOf(ctx, site), subject: { kind: 'operand', method } },
      'TypeError',
    );
    return null;
  }
  if (operand.kind !== 'boxed' || method === '==' || method === '!=') return null;
  const tags = tagsOf(operand.type);
  if (tags === null) return null;
  const kinds = KINDS.filter(kind => tags.has(kind));
  if (kinds.length === 0 || [...tags].some(tag => tag !== 'nil' && !kinds.some(kind => kind === tag))) return null;
  const there = !tags.has('nil')
    ? state
    : requireNonNil(
        ctx,
        state,
        { value: operand, place: placeOf(ctx, site), subject: { kind: 'operand', method } },
        'TypeError',
      );
  const as = (kind: Kind) => (s: State) => apply({ kind, term: unboxTerm(operand.term, kind) }, s);
  const [last, ...others] = [...kinds].reverse();
  if (others.length === 0) return as(last!)(there);
  const tried = ctx.run.trail.mark();
  const answered = kinds.every(kind => as(kind)(there) !== null);
  ctx.run.trail.undo(tried);
  if (!answered) return null;
  return others.reduce<(s: State) => Out>(
    (otherwise, kind) => s =>
      forkState(ctx, isTag(operand.term, kind), s, site, { yes: t => as(kind)(t)!, no: otherwise }),
    s => as(last!)(s)!,
  )(there);
}

/** A value that may be no number, where the checker has followed a test that it is one. */
function narrowOperand(ctx: Ctx, { method, site }: Pick<Send, 'method' | 'site'>, val: Val, state: State): Val {
  if (val.kind !== 'boxed' || ctx.spec || isNumeric(val.type)) return val;
  const type = checkedType(ctx, site);
  if (!type || !isNumeric(type)) return val;
  requireKind(ctx, state, { value: val, type, place: placeOf(ctx, site), subject: { kind: 'operand', method } });
  return { ...val, type };
}

function isNumeric(type: Type): boolean {
  const tags = tagsOf(type);
  return tags !== null && [...tags].every(tag => tag === 'nil' || KINDS.some(kind => kind === tag));
}
