/**
 * The environment at a point of a body: types of locals, and facts about fields and readers (`@x`, `a.b`) that hold
 * until something may write them. Immutable; joins are unions. A local that one branch leaves unassigned is nil there.
 */
import type { Type } from '../../types/type';
import { NIL } from '../../types/type';

export interface Env {
  readonly locals: ReadonlyMap<string, Type>;
  /** Narrowed types of paths that are not plain locals; keys as in check/facts/accessPath.ts. */
  readonly facts: ReadonlyMap<string, Type>;
  /**
   * Locals that hold an array or hash allocated in this method that has not escaped: its element types may still grow.
   * `x[]`: so may those of the containers in x (nestedGrowth.ts).
   */
  readonly growing: ReadonlySet<string>;
  /** `y = x`: narrowing y also narrows x, until one of them is written. */
  readonly links: ReadonlyMap<string, string>;
  readonly reachable: boolean;
  /** Names that earlier conditions tested (check/certain/reportGuards.ts); absent: none. */
  readonly testedNames?: ReadonlySet<string>;
}

/** The path of a fact: the classes that the object `self` may have (check/facts/classOfSelf.ts). */
export const CLASS_OF_SELF = 'self.%class';

export const EMPTY_ENV: Env = {
  locals: new Map(),
  facts: new Map(),
  growing: new Set(),
  links: new Map(),
  reachable: true,
};

export function bindLocal(env: Env, name: string, type: Type, growing = false): Env {
  const locals = new Map(env.locals).set(name, type);
  const grown = growing ? new Set(env.growing).add(name) : withoutGrowing(env.growing, name);
  return { ...env, locals, growing: grown, facts: withoutFactsAbout(env.facts, name), links: withoutLinks(env, name) };
}

function withoutGrowing(growing: Env['growing'], name: string): Env['growing'] {
  if (growing.size === 0) return growing;
  const rest = new Set(growing);
  for (const each of [name, `${name}[]`, `${name}{}`]) rest.delete(each);
  return rest;
}

/** Narrows a local whose value is unchanged. */
export function refineLocal(env: Env, name: string, type: Type): Env {
  return { ...env, locals: new Map(env.locals).set(name, type) };
}

export function setFact(env: Env, path: string, type: Type): Env {
  return { ...env, facts: new Map(env.facts).set(path, type) };
}

export function linkLocal(env: Env, name: string, path: string): Env {
  return { ...env, links: new Map(env.links).set(name, path) };
}

/** Something may have written any field or contents. */
export function dropFacts(env: Env): Env {
  if (env.facts.size === 0 && env.links.size === 0) return env;
  const links = new Map([...env.links].filter(([, path]) => !isHeapPath(path)));
  // An object keeps its class.
  return { ...env, facts: new Map([...env.facts].filter(([path]) => isAboutSelf(path))), links };
}

/** Enters a block with another `self`. */
export function dropFactsOfSelf(env: Env): Env {
  if (!env.facts.has('self') && !env.facts.has(CLASS_OF_SELF)) return env;
  return { ...env, facts: new Map([...env.facts].filter(([path]) => !isAboutSelf(path))) };
}

function isAboutSelf(path: string): boolean {
  return path === 'self' || path === CLASS_OF_SELF;
}

/** `@x = …` drops the facts about that field and about every path through it. */
export function dropFactsOfField(env: Env, field: string): Env {
  const reader = `.${field.replace(/^@+/, '')}`;
  const touches = (path: string): boolean =>
    (field === 'contents' && path.includes('.%')) || // what a nil guard learnt about the contents (nilGuards.ts)
    path === field ||
    path.startsWith(`${field}.`) ||
    `${path}.`.includes(`${reader}.`);
  const facts = new Map([...env.facts].filter(([path]) => !touches(path)));
  const links = new Map([...env.links].filter(([, path]) => !touches(path)));
  return { ...env, facts, links };
}

export function makeUnreachable(env: Env): Env {
  return env.reachable ? { ...env, reachable: false } : env;
}

