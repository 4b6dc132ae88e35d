/**
 * One element, or its index, selected by a block: `find`, `find_index`, `min_by`, `max_by`; folds without an initial
 * value.
 */
import { compare } from '../../../logic/arithmetic';
import { and, eq, int, not, or, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import type { Send, Site } from '../../state/call';
import { positionalArgs } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { joinExits } from '../../state/join';
import { type State, withLocal, withPath } from '../../state/state';
import { type ArrayVal, isNil, isTruthy, NIL_VAL, unboxTerm, type Val } from '../../state/value';
import { alwaysReturn, type CallBlock, foldElements, forEachElement, newTemporary } from './forEachElement';

/** The first element that satisfies the block, or nil; with `index`: its index. */
export function findElement(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  state: State,
  call: CallBlock,
  index = false,
): Out {
  const found: ExitList = ctx.run.trail.list();
  const out = forEachElement(ctx, array, site, state, {
    visit: (element, at, s, breaks) => {
      const tested = call([element], s, breaks, at);
      const hit = isTruthy(tested.value);
      found.push({
        value: index ? { kind: 'int', term: at } : element,
        state: withPath(tested.state, and(tested.state.path, hit)),
        place: { anchor: ctx.frame.anchor, span: site.span },
        exception: null,
      });
      return withPath(tested.state, and(tested.state.path, not(hit)));
    },
    result: alwaysReturn(NIL_VAL),
    gathers: [found],
  });
  return joinExits(ctx, [...found, out], site, out.state);
}

/**
 * In clauses, which must not add symbols: the first element with the least (greatest) key; only Integer keys are
 * modelled.
 */
export function extremeByIterating(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  least: boolean,
  state: State,
  call: CallBlock,
): Out {
  const [best, key] = [newTemporary(ctx, 'best'), newTemporary(ctx, 'key')];
  const start = withLocal(withLocal(state, best, NIL_VAL), key, NIL_VAL);
  return forEachElement(ctx, array, site, start, {
    visit: (element, index, s, breaks) => {
      const out = call([element], s, breaks);
      const own = out.value.kind === 'int' ? out.value : asInteger(ctx, site);
      const [sofar, chosen] = [out.state.locals.get(key)!, out.state.locals.get(best)!];
      const takes = or(eq(index, int(0)), compare(least ? '<' : '>', own.term, integerOf(sofar)));
      const take = forkState(ctx, takes, out.state, site, { yes: alwaysReturn(element), no: alwaysReturn(chosen) });
      const by = forkState(ctx, takes, out.state, site, { yes: alwaysReturn(own), no: alwaysReturn(sofar) });
      return withLocal(withLocal(take.state, best, take.value), key, by.value);
    },
    result: s => ({ value: s.locals.get(best) ?? NIL_VAL, state: s }),
  });
}

function asInteger(ctx: Ctx, site: Site): Val & { readonly kind: 'int' } {
  const unknown = makeUnmodelled(ctx, { kind: 'non-integer-key' }, site);
  return { kind: 'int', term: unboxTerm((unknown as Val & { kind: 'boxed' }).term, 'int') };
}

function integerOf(val: Val): Formula {
  if (val.kind === 'int') return val.term;
  return val.kind === 'boxed' ? unboxTerm(val.term, 'int') : int(0);
}

/** `reduce` without an initial value starts with the first element; nil if there is none. */
export function foldFromFirst(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  combine: (carried: Val, element: Val, state: State, breaks: ExitList) => Out,
): Out {
  return foldElements(ctx, array, site, state, {
    start: NIL_VAL,
    step: (carried, element, s, breaks, index) => {
      const first = eq(index, int(0));
      if (first === TRUE) return { value: element, state: s };
      return forkState(ctx, first, s, site, {
        yes: alwaysReturn(element),
        no: on => combine(carried, element, on, breaks),
      });
    },
  });
}

/** The least or greatest number; nil if the array is empty. */
export function extremeNumber(ctx: Ctx, array: ArrayVal, method: 'min' | 'max', site: Site, state: State): Out {
  return foldElements(ctx, array, site, state, {
    start: NIL_VAL,
    step: (carried, element, s) => {
      const none = isNil(carried);
      const there = withPath(s, and(s.path, not(none)));
      const better = ctx.run.rules.send(
        ctx,
        { receiver: element, method: method === 'min' ? '<' : '>', args: positionalArgs([carried]), site },
        there,
      );
      return forkState(ctx, or(none, isTruthy(better.value)), s, site, {
        yes: alwaysReturn(element),
        no: alwaysReturn(carried),
      });
    },
  });
}
