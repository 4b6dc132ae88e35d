/**
 * Rational: exact, so proofs do not say "over reals". Mixed with an Integer it stays exact; mixed with a Float it
 * becomes a Float. Every rational is a real, so what holds of all reals holds of it. Division by zero is an obligation.
 */
import { type Comparison, integer, neg } from '../../../logic/arithmetic';
import { and, eq, int, ite, not } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import {
  fractionOf,
  negateRatio,
  ratio,
  ratioAsReal,
  ratioCompared,
  ratioFloor,
  ratioOf,
  wholeRatio,
} from '../../../logic/rationals';
import { NIL, nominal } from '../../../types/type';
import { addObligation } from '../../obligations/obligations';
import { type Args, positionalArgs, type Send, type Site } from '../../state/call';
import type { Model } from '../../state/context';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { boolResult, integerResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { floatBinary, isIeee } from './float';
import { withNumericOperand } from './operand';

const ZERO = ratio(0n, 1n);
const HALF = ratio(1n, 2n);

/** The largest exponent that is expanded to a product. */
const LARGEST_EXPONENT = 8n;

type RationalVal = Val & { readonly kind: 'rat' };

const row = (names: string, arity: number, model: ModelOf<RationalVal>): ModelRow<RationalVal> => ({
  class: 'Rational',
  names,
  arity,
  model,
});

/** The receiver alone. */
const ofOne = (names: string, model: (a: Formula, state: State) => Out | null): ModelRow<RationalVal> =>
  row(names, 0, (_, { receiver }, state) => model(receiver.term, state));

/** Two Rationals. */
const ofTwo = (names: string, model: OfTwo): ModelRow<RationalVal> =>
  row(names, 1, (ctx, send, state) => {
    const [b] = send.args.positional;
    return b?.kind === 'rat' ? model(ctx, send, b.term, state) : null;
  });

type OfTwo = (ctx: Ctx, send: Send<RationalVal>, b: Formula, state: State) => Out;

const number = (term: Formula, state: State): Out => ({ value: { kind: 'rat', term }, state });

const isNegative = (a: Formula): Formula => ratioCompared('<', a, ZERO);
const towardsZero = (a: Formula): Formula => ite(isNegative(a), neg(ratioFloor(negateRatio(a))), ratioFloor(a));

export const RATIONALS: readonly ModelRow<RationalVal>[] = [
  ofOne('-@', (a, state) => number(negateRatio(a), state)),
  ofOne('+@ to_r rationalize', number),
  ofOne('abs magnitude', (a, state) => number(ite(isNegative(a), negateRatio(a), a), state)),
  ofOne('zero?', (a, state) => boolResult(eq(a, ZERO), state)),
  ofOne('positive?', (a, state) => boolResult(ratioCompared('>', a, ZERO), state)),
  ofOne('negative?', (a, state) => boolResult(isNegative(a), state)),
  ofOne('nonzero?', (a, state) => {
    const term = ite(eq(a, ZERO), BOXED_NIL, boxValue({ kind: 'rat', term: a })!);
    return { value: { kind: 'boxed', term, type: makeUnionType([nominal('Rational'), NIL]) }, state };
  }),
  ofOne('floor', (a, state) => integerResult(ratioFloor(a), state)),
  ofOne('ceil', (a, state) => integerResult(neg(ratioFloor(negateRatio(a))), state)),
  ofOne('to_i truncate', (a, state) => integerResult(towardsZero(a), state)),
  // Halves round away from zero.
  ofOne('round', (a, state) => {
    const up = ratioFloor(ratioOf('+', a, HALF));
    return integerResult(ite(isNegative(a), neg(ratioFloor(ratioOf('-', HALF, a))), up), state);
  }),
  ofOne('numerator', (a, state) => numeratorOrDenominator(a, 0, state)),
  ofOne('denominator', (a, state) => numeratorOrDenominator(a, 1, state)),
  row('to_f', 0, (ctx, { receiver }, state) => {
    if (isIeee(ctx)) return null;
    addCaveat(ctx.run, { type: 'reals' });
    return { value: { kind: 'real', term: ratioAsReal(receiver.term) }, state };
  }),
  ofTwo('+', (_, { receiver }, b, state) => number(ratioOf('+', receiver.term, b), state)),
  ofTwo('-', (_, { receiver }, b, state) => number(ratioOf('-', receiver.term, b), state)),
  ofTwo('*', (_, { receiver }, b, state) => number(ratioOf('*', receiver.term, b), state)),
  ofTwo('/ quo', (ctx, { receiver, site }, b, state) => number(quotient(ctx, receiver.term, b, site, state), state)),
  ofTwo('div', (ctx, { receiver, site }, b, state) =>
    integerResult(ratioFloor(quotient(ctx, receiver.term, b, site, state)), state),
  ),
  ofTwo('% modulo', (ctx, { receiver, site }, b, state) => {
    const floored = wholeRatio(ratioFloor(quotient(ctx, receiver.term, b, site, state)));
    return number(ratioOf('-', receiver.term, ratioOf('*', b, floored)), state);
  }),
  ofTwo('< <= > >=', (_, { receiver, method }, b, state) =>
    boolResult(ratioCompared(method as Comparison, receiver.term, b), state),
  ),
  ofTwo('<=>', (_, { receiver: { term: a } }, b, state) =>
    integerResult(ite(ratioCompared('<', a, b), int(-1), ite(eq(a, b), int(0), int(1))), state),
  ),
  row('**', 1, (ctx, { receiver, args, site }, state) => {
    const [b] = args.positional;
    return b?.kind === 'int' ? power(ctx, receiver.term, b.term, site, state) : null;
  }),
  row('between?', 2, (_, { receiver, args }, state) => {
    const [low, high] = args.positional.map(exactTerm);
    if (!low || !high) return null;
    return boolResult(and(ratioCompared('<=', low, receiver.term), ratioCompared('<=', receiver.term, high)), state);
  }),
];

const find = modelOf(RATIONALS);

export const rationalModel: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  if (receiver.kind !== 'rat' || args.irregular || args.block) return null;
  const [first] = args.positional;
  if (!first || args.positional.length > 1) return find(ctx, { ...send, receiver }, state);
  return withNumericOperand(ctx, send, first, state, (operand, s) => {
    if (operand.kind === 'real')
      return isIeee(ctx) ? null : floatBinary(ctx, send, ratioAsReal(receiver.term), operand.term, s);
    if (operand.kind === 'rat') return rationalBinary(ctx, send, receiver.term, operand.term, s);
    return method === '**'
      ? find(ctx, { ...send, receiver, args: positionalArgs([operand]) }, s)
      : rationalBinary(ctx, send, receiver.term, wholeRatio(operand.term), s);
  });
};

/** Only of a constant: the solver could not use that a fraction is in lowest terms. */
function numeratorOrDenominator(a: Formula, part: 0 | 1, state: State): Out | null {
  const known = fractionOf(a);
  return known && integerResult(int(known[part]), state);
}

export function rationalBinary(ctx: Ctx, send: Send, a: Formula, b: Formula, state: State): Out | null {
  const args = positionalArgs([{ kind: 'rat', term: b }]);
  return find(ctx, { ...send, receiver: { kind: 'rat', term: a }, args }, state);
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

/** `Rational(a, b)` of exact numbers; strings and Floats are left to the library's signature. */
export function rationalFrom(ctx: Ctx, { positional, irregular, keywords, block }: Args, site: Site, state: State) {
  const terms = positional.map(exactTerm);
  const [a, b] = terms;
  if (irregular || block || keywords.size > 0 || !a || b === null || terms.length > 2) return null;
  return number(b ? quotient(ctx, a, b, site, state) : a, state);
}
