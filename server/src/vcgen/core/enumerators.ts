/**
 * Enumerators over arrays that are asked at once: `a.each_with_index.map { |x, i| … }`, `a.map.with_index(1) { … }`,
 * `a.each_slice(2).map { … }`. They look at the array as the rounds go, like the iterators that they stand for.
 */
import { add } from '../../logic/arithmetic';
import { int } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { candidates } from '../../program/lookup';
import type { Call } from '../../ril/ril';
import { append } from '../append';
import { type Args, evaluateArgs, NO_ARGS } from '../arguments';
import { type ArrayVal, isArray, makeArray } from '../arrays';
import { runBlock } from '../blocks';
import { callbackOf } from '../callbacks';
import type { Ctx, Out } from '../context';
import { redefinedBy } from '../redefinitions';
import type { State } from '../state';
import type { Closure, Val } from '../value';
import { indexed, mappedType } from './arrayBuilding';
import { windows } from './arrayGroups';
import { each, giving } from './arrayRounds';

type Chain = 'mapIndexed' | 'eachIndexed' | 'mapWindows';

/** What a call with a block on a call without one is, by the two methods' names; null: something else. */
export function chainOf(call: Call): Chain | null {
  const inner = call.receiver;
  if (inner?.kind !== 'call' || !inner.receiver || inner.block || inner.safe || call.safe) return null;
  if (call.block?.type !== 'block' || [...inner.args, ...call.args].some(arg => arg.type !== 'positional')) return null;
  const names = `${inner.method}.${call.method}`;
  const twoParams = call.block.block.params.length === 2 && call.block.block.params.every(isPlain);
  const [before, here] = [inner.args.length, call.args.length];
  if (/^each_with_index\.(map|collect)$/.test(names)) return twoParams && before + here === 0 ? 'mapIndexed' : null;
  if (/^(map|collect)\.(with_index|each_with_index)$/.test(names))
    return twoParams && before === 0 && saysStart(call) ? 'mapIndexed' : null;
  if (/^each\.(with_index|each_with_index)$/.test(names))
    return twoParams && before === 0 && saysStart(call) ? 'eachIndexed' : null;
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
  if (!isArray(array) || !isRubysOwn(ctx, [(call.receiver as Call).method, call.method], array)) return null;
  const [size] = given.positional;
  if (chain === 'mapWindows' && size?.kind !== 'int') return null;
  const { args, state: next } = evaluateArgs(ctx, call.args, call.block, state);
  const [start] = args.positional;
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
    case 'mapWindows':
      return mapWindows(ctx, array, call, (size as Val & { kind: 'int' }).term, args.block, next);
  }
}

function isRubysOwn(ctx: Ctx, methods: readonly string[], array: ArrayVal): boolean {
  const { program } = ctx.run.input;
  return methods.every(
    method =>
      ['Array', 'Enumerator'].every(
        name =>
          candidates(program, name, method).every(each => each.method.origin !== 'workspace') &&
          redefinedBy(ctx, { className: name, asClass: null, isMadeHere: false, method }) === null,
      ) && callbackOf(ctx.run, method, array, NO_ARGS) === null,
  );
}

function withIndex(ctx: Ctx, block: Closure, from: Formula, site: Call) {
  return (element: Val, k: Formula, state: State, breaks: Parameters<typeof runBlock>[5]): Out =>
    runBlock(ctx, block, [element, { kind: 'int', term: add(from, k) }], state, site, breaks);
}

function mapWindows(ctx: Ctx, array: ArrayVal, call: Call, size: Formula, block: Closure, state: State): Out {
  const made = makeArray(ctx, state, [], mappedType(ctx, call), call);
  const result = made.value as ArrayVal;
  const method = (call.receiver as Call).method as 'each_slice' | 'each_cons';
  const collect = (values: readonly Val[], s: State, breaks: Parameters<typeof runBlock>[5]): Out => {
    const out = runBlock(ctx, block, values, s, call, breaks);
    return append(ctx, result, out.value, call, out.state);
  };
  return windows(ctx, array, method, size, call, made.state, collect, result);
}
