/**
 * Results of Enumerable methods that depend on the shape of the elements or on a method name, which signatures cannot
 * express: `pairs.to_h`, `rows.flatten`, `numbers.inject(:+)`, `words.map.with_index { … }`.
 */
import { factsOf } from '../../program/libraryFacts';
import type { LibraryFacts } from '../../program/program';
import type { Arg } from '../../ril/ril';
import type { Type } from '../../types/type';
import { BOTTOM, DYNAMIC, INTEGER, NIL, nominal } from '../../types/type';
import { substituteSolution } from '../../typing/instantiate';
import { className } from '../../typing/narrow';
import {
  asElement,
  elementOf,
  joinAllTypes,
  joinTwoTypes,
  mayBeNil,
  membersOf,
  resolveType,
  withoutNil,
} from '../../typing/typeOps';
import { argumentsAs } from '../../typing/unify';
import { chooseArms } from '../binding/overloads';
import { lookUpCallees } from '../callees/callees';
import type { Sending } from '../state/call';
import type { CheckedBlock, Ctx } from '../state/context';
import { EMPTY_ENV } from '../state/env';
import { resultOfLiteral } from './literalResults';

/** Returns null if the signature is as precise. */
export function elementResult(ctx: Ctx, receiver: Type, call: Sending, block: CheckedBlock | null): Type | null {
  if (block !== null && factsOf(ctx.program, 'Enumerator', call.method).yields === 'indexed')
    return resultOfWithIndex(ctx, call, block);
  if (call.method === '[]=') return resultOfIndexWrite(ctx, receiver, call.args);
  if (call.method === 'fetch') return resultOfFetch(ctx, receiver, call);
  if (call.method === 'dig') return resultOfDig(ctx, receiver, call.args);
  const element = elementsOf(ctx, receiver);
  if (element === null || element.kind === 'dynamic' || call.block !== null) return null;
  const facts = factsOf(ctx.program, className(resolveType(ctx, receiver)) ?? 'Array', call.method);
  return (
    arrangedResult(ctx, facts.arranges, element, call.args) ??
    (facts.answers === 'size' || facts.answers === 'count' ? sizeOfRange(ctx, call) : null) ??
    (facts.answers === 'fold' ? resultOfInject(ctx, element, call.args) : null) ??
    (facts.combines === '+' ? resultOfSum(ctx, element, call) : null)
  );
}

function arrangedResult(
  ctx: Ctx,
  arranges: LibraryFacts['arranges'],
  element: Type,
  args: readonly Arg[],
): Type | null {
  switch (arranges) {
    case 'pairs':
      return args.length === 0 ? hashOfPairs(ctx, element) : null;
    case 'flat':
      return flattenElements(ctx, element, depthOf(args));
    case 'columns':
      return transposeRows(ctx, element);
    case 'rows':
      return args.length > 1 ? resultOfZip(ctx, element, args) : null;
    default:
      return null;
  }
}

/**
 * `(a..b).size` of two Integers is an Integer, infinite without an end; for other bounds it is nil or raises. `count`
 * also iterates over dates and strings, but never over Floats or numbers of unknown class.
 */
function sizeOfRange(ctx: Ctx, { receiver, method, args }: Sending): Type | null {
  if (receiver?.kind !== 'range' || receiver.from === null || receiver.to === null || args.length > 0) return null;
  const ends = [receiver.from, receiver.to].map(end => ctx.out.types.get(end));
  const isCounted = (name: string | null): boolean =>
    method === 'count' ? name !== null && ['Integer', 'Date', 'String', 'Symbol'].includes(name) : name === 'Integer';
  return ends.every(type => type !== undefined && isCounted(className(resolveType(ctx, type)))) ? INTEGER : null;
}

/** `h[k] = v` evaluates to v, whatever the hash held. */
function resultOfIndexWrite(ctx: Ctx, receiver: Type, args: readonly Arg[]): Type | null {
  const last = args.at(-1);
  const name = className(resolveType(ctx, receiver));
  if (last?.type !== 'positional' || (name !== 'Hash' && name !== 'Array')) return null;
  return ctx.out.types.get(last.value) ?? null;
}

function elementsOf(ctx: Ctx, receiver: Type): Type | null {
  const type = resolveType(ctx, receiver);
  if (type.kind === 'tuple') return elementOf(ctx, type.elements);
  return argumentsAs(ctx, type, 'Enumerable')[0] ?? argumentsAs(ctx, type, 'Array')[0] ?? null;
}

