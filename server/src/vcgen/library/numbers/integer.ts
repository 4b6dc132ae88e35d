/** Integer: exact, unbounded. `/`, `%`, `divmod` floor as in Ruby and require a non-zero divisor. */
import { add, compare, integer, mul, neg, sub, toReal } from '../../../logic/arithmetic';
import { and, eq, int, ite, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { wholeRatio } from '../../../logic/rationals';
import { INTEGER, nominal } from '../../../types/type';
import { makeArray } from '../../heap/arrays';
import { decimalText, makeString } from '../../heap/strings';
import { addObligation } from '../../obligations/obligations';
import { positionalArgs, type Send } from '../../state/call';
import type { Model } from '../../state/context';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import { makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type Val } from '../../state/value';
import { boolResult, integerResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { rowsOfNumbers, withinBounds, withinRange } from './arithmetic';
import { boundedBits } from './boundedBits';
import { iterateInteger } from './counting';
import { digits } from './digits';
import { type Division, divide } from './division';
import { floatBinary, isExactlyCompared, isIeee } from './float';
import { integerBits } from './integerBits';
import { withNumericOperand } from './operand';
import { rationalBinary } from './rational';

type IntegerVal = Val & { readonly kind: 'int' };

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<IntegerVal>): ModelRow<IntegerVal> => ({
  class: 'Integer',
  names,
  arity,
  model,
});

/** An Integer computed from the receiver alone. */
const ofOne = (names: string, compute: (a: Formula) => Formula): ModelRow<IntegerVal> =>
  row(names, 0, (_, { receiver }, state) => integerResult(compute(receiver.term), state));

/** Two Integers. */
const ofTwo = (names: string, model: OfTwo): ModelRow<IntegerVal> =>
  row(names, 1, (ctx, send, state) => {
    const [b] = send.args.positional;
    return b?.kind === 'int' ? model(ctx, send, b.term, state) : null;
  });

type OfTwo = (ctx: Ctx, send: Send<IntegerVal>, b: Formula, state: State) => Out | null;

export const INTEGERS: readonly ModelRow<IntegerVal>[] = [
  ofOne('to_i to_int floor ceil round truncate ord numerator', a => a),
  ofOne('succ next', a => add(a, int(1))),
  ofOne('pred', a => sub(a, int(1))),
  ofOne('~', a => sub(neg(a), int(1))),
  ofOne('denominator', () => int(1)),
  row('to_r rationalize', 0, (_, { receiver }, state) => ({
    value: { kind: 'rat', term: wholeRatio(receiver.term) },
    state,
  })),
  row('to_f', 0, (ctx, { receiver }, state) => {
    addCaveat(ctx.run, { type: 'reals' });
    return { value: { kind: 'real', term: toReal(receiver.term) }, state };
  }),
  row('to_s inspect', 0, (ctx, { receiver }, state) => makeString(ctx, state, decimalText(receiver.term))),
  row('even?', 0, (_, { receiver }, state) => boolResult(eq(parityOf(receiver.term), int(0)), state)),
  row('odd?', 0, (_, { receiver }, state) => boolResult(eq(parityOf(receiver.term), int(1)), state)),
  row('integer?', 0, (_, __, state) => boolResult(TRUE, state)),
  row('digits', 0, (ctx, { receiver, site }, state) => digits(ctx, receiver.term, int(10), site, state)),
  row('nonzero?', 0, (_, { receiver }, state) => {
    const term = ite(eq(receiver.term, int(0)), BOXED_NIL, boxValue(receiver)!);
    return { value: { kind: 'boxed', term, type: makeUnionType([INTEGER, { kind: 'nil' }]) }, state };
  }),
  ofTwo('/ div', (ctx, send, b, state) => integerResult(divideChecked(ctx, send, b, state).quotient, state)),
  ofTwo('% modulo', (ctx, send, b, state) => integerResult(divideChecked(ctx, send, b, state).remainder, state)),
  ofTwo('divmod', (ctx, send, b, state) => {
    const { quotient, remainder } = divideChecked(ctx, send, b, state);
    const parts: Val[] = [
      { kind: 'int', term: quotient },
      { kind: 'int', term: remainder },
    ];
    return makeArray(ctx, state, parts, nominal('Array', [INTEGER]), send.site);
  }),
  ofTwo('remainder', (ctx, send, b, state) => {
    const { remainder } = divideChecked(ctx, send, b, state);
    const isNegative = (term: Formula): Formula => compare('<', term, int(0));
    const crossed = and(not(eq(remainder, int(0))), not(eq(isNegative(send.receiver.term), isNegative(b))));
    return integerResult(ite(crossed, sub(remainder, b), remainder), state);
  }),
  ofTwo('ceildiv', (ctx, send, b, state) => {
    const receiver = { ...send.receiver, term: neg(send.receiver.term) };
    return integerResult(neg(divideChecked(ctx, { ...send, receiver }, b, state).quotient), state);
  }),
  ofTwo('digits', (ctx, { receiver, site }, b, state) => digits(ctx, receiver.term, b, site, state)),
  ofTwo('quo', (ctx, send, b, state) =>
    rationalBinary(ctx, send, wholeRatio(send.receiver.term), wholeRatio(b), state),
  ),
  ofTwo('fdiv', (ctx, send, b, state) =>
    isIeee(ctx) ? null : floatBinary(ctx, { ...send, method: '/' }, toReal(send.receiver.term), toReal(b), state),
  ),
  ofTwo(
    'floor',
    roundBy((a, unit, { down }) => down(a, unit)),
  ),
  ofTwo(
    'ceil',
    roundBy((a, unit, { down }) => neg(down(neg(a), unit))),
  ),
  ofTwo(
    'truncate',
    roundBy((a, unit, { toZero }) => toZero(a, unit, 0n)),
  ),
  // Halves round away from zero.
  ofTwo(
    'round',
    roundBy((a, unit, { toZero }) => toZero(a, unit, unit / 2n)),
  ),
  ofTwo('** pow', (_, { receiver }, b, state) => power(receiver.term, b, state)),
  ofTwo(
    '& | ^ allbits? anybits? nobits? << >> []',
    (ctx, { receiver, method }, b, state) =>
      integerBits(receiver.term, method, b, state) ?? boundedBits(ctx, receiver.term, method, b, state),
  ),
  row('clamp', 1, (ctx, { receiver, args, site }, state) => {
    const [range] = args.positional;
    return range?.kind === 'range' ? withinRange(ctx, receiver, range, site, state) : null;
  }),
  row('between? clamp', 2, (ctx, send, state) => withinBounds(ctx, send, send.receiver, send.args.positional, state)),
  ...rowsOfNumbers('Integer', 'int'),
  {
    class: 'Integer',
    names: 'times upto downto',
    arity: [0, 1],
    block: 'required',
    model: (ctx, send, state) => iterateInteger(ctx, send, send.receiver.term, state),
  },
];

const find = modelOf(INTEGERS);

export const integerModel: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  if (receiver.kind !== 'int' || args.irregular) return null;
  const [first] = args.positional;
  if (args.block || !first || args.positional.length > 1 || first.kind === 'range')
    return find(ctx, { ...send, receiver }, state);
  return withNumericOperand(ctx, send, first, state, (operand, s) => {
    if (operand.kind === 'rat') return rationalBinary(ctx, send, wholeRatio(receiver.term), operand.term, s);
    if (operand.kind === 'int') return find(ctx, { ...send, receiver, args: positionalArgs([operand]) }, s);
    if (isIeee(ctx) && isExactlyCompared(method)) return null;
    return floatBinary(ctx, send, toReal(receiver.term), operand.term, s);
  });
};

