/** Iterators over arrays: the block is inlined, once per element (arrayRounds.ts). */
import { and, FALSE, int, not, or, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { INTEGER } from '../../types/type';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementInRange, elementType, lengthOf } from '../arrays';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import type { Ctx, Exit, Out } from '../context';
import { joinExits } from '../join';
import { quantified } from '../quantifiers';
import { type State, withPath } from '../state';
import { NIL_VAL, truthy, type Val } from '../value';
import { building } from './arrayBuilding';
import { type CallBlock, carrying, each } from './arrayRounds';
import type { Model } from './models';

export const arrayIteration: Model = (ctx, receiver, method, args, site, state) => {
  const array = receiver as ArrayVal;
  if (ctx.spec && (method === 'all?' || method === 'any?' || method === 'none?')) {
    const out = overElements(ctx, array, method, args, site, state);
    if (out) return out;
  }
  return args.block
    ? withBlock(ctx, array, method, args, site, state)
    : withoutBlock(ctx, array, method, args, site, state);
};

/** all?/any?/none? in a refinement: a quantifier over the indices. */
function overElements(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const { block } = args;
  if (!block) return null;
  return quantified(ctx, method, int(0), lengthOf(ctx, state, array), site, state, (inner, index, s) =>
    runBlock(inner, block, [elementInRange(inner, s, array, index)], s, site),
  );
}

function withBlock(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const block = args.block!;
  const call = (values: readonly Val[], s: State, breaks: Exit[]): Out => runBlock(ctx, block, values, s, site, breaks);
  switch (method) {
    case 'each':
      return each(
        ctx,
        array,
        site,
        state,
        (element, _, s, breaks) => call([element], s, breaks).state,
        () => array,
        args,
      );
    case 'each_with_index':
      return each(
        ctx,
        array,
        site,
        state,
        (element, index, s, breaks) => call([element, { kind: 'int', term: index }], s, breaks).state,
        () => array,
        args,
      );
    case 'each_index':
      return each(
        ctx,
        array,
        site,
        state,
        (_, index, s, breaks) => call([{ kind: 'int', term: index }], s, breaks).state,
        () => array,
        args,
      );
    case 'map':
    case 'collect':
    case 'select':
    case 'filter':
    case 'reject':
      return building(ctx, array, method, site, state, call);
    case 'reduce':
    case 'inject':
      return args.positional.length === 1 ? folding(ctx, array, args.positional[0]!, site, state, call) : null;
    case 'all?':
    case 'any?':
    case 'none?':
      return testing(ctx, array, method, site, state, call);
    case 'sum':
      return args.positional.length === 0
        ? summing(ctx, array, site, state, (element, s, breaks) => call([element], s, breaks))
        : null;
    case 'count':
      return counting(ctx, array, site, state, call);
    case 'find':
    case 'detect':
      return finding(ctx, array, site, state, call);
    default:
      return null;
  }
}

function withoutBlock(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  if (method === 'include?' && args.positional.length === 1) {
    const wanted = args.positional[0]!;
    return testing(ctx, array, 'any?', site, state, ([element], s) =>
      ctx.run.rules.send(ctx, element!, '==', [wanted], site, s),
    );
  }
  if (method === 'sum' && args.positional.length === 0)
    return summing(ctx, array, site, state, (element, s) => ({ value: element, state: s }));
  if ((method === 'min' || method === 'max') && args.positional.length === 0)
    return extreme(ctx, array, method, site, state);
  return null;
}

function folding(ctx: Ctx, array: ArrayVal, start: Val, site: Site, state: State, call: CallBlock): Out {
  return carrying(ctx, array, start, site, state, (carried, element, s, breaks) => call([carried, element], s, breaks));
}

function summing(
  ctx: Ctx,
  array: ArrayVal,
  site: Site,
  state: State,
  value: (element: Val, state: State, breaks: Exit[]) => Out,
): Out {
  return carrying(ctx, array, { kind: 'int', term: int(0) }, site, state, (carried, element, s, breaks) => {
    const out = value(element, s, breaks);
    return ctx.run.rules.send(ctx, carried, '+', [out.value], site, out.state);
  });
}

function counting(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  return carrying(ctx, array, { kind: 'int', term: int(0) }, site, state, (carried, element, s, breaks) => {
    const out = call([element], s, breaks);
    const one = (more: State): Out =>
      ctx.run.rules.send(ctx, carried, '+', [{ kind: 'int', term: int(1) }], site, more);
    return fork(ctx, truthy(out.value), out.state, site, one, less => ({ value: carried, state: less }));
  });
}

/** all?, any?, none? stop at the first element that decides. */
function testing(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State, call: CallBlock): Out {
  const start = method === 'any?' ? FALSE : TRUE;
  return carrying(ctx, array, { kind: 'bool', term: start }, site, state, (carried, element, s, breaks) => {
    const undecided = method === 'any?' ? not(truthy(carried)) : truthy(carried);
    const test = (open: State): Out => {
      const out = call([element], open, breaks);
      const holds = method === 'none?' ? not(truthy(out.value)) : truthy(out.value);
      return { value: { kind: 'bool', term: holds }, state: out.state };
    };
    return fork(ctx, undecided, s, site, test, done => ({ value: carried, state: done }));
  });
}

function finding(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  const found: Exit[] = [];
  const out = each(
    ctx,
    array,
    site,
    state,
    (element, _, s, breaks) => {
      const tested = call([element], s, breaks);
      const hit = truthy(tested.value);
      found.push({
        value: element,
        state: withPath(tested.state, and(tested.state.path, hit)),
        place: { anchor: ctx.frame.anchor, span: site.span },
        exception: null,
      });
      return withPath(tested.state, and(tested.state.path, not(hit)));
    },
    () => NIL_VAL,
    undefined,
    [found],
  );
  return joinExits(ctx, [...found, out], site, out.state);
}

function extreme(ctx: Ctx, array: ArrayVal, method: 'min' | 'max', site: Site, state: State): Out | null {
  const type = elementType(array.type);
  if (type.kind !== 'nominal' || type.name !== INTEGER_NAME) return null;
  return carrying(ctx, array, NIL_VAL, site, state, (carried, element, s) => {
    const better = ctx.run.rules.send(
      ctx,
      element,
      method === 'min' ? '<' : '>',
      [carried],
      site,
      withPath(s, and(s.path, not(isNilTerm(carried)))),
    );
    const take = or(isNilTerm(carried), truthy(better.value));
    return fork(
      ctx,
      take,
      s,
      site,
      more => ({ value: element, state: more }),
      less => ({ value: carried, state: less }),
    );
  });
}

const INTEGER_NAME = (INTEGER as { readonly name: string }).name;

function isNilTerm(val: Val): Formula {
  return not(truthy(val));
}
