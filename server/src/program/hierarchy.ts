/** A Program as the Hierarchy that subtyping uses (types/hierarchy.ts); one per Program. */
import type { Hierarchy } from '../types/hierarchy';
import { type Bindings, substituteType } from '../types/substitute';
import { DYNAMIC, type MethodType, type Type } from '../types/type';
import { ancestors } from './ancestors';
import { findEnumerated } from './enumerableElements';
import { findMethod, findSingletonMethod } from './lookup';
import { MemoKey, memoOf } from './memos';
import type { ClassInfo, MethodInfo, Program, Question } from './program';
import { areEqual, ask } from './questions';

const HIERARCHY = new MemoKey<{ hierarchy: Hierarchy | null }>(() => ({ hierarchy: null }));

export function hierarchyOf(program: Program): Hierarchy {
  const memo = memoOf(program, HIERARCHY);
  memo.hierarchy ??= newHierarchy(program);
  return memo.hierarchy;
}

function newHierarchy(program: Program): Hierarchy {
  return {
    ancestors: name => ancestors(program, name),
    typeParams: name => program.classes.get(name)?.typeParams ?? [],
    ancestorArgs: (name, ancestor) => ancestorArgs(program, name, ancestor),
    exists: name => program.classes.has(name),
    methodTypes: (name, method) => typesOf(findMethod(program, name, method)),
    singletonMethodTypes: (name, method) => typesOf(findSingletonMethod(program, name, method)),
    hasMethod: (name, method) => findMethod(program, name, method) !== null,
    expandAlias: (name, args) => expandAlias(program, name, args),
  };
}

/** `Array<t>` as an Enumerable is `Enumerable<t>`: the type arguments of the ancestor in terms of the class's own. */
export function ancestorArgs(program: Program, className: string, ancestor: string): readonly Type[] {
  return ask(program, ANCESTOR_ARGS, className, ancestor);
}

const ANCESTOR_ARGS: Question<readonly Type[]> = { find: findAncestorArgs, isSame: areEqual };

function findAncestorArgs(program: Program, className: string, ancestor: string): readonly Type[] {
  const found = search(program, className, ancestor, new Set()) ?? [];
  return ancestor === 'Enumerable' && found.some(type => type.kind === 'dynamic')
    ? (enumerableArgs(program, className) ?? found)
    : found;
}

/** `include Enumerable` names no element type; the class's `each` does. */
function enumerableArgs(program: Program, className: string): readonly Type[] | null {
  const told = findEnumerated(program, className);
  if (told === null) return null;
  const args = search(program, className, told.owner, new Set()) ?? [];
  return [substituteType(told.element, bind(program, told.owner, args))];
}

function search(program: Program, className: string, ancestor: string, seen: Set<string>): readonly Type[] | null {
  const info = program.classes.get(className);
  if (!info || seen.has(className)) return null;
  seen.add(className);
  if (className === ancestor) return info.typeParams.map(param => ({ kind: 'variable', name: param.name }));
  const above = [
    ...info.mixins.filter(mixin => mixin.how !== 'extend').map(mixin => ({ name: mixin.module, args: mixin.args })),
    ...(info.superclass === null ? [] : [{ name: info.superclass, args: info.superclassArgs }]),
  ];
  for (const { name, args } of above) {
    const found = search(program, name, ancestor, seen);
    const given = args.length > 0 ? args : argsOfMembers(program, info, name);
    if (found) return found.map(type => substituteType(type, bind(program, name, given)));
  }
  return null;
}

/** Sorbet: a class below a generic one declares the same members again, and may fix them. */
function argsOfMembers(program: Program, { members }: ClassInfo, above: string): readonly Type[] {
  const params = program.classes.get(above)?.typeParams ?? [];
  if (members === undefined || !params.some(param => members.has(param.name))) return [];
  return params.map(param => members.get(param.name) ?? DYNAMIC);
}

/** Binds the type parameters of a class to arguments; missing arguments are %dyn. */
export function bind(program: Program, className: string, args: readonly Type[]): Bindings {
  const params = program.classes.get(className)?.typeParams ?? [];
  return new Map(params.map((param, index) => [param.name, args[index] ?? param.default ?? DYNAMIC]));
}

/** The expansion of `%name`; null: no such alias. */
export function expandAlias(program: Program, name: string, args: readonly Type[]): Type | null {
  const type = program.aliases.get(name);
  if (!type) return null;
  const params = program.aliasParams.get(name) ?? [];
  if (params.length === 0) return type;
  return substituteType(
    type,
    new Map(params.map((param, index) => [param.name, args[index] ?? param.default ?? DYNAMIC])),
  );
}

function typesOf(method: MethodInfo | null): readonly MethodType[] | null {
  return method?.signature?.arms.map(arm => arm.type) ?? null;
}
