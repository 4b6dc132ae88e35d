/**
 * Solves a call's type variables: each argument adds a lower bound to the variables in its parameter's type; bounds are
 * joined. Types that do not match add nothing; subtyping decides afterwards whether the argument fits.
 */
import type { MethodType, Type } from '../types/type';
import { isAssignable } from './assignable';
import type { TypingContext } from './context';
import { EMPTY_METHOD, isOpenVariable } from './instantiate';
import { className } from './narrow';
import {
  asElement,
  elementOf,
  fillEmptyLiterals,
  hashKeyOf,
  hashValueOf,
  joinTwoTypes,
  membersOf,
  resolveType,
} from './typeOps';

export type Bounds = Map<string, Type>;

export function unify(ctx: TypingContext, formal: Type, actual: Type, bounds: Bounds, depth = 0): void {
  if (depth > 12) return;
  const wanted =
    formal.kind === 'alias' || formal.kind === 'refined' || formal.kind === 'nonNull'
      ? resolveType(ctx, formal)
      : formal;
  if (isOpenVariable(wanted)) {
    const bound = bounds.get(wanted.name);
    const general = fillEmptyLiterals(asElement(ctx, actual.kind === 'refined' ? actual.base : actual));
    bounds.set(wanted.name, bound === undefined ? general : joinTwoTypes(ctx, bound, general));
    return;
  }
  switch (wanted.kind) {
    case 'union':
      unifyUnion(ctx, wanted.members, actual, bounds, depth);
      return;
    case 'nominal':
      for (const member of membersOf(ctx, actual)) unifyNominal(ctx, wanted, resolveType(ctx, member), bounds, depth);
      return;
    case 'tuple':
      for (const member of membersOf(ctx, actual)) unifyTuple(ctx, wanted.elements, member, bounds, depth);
      return;
    case 'finiteHash':
      unifyHash(ctx, wanted, resolveType(ctx, actual), bounds, depth);
      return;
    case 'proc':
      for (const member of membersOf(ctx, actual)) {
        if (member.kind === 'proc') unifyMethods(ctx, wanted.method, member.method, bounds, depth);
      }
      return;
    case 'structural':
      unifyStructural(ctx, wanted, actual, bounds, depth);
      return;
    default:
      return;
  }
}

/** `T or nil` against `Integer or nil`: parts that a closed member accepts do not bind the variables. */
function unifyUnion(ctx: TypingContext, members: readonly Type[], actual: Type, bounds: Bounds, depth: number): void {
  const variables = members.filter(isOpenVariable);
  const closed = members.filter(member => !isOpenVariable(member));
  for (const part of membersOf(ctx, actual)) {
    const taker = closed.find(member => sameShape(member, part) || fitsStrictly(ctx, part, member));
    if (taker !== undefined) unify(ctx, taker, part, bounds, depth + 1);
    else for (const variable of variables) unify(ctx, variable, part, bounds, depth + 1);
  }
}

/** Strict about nil: leniency would let any member accept it. */
function fitsStrictly(ctx: TypingContext, part: Type, member: Type): boolean {
  return isAssignable({ ...ctx, settings: { ...ctx.settings, nil: 'strict' } }, part, member);
}

function sameShape(left: Type, right: Type): boolean {
  const name = className(left);
  return name !== null && name === className(right);
}

function unifyNominal(
  ctx: TypingContext,
  wanted: Extract<Type, { kind: 'nominal' }>,
  actual: Type,
  bounds: Bounds,
  depth: number,
): void {
  const args = argumentsAs(ctx, actual, wanted.name);
  wanted.args.forEach((arg, i) => {
    const given = args[i];
    if (given !== undefined) unify(ctx, arg, given, bounds, depth + 1);
  });
}

/** The type arguments of `type` as an instance of `name`: those of Array<T> as an Enumerable. */
export function argumentsAs(ctx: TypingContext, type: Type, name: string): readonly Type[] {
  const plain = type.kind === 'tuple' || type.kind === 'finiteHash' ? containerOf(ctx, type) : type;
  if (plain.kind !== 'nominal') return [];
  if (plain.name === name) return plain.args;
  if (!ctx.hierarchy.ancestors(plain.name).includes(name)) return [];
  const own = new Map(ctx.hierarchy.typeParams(plain.name).map((param, i) => [param.name, plain.args[i]]));
  return ctx.hierarchy.ancestorArgs(plain.name, name).map(arg => substituteParams(arg, own));
}

