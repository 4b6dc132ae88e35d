/**
 * Ruby's lookup of methods, fields and constants over a Program. All functions are pure and total. Null means that
 * nothing of that name is visible, perhaps because of what `dynamicsOf` lists.
 */
import type { MethodKey } from '../types/typedMethod';
import { allDescendants, ancestors, singletonAncestors } from './ancestors';
import { keyParts } from './methodKey';
import type { ClassInfo, FieldInfo, MethodInfo, Program, Question, Visibility } from './program';
import { areSameLists, ask } from './questions';
import { haveSameContract } from './sameContract';

/** The method that `key` names, in the class that owns it. */
export function methodByKey(program: Program, key: MethodKey): MethodInfo | null {
  const { owner, name, singleton } = keyParts(key);
  const info = program.classes.get(owner);
  return (singleton ? info?.singletonMethods : info?.methods)?.get(name) ?? null;
}

/**
 * The method that `x.method` runs if x is an instance of exactly this class (for a module: of some class that includes
 * it).
 */
export function findMethod(program: Program, className: string, method: string): MethodInfo | null {
  return ask(program, METHOD, className, method);
}

const METHOD: Question<MethodInfo | null> = {
  find: (program, className, method) => firstMethod(program, instanceOwners(program, className), method),
  isSame: areSameMethods,
};

/**
 * The method that `C.method` runs: singleton methods of C and its superclasses, extended modules, then methods of
 * Class.
 */
export function findSingletonMethod(program: Program, className: string, method: string): MethodInfo | null {
  return ask(program, SINGLETON_METHOD, className, method);
}

const SINGLETON_METHOD: Question<MethodInfo | null> = { find: searchSingletonMethod, isSame: areSameMethods };

function areSameMethods(a: MethodInfo | null, b: MethodInfo | null): boolean {
  return a === b || (a !== null && b !== null && haveSameContract(a, b));
}

function searchSingletonMethod(program: Program, className: string, method: string): MethodInfo | null {
  for (const owner of singletonAncestors(program, className)) {
    const info = program.classes.get(owner.name);
    if (info?.undefined.has(`${owner.singleton ? '.' : '#'}${method}`)) return null;
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get(method);
    if (found) return found;
  }
  return null;
}

/** A method that dynamic dispatch may run, and the receiver classes for which it does. */
export interface Candidate {
  readonly method: MethodInfo;
  readonly receivers: readonly string[];
}

/** The methods that `x.method` may run if x is an instance of the class or of any visible descendant. */
export function candidates(program: Program, className: string, method: string): readonly Candidate[] {
  return ask(program, CANDIDATES, className, method);
}

/** As `candidates`, for a call on a class object: `${Base}` may be any subclass. */
export function singletonCandidates(program: Program, className: string, method: string): readonly Candidate[] {
  return ask(program, SINGLETON_CANDIDATES, className, method);
}

const CANDIDATES: Question<readonly Candidate[]> = {
  find: (program, className, method) =>
    groupByMethod(receiversOf(program, className), receiver =>
      firstMethod(program, instanceOwners(program, receiver), method),
    ),
  isSame: areSameCandidates,
};

const SINGLETON_CANDIDATES: Question<readonly Candidate[]> = {
  find: (program, className, method) =>
    groupByMethod(receiversOf(program, className), receiver => searchSingletonMethod(program, receiver, method)),
  isSame: areSameCandidates,
};

function areSameCandidates(a: readonly Candidate[], b: readonly Candidate[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ method, receivers }, i) => {
      const other = b[i];
      return other !== undefined && areSameLists(receivers, other.receivers) && haveSameContract(method, other.method);
    })
  );
}

function receiversOf(program: Program, className: string): readonly string[] {
  const below = allDescendants(program, className);
  return [className, ...below.filter(name => program.classes.get(name)?.kind === 'class')];
}

/**
 * The method that `super` runs, if self is an instance of `receiverClass` (default: the method's own class). In an
 * alias it is above the method that the body was written for.
 */
export function superMethod(program: Program, alias: MethodInfo, receiverClass = alias.owner): MethodInfo | null {
  const method = alias.aliasOf === null ? alias : keyParts(alias.aliasOf);
  if (!method.singleton) {
    const owners = instanceOwners(program, receiverClass);
    const at = owners.indexOf(method.owner);
    return at < 0 ? null : firstMethod(program, owners.slice(at + 1), method.name);
  }
  const owners = singletonAncestors(program, receiverClass);
  const at = owners.findIndex(owner => owner.singleton && owner.name === method.owner);
  for (const owner of at < 0 ? [] : owners.slice(at + 1)) {
    const info = program.classes.get(owner.name);
    const found = (owner.singleton ? info?.singletonMethods : info?.methods)?.get(method.name);
    if (found) return found;
  }
  return null;
}

