/**
 * Results of Enumerable's methods that depend on the shape of the elements or on a method's name, which signatures
 * cannot say: `pairs.to_h`, `rows.flatten`, `numbers.inject(:+)`, `words.map.with_index { … }`.
 */
import { findMethod } from '../program/lookup';
import type { Arg, Call } from '../ril/ril';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, INTEGER, NIL, nominal } from '../types/type';
import { lookUp } from './callees';
import type { CheckedBlock, Ctx } from './context';
import { EMPTY_ENV } from './env';
import { solved } from './instantiate';
import { className } from './narrow';
import { choose } from './overloads';
import { preciseResult } from './precise';
import { asElement, elementOf, joined, joinedAll, mayBeNil, membersOf, resolved, withoutNil } from './relations';
import { argumentsAs } from './unify';

/** A call that is written, or one that `&:name` stands for. */
export type Sending = Pick<Call, 'receiver' | 'method' | 'args' | 'block'>;

/** Null: the signature knows as much. */
export function elementResult(ctx: Ctx, receiver: Type, call: Sending, block: CheckedBlock | null): Type | null {
  if (block !== null && (call.method === 'with_index' || call.method === 'each_with_index'))
    return indexed(ctx, call, block);
  if (call.method === '[]=') return stored(ctx, receiver, call.args);
  if (call.method === 'fetch') return fetched(ctx, receiver, call);
  if (call.method === 'dig') return dug(ctx, receiver, call.args);
  const element = elementsOf(ctx, receiver);
  if (element === null || element.kind === 'dynamic' || call.block !== null) return null;
  switch (call.method) {
    case 'size':
    case 'count':
      return call.args.length === 0 ? countedSize(ctx, call) : null;
    case 'to_h':
      return call.args.length === 0 && !hasOwn(ctx, receiver, call.method) ? hashOfPairs(ctx, element) : null;
    case 'flatten':
      return flattened(ctx, element, depthOf(call.args));
    case 'transpose':
      return transposed(ctx, element);
    case 'inject':
    case 'reduce':
      return folded(ctx, element, call.args);
    case 'sum':
      return call.args.length === 0 ? summedLiteral(ctx, call) : summed(ctx, element, call.args);
    case 'zip':
      return call.args.length > 1 ? zipped(ctx, element, call.args) : null;
    default:
      return null;
  }
}

/**
 * `(a..b).size` of two Integers is one; without an end it is infinite, of anything else nil or an error. `count` goes through
 * days and words as well; only a Float, or a number of no certain kind, is never reached.
 */
function countedSize(ctx: Ctx, { receiver, method }: Sending): Type | null {
  if (receiver?.kind !== 'range' || receiver.from === null || receiver.to === null) return null;
  const ends = [receiver.from, receiver.to].map(end => ctx.out.types.get(end));
  const isCounted = (name: string | null): boolean =>
    method === 'count' ? name !== null && ['Integer', 'Date', 'String', 'Symbol'].includes(name) : name === 'Integer';
  return ends.every(type => type !== undefined && isCounted(className(resolved(ctx, type)))) ? INTEGER : null;
}

/** `h[k] = v` gives v, whatever was there. */
function stored(ctx: Ctx, receiver: Type, args: readonly Arg[]): Type | null {
  const last = args.at(-1);
  const name = className(resolved(ctx, receiver));
  if (last?.type !== 'positional' || (name !== 'Hash' && name !== 'Array')) return null;
  return ctx.out.types.get(last.value) ?? null;
}

function elementsOf(ctx: Ctx, receiver: Type): Type | null {
  const type = resolved(ctx, receiver);
  if (type.kind === 'tuple') return elementOf(ctx, type.elements);
  return argumentsAs(ctx, type, 'Enumerable')[0] ?? argumentsAs(ctx, type, 'Array')[0] ?? null;
}

/** A class of the library that does by this name what it likes (`CSV::Row#to_h`). */
function hasOwn(ctx: Ctx, receiver: Type, method: string): boolean {
  const name = className(resolved(ctx, receiver));
  const owner = name === null ? 'Array' : findMethod(ctx.program, name, method)?.owner;
  return owner !== 'Array' && owner !== 'Enumerable';
}

