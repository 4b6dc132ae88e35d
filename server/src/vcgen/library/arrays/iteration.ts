/** Iterators over arrays: the block is inlined, once per element (forEachElement.ts). */
import { FALSE, int, not, TRUE } from '../../../logic/build';
import { runBlock } from '../../calls/blocks/blocks';
import { type Quantifier, translateQuantifier } from '../../clauses/quantifiers';
import { elementInRange, elementType, isArray, lengthOf } from '../../heap/arrays';
import type { Send, Site } from '../../state/call';
import { positionalArgs } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, makeUnmodelled, type Out } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { representationOf } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf } from '../../state/typeGuards';
import { type ArrayVal, isTruthy, type Val } from '../../state/value';
import { isSameOrEqual } from '../equality/equality';
import { isIeee } from '../numbers/float';
import { quantifierOf } from '../rows/quantifierOf';
import { makeSetOfArray } from './arrayToSet';
import { findComparisonKey } from './comparisonBlocks';
import { arrayDifference, arrayIntersection, arrayUnion, doArraysIntersect, isComparableByEql, uniq } from './distinct';
import { extremeByIterating, extremeNumber, findElement, foldFromFirst } from './findFold';
import { alwaysReturn, type CallBlock, foldElements, forEachElement } from './forEachElement';
import { groupBy, partition, tally, windows, zip } from './grouping';
import { indexOf } from './indexOf';
import { compactElements, flattenElements, mapFilterModel } from './mapFilter';
import { REPLACES_IN_PLACE, readsNoContents, replaceInPlace } from './replaceInPlace';
import { cycleElements, hasExactlyOne, reverseEach } from './reverseCycle';
import { findExtremeByKey, findExtremesByKey, sortBy } from './sorting';

export const arrayIteration: Model = (ctx, send, state) => {
  const { receiver, method, args } = send;
  const array = receiver as ArrayVal;
  const toArray = { ...send, receiver: array };
  const quantifier = ctx.spec && quantifierOf(ctx, 'Array', method);
  if (quantifier) {
    const out = quantifyElements(ctx, quantifier, toArray, state);
    if (out) return out;
  }
  return args.block ? iterateWithBlock(ctx, toArray, state) : iterateWithoutBlock(ctx, toArray, state);
};

/** all?/any?/none? in a refinement: a quantifier over the indices. */
function quantifyElements(
  ctx: Ctx,
  quantifier: Quantifier,
  { receiver: array, args, site }: Send<ArrayVal>,
  state: State,
): Out | null {
  const { block } = args;
  if (!block) return null;
  return translateQuantifier(
    ctx,
    quantifier,
    { from: int(0), to: lengthOf(ctx, state, array) },
    state,
    (inner, index, s) => runBlock(inner, { closure: block, args: [elementInRange(inner, s, array, index)], site }, s),
  );
}

function iterateWithBlock(ctx: Ctx, send: Send<ArrayVal>, state: State): Out | null {
  const { method, args, site } = send;
  const block = args.block!;
  if (REPLACES_IN_PLACE.has(method) && !readsNoContents(ctx, block)) return null;
  if (method === 'sort' || method === 'sort!') return iterateByComparator(ctx, send, state);
  return iterateArray(ctx, send, state, (values, s, breaks) =>
    runBlock(ctx, { closure: block, args: values, site, breaks }, s),
  );
}

/** Null: its block does not compare keys. */
function iterateByComparator(ctx: Ctx, send: Send<ArrayVal>, state: State): Out | null {
  const { method, args, site } = send;
  const comparator = args.positional.length === 0 ? findComparisonKey(ctx.run, args.block!) : null;
  if (!comparator) return null;
  const { key, descending } = comparator;
  const call: CallBlock = (values, s) => runBlock(ctx, { closure: key, args: values, site }, s);
  return sortBy(ctx, send, { inPlace: method === 'sort!', descending }, state, call);
}

