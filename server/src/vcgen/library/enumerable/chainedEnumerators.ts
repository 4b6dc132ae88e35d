/**
 * Enumerators over arrays that are consumed immediately: `a.each_with_index.map { |x, i| … }`, `a.map.with_index(1) { …
 * }`, `a.each_slice(2).map { … }`. They read the array during the iteration, like the iterators that they represent.
 */
import { add } from '../../../logic/arithmetic';
import { int } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { factsOf } from '../../../program/libraryFacts';
import { candidates } from '../../../program/lookup';
import type { Call } from '../../../ril/ril';
import { nominal } from '../../../types/type';
import { findImplicitCall } from '../../analysis/implicitCalls';
import { findRedefinition } from '../../analysis/redefinitions';
import { evaluateArgs } from '../../calls/binding/arguments';
import { runBlock } from '../../calls/blocks/blocks';
import { elementType, isArray } from '../../heap/arrays';
import { type Args, NO_ARGS } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import type { ExitList } from '../../state/frame';
import type { State } from '../../state/state';
import type { ArrayVal, Closure, Val } from '../../state/value';
import { alwaysReturn, type CallBlock, forEachElement } from '../arrays/forEachElement';
import { mappedWindows } from '../arrays/grouping';
import { mappedType, mapWithIndex } from '../arrays/mapFilter';
import { iterateRange } from '../ranges/rangeIteration';

type Chain = 'mapIndexed' | 'eachIndexed' | 'mapWindows' | 'mapTimes';

/**
 * The combined iterator of a call with a block on a call without one, by the two methods' names; null: not modelled.
 */
export function findChain(call: Call): Chain | null {
  const inner = call.receiver;
  if (inner?.kind !== 'call' || !inner.receiver || inner.block || inner.safe || call.safe) return null;
  if ([...inner.args, ...call.args].some(arg => arg.type !== 'positional')) return null;
  const names = `${inner.method}.${call.method}`;
  if (!call.block && /^each_(slice|cons)\.(to_a|entries)$/.test(names) && inner.args.length === 1) return 'mapWindows';
  if (call.block?.type !== 'block') return null;
  const twoParams = call.block.block.params.length === 2 && call.block.block.params.every(isPlain);
  const [before, here] = [inner.args.length, call.args.length];
  if (/^each_with_index\.(map|collect)$/.test(names)) return twoParams && before + here === 0 ? 'mapIndexed' : null;
  if (/^(map|collect)\.(with_index|each_with_index)$/.test(names))
    return twoParams && before === 0 && hasValidStart(call) ? 'mapIndexed' : null;
  if (/^each\.(with_index|each_with_index)$/.test(names))
    return twoParams && before === 0 && hasValidStart(call) ? 'eachIndexed' : null;
  if (/^times\.(map|collect)$/.test(names)) return before + here === 0 ? 'mapTimes' : null;
  if (/^each_(slice|cons)\.(map|collect)$/.test(names)) return before === 1 && here === 0 ? 'mapWindows' : null;
  return null;
}

function isPlain(param: { readonly kind: string }): boolean {
  return param.kind === 'required';
}

/** Only `with_index` takes an initial index. */
function hasValidStart(call: Call): boolean {
  const [start] = call.args;
  if (!start) return true;
  const number = start.type === 'positional' && start.value.kind === 'lit' && start.value.value.type === 'integer';
  return call.method === 'with_index' && call.args.length === 1 && number;
}

/** The call that returns the enumerator of a chain: `array.each_slice(given)`. */
export interface EnumeratorCall {
  readonly array: Val;
  readonly given: Args;
}

/** Null: it is not an array, or the program overrides the methods; only the inner arguments were evaluated. */
export function evaluateChain(
  ctx: Ctx,
  chain: Chain,
  call: Call,
  { array, given }: EnumeratorCall,
  state: State,
): Out | null {
  const methods = [(call.receiver as Call).method, call.method];
  if (chain === 'mapTimes') {
    if (array.kind !== 'int' || !isFromLibrary(ctx, methods, 'Integer', array)) return null;
    const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
    return mapTimes(ctx, array, call, args, next);
  }
  if (!isArray(array) || !isFromLibrary(ctx, methods, 'Array', array)) return null;
  const [size] = given.positional;
  if (chain === 'mapWindows' && size?.kind !== 'int') return null;
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const [start] = args.positional;
  if (chain === 'mapWindows')
    return mapWindows(ctx, { array, size: (size as Val & { kind: 'int' }).term, block: args.block }, call, next);
  if (!args.block) return null;
  const from = start?.kind === 'int' ? start.term : int(0);
  switch (chain) {
    case 'mapIndexed':
      return mapWithIndex(ctx, array, call, next, { call: withIndex(ctx, args.block, from, call) });
    case 'eachIndexed': {
      const run = withIndex(ctx, args.block, from, call);
      const visit = (element: Val, k: Formula, s: State, breaks: ExitList): State => run(element, k, s, breaks).state;
      return forEachElement(ctx, array, call, next, { visit, result: alwaysReturn(array) });
    }
  }
}

function isFromLibrary(ctx: Ctx, methods: readonly string[], owner: string, receiver: Val): boolean {
  const { program } = ctx.run.input;
  return methods.every(
    method =>
      [owner, 'Enumerator'].every(
        name =>
          candidates(program, name, method).every(each => each.method.origin !== 'workspace') &&
          findRedefinition(ctx, { className: name, asClass: null, isAllocatedHere: false, method }) === null,
      ) && findImplicitCall(ctx, { receiver, args: NO_ARGS }, factsOf(program, owner, method).calls) === null,
  );
}

function withIndex(ctx: Ctx, block: Closure, from: Formula, site: Call) {
  return (element: Val, k: Formula, state: State, breaks: ExitList): Out =>
    runBlock(ctx, { closure: block, args: [element, { kind: 'int', term: add(from, k) }], site, breaks }, state);
}

/** A map over windows of this size; without a block, the list of windows. */
interface WindowMap {
  readonly array: ArrayVal;
  readonly size: Formula;
  readonly block: Closure | null;
}

function mapWindows(ctx: Ctx, { array, size, block }: WindowMap, call: Call, state: State): Out {
  const method = (call.receiver as Call).method as 'each_slice' | 'each_cons';
  const type = block ? mappedType(ctx, call) : nominal('Array', [nominal('Array', [elementType(array.type)])]);
  const run: CallBlock = (values, s, breaks) =>
    block ? runBlock(ctx, { closure: block, args: values, site: call, breaks }, s) : { value: values[0]!, state: s };
  return mappedWindows(ctx, { array, method, size, site: call }, type, state, run);
}

/** `n.times.map { |i| … }` */
function mapTimes(ctx: Ctx, count: Val & { kind: 'int' }, call: Call, args: Args, state: State): Out | null {
  const numbers = { kind: 'range', from: { kind: 'int', term: int(0) }, to: count, exclusive: true } as const;
  return iterateRange(ctx, { receiver: numbers, method: 'map', args, site: call }, state);
}
