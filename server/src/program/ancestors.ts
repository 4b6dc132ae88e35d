/**
 * Ruby's method resolution order over a Program: prepended modules, the class, included modules (last included first),
 * then the superclass. A module that the superclass already has is not included again. Results are memoised per
 * Program, which is immutable. Never throws: unknown classes and cycles in incomplete code end the walk.
 */
import { MemoKey, memoOf } from './memos';
import type { ClassInfo, Program, Question } from './program';
import { areEqual, areSameLists, ask } from './questions';

/** A place where a method may live: a class's instance methods, or its singleton methods. */
export interface Owner {
  readonly name: string;
  readonly singleton: boolean;
}

const LINES = new MemoKey(() => new Map<string, readonly string[]>());

const ANCESTORS: Question<readonly string[]> = {
  find: (program, className) => linearise(program, className, memoOf(program, LINES), new Set()),
  isSame: areSameLists,
};
const SINGLETON_ANCESTORS: Question<readonly Owner[]> = { find: findSingletonAncestors, isSame: areEqual };
const DESCENDANTS: Question<readonly string[]> = { find: findDescendants, isSame: areSameLists };

/** The class and everything it inherits from, in lookup order. An unknown class has only itself as an ancestor. */
export function ancestors(program: Program, className: string): readonly string[] {
  return ask(program, ANCESTORS, className);
}

/** Lookup order of a call on the class object: singleton methods, extended modules, then Class. */
export function singletonAncestors(program: Program, className: string): readonly Owner[] {
  return ask(program, SINGLETON_ANCESTORS, className);
}

function findSingletonAncestors(program: Program, className: string): readonly Owner[] {
  const owners: Owner[] = [];
  for (const ancestor of superclassChain(program, className)) owners.push(...ownSingletonOwners(program, ancestor));
  const meta = program.classes.get(className)?.kind === 'module' ? 'Module' : 'Class';
  for (const ancestor of ancestors(program, meta)) owners.push({ name: ancestor, singleton: false });
  return removeRepeats(owners);
}

/** The class and its superclasses, without modules. */
export function superclassChain(program: Program, className: string): readonly string[] {
  const chain: string[] = [];
  let current: string | null = className;
  while (current !== null && !chain.includes(current)) {
    chain.push(current);
    current = program.classes.get(current)?.superclass ?? null;
  }
  return chain;
}

/** Every class that inherits from it or includes it, directly or indirectly, without the class itself. */
export function allDescendants(program: Program, className: string): readonly string[] {
  return ask(program, DESCENDANTS, className);
}

function findDescendants(program: Program, className: string): readonly string[] {
  const found = new Set<string>();
  const queue = [...(program.descendants.get(className) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === className || found.has(next)) continue;
    found.add(next);
    queue.push(...(program.descendants.get(next) ?? []));
  }
  return [...found].sort();
}

function linearise(
  program: Program,
  className: string,
  memo: Map<string, readonly string[]>,
  open: ReadonlySet<string>,
): readonly string[] {
  const known = memo.get(className);
  if (known) return known;
  const info = program.classes.get(className);
  if (!info || open.has(className)) return [className];
  const below = new Set(open).add(className);
  const above = info.superclass === null ? [] : linearise(program, info.superclass, memo, below);
  const result = [...ownChain(program, info, above, memo, below), ...above.filter(name => name !== className)];
  if (open.size === 0) memo.set(className, result);
  return result;
}

function ownChain(
  program: Program,
  info: ClassInfo,
  above: readonly string[],
  memo: Map<string, readonly string[]>,
  open: ReadonlySet<string>,
): readonly string[] {
  const before: string[] = [];
  const after: string[] = [];
  for (const mixin of info.mixins) {
    if (mixin.how === 'extend') continue;
    const chain = mixin.how === 'prepend' ? before : after;
    const taken = new Set([info.name, ...chain, ...(mixin.how === 'include' ? above : [])]);
    chain.unshift(...linearise(program, mixin.module, memo, open).filter(name => !taken.has(name)));
  }
  return [...before, info.name, ...after];
}

function ownSingletonOwners(program: Program, className: string): readonly Owner[] {
  const extended: Owner[] = [];
  for (const mixin of program.classes.get(className)?.mixins ?? []) {
    if (mixin.how !== 'extend') continue;
    extended.unshift(...ancestors(program, mixin.module).map(name => ({ name, singleton: false })));
  }
  return [{ name: className, singleton: true }, ...extended];
}

function removeRepeats(owners: readonly Owner[]): readonly Owner[] {
  const seen = new Set<string>();
  return owners.filter(owner => {
    const id = `${owner.name}${owner.singleton ? '.' : '#'}`;
    return !seen.has(id) && seen.add(id);
  });
}
