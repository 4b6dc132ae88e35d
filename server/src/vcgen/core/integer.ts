/** Integer: exact, unbounded. `/`, `%`, `divmod` floor as in Ruby and ask for a divisor that is not zero. */
import { add, type Comparison, compare, integer, mul, neg, sub, toReal } from '../../logic/arithmetic';
import { and, eq, int, ite, not } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INTEGER, nominal } from '../../types/type';
import type { Site } from '../arguments';
import { makeArray } from '../arrays';
import { type Ctx, type Out, placeOf } from '../context';
import { type Division, divide } from '../division';
import { oblige } from '../obligations';
import type { State } from '../state';
import type { Val } from '../value';
import { floatBinary } from './float';
import { integerIteration } from './iteration';
import type { Model } from './models';
import { numeric } from './numeric';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

export const integerModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'int' || args.irregular) return null;
  if (args.block) return integerIteration(ctx, receiver.term, method, args, site, state);
  if (args.positional.length === 0) return unary(receiver.term, method, state);
  if (args.positional.length !== 1) return between(receiver.term, method, args.positional, state);
  return numeric(ctx, args.positional[0]!, method, site, state, (operand, s) =>
    operand.kind === 'real'
      ? floatBinary(ctx, toReal(receiver.term), method, operand.term, site, s)
      : binary(ctx, receiver.term, method, operand.term, site, s),
  );
};

function unary(a: Formula, method: string, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '-@':
      return number(neg(a));
    case '+@':
    case 'to_i':
    case 'to_int':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'truncate':
      return number(a);
    case 'abs':
    case 'magnitude':
      return number(ite(compare('>=', a, int(0)), a, neg(a)));
    case 'succ':
    case 'next':
      return number(add(a, int(1)));
    case 'pred':
      return number(sub(a, int(1)));
    case '~':
      return number(sub(neg(a), int(1)));
    case 'to_f':
      return { value: { kind: 'real', term: toReal(a) }, state };
    case 'zero?':
      return truth(eq(a, int(0)));
    case 'positive?':
      return truth(compare('>', a, int(0)));
    case 'negative?':
      return truth(compare('<', a, int(0)));
    case 'even?':
      return truth(eq(divideByConstant(a), int(0)));
    case 'odd?':
      return truth(eq(divideByConstant(a), int(1)));
    case 'integer?':
      return truth({ kind: 'boolean', value: true, sort: { kind: 'bool' } });
    case 'nonzero?':
      return null;
    default:
      return null;
  }
}

function divideByConstant(a: Formula): Formula {
  return { kind: 'apply', operator: 'mod', args: [a, int(2)], sort: { kind: 'int' } };
}

function binary(ctx: Ctx, a: Formula, method: string, b: Formula, site: Site, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind: 'int', term }, state });
  if (COMPARISONS.has(method)) return { value: { kind: 'bool', term: compare(method as Comparison, a, b) }, state };
  switch (method) {
    case '+':
      return number(add(a, b));
    case '-':
      return number(sub(a, b));
    case '*':
      return number(mul(a, b));
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
    case 'fdiv':
      return null;
    case '<=>':
      return number(ite(compare('<', a, b), int(-1), ite(eq(a, b), int(0), int(1))));
    case '**':
    case 'pow':
      return power(a, b, state);
    default:
      return null;
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

/** Small constant exponents are products; 2 ** -1 is a Rational and no Integer, so a negative one has no model. */
function power(a: Formula, b: Formula, state: State): Out | null {
  const exponent = integer(b);
  if (exponent === null || exponent < 0n || exponent > 8n) return null;
  let term = int(1);
  for (let i = 0n; i < exponent; i++) term = mul(term, a);
  return { value: { kind: 'int', term }, state };
}

function between(a: Formula, method: string, args: readonly Val[], state: State): Out | null {
  const [low, high] = args;
  if (low?.kind !== 'int' || high?.kind !== 'int' || args.length !== 2) return null;
  if (method === 'between?')
    return { value: { kind: 'bool', term: and(compare('<=', low.term, a), compare('<=', a, high.term)) }, state };
  return null;
}
