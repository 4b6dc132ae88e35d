/**
 * Float over the reals: every proof that holds a Float operation says so. NaN, infinities and -0.0 are not in this
 * model; a division by 0.0 would make one, so it is an obligation here.
 */
import { compare, floor, neg, toReal } from '../../logic/arithmetic';
import { apply, eq, ite, not, real } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { REAL_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { type Ctx, caveat, type Out, placeOf } from '../context';
import { oblige } from '../obligations';
import type { State } from '../state';
import type { Model } from './models';
import { binaryNumber, unaryNumber, withinBounds } from './numbers';
import { numeric } from './numeric';

const ZERO = real('0');

export const floatModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'real' || args.irregular || args.block) return null;
  caveat(ctx.run, { type: 'reals' });
  if (args.positional.length === 0) return unary(receiver.term, method, state);
  if (args.positional.length !== 1)
    return withinBounds(ctx, 'real', receiver.term, method, args.positional, site, state);
  return numeric(ctx, args.positional[0]!, method, site, state, (operand, s) =>
    floatBinary(ctx, receiver.term, method, operand.kind === 'int' ? toReal(operand.term) : operand.term, site, s),
  );
};

function unary(a: Formula, method: string, state: State): Out | null {
  switch (method) {
    case 'to_f':
      return { value: { kind: 'real', term: a }, state };
    case 'floor':
      return { value: { kind: 'int', term: floor(a) }, state };
    case 'ceil':
      return { value: { kind: 'int', term: neg(floor(neg(a))) }, state };
    case 'to_i':
    case 'truncate':
      return { value: { kind: 'int', term: ite(compare('>=', a, ZERO), floor(a), neg(floor(neg(a)))) }, state };
    case 'nan?':
    case 'infinite?':
      return null;
    default:
      return unaryNumber('real', a, method, state);
  }
}

export function floatBinary(ctx: Ctx, a: Formula, method: string, b: Formula, site: Site, state: State): Out | null {
  caveat(ctx.run, { type: 'reals' });
  switch (method) {
    case 'fdiv':
    case 'quo':
    case '/':
      oblige(ctx, state, {
        kind: 'core-precondition',
        goal: not(eq(b, ZERO)),
        place: placeOf(ctx, site),
        about: 'the divisor is not 0.0 (which would give NaN or an infinity)',
      });
      return { value: { kind: 'real', term: apply('/', [a, b], REAL_SORT) }, state };
    default:
      return binaryNumber('real', a, method, b, state);
  }
}
