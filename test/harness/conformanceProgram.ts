/**
 * Rows with Ruby's results -> annotated Ruby methods for Loupe to prove. `k` selects the input: the precondition pins
 * the arguments for each k, and the result's refinement states Ruby's result. So one query covers many inputs.
 */
import type { Input } from './conformanceInputs';
import type { Row } from './conformanceRows';
import type { Case, Compared, Shape } from './conformanceRuby';
import { column, conjunction, inputColumn } from './conformanceTables';

export interface Claim {
  /** The name of the generated method. */
  readonly name: string;
  readonly row: Row;
  readonly cases: readonly Case[];
  /** Whether a proof is required or forbidden. */
  readonly truth: boolean;
  readonly text: string;
}

const PARAMETERS = ['a', 'b', 'c'];
/**
 * Inputs per query. Strings are harder, especially numerals; a loop of unknown length is first verified for an
 * arbitrary iteration.
 */
const CHUNK = { plain: 25, text: 5, digits: 1, loop: 3, literal: 25 };
/** Inputs that are also written as literals. */
const LITERALS = 5;

export function claimsFor({ row, cases }: Compared, index: number): readonly Claim[] {
  const values = cases.filter(one => one.outcome.kind === 'value');
  const claims: Claim[] = [];
  const add = (kind: string, some: readonly Case[], truth: boolean, lines: readonly string[]): void => {
    const name = `row_${index}_${kind}`;
    claims.push({ name, row, cases: some, truth, text: lines.map(line => line.replaceAll('NAME', name)).join('\n') });
  };
  const inParts = (kind: string, some: readonly Case[], size: number, lines: typeof pinned): void => {
    for (const [i, part] of chunks(some, size).entries()) add(`${kind}_${i}`, part, true, lines(row, part));
  };
  const written = values.filter(isWritten);
  if (!row.loops) {
    inParts('value', values, chunkOf(row), pinned);
    inParts('literal', written.slice(0, LITERALS), LITERALS, literal);
  } else {
    inParts('value', spread(values, CHUNK.loop), CHUNK.loop, pinned);
    const [first, ...others] = row.pools.map(pool => pool.item);
    if (first === undefined || others.some(item => item !== undefined))
      inParts('literal', written, CHUNK.literal, literal);
    else for (const [length, some] of groupByLength(values)) inParts(`of_${length}`, some, CHUNK.plain, madeOfElements);
  }
  for (const one of sampleCases(values, row.loops ? 1 : 3))
    add(`not_${cases.indexOf(one)}`, [one], false, denied(row, one));
  for (const [error, some] of errorsIn(cases)) {
    add(`raises_${named(error)}`, some, true, rescuing(row, some, error));
    add(`unrescued_${named(error)}`, some.slice(0, 1), false, unrescued(row, some.slice(0, 1)));
  }
  return claims;
}

/** Describes the method, the code and the inputs. */
export function showClaim({ row, name, cases }: Claim, status: string | undefined): string {
  const inputs = cases.map(one => one.inputs.map(input => input.text).join(', '));
  return `${row.method} ${name} is ${status}: ${row.code} for ${inputs.slice(0, 3).join(' | ')}`;
}

function errorsIn(cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const errors = new Map<string, Case[]>();
  for (const one of cases) {
    if (one.outcome.kind !== 'raised') continue;
    errors.set(one.outcome.error, [...(errors.get(one.outcome.error) ?? []), one]);
  }
  return errors;
}

/** An array literal that is empty, or contains only nil, has no element type. */
export function isWritten({ inputs }: Case): boolean {
  return inputs.every(input => !input.elements?.every(each => each.text === 'nil') && input.entries?.size !== 0);
}

function chunkOf(row: Row): number {
  const types = row.pools.map(pool => pool.type);
  if (types.includes('String')) return CHUNK.text;
  return row.result === 'String' && types.includes('Integer') ? CHUNK.digits : CHUNK.plain;
}

function chunks(cases: readonly Case[], size: number): readonly (readonly Case[])[] {
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, i) => cases.slice(i * size, (i + 1) * size));
}

/** First, last and one in between: a model that is inconsistent there would prove anything. */
function sampleCases(cases: readonly Case[], most: number): readonly Case[] {
  const some = [cases[cases.length >> 1], cases[0], cases.at(-1)].slice(0, most);
  return [...new Set(some)].filter(one => one !== undefined);
}

function spread(cases: readonly Case[], most: number): readonly Case[] {
  const step = Math.max(1, cases.length / most);
  return Array.from({ length: Math.min(most, cases.length) }, (_, i) => cases[Math.floor(i * step)]!);
}

/** By the number of elements of the first argument. */
function groupByLength(cases: readonly Case[]): ReadonlyMap<number, readonly Case[]> {
  const groups = new Map<number, Case[]>();
  for (const one of cases) {
    const length = one.inputs[0]?.elements?.length ?? 0;
    groups.set(length, [...(groups.get(length) ?? []), one]);
  }
  return groups;
}