function hashOfPairs(ctx: Ctx, element: Type): Type | null {
  const pair = resolved(ctx, element);
  const [key, value] = pair.kind === 'tuple' && pair.elements.length === 2 ? pair.elements : arrayPair(pair);
  return key === undefined || value === undefined ? null : nominal('Hash', [key, value]);
}

/** `[[1, 2], [3, 4]].to_h`: arrays of one type make keys and values of it. */
function arrayPair(type: Type): readonly Type[] {
  const [item] = type.kind === 'nominal' && type.name === 'Array' ? type.args : [];
  return item === undefined ? [] : [item, item];
}

function flattened(ctx: Ctx, element: Type, depth: number): Type | null {
  return Number.isNaN(depth) ? null : nominal('Array', [innermost(ctx, element, depth)]);
}

function innermost(ctx: Ctx, type: Type, depth: number): Type {
  if (depth <= 0) return type;
  const parts = membersOf(ctx, type).map(member => {
    if (member.kind === 'tuple') return innermost(ctx, elementOf(ctx, member.elements), depth - 1);
    const [item] = member.kind === 'nominal' && member.name === 'Array' ? member.args : [];
    return item === undefined ? member : innermost(ctx, item, depth - 1);
  });
  return joinedAll(ctx, parts);
}

/** Arrays in arrays in arrays: as deep as types are written. */
const ALL_LEVELS = 20;

function depthOf(args: readonly Arg[]): number {
  const [only] = args;
  if (only === undefined) return ALL_LEVELS;
  if (only.type !== 'positional' || only.value.kind !== 'lit' || only.value.value.type !== 'integer') return Number.NaN;
  return Number(only.value.value.value);
}

function transposed(ctx: Ctx, element: Type): Type | null {
  const row = resolved(ctx, element);
  if (row.kind === 'tuple') return nominal('Array', [nominal('Array', [elementOf(ctx, row.elements)])]);
  return row.kind === 'nominal' && row.name === 'Array' ? nominal('Array', [row]) : null;
}

/** `rows.dig(0, :name)` is `rows[0]`, and `[:name]` of what is there. */
function dug(ctx: Ctx, receiver: Type, args: readonly Arg[]): Type | null {
  let found = receiver;
  for (const arg of args) {
    if (arg.type !== 'positional') return null;
    const index = ctx.out.types.get(arg.value) ?? DYNAMIC;
    const from = withoutNil(ctx, found);
    const declared = joined(ctx, resultOf(ctx, from, '[]', [index]), NIL);
    const precise = preciseResult(ctx, from, { receiver: null, method: '[]', args: [arg], block: null }, declared);
    found = mayBeNil(ctx, found) ? joined(ctx, precise, NIL) : precise;
  }
  return found.kind === 'dynamic' ? null : found;
}

/** `inject(:+)`, `inject(init, :+)`: what the operator makes of two elements, of the first one and an element. */
function folded(ctx: Ctx, element: Type, args: readonly Arg[]): Type | null {
  const types = args.map(arg => (arg.type === 'positional' ? ctx.out.types.get(arg.value) : undefined));
  const name = types.at(-1);
  if (name?.kind !== 'literal' || name.value.type !== 'symbol' || types.length > 2) return null;
  const [init] = types.length === 2 ? types : [element];
  if (init === undefined) return null;
  const start = startOf(ctx, init, element);
  const all = joined(ctx, start, resultOf(ctx, start, name.value.value, [element]));
  if (all.kind === 'dynamic') return null;
  return types.length === 2 ? all : joined(ctx, all, NIL);
}

/** `inject([], :+)` of arrays: what begins empty is of what is added to it. */
function startOf(ctx: Ctx, init: Type, element: Type): Type {
  const isEmpty = init.kind === 'tuple' && init.elements.length === 0;
  return isEmpty && className(resolved(ctx, element)) === 'Array' ? asElement(ctx, element) : asElement(ctx, init);
}

