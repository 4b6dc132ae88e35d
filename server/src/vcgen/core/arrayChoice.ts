/** One element, or its index, chosen by a block: `find`, `find_index`, `min_by`, `max_by`; folds without a start. */
import { compare } from '../../logic/arithmetic';
import { and, eq, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Site } from '../arguments';
import type { ArrayVal } from '../arrays';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out } from '../context';
import { joinExits } from '../join';
import { type State, withLocal, withPath } from '../state';
import { isNil, NIL_VAL, truthy, unboxed, type Val } from '../value';
import { type CallBlock, carrying, each, giving, hidden } from './arrayRounds';

/** The first element for which the block holds, or nil; with `index`: where it stands. */
export function finding(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock, index = false): Out {
  const found: Exit[] = [];
  const out = each(
    ctx,
    array,
    site,
    state,
    (element, at, s, breaks) => {
      const tested = call([element], s, breaks, at);
      const hit = truthy(tested.value);
      found.push({
        value: index ? { kind: 'int', term: at } : element,
        state: withPath(tested.state, and(tested.state.path, hit)),
        place: { anchor: ctx.frame.anchor, span: site.span },
        exception: null,
      });
      return withPath(tested.state, and(tested.state.path, not(hit)));
    },
    giving(NIL_VAL),
    undefined,
    [found],
  );
  return joinExits(ctx, [...found, out], site, out.state);
}

/** In clauses, where nothing new may be said: the first element whose key is the least (greatest); keys are Integers, others are not modelled. */
export function extremeByRounds(
  ctx: Ctx,
  array: ArrayVal,
  least: boolean,
  site: Site,
  state: State,
  call: CallBlock,
): Out {
  const [best, key] = [hidden(ctx, 'best'), hidden(ctx, 'key')];
  const start = withLocal(withLocal(state, best, NIL_VAL), key, NIL_VAL);
  return each(
    ctx,
    array,
    site,
    start,
    (element, index, s, breaks) => {
      const out = call([element], s, breaks);
      const own = out.value.kind === 'int' ? out.value : asInteger(ctx, site);
      const [sofar, chosen] = [out.state.locals.get(key)!, out.state.locals.get(best)!];
      const takes = or(eq(index, int(0)), compare(least ? '<' : '>', own.term, integerOf(sofar)));
      const take = fork(ctx, takes, out.state, site, giving(element), giving(chosen));
      const by = fork(ctx, takes, out.state, site, giving(own), giving(sofar));
      return withLocal(withLocal(take.state, best, take.value), key, by.value);
    },
    s => ({ value: s.locals.get(best) ?? NIL_VAL, state: s }),
  );
}

function asInteger(ctx: Ctx, site: Site): Val & { readonly kind: 'int' } {
  const unknown = notModelled(ctx, 'a key that is no Integer', site);
  return { kind: 'int', term: unboxed((unknown as Val & { kind: 'boxed' }).term, 'int') };
}

function integerOf(val: Val): Formula {
  if (val.kind === 'int') return val.term;
  return val.kind === 'boxed' ? unboxed(val.term, 'int') : int(0);
}

/** `reduce` without a start begins with the first element; nil where there is none. */
export function foldingFromFirst(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  combine: (carried: Val, element: Val, state: State, breaks: Exit[]) => Out,
): Out {
  return carrying(ctx, array, NIL_VAL, site, state, (carried, element, s, breaks, index) => {
    const first = eq(index, int(0));
    if (first === TRUE) return { value: element, state: s };
    return fork(ctx, first, s, site, giving(element), on => combine(carried, element, on, breaks));
  });
}

/** The least or greatest number, nil of nothing. */
export function extreme(ctx: Ctx, array: ArrayVal, method: 'min' | 'max', site: Site, state: State): Out {
  return carrying(ctx, array, NIL_VAL, site, state, (carried, element, s) => {
    const none = isNil(carried);
    const there = withPath(s, and(s.path, not(none)));
    const better = ctx.run.rules.send(ctx, element, method === 'min' ? '<' : '>', [carried], site, there);
    return fork(ctx, or(none, truthy(better.value)), s, site, giving(element), giving(carried));
  });
}
