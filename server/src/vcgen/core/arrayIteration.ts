/** Iterators over arrays: the block is inlined, once per element (arrayRounds.ts). */
import { FALSE, int, not, TRUE } from '../../logic/build';
import type { Args, Site } from '../arguments';
import { type ArrayVal, elementInRange, elementType, isArray, lengthOf } from '../arrays';
import { runBlock } from '../blocks';
import { fork } from '../branch';
import { type Ctx, type Exit, notModelled, type Out } from '../context';
import { quantified } from '../quantifiers';
import { shapeOf } from '../shape';
import type { State } from '../state';
import { tagsOf } from '../typing';
import { truthy, type Val } from '../value';
import { building, compacted, flattened } from './arrayBuilding';
import { extreme, extremeByRounds, finding, foldingFromFirst } from './arrayChoice';
import { difference, intersection, intersects, tellsApart, union, uniq } from './arrayDistinct';
import { groupBy, partition, tally, windows, zip } from './arrayGroups';
import { backwards, cycling, isOne } from './arrayPasses';
import { looksAway, REPLACES, replacing } from './arrayReplacing';
import { type CallBlock, carrying, each, giving } from './arrayRounds';
import { extremeBy, extremesBy, sortBy } from './arraySorting';
import { comparatorOf } from './comparators';
import { isIeee } from './float';
import type { Model } from './models';
import { setOf } from './setBuilding';

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
  if (REPLACES.has(method) && !looksAway(ctx, block)) return null;
  if (method === 'sort' || method === 'sort!') return byComparator(ctx, array, method, args, site, state);
  return roundsOver(ctx, array, method, args, site, state, (values, s, breaks) =>
    runBlock(ctx, block, values, s, site, breaks),
  );
}

/** Null: its block is no comparison of keys. */
function byComparator(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const comparator = args.positional.length === 0 ? comparatorOf(ctx.run, args.block!) : null;
  if (!comparator) return null;
  const { key, descending } = comparator;
  const call: CallBlock = (values, s) => runBlock(ctx, key, values, s, site);
  return sortBy(ctx, array, method === 'sort!', site, state, call, descending);
}

/** `call`: what is done with an element; mostly, that the block is called with it. `self`: what `each` gives back. */
export function roundsOver(
  ctx: Ctx,
  array: ArrayVal,
  method: string,
  args: Args,
  site: Site,
  state: State,
  call: CallBlock,
  self: Val = array,
): Out | null {
  switch (method) {
    case 'each_entry':
      return args.positional.length === 0 ? roundsOver(ctx, array, 'each', args, site, state, call, self) : null;
    case 'cycle':
      return cycling(ctx, array, args.positional, site, state, call);
    case 'each':
      return each(
        ctx,
        array,
        site,
        state,
        (element, _, s, breaks) => call([element], s, breaks).state,
        giving(self),
        args,
      );
    case 'each_with_index':
      return each(
        ctx,
        array,
        site,
        state,
        (element, index, s, breaks) => call([element, { kind: 'int', term: index }], s, breaks).state,
        giving(self),
        args,
      );
    case 'each_index':
      return each(
        ctx,
        array,
        site,
        state,
        (_, index, s, breaks) => call([{ kind: 'int', term: index }], s, breaks).state,
        giving(self),
        args,
      );
    case 'each_with_object':
      return args.positional.length === 1
        ? each(
            ctx,
            array,
            site,
            state,
            (element, _, s, breaks) => call([element, args.positional[0]!], s, breaks).state,
            giving(args.positional[0]!),
            args,
          )
        : null;
    case 'reduce':
    case 'inject':
      return reducing(ctx, array, args.positional, site, state, call);
    case 'all?':
    case 'any?':
    case 'none?':
      return args.positional.length === 0 ? testing(ctx, array, method, site, state, call) : null;
    case 'one?':
      return args.positional.length === 0 ? isOne(ctx, array, site, state, call) : null;
    case 'sum':
      return summing(ctx, array, args.positional, site, state, (element, s, breaks) => call([element], s, breaks));
    case 'count':
      return args.positional.length === 0 ? counting(ctx, array, site, state, call) : null;
    case 'each_slice':
    case 'each_cons': {
      const [size] = args.positional;
      return size?.kind === 'int' ? windows(ctx, array, method, size.term, site, state, call) : null;
    }
    case 'zip':
      return args.positional.every(isArray) ? zip(ctx, array, args.positional, site, state, call) : null;
    default:
      return args.positional.length === 0 ? byBlock(ctx, array, method, site, state, call) : null;
  }
}

/** The block and nothing else. */
function byBlock(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State, call: CallBlock): Out | null {
  switch (method) {
    case 'map':
    case 'collect':
    case 'select':
    case 'filter':
    case 'reject':
    case 'filter_map':
    case 'flat_map':
    case 'collect_concat':
    case 'take_while':
    case 'drop_while':
      return building(ctx, array, method, site, state, call);
    case 'find':
    case 'detect':
      return finding(ctx, array, site, state, call);
    case 'find_index':
    case 'index':
      return finding(ctx, array, site, state, call, true);
    case 'min_by':
    case 'max_by':
      return ctx.spec
        ? extremeByRounds(ctx, array, method === 'min_by', site, state, call)
        : extremeBy(ctx, array, method, site, state, call);
    case 'minmax_by':
      return ctx.spec ? null : extremesBy(ctx, array, site, state, call);
    case 'sort_by':
    case 'sort_by!':
      return sortBy(ctx, array, method === 'sort_by!', site, state, call);
    case 'reverse_each':
      return backwards(ctx, array, site, state, call);
    case 'map!':
    case 'collect!':
    case 'select!':
    case 'filter!':
    case 'keep_if':
    case 'reject!':
    case 'delete_if':
      return replacing(ctx, array, method, site, state, call);
    case 'partition':
      return partition(ctx, array, site, state, call);
    case 'group_by':
      return groupBy(ctx, array, site, state, call);
    case 'uniq':
      return uniq(ctx, array, site, state, call);
    default:
      return null;
  }
}