function substituteParams(type: Type, values: ReadonlyMap<string, Type | undefined>): Type {
  if (type.kind === 'variable') return values.get(type.name) ?? type;
  if (type.kind === 'tuple')
    return { ...type, elements: type.elements.map(element => substituteParams(element, values)) };
  if (type.kind === 'nominal') return { ...type, args: type.args.map(arg => substituteParams(arg, values)) };
  return type;
}

function containerOf(ctx: TypingContext, type: Extract<Type, { kind: 'tuple' | 'finiteHash' }>): Type {
  if (type.kind === 'tuple') return { kind: 'nominal', name: 'Array', args: [elementOf(ctx, type.elements)] };
  return { kind: 'nominal', name: 'Hash', args: [hashKeyOf(ctx, type), hashValueOf(ctx, type)] };
}

function unifyTuple(ctx: TypingContext, wanted: readonly Type[], actual: Type, bounds: Bounds, depth: number): void {
  const parts = actual.kind === 'tuple' ? actual.elements : actual.kind === 'nominal' ? actual.shape : undefined;
  if (parts !== undefined) {
    wanted.forEach((element, i) => {
      const given = parts[i];
      if (given !== undefined) unify(ctx, element, given, bounds, depth + 1);
    });
  } else {
    const [element] = argumentsAs(ctx, actual, 'Array');
    if (element !== undefined) for (const one of wanted) unify(ctx, one, element, bounds, depth + 1);
  }
}

function unifyHash(
  ctx: TypingContext,
  wanted: Extract<Type, { kind: 'finiteHash' }>,
  actual: Type,
  bounds: Bounds,
  depth: number,
): void {
  if (actual.kind !== 'finiteHash') return;
  for (const entry of actual.entries) {
    const same = wanted.entries.find(other => JSON.stringify(other.key) === JSON.stringify(entry.key));
    const type = same?.type ?? wanted.rest;
    if (type) unify(ctx, type, entry.type, bounds, depth + 1);
  }
}

/** Parameters are contravariant, results covariant. */
function unifyMethods(ctx: TypingContext, wanted: MethodType, actual: MethodType, bounds: Bounds, depth: number): void {
  if (wanted.paramsVariable !== undefined)
    unify(ctx, { kind: 'variable', name: wanted.paramsVariable }, listOfParams(actual), bounds, depth + 1);
  wanted.params.forEach((param, i) => {
    const given = actual.params[i];
    if (given !== undefined && given.type.kind !== 'dynamic') unify(ctx, param.type, given.type, bounds, depth + 1);
  });
  unify(ctx, wanted.result, actual.result, bounds, depth + 1);
}

/** A parameter list as a type: a procedure whose result is left open. */
function listOfParams({ params, anyArgs, paramsVariable }: MethodType): Type {
  const list = { params, anyArgs, ...(paramsVariable !== undefined && { paramsVariable }) };
  return { kind: 'proc', method: { ...EMPTY_METHOD, ...list } };
}

/** `_Each<T>` against a class: the class's own method determines T. */
function unifyStructural(
  ctx: TypingContext,
  wanted: Extract<Type, { kind: 'structural' }>,
  actual: Type,
  bounds: Bounds,
  depth: number,
): void {
  for (const member of membersOf(ctx, actual)) {
    const plain =
      member.kind === 'tuple' || member.kind === 'finiteHash' ? containerOf(ctx, member) : resolveType(ctx, member);
    const name = className(plain);
    if (name === null || plain.kind !== 'nominal') continue;
    const own = new Map(ctx.hierarchy.typeParams(name).map((param, i) => [param.name, plain.args[i]]));
    for (const method of wanted.methods) {
      const arms = ctx.hierarchy.methodTypes(name, method.name) ?? [];
      const found = arms.find(arm => (arm.block === null) === (method.type.block === null)) ?? arms[0];
      if (found === undefined) continue;
      const result = found.result.kind === 'self' ? plain : substituteParams(found.result, own);
      unify(ctx, method.type.result, result, bounds, depth + 1);
      if (method.type.block !== null && found.block !== null) {
        method.type.block.type.params.forEach((param, i) => {
          const given = found.block?.type.params[i];
          if (given !== undefined) unify(ctx, param.type, substituteParams(given.type, own), bounds, depth + 1);
        });
      }
    }
  }
}
