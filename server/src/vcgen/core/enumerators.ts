/**
 * Enumerators over arrays that are asked at once: `a.each_with_index.map { |x, i| … }`, `a.map.with_index(1) { … }`,
 * `a.each_slice(2).map { … }`. They look at the array as the rounds go, like the iterators that they stand for.
 */
import { add } from '../../logic/arithmetic';
import { int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { candidates } from '../../program/lookup';
import type { Call } from '../../ril/ril';
import { nominal } from '../../types/type';
import { type Args, evaluateArgs, NO_ARGS } from '../arguments';
import { type ArrayVal, elementType, isArray } from '../arrays';
import { runBlock } from '../blocks';
import { callbackOf } from '../callbacks';
import type { Ctx, Out } from '../context';
import { redefinedBy } from '../redefinitions';
import type { State } from '../state';
import type { Closure, Val } from '../value';
import { indexed, mappedType } from './arrayBuilding';
import { mappedWindows } from './arrayGroups';
import { type CallBlock, each, giving } from './arrayRounds';
import { rangeIteration } from './iteration';

type Chain = 'mapIndexed' | 'eachIndexed' | 'mapWindows' | 'mapTimes';

/** What a call with a block on a call without one is, by the two methods' names; null: something else. */
export function chainOf(call: Call): Chain | null {
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
    return twoParams && before === 0 && saysStart(call) ? 'mapIndexed' : null;
  if (/^each\.(with_index|each_with_index)$/.test(names))
    return twoParams && before === 0 && saysStart(call) ? 'eachIndexed' : null;
  if (/^times\.(map|collect)$/.test(names)) return before + here === 0 ? 'mapTimes' : null;
  if (/^each_(slice|cons)\.(map|collect)$/.test(names)) return before === 1 && here === 0 ? 'mapWindows' : null;
  return null;
}

function isPlain(param: { readonly kind: string }): boolean {
  return param.kind === 'required';
}

/** Only `with_index` says where to begin. */
function saysStart(call: Call): boolean {
  const [start] = call.args;
  if (!start) return true;
  const number = start.type === 'positional' && start.value.kind === 'lit' && start.value.value.type === 'integer';
  return call.method === 'with_index' && call.args.length === 1 && number;
}

/** Null: it is no array, or not Ruby's own methods run; nothing but the inner arguments was evaluated. */
export function evaluateChain(ctx: Ctx, chain: Chain, call: Call, array: Val, given: Args, state: State): Out | null {
  const methods = [(call.receiver as Call).method, call.method];
  if (chain === 'mapTimes') {
    if (array.kind !== 'int' || !isRubysOwn(ctx, methods, 'Integer', array)) return null;
    const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
    return mapTimes(ctx, array, call, args, next);
  }
  if (!isArray(array) || !isRubysOwn(ctx, methods, 'Array', array)) return null;
  const [size] = given.positional;
  if (chain === 'mapWindows' && size?.kind !== 'int') return null;
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const [start] = args.positional;
  if (chain === 'mapWindows')
    return mapWindows(ctx, array, call, (size as Val & { kind: 'int' }).term, args.block, next);
  if (!args.block) return null;
  const from = start?.kind === 'int' ? start.term : int(0);
  switch (chain) {
    case 'mapIndexed':
      return indexed(ctx, array, call, next, withIndex(ctx, args.block, from, call));
    case 'eachIndexed': {
      const run = withIndex(ctx, args.block, from, call);
      const visit = (element: Val, k: Formula, s: State, breaks: Parameters<typeof run>[3]): State =>
        run(element, k, s, breaks).state;
      return each(ctx, array, call, next, visit, giving(array));
    }
  }
}

function isRubysOwn(ctx: Ctx, methods: readonly string[], owner: string, receiver: Val): boolean {
  const { program } = ctx.run.input;
  return methods.every(
    method =>
      [owner, 'Enumerator'].every(
        name =>
          candidates(program, name, method).every(each => each.method.origin !== 'workspace') &&
          redefinedBy(ctx, { className: name, asClass: null, isMadeHere: false, method }) === null,
      ) && callbackOf(ctx, method, receiver, NO_ARGS) === null,
  );
}

function withIndex(ctx: Ctx, block: Closure, from: Formula, site: Call) {
  return (element: Val, k: Formula, state: State, breaks: Parameters<typeof runBlock>[5]): Out =>
    runBlock(ctx, block, [element, { kind: 'int', term: add(from, k) }], state, site, breaks);
}

function mapWindows(ctx: Ctx, array: ArrayVal, call: Call, size: Formula, block: Closure | null, state: State): Out {
  const method = (call.receiver as Call).method as 'each_slice' | 'each_cons';
  const type = block ? mappedType(ctx, call) : nominal('Array', [nominal('Array', [elementType(array.type)])]);
  const run: CallBlock = (values, s, breaks) =>
    block ? runBlock(ctx, block, values, s, call, breaks) : { value: values[0]!, state: s };
  return mappedWindows(ctx, array, method, size, type, call, state, run);
}

/** `n.times.map { |i| … }` */
function mapTimes(ctx: Ctx, count: Val & { kind: 'int' }, call: Call, args: Args, state: State): Out | null {
  const numbers = { kind: 'range', from: { kind: 'int', term: int(0) }, to: count, exclusive: true } as const;
  return rangeIteration(ctx, numbers, 'map', args, call, state);
}
