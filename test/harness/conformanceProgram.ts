/**
 * Rows with what Ruby said -> annotated Ruby methods for the product to prove. `k` chooses the input: the precondition
 * pins the arguments for each k, the result's refinement says what Ruby gave. So a row's inputs are one question.
 */
import { type Input, KEYS } from './conformanceInputs';
import type { Row } from './conformanceRows';
import type { Case, Compared, Shape } from './conformanceRuby';

export interface Claim {
  /** Of the method made for it. */
  readonly name: string;
  readonly row: Row;
  readonly cases: readonly Case[];
  /** Whether a proof is demanded, or forbidden. */
  readonly truth: boolean;
  readonly text: string;
}

const PARAMETERS = ['a', 'b', 'c'];
const LITERALS = 5;
/** Inputs to a question: texts are harder. */
const CHUNK = { plain: 5, text: 1 };

export function claimsFor({ row, cases }: Compared, index: number): readonly Claim[] {
  const values = cases.filter(one => one.outcome.kind === 'value');
  const errors = new Map<string, Case[]>();
  for (const one of cases) {
    if (one.outcome.kind !== 'raised') continue;
    errors.set(one.outcome.error, [...(errors.get(one.outcome.error) ?? []), one]);
  }
  const claims: Claim[] = [];
  const add = (kind: string, some: readonly Case[], truth: boolean, lines: readonly string[]): void => {
    const name = `row_${index}_${kind}`;
    claims.push({ name, row, cases: some, truth, text: lines.map(line => line.replaceAll('NAME', name)).join('\n') });
  };
  for (const [i, some] of chunks(row, values).entries()) add(`value_${i}`, some, true, pinned(row, some, expected));
  const written = values.filter(isWritten).slice(0, LITERALS);
  if (written.length > 0) add('literal', written, true, literal(row, written));
  for (const one of sampled(values)) add(`not_${cases.indexOf(one)}`, [one], false, pinned(row, [one], denied));
  for (const [error, some] of errors) {
    add(`raises_${error}`, some, true, rescuing(row, some, error));
    add(
      `unrescued_${error}`,
      some.slice(0, 1),
      false,
      pinned(row, some.slice(0, 1), () => 'true'),
    );
  }
  return claims;
}

/** Nothing tells what an empty array that is written down is to hold. */
function isWritten({ inputs }: Case): boolean {
  return inputs.every(input => input.elements?.length !== 0 && input.entries?.size !== 0);
}

/** Some small questions are answered sooner than a large one. */
function chunks(row: Row, cases: readonly Case[]): readonly (readonly Case[])[] {
  const size = row.pools.some(pool => pool.type === 'String') ? CHUNK.text : CHUNK.plain;
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, i) => cases.slice(i * size, (i + 1) * size));
}

/** First, last and one between: a model that contradicts itself there would prove anything. */
function sampled(cases: readonly Case[]): readonly Case[] {
  return [...new Set([cases[0], cases[cases.length >> 1], cases.at(-1)])].filter(one => one !== undefined);
}

function pinned(row: Row, cases: readonly Case[], post: (one: Case) => string): readonly string[] {
  const result = `${row.result} r { ${conjunction(cases.map((one, k) => `(if k == ${k} then ${post(one)} end)`))} }`;
  return [`type '(${parameters(row, cases)}) -> ${result}'`, ...method(row.code, row)];
}

function rescuing(row: Row, cases: readonly Case[], error: string): readonly string[] {
  const code = `begin\n${row.code}\n0\nrescue ${error}\n1\nend`;
  return [`type '(${parameters(row, cases)}) -> Integer r { r == 1 }'`, ...method(code, row)];
}

/** The same, with the arguments written into the code: what is computed before the solver is asked. */
function literal(row: Row, cases: readonly Case[]): readonly string[] {
  const branches = cases.map((one, k) => {
    const given = PARAMETERS.slice(0, row.pools.length).map((name, i) => `${name} = ${one.inputs[i]!.text}`);
    return [`if k == ${k}`, ...given, `return (${row.code.split('\n').at(-1)})`].toSpliced(
      -1,
      0,
      ...row.code.split('\n').slice(0, -1),
    );
  });
  const post = conjunction(
    cases.map(
      (one, k) => `(if k == ${k} then ${one.outcome.kind === 'value' ? equals('r', one.outcome.value) : 'true'} end)`,
    ),
  );
  const last = branches.length - 1;
  const body = branches.flatMap((lines, k) => (k === last ? lines.slice(1) : [...lines, 'end']));
  return [
    `type '(Integer k { 0 <= k && k < ${cases.length} }) -> ${row.result} r { ${post} }'`,
    'def NAME(k)',
    ...body,
    'end',
  ];
}

function parameters(row: Row, cases: readonly Case[]): string {
  const typed = row.pools.map((pool, i) => `${pool.type} ${PARAMETERS[i]}`);
  const pins = cases.map((one, k) =>
    conjunction([`k == ${k}`, ...one.inputs.map((input, i) => pin(PARAMETERS[i]!, input)), ...apart(row)]),
  );
  return [...typed, `Integer k { ${pins.map(each => `(${each})`).join(' || ')} }`].join(', ');
}

/** Ruby was asked with two objects: what happens to one and the same is another question. */
function apart(row: Row): readonly string[] {
  const [first, second] = row.pools;
  const mayBeSame = first !== undefined && first === second && /^(String|Array|Hash)/.test(first.type);
  return mayBeSame ? ['!a.equal?(b)'] : [];
}

function method(code: string, row: Row): readonly string[] {
  return [`def NAME(${PARAMETERS.slice(0, row.pools.length).join(', ')}, k)`, code, 'end'];
}

function expected({ outcome }: Case): string {
  if (outcome.kind !== 'value') return 'true';
  const after = outcome.after.flatMap((shape, i) =>
    !('text' in shape) || shape.text.startsWith('"') ? [equals(PARAMETERS[i]!, shape)] : [],
  );
  return conjunction([equals('r', outcome.value), ...after]);
}

function denied(one: Case): string {
  return one.outcome.kind === 'value' ? `!(${equals('r', one.outcome.value)})` : 'true';
}

function pin(name: string, input: Input): string {
  if (input.entries) return pinEntries(name, input.entries);
  if (input.elements === null) return equals(name, { text: input.text });
  return equals(name, { items: input.elements.map(element => ({ text: element.text })) });
}

/** What is there and what is not: every key that a row may ask for. */
function pinEntries(name: string, entries: ReadonlyMap<string, number>): string {
  return conjunction([
    `${name}.size == ${entries.size}`,
    `${name}.default.nil?`,
    ...KEYS.map(key =>
      entries.has(key) ? `${name}.key?(${key}) && ${name}[${key}] == ${entries.get(key)}` : `!${name}.key?(${key})`,
    ),
  ]);
}

function equals(name: string, shape: Shape): string {
  if ('entries' in shape)
    return conjunction([
      `${name}.size == ${shape.entries.length}`,
      ...shape.entries.map(([key, value]) => `${name}.key?(${key}) && ${equals(`${name}[${key}]`, value)}`),
    ]);
  if ('text' in shape) return shape.text === 'nil' ? `${name}.nil?` : `${name} == ${shape.text}`;
  return conjunction([
    `${name}.size == ${shape.items.length}`,
    ...shape.items.map((item, i) => equals(`${name}[${i}]`, item)),
  ]);
}

function conjunction(parts: readonly string[]): string {
  return parts.join(' && ');
}
