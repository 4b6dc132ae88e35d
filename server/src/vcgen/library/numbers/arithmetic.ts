/** What Integer and Float have in common: signs, comparisons, `+ - *`, `<=>`, `between?`, `clamp`. */
import { add, type Comparison, compare, mul, neg, sub } from '../../../logic/arithmetic';
import { and, eq, FALSE, int, ite, real, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';

type Kind = 'int' | 'real';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function zeroOf(kind: Kind): Formula {
  return kind === 'int' ? int(0) : real('0');
}

export function unaryNumber(kind: Kind, a: Formula, method: string, state: State): Out | null {
  const zero = zeroOf(kind);
  const number = (term: Formula): Out => ({ value: { kind, term }, state });
  const truth = (term: Formula): Out => ({ value: { kind: 'bool', term }, state });
  switch (method) {
    case '-@':
      return number(neg(a));
    case '+@':
      return number(a);
    case 'abs':
    case 'magnitude':
      return number(ite(compare('>=', a, zero), a, neg(a)));
    case 'zero?':
      return truth(eq(a, zero));
    case 'positive?':
      return truth(compare('>', a, zero));
    case 'negative?':
      return truth(compare('<', a, zero));
    default:
      return null;
  }
}

export function binaryNumber(kind: Kind, a: Formula, method: string, b: Formula, state: State): Out | null {
  const number = (term: Formula): Out => ({ value: { kind, term }, state });
  if (COMPARISONS.has(method)) return { value: { kind: 'bool', term: compare(method as Comparison, a, b) }, state };
  switch (method) {
    case '+':
      return number(add(a, b));
    case '-':
      return number(sub(a, b));
    case '*':
      return number(mul(a, b));
    case '<=>':
      return {
        value: { kind: 'int', term: ite(compare('<', a, b), int(-1), ite(eq(a, b), int(0), int(1))) },
        state,
      };
    default:
      return null;
  }
}

/** A number and its kind. */
interface NumberTerm {
  readonly kind: Kind;
  readonly term: Formula;
}

/** `between?` and `clamp` with two bounds of the receiver's own kind; clamp requires them in order. */
export function withinBounds(
  ctx: Ctx,
  { method, site }: Send,
  { kind, term: a }: NumberTerm,
  args: readonly Val[],
  state: State,
): Out | null {
  const [low, high] = args;
  if (low?.kind !== kind || high?.kind !== kind || args.length !== 2) return null;
  if (method === 'between?')
    return { value: { kind: 'bool', term: and(compare('<=', low.term, a), compare('<=', a, high.term)) }, state };
  if (method !== 'clamp') return null;
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: compare('<=', low.term, high.term),
    place: placeOf(ctx, site),
    reason: { kind: 'clamp-bounds-ordered' },
    raises: 'ArgumentError',
  });
  const term = ite(compare('<', a, low.term), low.term, ite(compare('>', a, high.term), high.term, a));
  return { value: { kind, term }, state: on };
}

/** `clamp(a..b)`: an open end sets no bound; a range that excludes its end raises. */
export function withinRange(
  ctx: Ctx,
  { kind, term: a }: NumberTerm,
  range: Val & { readonly kind: 'range' },
  site: Site,
  state: State,
): Out | null {
  const { from, to, exclusive } = range;
  if ((from !== null && from.kind !== kind) || (to !== null && to.kind !== kind)) return null;
  const inOrder = from && to ? compare('<=', from.term, to.term) : TRUE;
  const on = addObligation(ctx, state, {
    kind: 'core-precondition',
    goal: exclusive && to ? FALSE : inOrder,
    place: placeOf(ctx, site),
    reason: { kind: exclusive && to ? 'clamp-range-includes-end' : 'clamp-bounds-ordered' },
    raises: 'ArgumentError',
  });
  const below = to ? ite(compare('>', a, to.term), to.term, a) : a;
  return { value: { kind, term: from ? ite(compare('<', a, from.term), from.term, below) : below }, state: on };
}
