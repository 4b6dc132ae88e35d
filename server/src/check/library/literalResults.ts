/** Results that a tuple, a finite hash or a literal argument makes more precise than the signature. */
import { factsOf, readsElement, writesReceiver } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import type { Arg } from '../../ril/ril';
import type { HashEntry, MethodType, Type } from '../../types/type';
import { NIL, nominal, STRING } from '../../types/type';
import {
  joinAllTypes,
  joinTwoTypes,
  mayBeNil,
  resolveType,
  valueAtComputedKey,
  withoutNil,
} from '../../typing/typeOps';
import type { Sending } from '../state/call';
import type { Ctx } from '../state/context';

const RATIONAL = nominal('Rational');

export function resultOfLiteral(ctx: Ctx, receiver: Type, call: Sending, declared: Type): Type {
  const type = resolveType(ctx, receiver);
  if (isOpenEnd(call)) return NIL;
  if (type.kind === 'tuple')
    return elementAt(type.elements, call) ?? joinOfElements(ctx, type.elements, call, declared);
  if (type.kind === 'finiteHash') return entryAt(ctx, type, call) ?? resultOfFiniteHash(ctx, call, declared);
  if (type.kind === 'nominal' && type.name === 'MatchData') return resultOfWholeMatch(call) ?? declared;
  if (POWERS.names.split(' ').includes(call.method)) return resultOfPower(type, call, declared);
  if (call.method === 'scan') return resultOfScan(call, declared);
  if (type.kind === 'union') return joinOverMembers(ctx, type.members, call) ?? declared;
  return declared;
}

/**
 * A key that is not listed, or a lookup in a modified copy, may select any value: %dyn instead of the union of all
 * values.
 */
function resultOfFiniteHash(ctx: Ctx, call: Sending, declared: Type): Type {
  if (factsOf(ctx.program, 'Hash', call.method).seeks === 'key') return valueAtComputedKey(declared);
  if (declared.kind !== 'nominal' || declared.name !== 'Hash' || declared.args.length < 2) return declared;
  return { ...declared, args: declared.args.map((arg, index) => (index === 1 ? valueAtComputedKey(arg) : arg)) };
}

/** `(1..).end`, `(..1).begin` */
function isOpenEnd({ receiver, method, args }: Sending): boolean {
  const range = receiver?.kind === 'seq' && receiver.body.length === 1 ? receiver.body[0] : receiver;
  if (range?.kind !== 'range' || args.length > 0) return false;
  if (range.to === null && method === 'end') return true;
  return range.from === null && method === 'begin';
}

/** `[Integer, String] or nil`: other code reports the alternatives that do not have the method. */
function joinOverMembers(ctx: Ctx, members: readonly Type[], call: Sending): Type | null {
  const known = members.filter(member => resolveType(ctx, member).kind !== 'nil');
  const found = known.map(member => {
    const type = resolveType(ctx, member);
    if (type.kind === 'tuple') return elementAt(type.elements, call);
    return type.kind === 'finiteHash' ? entryAt(ctx, type, call) : null;
  });
  const all = found.filter(each => each !== null);
  return all.length > 0 && all.length === found.length ? joinAllTypes(ctx, all) : null;
}

/** `m[0]` is never nil in a match, whatever its groups. */
function resultOfWholeMatch(call: Sending): Type | null {
  return call.method === '[]' && integerArgument(call.args) === 0 ? STRING : null;
}

const POWERS = { class: 'Integer', names: '** pow', arity: 1 } as const;

/** `2 ** -1` is (1/2). */
function resultOfPower(base: Type, call: Sending, declared: Type): Type {
  const integral = base.kind === 'literal' ? base.value.type === 'integer' : isClass(base, 'Integer');
  return integral && isClass(declared, 'Integer') && (integerArgument(call.args) ?? 0) < 0 ? RATIONAL : declared;
}

/** `s.scan(/\d/)` returns the matches, `s.scan(/(\d)/)` the groups of each match. */
function resultOfScan(call: Sending, declared: Type): Type {
  const match = call.block === null && isClass(declared, 'Array') ? matchOf(call.args) : null;
  return match === null ? declared : nominal('Array', [match]);
}

/** The block type of `scan`, which its signature leaves open. */
export function blockOfLiteral(call: Sending, declared: MethodType): MethodType {
  const match = call.method === 'scan' ? matchOf(call.args) : null;
  if (match === null) return declared;
  return { ...declared, params: declared.params.map(param => ({ ...param, type: match })) };
}

function matchOf(args: readonly Arg[]): Type | null {
  const [only] = args;
  if (args.length !== 1 || only?.type !== 'positional' || only.value.kind !== 'lit') return null;
  const { value } = only.value;
  const groups = value.type === 'regexp' ? hasGroups(value.value, value.flags) : null;
  if (groups === null) return null;
  return groups ? nominal('Array', [{ kind: 'union', members: [STRING, NIL] }]) : STRING;
}

