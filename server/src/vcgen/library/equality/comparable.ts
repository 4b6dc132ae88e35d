/**
 * Comparable by the class's own `<=>`, as in Ruby: nil from `<=>` raises ArgumentError, except in `==`, where it means
 * false; `clamp` first compares its bounds with each other. A `<=>` that may not return an Integer has no model.
 */
import { type Comparison, compare } from '../../../logic/arithmetic';
import { and, eq, FALSE, int, not, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { candidates, findMethod } from '../../../program/lookup';
import { addObligation } from '../../obligations/obligations';
import type { Send, Site } from '../../state/call';
import { positionalArgs } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { classNameOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { isNil, unboxTerm, type Val } from '../../state/value';
import { argumentAt, boolResult, type ModelOf, type ModelRow, modelOf } from '../rows/rows';

type Ref = Val & { readonly kind: 'ref' };

const row = (names: string, arity: number, model: ModelOf<Ref>): ModelRow<Ref> => ({
  class: 'Comparable',
  names,
  arity,
  model,
});

export const COMPARABLES: readonly ModelRow<Ref>[] = [
  row('< <= > >=', 1, (ctx, send, state) => {
    const found = compareAsNumber(ctx, send.receiver, argumentAt(send, 0), send.site, state);
    return found && boolResult(compare(send.method as Comparison, found.sign, int(0)), found.state);
  }),
  row('==', 1, (ctx, send, state) => equal(ctx, send.receiver, argumentAt(send, 0), send.site, state)),
  row('between?', 2, (ctx, send, state) =>
    compareWithBounds(ctx, send, argumentAt(send, 0), argumentAt(send, 1), state),
  ),
  row('clamp', 2, (ctx, send, state) => clamp(ctx, send, argumentAt(send, 0), argumentAt(send, 1), state)),
];

const find = modelOf(COMPARABLES);

export const comparableModel: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  if (receiver.kind !== 'ref' || args.irregular || args.block || args.keywords.size > 0) return null;
  if (!comesFromComparable(ctx, receiver, method) || isBeingCompared(ctx, receiver)) return null;
  const tried = ctx.run.trail.mark();
  const out = find(ctx, { ...send, receiver }, state);
  if (out === null) ctx.run.trail.undo(tried);
  return out;
};

/** Whether the method is Comparable's, and `<=>` is the program's. */
function comesFromComparable(ctx: Ctx, receiver: Ref, method: string): boolean {
  const { program } = ctx.run.input;
  return unionMembers(receiver.type).every(member => {
    const name = classNameOf(member);
    if (name === null || findMethod(program, name, method)?.owner !== 'Comparable') return false;
    return findMethod(program, name, '<=>')?.origin === 'workspace';
  });
}

/** Inside `<=>` itself Ruby stops the recursion of `==`; that is not modelled. */
function isBeingCompared(ctx: Ctx, receiver: Ref): boolean {
  const { program } = ctx.run.input;
  return unionMembers(receiver.type).some(member =>
    candidates(program, classNameOf(member) ?? 'Object', '<=>').some(({ method }) =>
      ctx.frame.stack.includes(method.key),
    ),
  );
}

interface Ordered {
  readonly sign: Formula;
  readonly state: State;
}

/** `x <=> y` as a number; nil raises. */
function compareAsNumber(ctx: Ctx, x: Val, y: Val, site: Site, state: State): Ordered | null {
  const out = ctx.run.rules.send(ctx, { receiver: x, method: '<=>', args: positionalArgs([y]), site }, state);
  const sign = signOf(out.value);
  if (sign === null) return null;
  const there = addObligation(ctx, out.state, {
    kind: 'core-precondition',
    goal: not(isNil(out.value)),
    place: placeOf(ctx, site),
    reason: { kind: 'comparable' },
    raises: 'ArgumentError',
  });
  return { sign, state: there };
}

function signOf(val: Val): Formula | null {
  if (val.kind === 'int') return val.term;
  if (val.kind === 'nil') return int(0);
  if (val.kind !== 'boxed') return null;
  const tags = tagsOf(val.type);
  return tags !== null && [...tags].every(tag => tag === 'int' || tag === 'nil') ? unboxTerm(val.term, 'int') : null;
}

/** An object equals itself without a call; nil means false. */
function equal(ctx: Ctx, x: Ref, y: Val, site: Site, state: State): Out | null {
  const identical = y.kind === 'ref' ? eq(x.term, y.term) : y.kind === 'boxed' ? null : FALSE;
  if (identical === null) return null;
  if (identical === TRUE || !answersWithNumber(ctx, x, y, site, state))
    return identical === TRUE ? boolResult(TRUE, state) : null;
  const compareBoth = (s: State): Out => {
    const out = ctx.run.rules.send(ctx, { receiver: x, method: '<=>', args: positionalArgs([y]), site }, s);
    return boolResult(and(not(isNil(out.value)), eq(signOf(out.value) ?? int(0), int(0))), out.state);
  };
  return identical === FALSE
    ? compareBoth(state)
    : forkState(ctx, identical, state, site, { yes: s => boolResult(TRUE, s), no: compareBoth });
}

/** Evaluates the comparison and undoes it. */
function answersWithNumber(ctx: Ctx, x: Val, y: Val, site: Site, state: State): boolean {
  const tried = ctx.run.trail.mark();
  const { value } = ctx.run.rules.send(ctx, { receiver: x, method: '<=>', args: positionalArgs([y]), site }, state);
  ctx.run.trail.undo(tried);
  return signOf(value) !== null;
}

/** The upper bound is compared only if the lower one holds. */
function compareWithBounds(ctx: Ctx, { receiver: x, site }: Send<Ref>, low: Val, high: Val, state: State): Out | null {
  const under = answersWithNumber(ctx, x, high, site, state) ? compareAsNumber(ctx, x, low, site, state) : null;
  if (under === null) return null;
  return forkState(ctx, compare('<', under.sign, int(0)), under.state, site, {
    yes: s => boolResult(FALSE, s),
    no: s => {
      const over = compareAsNumber(ctx, x, high, site, s)!;
      return boolResult(compare('<=', over.sign, int(0)), over.state);
    },
  });
}

function clamp(ctx: Ctx, { receiver: x, site }: Send<Ref>, low: Val, high: Val, state: State): Out | null {
  if (low.kind !== 'ref' || high.kind !== 'ref') return null;
  const bounds = compareAsNumber(ctx, low, high, site, state);
  if (bounds === null) return null;
  const inOrder = addObligation(ctx, bounds.state, {
    kind: 'core-precondition',
    goal: compare('<=', bounds.sign, int(0)),
    place: placeOf(ctx, site),
    reason: { kind: 'clamp-bounds-ordered' },
    raises: 'ArgumentError',
  });
  const under = answersWithNumber(ctx, x, high, site, inOrder) ? compareAsNumber(ctx, x, low, site, inOrder) : null;
  if (under === null) return null;
  const above = (s: State): Out => {
    const over = compareAsNumber(ctx, x, high, site, s)!;
    const top = compare('>', over.sign, int(0));
    return forkState(ctx, top, over.state, site, {
      yes: t => ({ value: high, state: t }),
      no: t => ({ value: x, state: t }),
    });
  };
  return forkState(ctx, compare('<', under.sign, int(0)), under.state, site, {
    yes: s => ({ value: low, state: s }),
    no: s => forkState(ctx, eq(under.sign, int(0)), s, site, { yes: t => ({ value: x, state: t }), no: above }),
  });
}