function hashOfPairs(ctx: Ctx, element: Type): Type | null {
  const pair = resolveType(ctx, element);
  const [key, value] = pair.kind === 'tuple' && pair.elements.length === 2 ? pair.elements : arrayPair(pair);
  return key === undefined || value === undefined ? null : nominal('Hash', [key, value]);
}

/** `[[1, 2], [3, 4]].to_h`: the elements of homogeneous arrays are both keys and values. */
function arrayPair(type: Type): readonly Type[] {
  const [item] = type.kind === 'nominal' && type.name === 'Array' ? type.args : [];
  return item === undefined ? [] : [item, item];
}

function flattenElements(ctx: Ctx, element: Type, depth: number): Type | null {
  return Number.isNaN(depth) ? null : nominal('Array', [elementAtDepth(ctx, element, depth)]);
}

function elementAtDepth(ctx: Ctx, type: Type, depth: number): Type {
  if (depth <= 0) return type;
  const parts = membersOf(ctx, type).map(member => {
    if (member.kind === 'tuple') return elementAtDepth(ctx, elementOf(ctx, member.elements), depth - 1);
    const [item] = member.kind === 'nominal' && member.name === 'Array' ? member.args : [];
    return item === undefined ? member : elementAtDepth(ctx, item, depth - 1);
  });
  return joinAllTypes(ctx, parts);
}

/** Flattens arrays to any depth that a type can express. */
const ALL_LEVELS = 20;

function depthOf(args: readonly Arg[]): number {
  const [only] = args;
  if (only === undefined) return ALL_LEVELS;
  if (only.type !== 'positional' || only.value.kind !== 'lit' || only.value.value.type !== 'integer') return Number.NaN;
  return Number(only.value.value.value);
}

function transposeRows(ctx: Ctx, element: Type): Type | null {
  const row = resolveType(ctx, element);
  if (row.kind === 'tuple') return nominal('Array', [nominal('Array', [elementOf(ctx, row.elements)])]);
  return row.kind === 'nominal' && row.name === 'Array' ? nominal('Array', [row]) : null;
}

/** `rows.dig(0, :name)` is `rows[0]` and then `[:name]` of the result. */
function resultOfDig(ctx: Ctx, receiver: Type, args: readonly Arg[]): Type | null {
  let found = receiver;
  for (const arg of args) {
    if (arg.type !== 'positional') return null;
    const index = ctx.out.types.get(arg.value) ?? DYNAMIC;
    const from = withoutNil(ctx, found);
    const declared = joinTwoTypes(ctx, resultOf(ctx, from, '[]', [index]), NIL);
    const precise = resultOfLiteral(ctx, from, { receiver: null, method: '[]', args: [arg], block: null }, declared);
    found = mayBeNil(ctx, found) ? joinTwoTypes(ctx, precise, NIL) : precise;
  }
  return found.kind === 'dynamic' ? null : found;
}

/** `inject(:+)`, `inject(init, :+)`: the result of the operator for two elements, or for `init` and an element. */
function resultOfInject(ctx: Ctx, element: Type, args: readonly Arg[]): Type | null {
  const types = args.map(arg => (arg.type === 'positional' ? ctx.out.types.get(arg.value) : undefined));
  const name = types.at(-1);
  if (name?.kind !== 'literal' || name.value.type !== 'symbol' || types.length > 2) return null;
  const [init] = types.length === 2 ? types : [element];
  if (init === undefined) return null;
  const start = startOf(ctx, init, element);
  const all = joinTwoTypes(ctx, start, resultOf(ctx, start, name.value.value, [element]));
  if (all.kind === 'dynamic') return null;
  return types.length === 2 ? all : joinTwoTypes(ctx, all, NIL);
}

/** `inject([], :+)` over arrays: an empty initial array takes the elements' type. */
function startOf(ctx: Ctx, init: Type, element: Type): Type {
  const isEmpty = init.kind === 'tuple' && init.elements.length === 0;
  return isEmpty && className(resolveType(ctx, element)) === 'Array' ? asElement(ctx, element) : asElement(ctx, init);
}

