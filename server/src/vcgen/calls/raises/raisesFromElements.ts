/**
 * Exceptions that methods of containers raise because of their elements, by the element type: elements that `<=>`
 * cannot order (`[1, 'a'].sort`), a sum of values that cannot be added, elements that are not pairs (`to_h`), arrays
 * that may contain themselves. The results of a block are not analysed: they may not be comparable at all.
 */
import { findMethod } from '../../../program/lookup';
import type { MethodInfo, Program } from '../../../program/program';
import type { Type } from '../../../types/type';
import { elementType } from '../../heap/arrays';
import type { Args } from '../../state/call';
import { addCaveat, type Ctx } from '../../state/context';
import { isDynamic, unionMembers, withoutAnnotations } from '../../state/representation';

const CONTAINERS: ReadonlySet<string> = new Set([
  'Array',
  'Hash',
  'Set',
  'Range',
  'Enumerable',
  'Struct',
  'Enumerator',
]);
const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational']);
const ORDERED: ReadonlySet<string> = new Set(['String', 'Symbol', 'Time', 'Date']);

/** Classes of the exceptions that it may raise; empty for most. */
export function findRaisesFromElements(
  ctx: Ctx,
  { owner, facts }: MethodInfo,
  receiver: Type,
  args: Args,
): readonly string[] {
  if (!facts || !CONTAINERS.has(owner)) return [];
  const type = iteratedType(receiver);
  if (facts.orders) return args.block ? ['ArgumentError'] : [];
  if (facts.combines === '<=>') return args.block || !areOrdered(ctx, type) ? ['ArgumentError'] : [];
  if (facts.combines === '+' && !args.block && args.positional.length === 0)
    return areNumbers(type) ? [] : ['TypeError'];
  if (facts.arranges === 'pairs' && !args.block)
    return isEachAnArray(type) ? ['ArgumentError'] : ['TypeError', 'ArgumentError'];
  return facts.descends && mayHoldItself(type) ? ['ArgumentError'] : [];
}

/** The type that an iterator over it yields. */
function iteratedType(type: Type): Type {
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal' && bare.name === 'Hash')
    return { kind: 'tuple', elements: [bare.args[0] ?? { kind: 'any' }, bare.args[1] ?? { kind: 'any' }] };
  return bare.kind === 'finiteHash' ? { kind: 'any' } : elementType(bare);
}

function areNumbers(type: Type): boolean {
  return unionMembers(type).every(member => NUMBERS.has(nameOf(member) ?? ''));
}

/** Whether `<=>` orders any two of them: numbers, one ordered class, arrays of these. The reals have no NaN. */
function areOrdered(ctx: Ctx, type: Type): boolean {
  const all = unionMembers(type);
  const names = new Set(all.map(nameOf));
  if (names.has('Float')) {
    if (ctx.run.input.settings.floats === 'ieee') return false;
    addCaveat(ctx.run, { type: 'reals' });
  }
  if (areNumbers(type)) return true;
  const [first] = all;
  if (names.size !== 1 || !first) return false;
  const bare = withoutAnnotations(first);
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
  const bare = withoutAnnotations(type);
  if (bare.kind === 'nominal') return bare.name;
  if (bare.kind === 'tuple') return 'Array';
  return bare.kind === 'literal' ? (CLASS_OF_LITERAL[bare.value.type] ?? null) : null;
}

/** An element that is not an array of two elements raises: even a pair may have grown. */
function isEachAnArray(type: Type): boolean {
  return unionMembers(type).every(each => nameOf(each) === 'Array');
}

function mayHoldItself(type: Type): boolean {
  return (
    isDynamic(type) ||
    unionMembers(type).some(member => withoutAnnotations(member).kind === 'any' || nameOf(member) === 'Object')
  );
}
