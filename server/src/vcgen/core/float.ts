/**
 * Float over the reals: every proof that holds a Float operation says so. NaN, infinities and -0.0 are not in this
 * model; a division by 0.0 would make one, so it is an obligation here.
 */
import { add, type Comparison, compare, floor, mul, neg, sub, toReal } from '../../logic/arithmetic';
import { apply, eq, ite, not, real } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { REAL_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { type Ctx, caveat, type Out, placeOf } from '../context';
import { oblige } from '../obligations';
import type { State } from '../state';
import type { Model } from './models';
import { numeric } from './numeric';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const ZERO = real('0');

export const floatModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'real' || args.irregular || args.block) return null;
  caveat(ctx.run, { type: 'reals' });
  if (args.positional.length === 0) return unary(receiver.term, method, state);
  if (args.positional.length !== 1) return null;
  return numeric(ctx, args.positional[0]!, method, site, state, (operand, s) =>
    floatBinary(ctx, receiver.term, method, operand.kind === 'int' ? toReal(operand.term) : operand.term, site, s),
  );
};

function unary(a: Formula, method: string, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind: 'real', term }, state });
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '-@':
      return number(neg(a));
    case '+@':
    case 'to_f':
      return number(a);
    case 'abs':
    case 'magnitude':
      return number(ite(compare('>=', a, ZERO), a, neg(a)));
    case 'zero?':
      return truth(eq(a, ZERO));
    case 'positive?':
      return truth(compare('>', a, ZERO));
    case 'negative?':
      return truth(compare('<', a, ZERO));
    case 'floor':
      return { value: { kind: 'int', term: floor(a) }, state };
    case 'ceil':
      return { value: { kind: 'int', term: neg(floor(neg(a))) }, state };
    case 'to_i':
    case 'truncate':
      return { value: { kind: 'int', term: ite(compare('>=', a, ZERO), floor(a), neg(floor(neg(a)))) }, state };
    default:
      return null;
  }
}

export function floatBinary(ctx: Ctx, a: Formula, method: string, b: Formula, site: Site, state: State): Out | null {
  caveat(ctx.run, { type: 'reals' });
  const number = (term: Formula): Out => ({ value: { kind: 'real', term }, state });
  if (COMPARISONS.has(method)) return { value: { kind: 'bool', term: compare(method as Comparison, a, b) }, state };
  switch (method) {
    case '+':
      return number(add(a, b));
    case '-':
      return number(sub(a, b));
    case '*':
      return number(mul(a, b));
    case '/':
      oblige(ctx, state, {
        kind: 'core-precondition',
        goal: not(eq(b, ZERO)),
        place: placeOf(ctx, site),
        about: 'the divisor is not 0.0 (which would give NaN or an infinity)',
      });
      return number(apply('/', [a, b], REAL_SORT));
    default:
      return null;
  }
}
