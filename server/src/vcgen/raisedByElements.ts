/**
 * What methods of containers raise because of what these hold, read off the type of the elements: an order where `<=>` knows
 * none (`[1, 'a'].sort`), a sum of what cannot be added, pairs that are none (`to_h`), arrays that may hold themselves.
 * What a block says of two elements, or of one, is not looked at: it may well be nothing that can be compared.
 */
import { findMethod } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import type { Type } from '../types/type';
import type { Args } from './arguments';
import { elementType } from './arrays';
import { type Ctx, caveat } from './context';
import { isDynamic, members, plain } from './shape';

const CONTAINERS: ReadonlySet<string> = new Set([
  'Array',
  'Hash',
  'Set',
  'Range',
  'Enumerable',
  'Struct',
  'Enumerator',
]);
const ORDERING: ReadonlySet<string> = new Set(['sort', 'sort!', 'min', 'max', 'minmax']);
const ORDERING_BY: ReadonlySet<string> = new Set(['sort_by', 'sort_by!', 'min_by', 'max_by', 'minmax_by']);
const FLATTENING: ReadonlySet<string> = new Set(['flatten', 'flatten!', 'join']);
const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);
const ORDERED: ReadonlySet<string> = new Set(['String', 'Symbol', 'Time', 'Date']);

/** Classes of what it may raise; none for most. */
export function raisedByElements(ctx: Ctx, { owner, name }: MethodInfo, receiver: Type, args: Args): readonly string[] {
  if (!CONTAINERS.has(owner)) return [];
  const type = heldBy(receiver);
  if (ORDERING_BY.has(name)) return args.block ? ['ArgumentError'] : [];
  if (ORDERING.has(name)) return args.block || !areOrdered(ctx, type) ? ['ArgumentError'] : [];
  if (name === 'sum' && !args.block && args.positional.length === 0) return areNumbers(type) ? [] : ['TypeError'];
  if (name === 'to_h' && !args.block && owner !== 'Hash')
    return isEachAnArray(type) ? ['ArgumentError'] : ['TypeError', 'ArgumentError'];
  if (FLATTENING.has(name) && owner === 'Array') return mayHoldItself(type) ? ['ArgumentError'] : [];
  return [];
}

/** What an iterator over it is given. */
function heldBy(type: Type): Type {
  const bare = plain(type);
  if (bare.kind === 'nominal' && bare.name === 'Hash')
    return { kind: 'tuple', elements: [bare.args[0] ?? { kind: 'any' }, bare.args[1] ?? { kind: 'any' }] };
  return bare.kind === 'finiteHash' ? { kind: 'any' } : elementType(bare);
}

function areNumbers(type: Type): boolean {
  return members(type).every(member => NUMBERS.has(nameOf(member) ?? ''));
}

/** Any two of them are ordered by `<=>`: numbers, one class that is, arrays of such. NaN is none of the reals. */
function areOrdered(ctx: Ctx, type: Type): boolean {
  const all = members(type);
  const names = new Set(all.map(nameOf));
  if (names.has('Float')) {
    if (ctx.run.input.settings.floats === 'ieee') return false;
    caveat(ctx.run, { type: 'reals' });
  }
  if (areNumbers(type)) return true;
  const [first] = all;
  if (names.size !== 1 || !first) return false;
  const bare = plain(first);
  if (bare.kind === 'tuple') return all.length === 1 && bare.elements.every(each => areOrdered(ctx, each));
  const [name] = names;
  if (name === 'Array') return all.length === 1 && areOrdered(ctx, elementType(bare));
  return !!name && (ORDERED.has(name) || hasOwnOrder(ctx.run.input.program, name));
}

function hasOwnOrder(program: Program, name: string): boolean {
  return findMethod(program, name, '<=>')?.origin === 'workspace';
}

const CLASS_OF_LITERAL: Readonly<Record<string, string>> = {
  integer: 'Integer',
  float: 'Float',
  string: 'String',
  symbol: 'Symbol',
};

function nameOf(type: Type): string | null {
  const bare = plain(type);
  if (bare.kind === 'nominal') return bare.name;
  if (bare.kind === 'tuple') return 'Array';
  return bare.kind === 'literal' ? (CLASS_OF_LITERAL[bare.value.type] ?? null) : null;
}

/** What is no array raises, and an array that has not two elements: also a pair may have been made longer. */
function isEachAnArray(type: Type): boolean {
  return members(type).every(each => nameOf(each) === 'Array');
}

function mayHoldItself(type: Type): boolean {
  return isDynamic(type) || members(type).some(member => plain(member).kind === 'any' || nameOf(member) === 'Object');
}
