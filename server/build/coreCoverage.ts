/**
 * `npm run core:coverage`: what the library knows of every public method of Ruby's core classes. Prints what is
 * missing, writes docs/core.md, and fails if a core method has no signature, a wrong arity, or no known effect.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS } from '../../test/harness/conformanceRows';
import { loadLibrary } from '../src/parse/library';
import { ancestors } from '../src/program/ancestors';
import { factsOf } from '../src/program/libraryFacts';
import { findMethod, findSingletonMethod } from '../src/program/lookup';
import type { MethodInfo, Program } from '../src/program/program';
import type { MethodType } from '../src/types/type';
import { modelledMethods } from '../src/vcgen/library/registry';
import { MOST_CALLED, NOT_MODELLED, OPERATORS } from './callFrequency';
import { coreDocument } from './coreDocument';
import { type Effect, effectOf } from './coreEffects';
import { type CoreMethod, coreMethods, standardMethods } from './coreMethods';

export interface Coverage extends CoreMethod {
  readonly key: string;
  readonly typed: boolean;
  readonly arityFits: boolean;
  /** Null: unknown. */
  readonly effect: Effect | null;
  readonly refined: boolean;
  readonly modelled: boolean;
}

const root = join(__dirname, '..', '..');

export async function measure(): Promise<readonly Coverage[]> {
  return covered(await coreMethods());
}

/** The standard library: missing signatures are printed but do not fail. */
export async function measureStandard(): Promise<readonly Coverage[]> {
  return covered(await standardMethods());
}

function covered(methods: readonly CoreMethod[]): readonly Coverage[] {
  const library = loadLibrary(readFileSync(join(root, 'dist', 'core.snapshot')));
  if (!library) throw new Error('dist/core.snapshot is not built');
  const models = comparedModels(library);
  return methods.map(method => coverageOf(library, models, method));
}

export interface Unmodelled {
  readonly name: string;
  /** Core methods of that name. */
  readonly keys: readonly string[];
  /** Null: no reason is recorded. */
  readonly reason: string | null;
}

/** The most called names that core defines and that have no model. */
export function unmodelled(found: readonly Coverage[]): readonly Unmodelled[] {
  return [...MOST_CALLED, ...OPERATORS].flatMap(name => {
    const methods = found.filter(method => method.name === name);
    if (methods.length === 0 || methods.some(method => method.modelled)) return [];
    return [{ name, keys: methods.map(method => method.key), reason: NOT_MODELLED.get(name) ?? null }];
  });
}

/** Gaps that fail the run, each with its methods. */
export function gaps(found: readonly Coverage[]): ReadonlyMap<string, readonly string[]> {
  const keys = (holds: (method: Coverage) => boolean): readonly string[] =>
    found.filter(holds).map(method => `${method.key} (arity ${method.arity})`);
  const none = unmodelled(found);
  return new Map([
    ['no signature', keys(method => !method.typed)],
    ['an arity that cannot be right', keys(method => !method.arityFits)],
    ['purity not known', keys(method => method.effect === null)],
    ['called often, no model, no reason', none.filter(one => one.reason === null).map(one => one.name)],
  ]);
}

function coverageOf(library: Program, models: ReadonlySet<string>, method: CoreMethod): Coverage {
  const found = (method.singleton ? findSingletonMethod : findMethod)(library, method.owner, method.name);
  const key = `${method.owner}${method.singleton ? '.' : '#'}${method.name}`;
  const arms = found?.signature?.arms ?? [];
  return {
    ...method,
    key,
    typed: arms.length > 0,
    arityFits: arms.length === 0 || method.arity === null || arityFits(found!, method.arity),
    effect: effectOf(method, found),
    refined: arms.some(arm => isRefined(arm.type)),
    modelled: !method.singleton && (models.has(key) || (found?.prelude !== undefined && found.owner === method.owner)),
  };
}

/** Ruby's arity: n exactly, or -n - 1 at least. Required keywords count as one more argument. */
function arityFits(method: MethodInfo, arity: number): boolean {
  return (method.signature?.arms ?? []).every(({ type }) => {
    if (type.anyArgs) return true;
    const required = type.params.filter(param => param.kind === 'required').length;
    const most = type.params.some(param => param.kind === 'rest')
      ? Number.POSITIVE_INFINITY
      : type.params.filter(param => param.kind === 'required' || param.kind === 'optional').length;
    return arity >= 0 ? required === arity && most === arity : most >= -arity - 1;
  });
}

function isRefined(type: MethodType): boolean {
  return type.resultRefinement !== null || type.params.some(param => param.refinement !== null);
}

/** `Owner#name`: what the registry has, or the label of a method that runs a proc, if a test compares it with Ruby. */
function comparedModels(library: Program): ReadonlySet<string> {
  const models = modelledMethods();
  const isModelled = (key: string): boolean => {
    const [owner = '', name = ''] = key.split(/#(.*)/s);
    const above = [owner, ...ancestors(library, owner), 'Object'];
    return above.some(each => models.has(`${each}#${name}`)) || factsOf(library, owner, name).runsReceiver;
  };
  return new Set(
    ROWS.map(({ method }) => method)
      .filter(isModelled)
      .flatMap(withHome),
  );
}

/** Models of every object belong to Kernel and BasicObject, those of truth values to both classes. */
function withHome(key: string): readonly string[] {
  const name = key.slice(key.indexOf('#') + 1);
  if (key.startsWith('Object#')) return [key, `Kernel#${name}`, `BasicObject#${name}`];
  return key.startsWith('TrueClass#') ? [key, `FalseClass#${name}`] : [key];
}

async function main(): Promise<void> {
  const found = await measure();
  const missing = gaps(found);
  printGaps(missing);
  const standard = await measureStandard();
  console.log('\nThe standard library');
  printGaps(new Map([...gaps(standard)].slice(0, 2)));
  console.log('\nCalled often, and not modelled');
  for (const [reason, names] of byReason(unmodelled(found))) console.log(`  ${names.join(' ')}: ${reason}`);
  const without = new Set(unmodelled(found).map(one => one.name));
  const needless = [...NOT_MODELLED.keys()].filter(name => !without.has(name));
  if (needless.length > 0) console.log(`  modelled by now, their reasons can go: ${needless.join(' ')}`);
  writeFileSync(join(root, 'docs', 'core.md'), coreDocument(found, standard, byReason(unmodelled(found))));
  const count = (holds: (method: Coverage) => boolean): number => found.filter(holds).length;
  const typed = standard.filter(method => method.typed).length;
  console.log(
    `\n${found.length} methods: ${count(m => m.typed)} typed, ${count(m => m.effect !== null)} of known purity, ` +
      `${count(m => m.refined)} refined, ${count(m => m.modelled)} modelled; ` +
      `standard library: ${typed} of ${standard.length} typed`,
  );
  if ([...missing.values()].some(methods => methods.length > 0)) process.exitCode = 1;
}

function printGaps(missing: ReadonlyMap<string, readonly string[]>): void {
  for (const [what, methods] of missing) {
    console.log(`${what}: ${methods.length}`);
    for (const method of methods) console.log(`  ${method}`);
  }
}

export function byReason(methods: readonly Unmodelled[]): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>();
  for (const { name, reason } of methods)
    reasons.set(reason ?? 'no reason', [...(reasons.get(reason ?? 'no reason') ?? []), name]);
  return reasons;
}

if (require.main === module) void main();
