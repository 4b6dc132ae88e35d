/**
 * Inputs for comparing models with Ruby: boundaries first, then random ones with a fixed seed. An input is Ruby source;
 * arrays know their elements, so that a refinement can pin them.
 */
import fc from 'fast-check';

export interface Input {
  /** A Ruby literal. */
  readonly text: string;
  readonly elements: readonly Input[] | null;
  /** The entries of a hash, by key. */
  readonly entries?: ReadonlyMap<string, number>;
}

export interface Pool {
  /** In Loupe's type language. */
  readonly type: string;
  /** The element type of an array. */
  readonly item?: string;
  readonly boundaries: readonly Input[];
  readonly random: fc.Arbitrary<Input>;
}

const SEED = 20_241_225;
export const INPUTS_PER_METHOD = 50;

const plain = (text: string | number | bigint): Input => ({ text: String(text), elements: null });
const list = (elements: readonly Input[]): Input => ({
  text: `[${elements.map(element => element.text).join(', ')}]`,
  elements,
});

export const INT: Pool = {
  type: 'Integer',
  boundaries: [0n, 1n, -1n, 2n, -2n, 7n, -7n, 2n ** 31n, -(2n ** 63n), 2n ** 64n, -(2n ** 64n), 10n ** 30n].map(plain),
  random: fc.oneof(fc.bigInt({ min: -50n, max: 50n }), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })).map(plain),
};

/** For iteration: the number must not exceed the unrolling bound. */
export const SMALL: Pool = {
  type: 'Integer',
  boundaries: [0, 1, -1, 2, 3, 5].map(plain),
  random: fc.integer({ min: -4, max: 8 }).map(plain),
};

/** Numbers that are not iterated and that a double represents exactly. */
export const NUMBER: Pool = {
  type: 'Integer',
  boundaries: [0, 1, -1, 2, 3, 5, 10, 99, -100, 2 ** 31].map(plain),
  random: fc.integer({ min: -2000, max: 2000 }).map(plain),
};

/** Doubles that are exact, also after one operation. */
export const FLOAT: Pool = {
  type: 'Float',
  boundaries: ['0.0', '1.0', '-1.0', '0.5', '-0.5', '2.5', '-2.5', '1048576.25'].map(plain),
  random: fc
    .integer({ min: -4096, max: 4096 })
    .map(n => plain((n / 8).toString().includes('.') ? n / 8 : `${n / 8}.0`)),
};

/** Divisors by which every FLOAT divides exactly. */
export const POWER: Pool = {
  type: 'Float',
  boundaries: ['1.0', '-1.0', '2.0', '0.5', '-4.0', '8.0'].map(plain),
  random: fc.constantFrom('0.25', '16.0', '-0.125', '32.0').map(plain),
};

const FRACTIONS = ['0r', '1r', '-1r', '1/2r', '-1/2r', '3/2r', '-3/2r', '7/3r', '-7/3r', '10r', '1/1000r'];

/** Fractions, mostly halves, which are the edge cases of rounding. */
export const RATIO: Pool = {
  type: 'Rational',
  boundaries: FRACTIONS.map(text => plain(`(${text})`)),
  random: fc
    .tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 12 }))
    .map(([numerator, denominator]) => plain(`(${numerator}/${denominator}r)`)),
};

export const BOOL: Pool = {
  type: '%bool',
  boundaries: ['true', 'false'].map(plain),
  random: fc.constantFrom('true', 'false').map(plain),
};

export const TEXT: Pool = {
  type: 'String',
  boundaries: ['', 'a', 'ab', 'aba', 'b', 'ä', '日本', ' '].map(text => plain(JSON.stringify(text))),
  random: fc
    .array(fc.constantFrom('a', 'b', 'ä', ' ', '日'), { maxLength: 5 })
    .map(letters => plain(JSON.stringify(letters.join('')))),
};

/** Line ends and other suffixes. */
export const LINE: Pool = {
  type: 'String',
  boundaries: ['', '\n', '\r\n', '\r', 'a', 'a\n', 'a\r\n', 'a\n\r', '\n\n', 'ab\r', 'b\ra'].map(text =>
    plain(JSON.stringify(text)),
  ),
  random: fc
    .array(fc.constantFrom('a', 'ä', '\n', '\r', '\r\n'), { maxLength: 4 })
    .map(parts => plain(JSON.stringify(parts.join('')))),
};