export function joinEnvs(left: Env, right: Env, join: (a: Type, b: Type) => Type): Env {
  if (!left.reachable) return right;
  if (!right.reachable || left === right) return left;
  const testedNames = joinTestedNames(left.testedNames, right.testedNames);
  return {
    locals: joinLocals(left.locals, right.locals, join),
    facts: joinFacts(left.facts, right.facts, join),
    growing: joinGrowing(left, right),
    links: joinLinks(left.links, right.links),
    reachable: true,
    ...(testedNames === undefined ? {} : { testedNames }),
  };
}

type Types = ReadonlyMap<string, Type>;

function joinLocals(left: Types, right: Types, join: (a: Type, b: Type) => Type): Types {
  if (left === right) return left;
  const locals = new Map<string, Type>();
  for (const [name, a] of left) {
    const b = right.get(name) ?? NIL;
    locals.set(name, a === b ? a : join(a, b));
  }
  for (const [name, b] of right) if (!left.has(name)) locals.set(name, b === NIL ? b : join(NIL, b));
  return locals;
}

function joinFacts(left: Types, right: Types, join: (a: Type, b: Type) => Type): Types {
  if (left.size === 0 || right.size === 0) return EMPTY_ENV.facts;
  const facts = new Map<string, Type>();
  for (const [path, type] of left) {
    const other = right.get(path);
    if (other !== undefined) facts.set(path, join(type, other));
  }
  return facts;
}

function joinGrowing(left: Env, right: Env): Env['growing'] {
  if (left.growing.size === 0 && right.growing.size === 0) return left.growing;
  return new Set([...left.growing, ...right.growing].filter(name => growsIn(left, name) && growsIn(right, name)));
}

function joinLinks(left: Env['links'], right: Env['links']): Env['links'] {
  if (left.size === 0 || right.size === 0) return EMPTY_ENV.links;
  return new Map([...left].filter(([name, path]) => right.get(name) === path));
}

function joinTestedNames(left: Env['testedNames'], right: Env['testedNames']): Env['testedNames'] {
  if (left === undefined || right === undefined || left === right) return left ?? right;
  return new Set([...left, ...right]);
}

export function sameEnvs(left: Env, right: Env, same: (a: Type, b: Type) => boolean): boolean {
  return (
    left.reachable === right.reachable &&
    haveSameEntries(left.locals, right.locals, same) &&
    haveSameEntries(left.facts, right.facts, same)
  );
}

/** Leaves a block: drops its own locals; the others keep their current types. */
export function keepLocals(inner: Env, names: ReadonlySet<string>): Env {
  const locals = new Map([...inner.locals].filter(([name]) => names.has(name)));
  const links = new Map([...inner.links].filter(([name]) => names.has(name)));
  const facts = new Map([...inner.facts].filter(([path]) => isHeapRoot(path) || names.has(rootOf(path))));
  return { ...inner, locals, links, facts };
}

function growsIn(env: Env, name: string): boolean {
  return env.growing.has(name) || !env.locals.has(name.replace(/[[{][\]}]$/, ''));
}

function haveSameEntries(
  left: ReadonlyMap<string, Type>,
  right: ReadonlyMap<string, Type>,
  same: (a: Type, b: Type) => boolean,
): boolean {
  if (left.size !== right.size) return false;
  for (const [name, type] of left) {
    const other = right.get(name);
    if (other === undefined || !(other === type || same(type, other))) return false;
  }
  return true;
}

function withoutFactsAbout(facts: ReadonlyMap<string, Type>, name: string): ReadonlyMap<string, Type> {
  if (facts.size === 0) return facts;
  const gone = [...facts.keys()].filter(path => rootOf(path) === name || path.endsWith(`.%key ${name}`));
  if (gone.length === 0) return facts;
  const rest = new Map(facts);
  for (const path of gone) rest.delete(path);
  return rest;
}

function withoutLinks(env: Env, name: string): ReadonlyMap<string, string> {
  if (env.links.size === 0) return env.links;
  return new Map([...env.links].filter(([from, path]) => from !== name && rootOf(path) !== name));
}

function rootOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}

function isHeapRoot(path: string): boolean {
  const root = rootOf(path);
  return root === 'self' || root.startsWith('@') || root.startsWith('$');
}

function isHeapPath(path: string): boolean {
  return path.includes('.') || isHeapRoot(path);
}
