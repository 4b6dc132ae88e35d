/**
 * Float over the reals: every proof that contains a Float operation says so. NaN, infinities and -0.0 are outside this
 * model; a division by 0.0 would produce one, so a non-zero divisor is an obligation here.
 */
import { add, compare, floor, neg, sub, toReal } from '../../../logic/arithmetic';
import { apply, eq, ite, not, real } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { ratioAsReal } from '../../../logic/ratios';
import { BOOL_SORT, REAL_SORT } from '../../../logic/sorts';
import { addObligation } from '../../obligations/obligations';
import type { Model, Send, Site } from '../../state/call';
import { addCaveat, type Ctx, type Out, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import { binaryNumber, unaryNumber, withinBounds, withinRange } from './arithmetic';
import { type NumberVal, withNumericOperand } from './operand';

const ZERO = real('0');

export const floatModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'real' || args.irregular || args.block) return null;
  addCaveat(ctx.run, { type: 'reals' });
  if (args.positional.length === 0) return unary(ctx, receiver.term, method, site, state);
  const [first] = args.positional;
  if (method === 'clamp' && first?.kind === 'range' && args.positional.length === 1)
    return isIeee(ctx) ? null : withinRange(ctx, { kind: 'real', term: receiver.term }, first, site, state);
  if (args.positional.length !== 1)
    return isIeee(ctx) ? null : withinBounds(ctx, send, { kind: 'real', term: receiver.term }, args.positional, state);
  return withNumericOperand(ctx, send, args.positional[0]!, state, (operand, s) =>
    operand.kind !== 'real' && isIeee(ctx) && (operand.kind === 'rat' || EXACTLY_COMPARED.has(method))
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
export const EXACTLY_COMPARED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '<=>']);

/** With NaN, `x <= x` need not hold: do not simplify. */
const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

const ROUNDS: ReadonlySet<string> = new Set(['floor', 'ceil', 'to_i', 'truncate']);

/** NaN and the infinities have no integer value. */
function requireFinite(ctx: Ctx, a: Formula, method: string, site: Site, state: State): State {
  if (!isIeee(ctx) || !ROUNDS.has(method)) return state;
  return addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: eq(sub(a, a), ZERO),
    place: placeOf(ctx, site),
    reason: { kind: 'finite-receiver', method },
    raises: 'FloatDomainError',
  });
}

/** Halves round away from zero. */
function roundHalfAway(a: Formula): Formula {
  const half = real('0.5');
  return ite(compare('>=', a, ZERO), floor(add(a, half)), neg(floor(add(neg(a), half))));
}

function unary(ctx: Ctx, a: Formula, method: string, site: Site, before: State): Out | null {
  const state = requireFinite(ctx, a, method, site, before);
  switch (method) {
    case 'to_f':
      return { value: { kind: 'real', term: a }, state };
    case 'floor':
      return { value: { kind: 'int', term: floor(a) }, state };
    case 'ceil':
      return { value: { kind: 'int', term: neg(floor(neg(a))) }, state };
    case 'round':
      return isIeee(ctx) ? null : { value: { kind: 'int', term: roundHalfAway(a) }, state };
    case 'to_i':
    case 'truncate':
      return { value: { kind: 'int', term: ite(compare('>=', a, ZERO), floor(a), neg(floor(neg(a)))) }, state };
    default:
      return unaryNumber('real', a, method, state);
  }
}

export function floatBinary(ctx: Ctx, { method, site }: Send, a: Formula, b: Formula, state: State): Out | null {
  addCaveat(ctx.run, { type: 'reals' });
  if (isIeee(ctx) && COMPARISONS.has(method))
    return { value: { kind: 'bool', term: apply(method, [a, b], BOOL_SORT) }, state };
  switch (method) {
    case 'fdiv':
    case 'quo':
    case '/':
      if (!isIeee(ctx))
        addObligation(ctx, state, {
          kind: 'core-precondition',
          goal: not(eq(b, ZERO)),
          place: placeOf(ctx, site),
          reason: { kind: 'nonzero-float-divisor' },
        });
      return { value: { kind: 'real', term: apply('/', [a, b], REAL_SORT) }, state };
    case '<=>':
      return isIeee(ctx) ? null : binaryNumber('real', a, method, b, state);
    default:
      return binaryNumber('real', a, method, b, state);
  }
}
