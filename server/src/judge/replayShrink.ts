/**
 * Simpler values to try in place of a model's: zero before 59, an empty array before a long one, an object as its
 * constructor makes it before one with chosen fields. Ruby runs them in order; the first that breaks the same clause is
 * what the user sees.
 */
import type { RubyValue } from '../proof/rubyValue';
import type { Counterexample } from '../proof/verdict';

type Values = Pick<Counterexample, 'receiver' | 'args'>;

const MAX_ALTERNATIVES = 60;
/** Most of what goes wrong with an array goes wrong with three elements. */
const FEW = [1, 2, 3];

/** Simplest first; the model's own values are not among them. Empty: objects are shared, so nothing is touched. */
export function simplerValues({ receiver, args }: Values): readonly Values[] {
  const choices = [receiver ? simpler(receiver) : [], ...args.map(arg => simpler(arg.value))];
  if (hasShared([receiver, ...args.map(arg => arg.value)])) return [];
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
function simpler(value: RubyValue): readonly RubyValue[] {
  return unique([...plainer(value), value]);
}

function plainer(value: RubyValue): readonly RubyValue[] {
  switch (value.kind) {
    case 'integer':
      return ['0', '1', '-1', '2'].map(text => ({ kind: 'integer', value: text }));
    case 'float':
      return ['0.0', '1.0', '-1.0'].map(text => ({ kind: 'float', value: text }));
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
      return plainer(value.value).map(each => ({ kind: 'frozen', value: each }) as const);
    case 'object':
      return [{ ...value, fields: [] }];
    default:
      return [];
  }
}

/** None, then few and plain ones, then as many as there are. */
function elementLists(own: readonly RubyValue[]): readonly (readonly RubyValue[])[] {
  const forms = (count: number): readonly (readonly RubyValue[])[] => {
    const some = own.slice(0, count);
    return [some.map(simplest), ranked(some), some];
  };
  return [[], ...FEW.filter(count => count < own.length).flatMap(forms), ...forms(own.length).slice(0, 2)];
}

/** Integers by their order only: 0, 1, 2 for 17, 30, 362048. */
function ranked(values: readonly RubyValue[]): readonly RubyValue[] {
  const numbers = values.flatMap(each => (each.kind === 'integer' ? [BigInt(each.value)] : []));
  if (numbers.length < values.length) return values;
  const order = [...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1));
  return numbers.map(each => ({ kind: 'integer', value: String(order.indexOf(each)) }));
}

/** The model's own values with another number in one place: a write of what was there before leaves no trace. */
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
  return plainer(value)[0] ?? value;
}

function unique(values: readonly RubyValue[]): readonly RubyValue[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}

/** All picks of one index per list, by their sum. */
function combinations(sizes: readonly number[]): readonly (readonly number[])[] {
  let picks: (readonly number[])[] = [[]];
  for (const size of sizes)
    picks = picks.flatMap(pick => Array.from({ length: size }, (_, index) => [...pick, index])).slice(0, 5000);
  const cost = (pick: readonly number[]): number => pick.reduce((sum, index) => sum + index, 0);
  return picks.sort((a, b) => cost(a) - cost(b));
}

function hasShared(values: readonly (RubyValue | null)[]): boolean {
  return JSON.stringify(values).includes('"kind":"again"');
}
