/**
 * Float over the reals: every proof that holds a Float operation says so. NaN, infinities and -0.0 are not in this
 * model; a division by 0.0 would make one, so it is an obligation here.
 */
import { add, compare, floor, neg, sub, toReal } from '../../logic/arithmetic';
import { apply, eq, ite, not, real } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { ratioAsReal } from '../../logic/ratios';
import { BOOL_SORT, REAL_SORT } from '../../logic/sorts';
import type { Site } from '../arguments';
import { type Ctx, caveat, type Out, placeOf } from '../context';
import { oblige } from '../obligations';
import type { State } from '../state';
import type { Model } from './models';
import { binaryNumber, unaryNumber, withinBounds, withinRange } from './numbers';
import { type NumberVal, numeric } from './numeric';

const ZERO = real('0');

export const floatModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'real' || args.irregular || args.block) return null;
  caveat(ctx.run, { type: 'reals' });
  if (args.positional.length === 0) return unary(ctx, receiver.term, method, site, state);
  const [first] = args.positional;
  if (method === 'clamp' && first?.kind === 'range' && args.positional.length === 1)
    return isIeee(ctx) ? null : withinRange(ctx, 'real', receiver.term, first, site, state);
  if (args.positional.length !== 1)
    return isIeee(ctx) ? null : withinBounds(ctx, 'real', receiver.term, method, args.positional, site, state);
  return numeric(ctx, args.positional[0]!, method, site, state, (operand, s) =>
    operand.kind !== 'real' && isIeee(ctx) && (operand.kind === 'rat' || EXACTLY_COMPARED.has(method))
      ? null
      : floatBinary(ctx, receiver.term, method, asReal(operand), site, s),
  );
};

function asReal({ kind, term }: NumberVal): Formula {
  if (kind === 'int') return toReal(term);
  return kind === 'rat' ? ratioAsReal(term) : term;
}

/** IEEE doubles, by the setting. */
export function isIeee(ctx: Ctx): boolean {
  return ctx.run.input.settings.floats === 'ieee';
}

/** Ruby compares an Integer and a Float exactly, not as doubles. */
export const EXACTLY_COMPARED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '<=>']);

/** With NaN, `x <= x` need not hold: nothing may be simplified away. */
const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

const ROUNDS: ReadonlySet<string> = new Set(['floor', 'ceil', 'to_i', 'truncate']);

/** NaN and the infinities have no integer beside them. */
function askFinite(ctx: Ctx, a: Formula, method: string, site: Site, state: State): State {
  if (!isIeee(ctx) || !ROUNDS.has(method)) return state;
  return oblige(ctx, state, {
    kind: 'core-precondition',
    goal: eq(sub(a, a), ZERO),
    place: placeOf(ctx, site),
    about: `the receiver of ${method} is finite`,
    raises: 'FloatDomainError',
  });
}

/** A half goes away from zero. */
function roundedHalf(a: Formula): Formula {
  const half = real('0.5');
  return ite(compare('>=', a, ZERO), floor(add(a, half)), neg(floor(add(neg(a), half))));
}

function unary(ctx: Ctx, a: Formula, method: string, site: Site, before: State): Out | null {
  const state = askFinite(ctx, a, method, site, before);
  switch (method) {
    case 'to_f':
      return { value: { kind: 'real', term: a }, state };
    case 'floor':
      return { value: { kind: 'int', term: floor(a) }, state };
    case 'ceil':
      return { value: { kind: 'int', term: neg(floor(neg(a))) }, state };
    case 'round':
      return isIeee(ctx) ? null : { value: { kind: 'int', term: roundedHalf(a) }, state };
    case 'to_i':
    case 'truncate':
      return { value: { kind: 'int', term: ite(compare('>=', a, ZERO), floor(a), neg(floor(neg(a)))) }, state };
    default:
      return unaryNumber('real', a, method, state);
  }
}

export function floatBinary(ctx: Ctx, a: Formula, method: string, b: Formula, site: Site, state: State): Out | null {
  caveat(ctx.run, { type: 'reals' });
  if (isIeee(ctx) && COMPARISONS.has(method))
    return { value: { kind: 'bool', term: apply(method, [a, b], BOOL_SORT) }, state };
  switch (method) {
    case 'fdiv':
    case 'quo':
    case '/':
      if (!isIeee(ctx))
        oblige(ctx, state, {
          kind: 'core-precondition',
          goal: not(eq(b, ZERO)),
          place: placeOf(ctx, site),
          about: 'the divisor is not 0.0 (which would give NaN or an infinity)',
        });
      return { value: { kind: 'real', term: apply('/', [a, b], REAL_SORT) }, state };
    case '<=>':
      return isIeee(ctx) ? null : binaryNumber('real', a, method, b, state);
    default:
      return binaryNumber('real', a, method, b, state);
  }
}
