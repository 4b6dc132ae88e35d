/** Integer: exact, unbounded. `/`, `%`, `divmod` floor as in Ruby and require a non-zero divisor. */
import { add, compare, integer, mul, neg, sub, toReal } from '../../../logic/arithmetic';
import { and, eq, int, ite, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { wholeRatio } from '../../../logic/ratios';
import { INTEGER, nominal } from '../../../types/type';
import { makeArray } from '../../heap/arrays';
import { decimalText, makeString } from '../../heap/strings';
import { addObligation } from '../../obligations/obligations';
import type { Model, Send, Site } from '../../state/call';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { iterateInteger } from '../ranges/counting';
import { binaryNumber, unaryNumber, withinBounds, withinRange } from './arithmetic';
import { boundedBits } from './boundedBits';
import { digits } from './digits';
import { type Division, divide } from './division';
import { EXACTLY_COMPARED, floatBinary, isIeee } from './float';
import { integerBits } from './integerBits';
import { withNumericOperand } from './operand';
import { rationalBinary } from './rational';

export const integerModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'int' || args.irregular) return null;
  if (args.block) return iterateInteger(ctx, send, receiver.term, state);
  if (args.positional.length === 0) return unary(ctx, receiver.term, method, site, state);
  const [first] = args.positional;
  if (method === 'clamp' && first?.kind === 'range' && args.positional.length === 1)
    return withinRange(ctx, { kind: 'int', term: receiver.term }, first, site, state);
  if (args.positional.length !== 1)
    return withinBounds(ctx, send, { kind: 'int', term: receiver.term }, args.positional, state);
  return withNumericOperand(ctx, send, args.positional[0]!, state, (operand, s) => {
    if (operand.kind === 'int') return binary(ctx, send, receiver.term, operand.term, s);
    if (operand.kind === 'rat') return rationalBinary(ctx, send, wholeRatio(receiver.term), operand.term, s);
    if (isIeee(ctx) && EXACTLY_COMPARED.has(method)) return null;
    return floatBinary(ctx, send, toReal(receiver.term), operand.term, s);
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
      addCaveat(ctx.run, { type: 'reals' });
      return { value: { kind: 'real', term: toReal(a) }, state };
    case 'to_s':
    case 'inspect':
      return makeString(ctx, state, decimalText(a));
    case 'even?':
      return truth(eq(divideByConstant(a), int(0)));
    case 'odd?':
      return truth(eq(divideByConstant(a), int(1)));
    case 'integer?':
      return truth(TRUE);
    case 'digits':
      return digits(ctx, a, int(10), site, state);
    case 'nonzero?': {
      const term = ite(eq(a, int(0)), BOXED_NIL, boxValue({ kind: 'int', term: a })!);
      return { value: { kind: 'boxed', term, type: makeUnionType([INTEGER, { kind: 'nil' }]) }, state };
    }
    default:
      return unaryNumber('int', a, method, state);
  }
}

function divideByConstant(a: Formula): Formula {
  return { kind: 'apply', operator: 'mod', args: [a, int(2)], sort: { kind: 'int' } };
}

function binary(ctx: Ctx, send: Send, a: Formula, b: Formula, state: State): Out | null {
  const { method, site } = send;
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  switch (method) {
    case '/':
    case 'div':
      return number(divideChecked(ctx, a, b, site, state).quotient);
    case '%':
    case 'modulo':
      return number(divideChecked(ctx, a, b, site, state).remainder);
    case 'divmod': {
      const { quotient, remainder } = divideChecked(ctx, a, b, site, state);
      const parts: Val[] = [
        { kind: 'int', term: quotient },
        { kind: 'int', term: remainder },
      ];
      return makeArray(ctx, state, parts, nominal('Array', [INTEGER]), site);
    }
    case 'remainder': {
      const { remainder } = divideChecked(ctx, a, b, site, state);
      const crossed = and(not(eq(remainder, int(0))), not(eq(compare('<', a, int(0)), compare('<', b, int(0)))));
      return number(ite(crossed, sub(remainder, b), remainder));
    }
    case 'digits':
      return digits(ctx, a, b, site, state);
    case 'ceildiv':
      return number(neg(divideChecked(ctx, neg(a), b, site, state).quotient));
    case 'quo':
      return rationalBinary(ctx, send, wholeRatio(a), wholeRatio(b), state);
    case 'fdiv':
      if (isIeee(ctx)) return null;
      return floatBinary(ctx, { ...send, method: '/' }, toReal(a), toReal(b), state);
    case 'floor':
    case 'ceil':
    case 'round':
    case 'truncate':
      return roundToDigits(ctx, method, a, integer(b), state);
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

/** ZeroDivisionError is an obligation: required, never assumed. */
function divideChecked(ctx: Ctx, a: Formula, b: Formula, site: Site, state: State): Division {
  addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: not(eq(b, int(0))),
    place: placeOf(ctx, site),
    reason: { kind: 'nonzero-divisor' },
    raises: 'ZeroDivisionError',
  });
  return divide(ctx.run, a, b);
}

const MOST_DIGITS = 30n;

/** Rounds to tens, hundreds, …: halves round away from zero. */
function roundToDigits(
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

/** Small constant exponents are products; 2 ** -1 is a Rational, not an Integer, so a negative one has no model. */
function power(a: Formula, b: Formula, state: State): Out | null {
  const exponent = integer(b);
  if (exponent === null || exponent < 0n || exponent > (integer(a) === null ? 8n : 256n)) return null;
  let term = int(1);
  for (let i = 0n; i < exponent; i++) term = mul(term, a);
  return { value: { kind: 'int', term }, state };
}