function parityOf(a: Formula): Formula {
  return { kind: 'apply', operator: 'mod', args: [a, int(2)], sort: { kind: 'int' } };
}

/** ZeroDivisionError is an obligation: required, never assumed. */
function divideChecked(ctx: Ctx, { receiver, site }: Send<IntegerVal>, b: Formula, state: State): Division {
  addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: not(eq(b, int(0))),
    place: placeOf(ctx, site),
    reason: { kind: 'nonzero-divisor' },
    raises: 'ZeroDivisionError',
  });
  return divide(ctx.run, receiver.term, b);
}

const MOST_DIGITS = 30n;

/** Multiples of a unit. */
interface Units {
  /** The largest multiple of the unit that is at most a. */
  down(a: Formula, unit: bigint): Formula;
  /** The same towards zero, after moving a away from zero by `shift`. */
  toZero(a: Formula, unit: bigint, shift: bigint): Formula;
}

/** Rounds to tens, hundreds, …; a number of digits after the point changes nothing. */
function roundBy(round: (a: Formula, unit: bigint, units: Units) => Formula): OfTwo {
  return (ctx, { receiver: { term: a } }, b, state) => {
    const wanted = integer(b);
    if (wanted === null || wanted < -MOST_DIGITS) return null;
    if (wanted >= 0n) return integerResult(a, state);
    const down = (term: Formula, unit: bigint): Formula => mul(divide(ctx.run, term, int(unit)).quotient, int(unit));
    const toZero = (term: Formula, unit: bigint, shift: bigint): Formula =>
      ite(compare('>=', term, int(0)), down(add(term, int(shift)), unit), neg(down(add(neg(term), int(shift)), unit)));
    return integerResult(round(a, 10n ** -wanted, { down, toZero }), state);
  };
}

/** Small constant exponents are products; 2 ** -1 is a Rational, not an Integer, so a negative one has no model. */
function power(a: Formula, b: Formula, state: State): Out | null {
  const exponent = integer(b);
  if (exponent === null || exponent < 0n || exponent > (integer(a) === null ? 8n : 256n)) return null;
  let term = int(1);
  for (let i = 0n; i < exponent; i++) term = mul(term, a);
  return { value: { kind: 'int', term }, state };
}