/** Private wherever they are defined. */
export const ALWAYS_PRIVATE: ReadonlySet<string> = new Set([
  'initialize',
  'initialize_copy',
  'initialize_clone',
  'initialize_dup',
  'respond_to_missing?',
]);

/** The visibility of the method on this class: a subclass may have made it private. */
export function visibilityOn(program: Program, className: string, method: MethodInfo): Visibility {
  const name = `${method.singleton ? '.' : '#'}${method.name}`;
  for (const ancestor of ancestors(program, className)) {
    if (ancestor === method.owner) break;
    const changed = program.classes.get(ancestor)?.visibilities.get(name);
    if (changed) return changed;
  }
  return program.classes.get(method.owner)?.visibilities.get(name) ?? method.visibility;
}

/** The instance field `@x`, or `@@x`. A declaration in an ancestor takes precedence over a mere use. */
export function fieldOf(program: Program, className: string, field: string): FieldInfo | null {
  return program.answerOf ? ask(program, FIELD, className, field) : findField(program, className, field);
}

const FIELD: Question<FieldInfo | null> = { find: findField, isSame: (a, b) => a === b };

function findField(program: Program, className: string, field: string): FieldInfo | null {
  const found = ancestors(program, className).flatMap(name => program.classes.get(name)?.fields.get(field) ?? []);
  const typed = found.filter(info => info.type !== null);
  return typed.find(info => !info.ofReader) ?? typed[0] ?? found[0] ?? null;
}

/** The field `@x` of the class object itself; `@@x` is shared with instances. */
export function singletonFieldOf(program: Program, className: string, field: string): FieldInfo | null {
  if (field.startsWith('@@')) return fieldOf(program, className, field);
  return program.classes.get(className)?.singletonFields.get(field) ?? null;
}

/**
 * The class that owns `@@x`: the topmost class that mentions it shares it with all subclasses and including classes.
 */
export function classVariableOwner(program: Program, className: string, field: string): string {
  const known = ancestors(program, className).filter(name => program.classes.get(name)?.fields.get(field));
  return known[known.length - 1] ?? className;
}

/** The class that declares the field (or first uses it), for dependencies and heap maps. */
export function fieldOwner(program: Program, className: string, field: string): string | null {
  const info = fieldOf(program, className, field);
  return ancestors(program, className).find(name => program.classes.get(name)?.fields.get(field) === info) ?? null;
}

/** What makes lookups on instances of this class uncertain, including ancestors. */
export function dynamicsOf(program: Program, className: string): ClassInfo['dynamics'] {
  return ask(program, DYNAMICS, className);
}

const DYNAMICS: Question<ClassInfo['dynamics']> = { find: collectDynamics, isSame: areSameLists };

function collectDynamics(program: Program, className: string): ClassInfo['dynamics'] {
  const all = ancestors(program, className).flatMap(name => program.classes.get(name)?.dynamics ?? []);
  return all.filter(({ redefines }) => redefines === undefined || redefines.of !== null || redefines.names === null);
}

/** An instance of a module is an instance of some class, so it has Object's methods as well. */
export function instanceOwners(program: Program, className: string): readonly string[] {
  return ask(program, INSTANCE_OWNERS, className);
}

const INSTANCE_OWNERS: Question<readonly string[]> = { find: collectInstanceOwners, isSame: areSameLists };

function collectInstanceOwners(program: Program, className: string): readonly string[] {
  const own = ancestors(program, className);
  if (program.classes.get(className)?.kind !== 'module') return own;
  return [...own, ...ancestors(program, 'Object').filter(name => !own.includes(name))];
}

function firstMethod(program: Program, owners: readonly string[], method: string): MethodInfo | null {
  for (const owner of owners) {
    const info = program.classes.get(owner);
    if (info?.undefined.has(`#${method}`)) return null;
    const found = info?.methods.get(method);
    if (found) return found;
  }
  return null;
}

function groupByMethod(
  receivers: readonly string[],
  find: (receiver: string) => MethodInfo | null,
): readonly Candidate[] {
  const byMethod = new Map<MethodInfo, string[]>();
  for (const receiver of receivers) {
    const method = find(receiver);
    if (!method) continue;
    const list = byMethod.get(method);
    if (list) list.push(receiver);
    else byMethod.set(method, [receiver]);
  }
  return [...byMethod].map(([method, names]) => ({ method, receivers: names }));
}

/** Whether every object has the method, and other code may call it. */
export function isMethodOfAll(program: Program, name: string): boolean {
  return findMethod(program, 'Object', name)?.visibility === 'public';
}