/** `h.fetch(k, [])`, `h.fetch(k) { [] }`: an empty array beside arrays is one of them. */
function fetched(ctx: Ctx, receiver: Type, { args, block }: Sending): Type | null {
  const [, second] = args;
  const given = block === null && second?.type === 'positional' ? second.value : null;
  const otherwise = block?.type === 'block' ? block.block.body : given;
  if (otherwise?.kind !== 'array' || otherwise.elements.length > 0) return null;
  const type = resolved(ctx, receiver);
  const held = type.kind === 'nominal' ? type.args[type.name === 'Hash' ? 1 : 0] : undefined;
  const isContainer = type.kind === 'nominal' && (type.name === 'Hash' || type.name === 'Array');
  return isContainer && held !== undefined && isArray(ctx, held) ? held : null;
}

function isArray(ctx: Ctx, type: Type): boolean {
  const plain = resolved(ctx, type);
  return plain.kind === 'nominal' && plain.name === 'Array';
}

const SUMMED: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);

/** `[0.1, x].sum`: what holds a Float and else only numbers sums up to one. */
function summedLiteral(ctx: Ctx, { receiver }: Sending): Type | null {
  const type = receiver?.kind === 'array' ? ctx.out.types.get(receiver) : undefined;
  if (type?.kind !== 'tuple') return null;
  const names = type.elements.map(each => className(resolved(ctx, each)));
  return names.includes('Float') && names.every(name => name !== null && SUMMED.has(name)) ? nominal('Float') : null;
}

/** `sum(0.0)`: as if everything were added to what is given. */
function summed(ctx: Ctx, element: Type, args: readonly Arg[]): Type | null {
  const [init] = args;
  if (args.length !== 1 || init?.type !== 'positional') return null;
  const empty: Type = { kind: 'tuple', elements: [] };
  const isEmpty = init.value.kind === 'array' && init.value.elements.length === 0;
  const start = startOf(ctx, isEmpty ? empty : (ctx.out.types.get(init.value) ?? DYNAMIC), element);
  const all = joined(ctx, start, resultOf(ctx, start, '+', [element]));
  return all.kind === 'dynamic' ? null : all;
}

/** `a.zip(b, c)`: rows of what stands at the same place; what is shorter gives nil. */
function zipped(ctx: Ctx, element: Type, args: readonly Arg[]): Type | null {
  const others = args.map(arg =>
    arg.type === 'positional' ? elementsOf(ctx, ctx.out.types.get(arg.value) ?? DYNAMIC) : null,
  );
  if (others.includes(null)) return null;
  const rest = others.map(other => joined(ctx, other ?? DYNAMIC, NIL));
  return nominal('Array', [{ kind: 'tuple', elements: [element, ...rest] }]);
}

/** What a call with arguments of these types gives; %dyn where that is not plain. */
function resultOf(ctx: Ctx, receiver: Type, method: string, types: readonly Type[]): Type {
  const lookup = lookUp(ctx, receiver, method, 'no');
  if (lookup.dynamic || lookup.missing.length > 0 || lookup.callees.length === 0) return DYNAMIC;
  const list = types.map(type => ({ kind: 'positional' as const, type, span: { start: 0, end: 0 }, expr: null }));
  const results = lookup.callees.map(callee => {
    const { chosen } = choose(ctx, callee, { list, env: EMPTY_ENV, open: false }, false);
    return chosen.length === 0
      ? DYNAMIC
      : joinedAll(
          ctx,
          chosen.map(one => solved(one.arm, one.match.bounds).result),
        );
  });
  return joinedAll(ctx, results);
}

const MAPS: ReadonlySet<string> = new Set(['map', 'collect', 'flat_map', 'collect_concat', 'filter_map']);

/** `words.map.with_index { |w, i| … }` is a map whose block gets the index too. */
function indexed(ctx: Ctx, call: Sending, block: CheckedBlock): Type | null {
  const source = call.receiver;
  if (source?.kind !== 'call' || source.block !== null || source.args.length > 0 || !MAPS.has(source.method))
    return null;
  if (source.receiver === null || block.result.kind === 'dynamic') return null;
  const element = elementsOf(ctx, ctx.out.types.get(source.receiver) ?? DYNAMIC);
  if (element === null) return null;
  const result = asElement(ctx, block.result);
  if (source.method === 'filter_map') return nominal('Array', [withoutNil(ctx, result)]);
  const flat = source.method === 'flat_map' || source.method === 'collect_concat';
  return nominal('Array', [flat ? innermost(ctx, result, 1) : result.kind === 'bottom' ? BOTTOM : result]);
}
