/**
 * Float over the reals: every proof that contains a Float operation says so. NaN, infinities and -0.0 are outside this
 * model; a division by 0.0 would produce one, so a non-zero divisor is an obligation here.
 */
import { add, compare, floor, neg, sub, toReal } from '../../../logic/arithmetic';
import { apply, eq, ite, not, real } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { ratioAsReal } from '../../../logic/rationals';
import { BOOL_SORT, REAL_SORT } from '../../../logic/sorts';
import { addObligation } from '../../obligations/obligations';
import { positionalArgs, type Send, type Site } from '../../state/call';
import type { Model } from '../../state/context';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';
import { boolResult, integerResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { rowsOfNumbers, withinBounds, withinRange } from './arithmetic';
import { type NumberVal, withNumericOperand } from './operand';

const ZERO = real('0');

type FloatVal = Val & { readonly kind: 'real' };

const row = (names: string, arity: number, model: ModelOf<FloatVal>): ModelRow<FloatVal> => ({
  class: 'Float',
  names,
  arity,
  model,
});

export const FLOATS: readonly ModelRow<FloatVal>[] = [
  row('to_f', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  row('floor', 0, (ctx, send, state) => toInteger(ctx, send, floor, state)),
  row('ceil', 0, (ctx, send, state) => toInteger(ctx, send, a => neg(floor(neg(a))), state)),
  row('to_i truncate', 0, (ctx, send, state) =>
    toInteger(ctx, send, a => ite(compare('>=', a, ZERO), floor(a), neg(floor(neg(a)))), state),
  ),
  row('round', 0, (ctx, { receiver }, state) =>
    isIeee(ctx) ? null : integerResult(roundHalfAway(receiver.term), state),
  ),
  row('clamp', 1, (ctx, { receiver, args, site }, state) => {
    const [first] = args.positional;
    return first?.kind !== 'range' || isIeee(ctx) ? null : withinRange(ctx, receiver, first, site, state);
  }),
  row('between? clamp', 2, (ctx, send, state) =>
    isIeee(ctx) ? null : withinBounds(ctx, send, send.receiver, send.args.positional, state),
  ),
  // With NaN, `x <= x` need not hold: do not simplify.
  row('< <= > >=', 1, (ctx, { receiver, method, args }, state) => {
    const [b] = args.positional;
    return isIeee(ctx) && b?.kind === 'real'
      ? boolResult(apply(method, [receiver.term, b.term], BOOL_SORT), state)
      : null;
  }),
  row('fdiv quo /', 1, (ctx, { receiver, args, site }, state) => {
    const [b] = args.positional;
    return b?.kind === 'real' ? divideFloats(ctx, receiver.term, b.term, site, state) : null;
  }),
  ...rowsOfNumbers('Float', 'real'),
];

const find = modelOf(FLOATS);

export const floatModel: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  if (receiver.kind !== 'real' || args.irregular || args.block) return null;
  addCaveat(ctx.run, { type: 'reals' });
  const [first] = args.positional;
  if (!first || args.positional.length > 1 || first.kind === 'range') return find(ctx, { ...send, receiver }, state);
  return withNumericOperand(ctx, send, first, state, (operand, s) =>
    operand.kind !== 'real' && isIeee(ctx) && (operand.kind === 'rat' || isExactlyCompared(method))
      ? null
      : floatBinary(ctx, send, receiver.term, asReal(operand), s),
  );
};

function asReal({ kind, term }: NumberVal): Formula {
  if (kind === 'int') return toReal(term);
  return kind === 'rat' ? ratioAsReal(term) : term;
}

/** Whether the setting selects IEEE doubles. */
export function isIeee(ctx: Ctx): boolean {
  return ctx.run.input.settings.floats === 'ieee';
}

/** Ruby compares an Integer and a Float exactly, not as doubles. */
export function isExactlyCompared(method: string): boolean {
  return EXACTLY_COMPARED.has(method);
}

const EXACTLY_COMPARED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '<=>']);

/** NaN and the infinities have no integer value. */
function toInteger(
  ctx: Ctx,
  { receiver: { term: a }, method, site }: Send<FloatVal>,
  round: (a: Formula) => Formula,
  state: State,
): Out {
  if (!isIeee(ctx)) return integerResult(round(a), state);
  const finite = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: eq(sub(a, a), ZERO),
    place: placeOf(ctx, site),
    reason: { kind: 'finite-receiver', method },
    raises: 'FloatDomainError',
  });
  return integerResult(round(a), finite);
}

/** Halves round away from zero. */
function roundHalfAway(a: Formula): Formula {
  const half = real('0.5');
  return ite(compare('>=', a, ZERO), floor(add(a, half)), neg(floor(add(neg(a), half))));
}

export function floatBinary(ctx: Ctx, send: Send, a: Formula, b: Formula, state: State): Out | null {
  addCaveat(ctx.run, { type: 'reals' });
  if (isIeee(ctx) && send.method === '<=>') return null;
  const args = positionalArgs([{ kind: 'real', term: b }]);
  return find(ctx, { ...send, receiver: { kind: 'real', term: a }, args }, state);
}

function divideFloats(ctx: Ctx, a: Formula, b: Formula, site: Site, state: State): Out {
  if (!isIeee(ctx))
    addObligation(ctx, state, {
      kind: 'core-precondition',
      goal: not(eq(b, ZERO)),
      place: placeOf(ctx, site),
      reason: { kind: 'nonzero-float-divisor' },
      // NaN and the infinities have no integer value.
      declaredRaises: ['FloatDomainError'],
    });
  return { value: { kind: 'real', term: apply('/', [a, b], REAL_SORT) }, state };
}