/** Strings that are a number and nothing else. */
export const NUMERAL: Pool = {
  type: 'String',
  boundaries: ['0', '-0', '007', '-12', '42', '99999999999999999999'].map(text => plain(JSON.stringify(text))),
  random: fc.integer({ min: -5000, max: 5000 }).map(number => plain(JSON.stringify(String(number)))),
};

export const SYMBOL: Pool = {
  type: 'Symbol',
  boundaries: [':a', ':b', ':size', ':s', ':as', ':sa'].map(plain),
  random: fc
    .array(fc.constantFrom('a', 'b', 's', 'z', '_'), { minLength: 1, maxLength: 4 })
    .map(letters => plain(`:${letters.join('')}`)),
};

const NUMBERS = [[], [0], [1], [-1, 1], [1, 2, 3], [3, 1, 2], [2, 2], [5, -5, 0, 7]];

export const INTS: Pool = {
  type: 'Array<Integer>',
  item: 'Integer',
  boundaries: NUMBERS.map(numbers => list(numbers.map(plain))),
  random: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 5 }).map(numbers => list(numbers.map(plain))),
};

const maybe = (value: number | null): Input => plain(value ?? 'nil');

export const MAYBES: Pool = {
  type: 'Array<Integer or nil>',
  item: 'Integer or nil',
  boundaries: [[], [null], [1], [null, 1], [1, null], [null, null, 2]].map(values => list(values.map(maybe))),
  random: fc
    .array(fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }), { maxLength: 4 })
    .map(values => list(values.map(maybe))),
};

/** Keys of hashes, and keys to look up. */
export const KEYS = [':a', ':b', ':c'];

const table = (values: readonly (number | null)[]): Input => {
  const entries = new Map(KEYS.flatMap((key, i) => (values[i] == null ? [] : [[key, values[i]] as const])));
  const text = [...entries].map(([key, value]) => `${key} => ${value}`).join(', ');
  return { text: `{ ${text} }`, elements: null, entries };
};

export const KEY: Pool = {
  type: 'Symbol',
  boundaries: KEYS.map(plain),
  random: fc.constantFrom(...KEYS).map(plain),
};

const TABLES = [[], [1], [null, 2], [1, 2], [0, -1, 5], [null, null, 3]];

export const TABLE: Pool = {
  type: 'Hash<Symbol, Integer>',
  boundaries: TABLES.map(values => table(values)),
  random: fc
    .array(fc.option(fc.integer({ min: -9, max: 9 }), { nil: null }), { minLength: 3, maxLength: 3 })
    .map(table),
};

/** Indices into short arrays, from both ends and out of range. */
export const INDEX: Pool = {
  type: 'Integer',
  boundaries: [0, -1, 1, -2, 2, 3, -3, 4, -4, -5].map(plain),
  random: fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constantFrom(2 ** 20, -(2 ** 20))).map(plain),
};

/** Beyond a machine word. */
export const HUGE: Pool = {
  type: 'Integer',
  boundaries: [2n ** 64n, -(2n ** 64n)].map(plain),
  random: fc.bigInt({ min: 2n ** 64n, max: 2n ** 70n }).map(plain),
};

/** Combinations of boundaries, then random ones; as many distinct ones as there are, up to the limit. */
export function inputsFor(pools: readonly Pool[], limit: number): readonly (readonly Input[])[] {
  const crossed = pools.reduce<readonly (readonly Input[])[]>(
    (rows, pool) => rows.flatMap(row => pool.boundaries.map(input => [...row, input])),
    [[]],
  );
  const random = fc.sample(fc.tuple(...pools.map(pool => pool.random)), { seed: SEED, numRuns: 4 * limit });
  const chosen = new Map<string, readonly Input[]>();
  const share = pools.length === 1 ? limit : Math.ceil(limit * 0.7);
  const step = Math.max(1, crossed.length / share);
  for (let i = 0; i < crossed.length; i += step) add(chosen, crossed[Math.floor(i)]!);
  for (const row of random) if (chosen.size < limit) add(chosen, row);
  return [...chosen.values()];
}

function add(chosen: Map<string, readonly Input[]>, row: readonly Input[]): void {
  chosen.set(row.map(input => input.text).join('|'), row);
}
