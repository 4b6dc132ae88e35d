/**
 * Simpler values to try instead of the model's: zero before 59, an empty array before a long one, an object as its
 * constructor creates it before one with chosen fields. Ruby runs them in order; the user sees the first that breaks
 * the same clause.
 */
import type { RubyValue } from '../proof/rubyValue';
import type { Counterexample } from '../proof/verdict';
import { valuesIn } from './auditInput';

type Values = Pick<Counterexample, 'receiver' | 'args'>;

const MAX_ALTERNATIVES = 60;
/** Most bugs with arrays show with three elements. */
const FEW = [1, 2, 3];

const SCALARS: ReadonlySet<RubyValue['kind']> = new Set(['integer', 'float', 'rational', 'symbol', 'boolean', 'nil']);
/** Limits on the fields of an object and on the depth of references that are tried before the model's own values. */
const SMALL = [1, 2];

/** Simplest first; the model's own values are not included. Shared objects are not changed. */
export function simplerValues({ receiver, args }: Values): readonly Values[] {
  const isShared = hasShared([receiver, ...args.map(arg => arg.value)]);
  const choicesOf = (value: RubyValue): readonly RubyValue[] =>
    isShared && !SCALARS.has(value.kind) ? [value] : listSimplerWithOwn(value);
  const choices = [receiver ? choicesOf(receiver) : [], ...args.map(arg => choicesOf(arg.value))];
  const sizes = choices.map(list => Math.max(1, list.length));
  return combinations(sizes)
    .slice(0, MAX_ALTERNATIVES)
    .filter(picked => picked.some((index, i) => index < sizes[i]! - 1))
    .map(([first, ...rest]) => ({
      receiver: receiver && choices[0]![first!]!,
      args: args.map((arg, i) => ({ ...arg, value: choices[i + 1]![rest[i]!]! })),
    }));
}

/** From the simplest to the value itself. */
function listSimplerWithOwn(value: RubyValue): readonly RubyValue[] {
  return unique([...listSimplerValues(value), value]);
}

function listSimplerValues(value: RubyValue): readonly RubyValue[] {
  switch (value.kind) {
    case 'integer':
      return ['0', '1', '-1', '2'].map(text => ({ kind: 'integer', value: text }));
    case 'float':
      return ['0.0', '1.0', '-1.0'].map(text => ({ kind: 'float', value: text }));
    case 'rational':
      return ['0', '1', '-1'].map(numerator => ({ kind: 'rational', numerator, denominator: '1' }));
    case 'string':
      return ['', 'a'].map(text => ({ kind: 'string', value: text }));
    case 'symbol':
      return [{ kind: 'symbol', value: 'a' }];
    case 'array':
      return elementLists(value.elements).map(elements => ({ ...value, elements }));
    case 'hash':
      return [
        { ...value, entries: [] },
        { ...value, entries: value.entries.slice(0, 1) },
        { ...value, entries: value.entries.map(([key, each]) => [key, simplest(each)] as const) },
      ];
    case 'frozen':
      return listSimplerValues(value.value).map(each => ({ kind: 'frozen', value: each }) as const);
    case 'object':
      return [{ ...value, fields: [] }, ...(hasShared([value]) ? [] : smallerObjects(value))];
    default:
      return [];
  }
}

/** None, then few and plain ones, then as many as there are. */
function elementLists(own: readonly RubyValue[]): readonly (readonly RubyValue[])[] {
  const forms = (count: number): readonly (readonly RubyValue[])[] => {
    const some = own.slice(0, count);
    return [some.map(simplest), replaceByRank(some), some.map(reduceToSign), some];
  };
  return [[], ...FEW.filter(count => count < own.length).flatMap(forms), ...forms(own.length).slice(0, -1)];
}

function smallerObjects(value: RubyValue): readonly RubyValue[] {
  const own = JSON.stringify(value);
  const smaller = [
    ...SMALL.map(depth => cutAtDepth(value, depth)),
    ...SMALL.flatMap(size => [limitSize(value, size, 'first'), limitSize(value, size, 'last')]),
  ];
  return smaller.filter(each => JSON.stringify(each) !== own);
}

/** Objects at a greater depth are as their constructors create them. */
function cutAtDepth(value: RubyValue, depth: number): RubyValue {
  if (value.kind !== 'object') return value;
  const fields = depth === 0 ? [] : value.fields.map(each => ({ ...each, value: cutAtDepth(each.value, depth - 1) }));
  return { ...value, fields };
}

/** Limits integers and the length of arrays: a failure of three out of three is often a failure of one out of one. */
function limitSize(value: RubyValue, size: number, end: 'first' | 'last'): RubyValue {
  switch (value.kind) {
    case 'integer':
      return BigInt(value.value) > BigInt(size) ? { ...value, value: String(size) } : value;
    case 'array':
      return {
        ...value,
        elements: (end === 'first' ? value.elements.slice(0, size) : value.elements.slice(-size)).map(each =>
          limitSize(each, size, end),
        ),
      };
    case 'object':
      return { ...value, fields: value.fields.map(each => ({ ...each, value: limitSize(each.value, size, end) })) };
    default:
      return value;
  }
}

function reduceToSign(value: RubyValue): RubyValue {
  if (value.kind !== 'integer') return value;
  const number = BigInt(value.value);
  return { ...value, value: number < 0n ? '-1' : number > 0n ? '1' : '0' };
}

/** Integers by their order only: 0, 1, 2 for 17, 30, 362048. */
function replaceByRank(values: readonly RubyValue[]): readonly RubyValue[] {
  const numbers = values.flatMap(each => (each.kind === 'integer' ? [BigInt(each.value)] : []));
  if (numbers.length < values.length) return values;
  const order = [...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1));
  return numbers.map(each => ({ kind: 'integer', value: String(order.indexOf(each)) }));
}

/** The model's own values with another number in one place: a write of the same value as before leaves no trace. */
export function otherNumbers({ receiver, args }: Values): readonly Values[] {
  return args.flatMap((arg, index) =>
    arg.value.kind === 'integer'
      ? ['7', '-7'].map(value => ({
          receiver,
          args: args.map((each, i) => (i === index ? { ...each, value: { kind: 'integer', value } as const } : each)),
        }))
      : [],
  );
}

function simplest(value: RubyValue): RubyValue {
  return listSimplerValues(value)[0] ?? value;
}

function unique(values: readonly RubyValue[]): readonly RubyValue[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}

/** All choices of one index per list, ordered by their sum. */
function combinations(sizes: readonly number[]): readonly (readonly number[])[] {
  let picks: (readonly number[])[] = [[]];
  for (const size of sizes)
    picks = picks.flatMap(pick => Array.from({ length: size }, (_, index) => [...pick, index])).slice(0, 5000);
  const cost = (pick: readonly number[]): number => pick.reduce((sum, index) => sum + index, 0);
  return picks.sort((a, b) => cost(a) - cost(b));
}

function hasShared(values: readonly (RubyValue | null)[]): boolean {
  return values.some(value => value !== null && [...valuesIn(value)].some(({ kind }) => kind === 'again'));
}