/** `call`: what to do with an element; usually, call the block with it. `self`: the result of `each`. */
export function iterateArray(
  ctx: Ctx,
  send: Send<ArrayVal>,
  state: State,
  call: CallBlock,
  self: Val = send.receiver,
): Out | null {
  const { receiver: array, method, args, site } = send;
  switch (method) {
    case 'each_entry':
      return args.positional.length === 0 ? iterateArray(ctx, { ...send, method: 'each' }, state, call, self) : null;
    case 'cycle':
      return cycleElements(ctx, send, args.positional, state, call);
    case 'each':
      return forEachElement(ctx, array, site, state, {
        visit: (element, _, s, breaks) => call([element], s, breaks).state,
        result: alwaysReturn(self),
        args,
      });
    case 'each_with_index':
      return forEachElement(ctx, array, site, state, {
        visit: (element, index, s, breaks) => call([element, { kind: 'int', term: index }], s, breaks).state,
        result: alwaysReturn(self),
        args,
      });
    case 'each_index':
      return forEachElement(ctx, array, site, state, {
        visit: (_, index, s, breaks) => call([{ kind: 'int', term: index }], s, breaks).state,
        result: alwaysReturn(self),
        args,
      });
    case 'each_with_object':
      return args.positional.length === 1
        ? forEachElement(ctx, array, site, state, {
            visit: (element, _, s, breaks) => call([element, args.positional[0]!], s, breaks).state,
            result: alwaysReturn(args.positional[0]!),
            args,
          })
        : null;
    case 'reduce':
    case 'inject':
      return reduceElements(ctx, send, args.positional, state, call);
    case 'all?':
    case 'any?':
    case 'none?':
      return args.positional.length === 0 ? testElements(ctx, send, state, call) : null;
    case 'one?':
      return args.positional.length === 0 ? hasExactlyOne(ctx, array, site, state, call) : null;
    case 'sum':
      return sumElements(ctx, send, args.positional, state, (element, s, breaks) => call([element], s, breaks));
    case 'count':
      return args.positional.length === 0 ? countElements(ctx, array, site, state, call) : null;
    case 'each_slice':
    case 'each_cons': {
      const [size] = args.positional;
      return size?.kind === 'int' ? windows(ctx, { array, method, size: size.term, site }, state, call) : null;
    }
    case 'zip':
      return args.positional.every(isArray) ? zip(ctx, send, args.positional, state, call) : null;
    default:
      return args.positional.length === 0 ? iterateByBlock(ctx, send, state, call) : null;
  }
}