/** Methods without a block that go through the elements. */
const ITERATED: ReadonlySet<string> = new Set(
  'include? member? sum min max reduce inject uniq compact tally to_set flatten zip - | & union difference intersection intersect?'.split(
    ' ',
  ),
);

export function goesThrough(method: string): boolean {
  return ITERATED.has(method);
}

function withoutBlock(ctx: Ctx, array: ArrayVal, method: string, args: Args, site: Site, state: State): Out | null {
  const { positional } = args;
  const [first] = positional;
  switch (method) {
    case 'sum':
      return summing(ctx, array, positional, site, state, (element, s) => ({ value: element, state: s }));
    case 'reduce':
    case 'inject':
      return byOperator(ctx, array, positional, site, state);
    case 'zip':
      return positional.every(isArray) ? zip(ctx, array, positional, site, state, null) : null;
    case 'flatten':
      return flattened(ctx, array, positional, site, state);
    case 'include?':
    case 'member?':
      return positional.length === 1
        ? (holdsEqual(ctx, array, first!, site, state) ??
            testing(ctx, array, 'any?', site, state, ([element], s) =>
              ctx.run.rules.send(ctx, element!, '==', [first!], site, s),
            ))
        : null;
    default:
      if (!first) return ofElements(ctx, array, method, site, state);
      return positional.length === 1 && isArray(first) ? withOther(ctx, array, method, first, site, state) : null;
  }
}

/** In a refinement `include?` says that there is an index. */
function holdsEqual(ctx: Ctx, array: ArrayVal, wanted: Val, site: Site, state: State): Out | null {
  if (!ctx.spec) return null;
  return quantified(ctx, 'any?', int(0), lengthOf(ctx, state, array), site, state, (inner, index, s) =>
    ctx.run.rules.send(inner, elementInRange(inner, s, array, index), '==', [wanted], site, s),
  );
}

function ofElements(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State): Out | null {
  switch (method) {
    case 'min':
    case 'max':
      return isOfNumbers(ctx, array) ? extreme(ctx, array, method, site, state) : null;
    case 'uniq':
      return uniq(ctx, array, site, state, null);
    case 'to_set':
      return setOf(ctx, array, site, state);
    case 'compact':
      return compacted(ctx, array, site, state);
    case 'tally':
      return tellsApart(ctx, elementType(array.type), state) ? tally(ctx, array, site, state) : null;
    default:
      return null;
  }
}

function withOther(ctx: Ctx, array: ArrayVal, method: string, other: ArrayVal, site: Site, state: State): Out | null {
  switch (method) {
    case '-':
    case 'difference':
      return difference(ctx, array, other, site, state);
    case '|':
    case 'union':
      return union(ctx, array, other, site, state);
    case '&':
    case 'intersection':
      return intersection(ctx, array, other, site, state);
    case 'intersect?':
      return intersects(ctx, array, other, site, state);
    default:
      return null;
  }
}

/** Of one kind, any two of which can be compared: no NaN. */
function isOfNumbers(ctx: Ctx, array: ArrayVal): boolean {
  const shape = shapeOf(elementType(array.type));
  return shape === 'int' || shape === 'rat' || (shape === 'real' && !isIeee(ctx));
}

function reducing(
  ctx: Ctx,
  array: ArrayVal,
  given: readonly Val[],
  site: Site,
  state: State,
  call: CallBlock,
): Out | null {
  const combine = (carried: Val, element: Val, s: State, breaks: Exit[]): Out => call([carried, element], s, breaks);
  if (given.length === 0) return foldingFromFirst(ctx, array, site, state, combine);
  return given.length === 1 ? carrying(ctx, array, given[0]!, site, state, combine) : null;
}

/** `reduce(:+)`, `reduce(0, :+)`: the operator is sent. */
function byOperator(ctx: Ctx, array: ArrayVal, given: readonly Val[], site: Site, state: State): Out | null {
  const operator = given.at(-1);
  if (operator?.kind !== 'sym' || operator.term.kind !== 'text' || given.length > 2) return null;
  const name = operator.term.value;
  const combine = (carried: Val, element: Val, s: State): Out =>
    ctx.run.rules.send(ctx, carried, name, [element], site, s);
  if (given.length === 1) return foldingFromFirst(ctx, array, site, state, combine);
  return carrying(ctx, array, given[0]!, site, state, combine);
}

/** Floats are summed with a compensation for what rounding loses: over reals that is nothing, in doubles it is. */
function summing(
  ctx: Ctx,
  array: ArrayVal,
  given: readonly Val[],
  site: Site,
  state: State,
  value: (element: Val, state: State, breaks: Exit[]) => Out,
): Out | null {
  if (given.length > 1) return null;
  const start = given[0] ?? ({ kind: 'int', term: int(0) } as const);
  return carrying(ctx, array, start, site, state, (carried, element, s, breaks) => {
    const out = value(element, s, breaks);
    const next = isIeee(ctx) && (isFloat(carried) || isFloat(out.value));
    if (next) return { value: notModelled(ctx, 'sum of Floats', site), state: out.state };
    return ctx.run.rules.send(ctx, carried, '+', [out.value], site, out.state);
  });
}

function isFloat(val: Val): boolean {
  if (val.kind === 'real') return true;
  return val.kind === 'boxed' && (tagsOf(val.type)?.has('real') ?? true);
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