function pinned(row: Row, cases: readonly Case[]): readonly string[] {
  const after = row.pools.flatMap((pool, i) =>
    isReference(pool.type)
      ? [
          column(
            PARAMETERS[i]!,
            cases.map(one => afterOf(one, i)),
          ),
        ]
      : [],
  );
  const post = conjunction([column('r', cases.map(resultOf)), ...after]);
  return [`type '(${parameters(row, cases)}) -> ${row.result} r { ${post} }'`, ...method(row)];
}

function denied(row: Row, one: Case): readonly string[] {
  const post = `!(${column('r', [resultOf(one)])})`;
  return [`type '(${parameters(row, [one])}) -> ${row.result} r { ${post} }'`, ...method(row)];
}

function unrescued(row: Row, cases: readonly Case[]): readonly string[] {
  return [`type '(${parameters(row, cases)}) -> ${row.result} r { true }'`, ...method(row)];
}

function rescuing(row: Row, cases: readonly Case[], error: string): readonly string[] {
  const code = `begin\n${row.code}\n0\nrescue ${error}\n1\nend`;
  return [`type '(${parameters(row, cases)}) -> Integer r { r == 1 }'`, ...method(row, code)];
}

/** With the arguments as literals: computed before the solver is queried. */
function literal(row: Row, cases: readonly Case[]): readonly string[] {
  const last = cases.length - 1;
  const lines = row.code.split('\n');
  const body = cases.flatMap((one, k) => {
    const given = row.pools.map((_, i) => `${PARAMETERS[i]} = ${one.inputs[i]!.text}`);
    const branch = [...given, ...lines.slice(0, -1), `return (${lines.at(-1)})`];
    return k === last ? branch : [`if k == ${k}`, ...branch, 'end'];
  });
  const post = column('r', cases.map(resultOf));
  return [
    `type '(Integer k { 0 <= k && k < ${cases.length} }) -> ${row.result} r { ${post} }'`,
    'def NAME(k)',
    ...body,
    'end',
  ];
}

/** An array allocated in the method with unknown elements: its loops have a known number of iterations. */
function madeOfElements(row: Row, cases: readonly Case[]): readonly string[] {
  const [pool, ...others] = row.pools;
  const names = (cases[0]?.inputs[0]?.elements ?? []).map((_, i) => `a${i}`);
  const elements = (i: number): readonly Input[] => cases.map(one => one.inputs[0]!.elements![i]!);
  const typed = [
    ...names.map(name => `${pool!.item} ${name}`),
    ...others.map((other, i) => `${other.type} ${PARAMETERS[i + 1]}`),
  ];
  const pins = [
    ...names.map((name, i) => inputColumn(name, elements(i))),
    ...others.map((_, i) =>
      inputColumn(
        PARAMETERS[i + 1]!,
        cases.map(one => one.inputs[i + 1]!),
      ),
    ),
  ];
  const post = column('r', cases.map(resultOf));
  const given = [...names, ...others.map((_, i) => PARAMETERS[i + 1]!), 'k'];
  // An empty array literal has no element type unless it is declared.
  const made = names.length === 0 ? `[${pool!.item === 'Integer' ? 0 : 'nil'}].drop(1)` : `[${names.join(', ')}]`;
  return [
    `type '(${[...typed, choice(cases, pins)].join(', ')}) -> ${row.result} r { ${post} }'`,
    `def NAME(${given.join(', ')})`,
    `a = ${made}`,
    row.code,
    'end',
  ];
}

function parameters(row: Row, cases: readonly Case[]): string {
  const typed = row.pools.map((pool, i) => `${pool.type} ${PARAMETERS[i]}`);
  const pins = row.pools.map((_, i) =>
    inputColumn(
      PARAMETERS[i]!,
      cases.map(one => one.inputs[i]!),
    ),
  );
  return [...typed, choice(cases, [...pins, ...apart(row)])].join(', ');
}

function choice(cases: readonly Case[], pins: readonly string[]): string {
  return `Integer k { ${conjunction(['0 <= k', `k < ${cases.length}`, ...pins])} }`;
}

/** Ruby got two distinct objects; aliasing is tested elsewhere. */
function apart(row: Row): readonly string[] {
  const [first, second] = row.pools;
  return first !== undefined && first === second && isReference(first.type) ? ['!a.equal?(b)'] : [];
}

function isReference(type: string): boolean {
  return /^(String|Array|Hash)/.test(type);
}

function method(row: Row, code = row.code): readonly string[] {
  return [`def NAME(${PARAMETERS.slice(0, row.pools.length).join(', ')}, k)`, code, 'end'];
}

const NOTHING: Shape = { text: 'nil' };

function resultOf({ outcome }: Case): Shape {
  return outcome.kind === 'value' ? outcome.value : NOTHING;
}

function afterOf({ outcome }: Case, parameter: number): Shape {
  return outcome.kind === 'value' ? outcome.after[parameter]! : NOTHING;
}

/** `Math::DomainError` as a part of a method's name. */
function named(error: string): string {
  return error.replaceAll('::', '_');
}
