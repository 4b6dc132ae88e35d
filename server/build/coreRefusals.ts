/**
 * `npm run core:refusals`: runs server/build/refusals/*.rb in the embedded Ruby and writes server/core/refusals.json. A
 * refusal is kept only if no signature names the class. An ArgumentError may be about the value, not its class: it
 * counts for a class with several values only if Ruby compares, or if the signature excludes the class.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '../src/base/hash';
import { assetPath, rubyAssets } from '../src/host/assets';
import { createRubyHost } from '../src/host/rubyHost';
import { loadLibrary } from '../src/parse/library';
import { findMethod, findSingletonMethod } from '../src/program/lookup';
import type { MethodInfo, Program } from '../src/program/program';
import { countsOf } from '../src/program/refusal';
import type { PositionCode, RefusalCodes } from '../src/program/refusalTable';
import { printMethodType } from '../src/types/print';
import { effectOf } from './coreEffects';
import { type Naming, namingOf } from './refusals/signatures';

/** What Ruby answers for one receiver: a row per method. */
interface Answer {
  readonly samples: readonly (readonly [name: string, values: number])[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly key: string;
  readonly least: number;
  readonly most: number | null;
  readonly trials: Readonly<Record<string, readonly (Trial | null)[]>>;
}

interface Trial {
  readonly refused: Readonly<Record<string, { readonly errors: readonly string[]; readonly message: string | null }>>;
  readonly asked: readonly string[];
}

export const REFUSALS_FILE = join(__dirname, '..', 'core', 'refusals.json');

/** Receivers that are created for each call: whatever a method does to them ends with it. */
const CREATED: ReadonlySet<string> = new Set(['Module', 'Class', 'Random', 'Random::Formatter', 'Refinement']);
/** What Ruby does with other subclasses depends on more than what it looks for in a plain object. */
const OPEN: ReadonlySet<string> = new Set(['Numeric']);
/** What Ruby looks for in order to compare. */
const COMPARISON: ReadonlySet<string> = new Set(['<=>', 'coerce']);

/** Answers one question; a caller may wrap it. */
type Ask = (question: string) => Promise<string>;

/** Of the chosen classes (`Array#` for their instances, `Array.` for themselves); each is measured by itself. */
export async function measureRefusals(
  wrap: (ask: Ask) => Ask = ask => ask,
  choose: (prefixes: readonly string[]) => readonly string[] = prefixes => prefixes,
): Promise<RefusalCodes> {
  const library = loadLibrary(readFileSync(assetPath('core.snapshot')));
  if (!library) throw new Error('dist/core.snapshot is not built');
  const ruby = createRubyHost({
    ruby: 'embedded',
    ...rubyAssets(),
    root: null,
    timeoutMs: 900_000,
    memoryMb: 1024,
  });
  const sources = trialSources();
  const setup = `SKIPPED = JSON.parse(${rubyString(JSON.stringify(methodsReachingOutside(library)))})`;
  const ask = wrap(async question => {
    const reply = await ruby.evaluate([...sources, setup, question].join('\n'), [], new AbortController().signal);
    if (reply.kind === 'value') return reply.text;
    throw new Error(`${question}: ${reply.why} ${reply.step ?? ''}`);
  });
  try {
    const [receivers, objects] = JSON.parse(await ask('Trials.subjects')) as readonly (readonly string[])[];
    const chosen = choose([...(receivers ?? []).map(name => `${name}#`), ...(objects ?? []).map(name => `${name}.`)]);
    const answers: Answer[] = [];
    for (const prefix of chosen) answers.push(JSON.parse(await ask(questionOf(prefix))) as Answer);
    return { madeFrom: fingerprintOf(library), ...compact(library, receivers ?? [], answers) };
  } finally {
    await ruby.close();
  }
}

function questionOf(prefix: string): string {
  const rows = prefix.endsWith('#') ? 'instance_rows' : 'object_rows';
  return `Trials.answer(Trials.${rows}("${prefix.slice(0, -1)}", SKIPPED))`;
}

function trialSources(): readonly string[] {
  return ['samples.rb', 'trials.rb'].map(name => readFileSync(join(__dirname, 'refusals', name), 'utf8'));
}

/** What the table depends on beside Ruby: the trials, the signatures, and which methods are called at all. */
export function fingerprintOf(library: Program): string {
  const outside = methodsReachingOutside(library);
  const lines = allMethods(library).map(method => {
    const types = method.signature?.arms.map(({ type }) => printMethodType(type)) ?? [];
    return [method.key, outside[method.key] ? 'outside' : '', ...types].join(' ');
  });
  return hash(...trialSources(), ...lines.sort());
}

function allMethods(library: Program): readonly MethodInfo[] {
  return [...library.classes.values()].flatMap(info => [...info.methods.values(), ...info.singletonMethods.values()]);
}

/** Whether a method reaches outside of the program, so that it is not called; by the keys of all known methods. */
function methodsReachingOutside(library: Program): Readonly<Record<string, boolean>> {
  const reaches = (method: MethodInfo): boolean =>
    !CREATED.has(method.owner) && effectOf({ ...method, arity: null }, method) === 'outside';
  return Object.fromEntries(allMethods(library).map(method => [method.key, reaches(method)]));
}

function rubyString(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function compact(
  library: Program,
  receivers: readonly string[],
  answers: readonly Answer[],
): Omit<RefusalCodes, 'madeFrom'> {
  const samples = (answers[0]?.samples ?? []).map(([name]) => name);
  const several = new Set((answers[0]?.samples ?? []).filter(([, values]) => values > 1).map(([name]) => name));
  const positions = new Map<string, number>();
  const methods: Record<string, readonly (readonly (number | null)[])[]> = {};
  const counts: Record<string, readonly [number, number | null]> = {};
  for (const { key, least, most, trials } of answers.flatMap(answer => answer.rows)) {
    const method = methodOf(library, key);
    if (!method) continue;
    const byCount = [1, 2, 3].map(count =>
      (trials[count] ?? []).map((trial, position) => {
        if (!trial) return null;
        const code = encodePosition(trial, namingOf(library, method, count, position), { samples, several });
        if (code === null) return null;
        const text = JSON.stringify(code);
        if (!positions.has(text)) positions.set(text, positions.size);
        return positions.get(text) ?? null;
      }),
    );
    while (byCount.length > 0 && byCount.at(-1)?.every(each => each === null)) byCount.pop();
    if (byCount.length > 0) methods[key] = byCount;
    const said = countsOf(method);
    // Where no count was found to be too large, nothing is known about the most.
    const found = said && { least, most: most ?? said.most };
    if (found && (said.least !== found.least || said.most !== found.most)) counts[key] = [found.least, found.most];
  }
  return {
    samples,
    receivers,
    positions: [...positions.keys()].map(text => JSON.parse(text) as PositionCode),
    methods,
    counts,
  };
}

function methodOf(library: Program, key: string): MethodInfo | null {
  const [, owner = '', mark, name = ''] = /^([\w:]+)([#.])(.*)$/s.exec(key) ?? [];
  return mark === '.' ? findSingletonMethod(library, owner, name) : findMethod(library, owner, name);
}

interface Samples {
  readonly samples: readonly string[];
  readonly several: ReadonlySet<string>;
}

function encodePosition(trial: Trial, naming: Naming, { samples, several }: Samples): PositionCode | null {
  const { asked: asks } = trial;
  const compares = asks.some(name => COMPARISON.has(name));
  const groups = new Map<string, number[]>();
  for (const [name, { errors, message }] of Object.entries(trial.refused)) {
    if (naming.names(name) || OPEN.has(name)) continue;
    const mayBeValue = errors.includes('ArgumentError') && several.has(name) && !compares && !naming.isClosed;
    if (mayBeValue) continue;
    const group = JSON.stringify([errors.join(' '), message]);
    groups.set(group, [...(groups.get(group) ?? []), samples.indexOf(name)]);
  }
  if (groups.size === 0) return null;
  return {
    asks,
    refuses: [...groups].map(([group, classes]) => [...(JSON.parse(group) as [string, string | null]), classes]),
  };
}

/** One line per method and position, so that a change is read as one. */
export function printRefusals(codes: RefusalCodes): string {
  const lines = (entries: readonly string[]): string => entries.map(entry => `\n    ${entry}`).join(',');
  const record = (of: object): string =>
    lines(Object.entries(of).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`));
  return [
    '{',
    `  "madeFrom": ${JSON.stringify(codes.madeFrom)},`,
    `  "samples": ${JSON.stringify(codes.samples)},`,
    `  "receivers": ${JSON.stringify(codes.receivers)},`,
    `  "positions": [${lines(codes.positions.map(each => JSON.stringify(each)))}\n  ],`,
    `  "methods": {${record(codes.methods)}\n  },`,
    `  "counts": {${record(codes.counts)}\n  }`,
    '}\n',
  ].join('\n');
}

async function main(): Promise<void> {
  const codes = await measureRefusals(ask => async question => {
    console.log(question);
    return ask(question);
  });
  writeFileSync(REFUSALS_FILE, printRefusals(codes));
  const { methods, counts } = codes;
  console.log(`${Object.keys(methods).length} methods refuse a class; ${Object.keys(counts).length} counts differ`);
}

if (require.main === module) void main();
