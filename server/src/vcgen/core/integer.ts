/** Integer: exact, unbounded. `/`, `%`, `divmod` floor as in Ruby and ask for a divisor that is not zero. */
import { add, compare, integer, mul, neg, sub, toReal } from '../../logic/arithmetic';
import { and, eq, int, ite, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { wholeRatio } from '../../logic/ratios';
import { INTEGER, nominal } from '../../types/type';
import type { Site } from '../arguments';
import { makeArray } from '../arrays';
import { type Ctx, caveat, type Out, placeOf } from '../context';
import { type Division, divide } from '../division';
import { oblige } from '../obligations';
import { unionOf } from '../shape';
import type { State } from '../state';
import { decimal, makeString } from '../strings';
import { BOXED_NIL, boxed, type Val } from '../value';
import { boundedBits } from './boundedBits';
import { digits } from './digits';
import { EXACTLY_COMPARED, floatBinary, isIeee } from './float';
import { integerBits } from './integerBits';
import { integerIteration } from './iteration';
import type { Model } from './models';
import { binaryNumber, unaryNumber, withinBounds, withinRange } from './numbers';
import { numeric } from './numeric';
import { rationalBinary } from './rational';

export const integerModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'int' || args.irregular) return null;
  if (args.block) return integerIteration(ctx, receiver.term, method, args, site, state);
  if (args.positional.length === 0) return unary(ctx, receiver.term, method, site, state);
  const [first] = args.positional;
  if (method === 'clamp' && first?.kind === 'range' && args.positional.length === 1)
    return withinRange(ctx, 'int', receiver.term, first, site, state);
  if (args.positional.length !== 1)
    return withinBounds(ctx, 'int', receiver.term, method, args.positional, site, state);
  return numeric(ctx, args.positional[0]!, method, site, state, (operand, s) => {
    if (operand.kind === 'int') return binary(ctx, receiver.term, method, operand.term, site, s);
    if (operand.kind === 'rat') return rationalBinary(ctx, wholeRatio(receiver.term), method, operand.term, site, s);
    if (isIeee(ctx) && EXACTLY_COMPARED.has(method)) return null;
    return floatBinary(ctx, toReal(receiver.term), method, operand.term, site, s);
  });
};

function unary(ctx: Ctx, a: Formula, method: string, site: Site, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case 'to_i':
    case 'to_int':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'truncate':
    case 'ord':
    case 'numerator':
      return number(a);
    case 'succ':
    case 'next':
      return number(add(a, int(1)));
    case 'pred':
      return number(sub(a, int(1)));
    case '~':
      return number(sub(neg(a), int(1)));
    case 'to_r':
    case 'rationalize':
      return { value: { kind: 'rat', term: wholeRatio(a) }, state };
    case 'denominator':
      return number(int(1));
    case 'to_f':
      caveat(ctx.run, { type: 'reals' });
      return { value: { kind: 'real', term: toReal(a) }, state };
    case 'to_s':
    case 'inspect':
      return makeString(ctx, state, decimal(a));
    case 'even?':
      return truth(eq(divideByConstant(a), int(0)));
    case 'odd?':
      return truth(eq(divideByConstant(a), int(1)));
    case 'integer?':
      return truth(TRUE);
    case 'digits':
      return digits(ctx, a, int(10), site, state);
    case 'nonzero?': {
      const term = ite(eq(a, int(0)), BOXED_NIL, boxed({ kind: 'int', term: a })!);
      return { value: { kind: 'boxed', term, type: unionOf([INTEGER, { kind: 'nil' }]) }, state };
    }
    default:
      return unaryNumber('int', a, method, state);
  }
}

function divideByConstant(a: Formula): Formula {
  return { kind: 'apply', operator: 'mod', args: [a, int(2)], sort: { kind: 'int' } };
}

function binary(ctx: Ctx, a: Formula, method: string, b: Formula, site: Site, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  switch (method) {
    case '/':
    case 'div':
      return number(divided(ctx, a, b, site, state).quotient);
    case '%':
    case 'modulo':
      return number(divided(ctx, a, b, site, state).remainder);
    case 'divmod': {
      const { quotient, remainder } = divided(ctx, a, b, site, state);
      const parts: Val[] = [
        { kind: 'int', term: quotient },
        { kind: 'int', term: remainder },
      ];
      return makeArray(ctx, state, parts, nominal('Array', [INTEGER]), site);
    }
    case 'remainder': {
      const { remainder } = divided(ctx, a, b, site, state);
      const crossed = and(not(eq(remainder, int(0))), not(eq(compare('<', a, int(0)), compare('<', b, int(0)))));
      return number(ite(crossed, sub(remainder, b), remainder));
    }
    case 'digits':
      return digits(ctx, a, b, site, state);
    case 'ceildiv':
      return number(neg(divided(ctx, neg(a), b, site, state).quotient));
    case 'quo':
      return rationalBinary(ctx, wholeRatio(a), method, wholeRatio(b), site, state);
    case 'fdiv':
      if (isIeee(ctx)) return null;
      return floatBinary(ctx, toReal(a), '/', toReal(b), site, state);
    case 'floor':
    case 'ceil':
    case 'round':
    case 'truncate':
      return roundedTo(ctx, method, a, integer(b), state);
    case '**':
    case 'pow':
      return power(a, b, state);
    default:
      return (
        binaryNumber('int', a, method, b, state) ??
        integerBits(a, method, b, state) ??
        boundedBits(ctx, a, method, b, state)
      );
  }
}

/** ZeroDivisionError is an obligation: it is asked, never assumed. */
function divided(ctx: Ctx, a: Formula, b: Formula, site: Site, state: State): Division {
  oblige(ctx, state, {
    kind: 'core-precondition',
    goal: not(eq(b, int(0))),
    place: placeOf(ctx, site),
    about: 'the divisor is not zero',
    raises: 'ZeroDivisionError',
  });
  return divide(ctx.run, a, b);
}

const MOST_DIGITS = 30n;

/** To tens, hundreds, …: a half goes away from zero. */
function roundedTo(
  ctx: Ctx,
  method: 'floor' | 'ceil' | 'round' | 'truncate',
  a: Formula,
  digits: bigint | null,
  state: State,
): Out | null {
  if (digits === null || digits < -MOST_DIGITS) return null;
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  if (digits >= 0n) return number(a);
  const unit = 10n ** -digits;
  const down = (term: Formula): Formula => mul(divide(ctx.run, term, int(unit)).quotient, int(unit));
  const toZero = (shift: bigint): Formula =>
    ite(compare('>=', a, int(0)), down(add(a, int(shift))), neg(down(add(neg(a), int(shift)))));
  switch (method) {
    case 'floor':
      return number(down(a));
    case 'ceil':
      return number(neg(down(neg(a))));
    case 'truncate':
      return number(toZero(0n));
    case 'round':
      return number(toZero(unit / 2n));
  }
}

/** Small constant exponents are products; 2 ** -1 is a Rational and no Integer, so a negative one has no model. */
function power(a: Formula, b: Formula, state: State): Out | null {
  const exponent = integer(b);
  if (exponent === null || exponent < 0n || exponent > (integer(a) === null ? 8n : 256n)) return null;
  let term = int(1);
  for (let i = 0n; i < exponent; i++) term = mul(term, a);
  return { value: { kind: 'int', term }, state };
}
