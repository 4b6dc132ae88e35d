/**
 * Rational: exact, so proofs do not say "over reals". Mixed with an Integer it stays exact; mixed with a Float it
 * becomes a Float. Every rational is a real, so what holds of all reals holds of it. Division by zero is an obligation.
 */
import { integer, neg } from '../../../logic/arithmetic';
import { and, eq, int, ite, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import {
  fractionOf,
  ratio,
  ratioAsReal,
  ratioCompared,
  ratioFloor,
  ratioNegated,
  ratioOf,
  wholeRatio,
} from '../../../logic/ratios';
import { NIL, nominal } from '../../../types/type';
import { addObligation } from '../../obligations/obligations';
import type { Args, Model, Send, Site } from '../../state/call';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { floatBinary, isIeee } from './float';
import { withNumericOperand } from './operand';

const ZERO = ratio(0n, 1n);
const HALF = ratio(1n, 2n);

/** The largest exponent that is expanded to a product. */
const LARGEST_EXPONENT = 8n;

export const rationalModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'rat' || args.irregular || args.block) return null;
  const [first, second] = args.positional;
  if (!first) return unary(ctx, receiver.term, method, state);
  if (second) return args.positional.length === 2 ? between(receiver.term, method, first, second, state) : null;
  return withNumericOperand(ctx, send, first, state, (operand, s) => {
    if (operand.kind === 'real') {
      return isIeee(ctx) ? null : floatBinary(ctx, send, ratioAsReal(receiver.term), operand.term, s);
    }
    if (method === '**' && operand.kind === 'int') return power(ctx, receiver.term, operand.term, site, s);
    const other = operand.kind === 'int' ? wholeRatio(operand.term) : operand.term;
    return rationalBinary(ctx, send, receiver.term, other, s);
  });
};

const number = (term: Formula, state: State): Out => ({ value: { kind: 'rat', term }, state });
const whole = (term: Formula, state: State): Out => ({ value: { kind: 'int', term }, state });
const truth = (term: Formula, state: State): Out => ({ value: { kind: 'bool', term }, state });

function unary(ctx: Ctx, a: Formula, method: string, state: State): Out | null {
  const isNegative = ratioCompared('<', a, ZERO);
  const down = (term: Formula): Formula => ratioFloor(term);
  const towardsZero = (term: Formula): Formula => ite(isNegative, neg(down(ratioNegated(term))), down(term));
  switch (method) {
    case '-@':
      return number(ratioNegated(a), state);
    case '+@':
    case 'to_r':
    case 'rationalize':
      return number(a, state);
    case 'abs':
    case 'magnitude':
      return number(ite(isNegative, ratioNegated(a), a), state);
    case 'zero?':
      return truth(eq(a, ZERO), state);
    case 'positive?':
      return truth(ratioCompared('>', a, ZERO), state);
    case 'negative?':
      return truth(isNegative, state);
    case 'nonzero?': {
      const term = ite(eq(a, ZERO), BOXED_NIL, boxValue({ kind: 'rat', term: a })!);
      return { value: { kind: 'boxed', term, type: makeUnionType([nominal('Rational'), NIL]) }, state };
    }
    case 'floor':
      return whole(down(a), state);
    case 'ceil':
      return whole(neg(down(ratioNegated(a))), state);
    case 'to_i':
    case 'truncate':
      return whole(towardsZero(a), state);
    case 'round': {
      // Halves round away from zero.
      const up = down(ratioOf('+', a, HALF));
      return whole(ite(isNegative, neg(down(ratioOf('-', HALF, a))), up), state);
    }
    case 'numerator':
    case 'denominator':
      return partOf(a, method, state);
    case 'to_f':
      if (isIeee(ctx)) return null;
      addCaveat(ctx.run, { type: 'reals' });
      return { value: { kind: 'real', term: ratioAsReal(a) }, state };
    default:
      return null;
  }
}

/** Only of a constant: the solver could not use that a fraction is in lowest terms. */
function partOf(a: Formula, method: 'numerator' | 'denominator', state: State): Out | null {
  const known = fractionOf(a);
  return known && whole(int(known[method === 'numerator' ? 0 : 1]), state);
}

export function rationalBinary(ctx: Ctx, { method, site }: Send, a: Formula, b: Formula, state: State): Out | null {
  switch (method) {
    case '+':
    case '-':
    case '*':
      return number(ratioOf(method, a, b), state);
    case '/':
    case 'quo':
      return number(quotient(ctx, a, b, site, state), state);
    case 'div':
      return whole(ratioFloor(quotient(ctx, a, b, site, state)), state);
    case '%':
    case 'modulo': {
      const floored = wholeRatio(ratioFloor(quotient(ctx, a, b, site, state)));
      return number(ratioOf('-', a, ratioOf('*', b, floored)), state);
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return truth(ratioCompared(method, a, b), state);
    case '<=>':
      return whole(ite(ratioCompared('<', a, b), int(-1), ite(eq(a, b), int(0), int(1))), state);
    default:
      return null;
  }
}

/** ZeroDivisionError is an obligation: required, never assumed. */
function quotient(ctx: Ctx, a: Formula, b: Formula, site: Site, state: State): Formula {
  addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: not(eq(b, ZERO)),
    place: placeOf(ctx, site),
    reason: { kind: 'nonzero-divisor' },
    raises: 'ZeroDivisionError',
  });
  return ratioOf('/', a, b);
}

/** Small constant exponents are products, negative ones the inverse; others have no model. */
function power(ctx: Ctx, a: Formula, b: Formula, site: Site, state: State): Out | null {
  const exponent = integer(b);
  const times = exponent === null ? null : exponent < 0n ? -exponent : exponent;
  if (times === null || exponent === null || times > LARGEST_EXPONENT) return null;
  let term = ratio(1n, 1n);
  for (let i = 0n; i < times; i++) term = i === 0n ? a : ratioOf('*', term, a);
  return number(exponent < 0n ? quotient(ctx, ratio(1n, 1n), term, site, state) : term, state);
}

/** The number as a Rational, if it is one or an Integer. */
function exactTerm(val: Val): Formula | null {
  if (val.kind === 'rat') return val.term;
  return val.kind === 'int' ? wholeRatio(val.term) : null;
}

function between(a: Formula, method: string, low: Val, high: Val, state: State): Out | null {
  const [x, y] = [exactTerm(low), exactTerm(high)];
  if (method !== 'between?' || x === null || y === null) return null;
  return truth(and(ratioCompared('<=', x, a), ratioCompared('<=', a, y)), state);
}

/** `Rational(a, b)` of exact numbers; strings and Floats are left to the library's signature. */
export function rationalFrom(ctx: Ctx, { positional, irregular, keywords, block }: Args, site: Site, state: State) {
  const terms = positional.map(exactTerm);
  const [a, b] = terms;
  if (irregular || block || keywords.size > 0 || !a || b === null || terms.length > 2) return null;
  return number(b ? quotient(ctx, a, b, site, state) : a, state);
}
