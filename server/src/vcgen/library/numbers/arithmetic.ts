/** What Integer and Float have in common: signs, comparisons, `+ - *`, `<=>`, `between?`, `clamp`. */
import { add, type Comparison, compare, mul, neg, sub } from '../../../logic/arithmetic';
import { and, eq, FALSE, int, ite, real, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';
import { boolResult, integerResult, type ModelRow } from '../rows/rows';

type Kind = 'int' | 'real';

function zeroOf(kind: Kind): Formula {
  return kind === 'int' ? int(0) : real('0');
}

type NumberOf<Of extends Kind> = Val & { readonly kind: Of };

/** Signs, comparisons, `+ - *`, with an operand of the same kind. */
export function rowsOfNumbers<Of extends Kind>(className: string, kind: Of): readonly ModelRow<NumberOf<Of>>[] {
  const zero = zeroOf(kind);
  const number = (term: Formula, state: State): Out => ({ value: { kind, term }, state });
  const ofOne = (names: string, model: (a: Formula, state: State) => Out): ModelRow<NumberOf<Of>> => ({
    class: className,
    names,
    arity: 0,
    model: (_, { receiver }, state) => model(receiver.term, state),
  });
  const ofTwo = (names: string, model: Combine): ModelRow<NumberOf<Of>> => ({
    class: className,
    names,
    arity: 1,
    model: (_, { receiver, method, args: { positional } }, state) =>
      positional[0]?.kind === kind ? model(receiver.term, positional[0].term, state, method) : null,
  });
  return [
    ofOne('-@', (a, state) => number(neg(a), state)),
    ofOne('+@', number),
    ofOne('abs magnitude', (a, state) => number(ite(compare('>=', a, zero), a, neg(a)), state)),
    ofOne('zero?', (a, state) => boolResult(eq(a, zero), state)),
    ofOne('positive?', (a, state) => boolResult(compare('>', a, zero), state)),
    ofOne('negative?', (a, state) => boolResult(compare('<', a, zero), state)),
    ofTwo('+', (a, b, state) => number(add(a, b), state)),
    ofTwo('-', (a, b, state) => number(sub(a, b), state)),
    ofTwo('*', (a, b, state) => number(mul(a, b), state)),
    ofTwo('< <= > >=', (a, b, state, method) => boolResult(compare(method as Comparison, a, b), state)),
    ofTwo('<=>', (a, b, state) =>
      integerResult(ite(compare('<', a, b), int(-1), ite(eq(a, b), int(0), int(1))), state),
    ),
  ];
}

type Combine = (a: Formula, b: Formula, state: State, method: string) => Out;

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