/** Methods with a block and no other argument. */
function iterateByBlock(ctx: Ctx, send: Send<ArrayVal>, state: State, call: CallBlock): Out | null {
  const { receiver: array, method, site } = send;
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
      return mapFilterModel(ctx, send, state, call);
    case 'find':
    case 'detect':
      return findElement(ctx, send, state, call);
    case 'find_index':
    case 'index':
      return findElement(ctx, send, state, call, true);
    case 'min_by':
    case 'max_by':
      return ctx.spec
        ? extremeByIterating(ctx, send, method === 'min_by', state, call)
        : findExtremeByKey(ctx, send, state, call);
    case 'minmax_by':
      return ctx.spec ? null : findExtremesByKey(ctx, array, site, state, call);
    case 'sort_by':
    case 'sort_by!':
      return sortBy(ctx, send, { inPlace: method === 'sort_by!', descending: false }, state, call);
    case 'reverse_each':
      return reverseEach(ctx, array, site, state, call);
    case 'map!':
    case 'collect!':
    case 'select!':
    case 'filter!':
    case 'keep_if':
    case 'reject!':
    case 'delete_if':
      return replaceInPlace(ctx, send, state, call);
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

function iterateWithoutBlock(ctx: Ctx, send: Send<ArrayVal>, state: State): Out | null {
  const { receiver: array, method, args, site } = send;
  const { positional } = args;
  const [first] = positional;
  switch (method) {
    case 'sum':
      return sumElements(ctx, send, positional, state, (element, s) => ({ value: element, state: s }));
    case 'reduce':
    case 'inject':
      return byOperator(ctx, array, positional, site, state);
    case 'zip':
      return positional.every(isArray) ? zip(ctx, send, positional, state, null) : null;
    case 'flatten':
      return flattenElements(ctx, array, positional, site, state);
    case 'include?':
    case 'member?':
      return positional.length === 1
        ? (holdsEqual(ctx, array, first!, site, state) ??
            testElements(ctx, { ...send, method: 'any?' }, state, ([element], s) =>
              isSameOrEqual(ctx, { a: element!, b: first!, method: '==', site }, s),
            ))
        : null;
    case 'index':
    case 'find_index':
      return positional.length === 1 ? indexOfEqual(ctx, send, first!, state) : null;
    default:
      if (!first) return evaluateOfElements(ctx, array, method, site, state);
      return positional.length === 1 && isArray(first) ? combineWithArray(ctx, send, first, state) : null;
  }
}

/** The first element that is equal; Ruby compares each with `==`, unless terms decide. */
function indexOfEqual(ctx: Ctx, send: Send<ArrayVal>, wanted: Val, state: State): Out | null {
  const byTerm = indexOf(ctx, send.receiver, wanted, state);
  if (byTerm !== null || ctx.spec) return byTerm;
  const isWanted: CallBlock = ([element], s) =>
    isSameOrEqual(ctx, { a: element!, b: wanted, method: '==', site: send.site }, s);
  return findElement(ctx, send, state, isWanted, true);
}

/** In a refinement, `include?` states that an index exists. */
function holdsEqual(ctx: Ctx, array: ArrayVal, wanted: Val, site: Site, state: State): Out | null {
  if (!ctx.spec) return null;
  return translateQuantifier(ctx, 'some', { from: int(0), to: lengthOf(ctx, state, array) }, state, (inner, index, s) =>
    isSameOrEqual(inner, { a: elementInRange(inner, s, array, index), b: wanted, method: '==', site }, s),
  );
}

function evaluateOfElements(ctx: Ctx, array: ArrayVal, method: string, site: Site, state: State): Out | null {
  switch (method) {
    case 'min':
    case 'max':
      return isOfNumbers(ctx, array) ? extremeNumber(ctx, array, method, site, state) : null;
    case 'uniq':
      return uniq(ctx, array, site, state, null);
    case 'to_set':
      return makeSetOfArray(ctx, array, site, state);
    case 'compact':
      return compactElements(ctx, array, site, state);
    case 'tally':
      return isComparableByEql(ctx, elementType(array.type), state) ? tally(ctx, array, site, state) : null;
    default:
      return null;
  }
}

function combineWithArray(
  ctx: Ctx,
  { receiver: array, method, site }: Send<ArrayVal>,
  other: ArrayVal,
  state: State,
): Out | null {
  switch (method) {
    case '-':
    case 'difference':
      return arrayDifference(ctx, array, other, site, state);
    case '|':
    case 'union':
      return arrayUnion(ctx, array, other, site, state);
    case '&':
    case 'intersection':
      return arrayIntersection(ctx, array, other, site, state);
    case 'intersect?':
      return doArraysIntersect(ctx, array, other, site, state);
    default:
      return null;
  }
}

/** Elements of one numeric kind, any two of which can be compared: no NaN. */
function isOfNumbers(ctx: Ctx, array: ArrayVal): boolean {
  const shape = representationOf(elementType(array.type));
  return shape === 'int' || shape === 'rat' || (shape === 'real' && !isIeee(ctx));
}

function reduceElements(
  ctx: Ctx,
  { receiver: array, site }: Send<ArrayVal>,
  given: readonly Val[],
  state: State,
  call: CallBlock,
): Out | null {
  const combine = (carried: Val, element: Val, s: State, breaks: ExitList): Out => call([carried, element], s, breaks);
  if (given.length === 0) return foldFromFirst(ctx, array, site, state, combine);
  return given.length === 1 ? foldElements(ctx, array, site, state, { start: given[0]!, step: combine }) : null;
}

/** `reduce(:+)`, `reduce(0, :+)`: the operator is sent. */
function byOperator(ctx: Ctx, array: ArrayVal, given: readonly Val[], site: Site, state: State): Out | null {
  const operator = given.at(-1);
  if (operator?.kind !== 'sym' || operator.term.kind !== 'text' || given.length > 2) return null;
  const name = operator.term.value;
  const combine = (carried: Val, element: Val, s: State): Out =>
    ctx.run.rules.send(ctx, { receiver: carried, method: name, args: positionalArgs([element]), site }, s);
  if (given.length === 1) return foldFromFirst(ctx, array, site, state, combine);
  return foldElements(ctx, array, site, state, { start: given[0]!, step: combine });
}

/** Ruby sums Floats with compensation for rounding errors: no difference over reals, but one in doubles. */
function sumElements(
  ctx: Ctx,
  send: Send<ArrayVal>,
  given: readonly Val[],
  state: State,
  value: (element: Val, state: State, breaks: ExitList) => Out,
): Out | null {
  const { receiver: array, site } = send;
  if (given.length > 1) return null;
  const start = given[0] ?? ({ kind: 'int', term: int(0) } as const);
  return foldElements(ctx, array, site, state, {
    start,
    step: (carried, element, s, breaks) => {
      const out = value(element, s, breaks);
      const next = isIeee(ctx) && (isFloat(carried) || isFloat(out.value));
      if (next) return { value: makeUnmodelled(ctx, { kind: 'float-sum' }, site), state: out.state };
      return ctx.run.rules.send(
        ctx,
        { ...send, receiver: carried, method: '+', args: positionalArgs([out.value]) },
        out.state,
      );
    },
  });
}

function isFloat(val: Val): boolean {
  if (val.kind === 'real') return true;
  return val.kind === 'boxed' && (tagsOf(val.type)?.has('real') ?? true);
}

function countElements(ctx: Ctx, array: ArrayVal, site: Site, state: State, call: CallBlock): Out {
  return foldElements(ctx, array, site, state, {
    start: { kind: 'int', term: int(0) },
    step: (carried, element, s, breaks) => {
      const out = call([element], s, breaks);
      const one = (more: State): Out =>
        ctx.run.rules.send(
          ctx,
          { receiver: carried, method: '+', args: positionalArgs([{ kind: 'int', term: int(1) }]), site },
          more,
        );
      return forkState(ctx, isTruthy(out.value), out.state, site, {
        yes: one,
        no: less => ({ value: carried, state: less }),
      });
    },
  });
}

/** all?, any?, none? stop at the first decisive element. */
function testElements(ctx: Ctx, { receiver: array, method, site }: Send<ArrayVal>, state: State, call: CallBlock): Out {
  const start = method === 'any?' ? FALSE : TRUE;
  return foldElements(ctx, array, site, state, {
    start: { kind: 'bool', term: start },
    step: (carried, element, s, breaks) => {
      const undecided = method === 'any?' ? not(isTruthy(carried)) : isTruthy(carried);
      const test = (open: State): Out => {
        const out = call([element], open, breaks);
        const holds = method === 'none?' ? not(isTruthy(out.value)) : isTruthy(out.value);
        return { value: { kind: 'bool', term: holds }, state: out.state };
      };
      return forkState(ctx, undecided, s, site, { yes: test, no: done => ({ value: carried, state: done }) });
    },
  });
}