/** Returns null if it is not obvious (a parenthesis may be part of a nested character class or a comment). */
function hasGroups(source: string, flags: string): boolean | null {
  const whole = source.replace(/\\./gs, '').replace(/\[:\^?\w+:\]/g, '');
  const bare = whole.replace(/\[(?!\^?\])[^[\]]+\]/g, '');
  if (!whole.includes('(')) return false;
  const inSet = bare.includes('[');
  const inComment = /\(\?#/.test(bare) || (bare.includes('#') && (flags.includes('x') || /\(\?[a-z-]*x/.test(bare)));
  return inSet || inComment ? null : /\((?!\?)|\(\?(<(?![=!])|')/.test(bare);
}

function isClass(type: Type, name: string): boolean {
  return type.kind === 'nominal' && type.name === name;
}

/** A method of Array on a tuple. `at`: its argument; null: it has none. */
interface TupleRow {
  readonly class: 'Array';
  readonly names: string;
  readonly arity: 0 | 1;
  readonly result: (elements: readonly Type[], at: number) => Type | null;
}

const OF_TUPLES: readonly TupleRow[] = [
  { class: 'Array', names: 'first', arity: 0, result: elements => elements[0] ?? NIL },
  { class: 'Array', names: 'last', arity: 0, result: elements => elements[elements.length - 1] ?? NIL },
  {
    class: 'Array',
    names: 'first take',
    arity: 1,
    result: partialTuple((elements, count) => elements.slice(0, count)),
  },
  {
    class: 'Array',
    names: 'last',
    arity: 1,
    result: partialTuple((elements, count) => (count === 0 ? [] : elements.slice(-count))),
  },
  { class: 'Array', names: 'drop', arity: 1, result: partialTuple((elements, count) => elements.slice(count)) },
  {
    class: 'Array',
    names: '[] at slice',
    arity: 1,
    result: (elements, at) => elements[at < 0 ? elements.length + at : at] ?? NIL,
  },
];

/** A negative number of elements raises. */
function partialTuple(take: (elements: readonly Type[], count: number) => readonly Type[]): TupleRow['result'] {
  return (elements, count) => (count < 0 ? null : tupleOf(take(elements, count)));
}

/** `t[0]`, `t.first`, `t.last`, `t.at(-1)`, `t.first(2)`, `t.drop(1)`. */
function elementAt(elements: readonly Type[], call: Sending): Type | null {
  if (call.block !== null) return null;
  const index = call.args.length === 0 ? 0 : integerArgument(call.args);
  const row = OF_TUPLES.find(each => each.arity === call.args.length && each.names.split(' ').includes(call.method));
  return index === null || !row ? null : row.result(elements, index);
}

function tupleOf(elements: readonly Type[]): Type {
  return { kind: 'tuple', elements };
}

/** `[a, b].max` is never nil unless an element may be nil. */
function joinOfElements(ctx: Ctx, elements: readonly Type[], call: Sending, declared: Type): Type {
  const info = findMethod(ctx.program, 'Array', call.method);
  const isElement = info?.facts?.answers === 'element' && !writesReceiver(info);
  if (!isElement || call.args.length > 0 || elements.length === 0) return declared;
  return elements.some(element => mayBeNil(ctx, element)) ? declared : withoutNil(ctx, declared);
}

function integerArgument(args: readonly Arg[]): number | null {
  const [only] = args;
  if (args.length !== 1 || only?.type !== 'positional' || only.value.kind !== 'lit') return null;
  const { value } = only.value;
  return value.type === 'integer' && value.value.length < 10 ? Number(value.value) : null;
}

/** `h[:a]`, `h.fetch(:a)`; with `[]`, a key that may be absent yields nil. */
function entryAt(ctx: Ctx, hash: Extract<Type, { kind: 'finiteHash' }>, call: Sending): Type | null {
  const [only] = call.args;
  if (call.args.length !== 1 || call.block !== null || !readsElement(ctx.program, ['Hash'], call.method, 1))
    return null;
  if (only?.type !== 'positional' || only.value.kind !== 'lit') return null;
  const { value } = only.value;
  if (value.type !== 'symbol' && value.type !== 'string' && value.type !== 'integer') return null;
  const same = (entry: HashEntry): boolean =>
    entry.key.type === value.type && 'value' in entry.key && entry.key.value === value.value;
  const entry = hash.entries.find(same);
  if (entry === undefined) return hash.rest === null && call.method === '[]' ? NIL : null;
  return entry.optional && call.method === '[]' ? joinTwoTypes(ctx, entry.type, NIL) : entry.type;
}