/** `h.fetch(k, [])`, `h.fetch(k) { [] }`: an empty array joins the array type of the values. */
function resultOfFetch(ctx: Ctx, receiver: Type, { args, block }: Sending): Type | null {
  const [, second] = args;
  const given = block === null && second?.type === 'positional' ? second.value : null;
  const otherwise = block?.type === 'block' ? block.block.body : given;
  if (otherwise?.kind !== 'array' || otherwise.elements.length > 0) return null;
  const type = resolveType(ctx, receiver);
  const held = type.kind === 'nominal' ? type.args[type.name === 'Hash' ? 1 : 0] : undefined;
  const isContainer = type.kind === 'nominal' && (type.name === 'Hash' || type.name === 'Array');
  return isContainer && held !== undefined && isArray(ctx, held) ? held : null;
}

function isArray(ctx: Ctx, type: Type): boolean {
  const plain = resolveType(ctx, type);
  return plain.kind === 'nominal' && plain.name === 'Array';
}

const SUMMED: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);

/** `[0.1, x].sum`: numbers including a Float sum up to a Float. */
function sumOfLiteral(ctx: Ctx, { receiver }: Sending): Type | null {
  const type = receiver?.kind === 'array' ? ctx.out.types.get(receiver) : undefined;
  if (type?.kind !== 'tuple') return null;
  const names = type.elements.map(each => className(resolveType(ctx, each)));
  return names.includes('Float') && names.every(name => name !== null && SUMMED.has(name)) ? nominal('Float') : null;
}

/** `sum(0.0)`: adds every element to the initial value. */
function resultOfSum(ctx: Ctx, element: Type, call: Sending): Type | null {
  const { args } = call;
  const [init] = args;
  if (init === undefined) return sumOfLiteral(ctx, call);
  if (args.length !== 1 || init?.type !== 'positional') return null;
  const empty: Type = { kind: 'tuple', elements: [] };
  const isEmpty = init.value.kind === 'array' && init.value.elements.length === 0;
  const start = startOf(ctx, isEmpty ? empty : (ctx.out.types.get(init.value) ?? DYNAMIC), element);
  const all = joinTwoTypes(ctx, start, resultOf(ctx, start, '+', [element]));
  return all.kind === 'dynamic' ? null : all;
}

/** `a.zip(b, c)`: rows of the elements at the same index; a shorter array contributes nil. */
function resultOfZip(ctx: Ctx, element: Type, args: readonly Arg[]): Type | null {
  const others = args.map(arg =>
    arg.type === 'positional' ? elementsOf(ctx, ctx.out.types.get(arg.value) ?? DYNAMIC) : null,
  );
  if (others.includes(null)) return null;
  const rest = others.map(other => joinTwoTypes(ctx, other ?? DYNAMIC, NIL));
  return nominal('Array', [{ kind: 'tuple', elements: [element, ...rest] }]);
}

/** The result of a call with these argument types; %dyn if it is not certain. */
function resultOf(ctx: Ctx, receiver: Type, method: string, types: readonly Type[]): Type {
  const lookup = lookUpCallees(ctx, receiver, method, 'no');
  if (lookup.dynamic || lookup.missing.length > 0 || lookup.callees.length === 0) return DYNAMIC;
  const list = types.map(type => ({ kind: 'positional' as const, type, span: { start: 0, end: 0 }, expr: null }));
  const results = lookup.callees.map(callee => {
    const { chosen } = chooseArms(ctx, callee, { list, env: EMPTY_ENV, open: false }, false);
    return chosen.length === 0
      ? DYNAMIC
      : joinAllTypes(
          ctx,
          chosen.map(one => substituteSolution(one.arm, one.match.bounds).result),
        );
  });
  return joinAllTypes(ctx, results);
}

/** `words.map.with_index { |w, i| … }` is a map whose block also gets the index. */
function resultOfWithIndex(ctx: Ctx, call: Sending, block: CheckedBlock): Type | null {
  const source = call.receiver;
  if (source?.kind !== 'call' || source.block !== null || source.args.length > 0) return null;
  const { collects } = factsOf(ctx.program, 'Array', source.method);
  if (collects === null) return null;
  if (source.receiver === null || block.result.kind === 'dynamic') return null;
  const element = elementsOf(ctx, ctx.out.types.get(source.receiver) ?? DYNAMIC);
  if (element === null) return null;
  const result = asElement(ctx, block.result);
  if (collects === 'truthy') return nominal('Array', [withoutNil(ctx, result)]);
  return nominal('Array', [
    collects === 'parts' ? elementAtDepth(ctx, result, 1) : result.kind === 'bottom' ? BOTTOM : result,
  ]);
}
