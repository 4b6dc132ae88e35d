/**
 * Solving a call's type variables: each argument gives a lower bound to the variables in its parameter's type; bounds
 * are joined. What cannot be matched gives nothing; whether the argument fits is decided afterwards by subtyping.
 */
import type { MethodType, Type } from '../types/type';
import type { Ctx } from './context';
import { fits } from './fits';
import { isOpenVariable } from './instantiate';
import { className } from './narrow';
import { asElement, elementOf, filled, hashKeyOf, hashValueOf, joined, membersOf, resolved } from './relations';

export type Bounds = Map<string, Type>;

export function unify(ctx: Ctx, formal: Type, actual: Type, bounds: Bounds, depth = 0): void {
  if (depth > 12) return;
  const wanted =
    formal.kind === 'alias' || formal.kind === 'refined' || formal.kind === 'nonNull' ? resolved(ctx, formal) : formal;
  if (isOpenVariable(wanted)) {
    const bound = bounds.get(wanted.name);
    const general = filled(asElement(ctx, actual.kind === 'refined' ? actual.base : actual));
    bounds.set(wanted.name, bound === undefined ? general : joined(ctx, bound, general));
    return;
  }
  switch (wanted.kind) {
    case 'union':
      unifyUnion(ctx, wanted.members, actual, bounds, depth);
      return;
    case 'nominal':
      for (const member of membersOf(ctx, actual)) unifyNominal(ctx, wanted, resolved(ctx, member), bounds, depth);
      return;
    case 'tuple':
      for (const member of membersOf(ctx, actual)) unifyTuple(ctx, wanted.elements, member, bounds, depth);
      return;
    case 'finiteHash':
      unifyHash(ctx, wanted, resolved(ctx, actual), bounds, depth);
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

/** `T or nil` against `Integer or nil`: what the closed members take is not for the variables. */
function unifyUnion(ctx: Ctx, members: readonly Type[], actual: Type, bounds: Bounds, depth: number): void {
  const variables = members.filter(isOpenVariable);
  const closed = members.filter(member => !isOpenVariable(member));
  for (const part of membersOf(ctx, actual)) {
    const taker = closed.find(member => sameShape(member, part) || fitsStrictly(ctx, part, member));
    if (taker !== undefined) unify(ctx, taker, part, bounds, depth + 1);
    else for (const variable of variables) unify(ctx, variable, part, bounds, depth + 1);
  }
}

/** Nil must not count as everything here: it would be swallowed by any member. */
function fitsStrictly(ctx: Ctx, part: Type, member: Type): boolean {
  return fits({ ...ctx, settings: { ...ctx.settings, nil: 'strict' } }, part, member);
}

function sameShape(left: Type, right: Type): boolean {
  const name = className(left);
  return name !== null && name === className(right);
}

function unifyNominal(
  ctx: Ctx,
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

/** Type arguments of `type` seen as an instance of `name`: those of Array<T> as an Enumerable. */
export function argumentsAs(ctx: Ctx, type: Type, name: string): readonly Type[] {
  const plain = type.kind === 'tuple' || type.kind === 'finiteHash' ? containerOf(ctx, type) : type;
  if (plain.kind !== 'nominal') return [];
  if (plain.name === name) return plain.args;
  if (!ctx.hierarchy.ancestors(plain.name).includes(name)) return [];
  const own = new Map(ctx.hierarchy.typeParams(plain.name).map((param, i) => [param.name, plain.args[i]]));
  return ctx.hierarchy.ancestorArgs(plain.name, name).map(arg => replaced(arg, own));
}

function replaced(type: Type, values: ReadonlyMap<string, Type | undefined>): Type {
  if (type.kind === 'variable') return values.get(type.name) ?? type;
  if (type.kind === 'tuple') return { ...type, elements: type.elements.map(element => replaced(element, values)) };
  if (type.kind === 'nominal') return { ...type, args: type.args.map(arg => replaced(arg, values)) };
  return type;
}

function containerOf(ctx: Ctx, type: Extract<Type, { kind: 'tuple' | 'finiteHash' }>): Type {
  if (type.kind === 'tuple') return { kind: 'nominal', name: 'Array', args: [elementOf(ctx, type.elements)] };
  return { kind: 'nominal', name: 'Hash', args: [hashKeyOf(ctx, type), hashValueOf(ctx, type)] };
}

function unifyTuple(ctx: Ctx, wanted: readonly Type[], actual: Type, bounds: Bounds, depth: number): void {
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
  ctx: Ctx,
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

/** Parameters the other way round, results along. */
export function unifyMethods(ctx: Ctx, wanted: MethodType, actual: MethodType, bounds: Bounds, depth: number): void {
  wanted.params.forEach((param, i) => {
    const given = actual.params[i];
    if (given !== undefined && given.type.kind !== 'dynamic') unify(ctx, param.type, given.type, bounds, depth + 1);
  });
  unify(ctx, wanted.result, actual.result, bounds, depth + 1);
}

/** `_Each<T>` against a class: the class's own method tells T. */
function unifyStructural(
  ctx: Ctx,
  wanted: Extract<Type, { kind: 'structural' }>,
  actual: Type,
  bounds: Bounds,
  depth: number,
): void {
  for (const member of membersOf(ctx, actual)) {
    const plain =
      member.kind === 'tuple' || member.kind === 'finiteHash' ? containerOf(ctx, member) : resolved(ctx, member);
    const name = className(plain);
    if (name === null || plain.kind !== 'nominal') continue;
    const own = new Map(ctx.hierarchy.typeParams(name).map((param, i) => [param.name, plain.args[i]]));
    for (const method of wanted.methods) {
      const arms = ctx.hierarchy.methodTypes(name, method.name) ?? [];
      const found = arms.find(arm => (arm.block === null) === (method.type.block === null)) ?? arms[0];
      if (found === undefined) continue;
      const result = found.result.kind === 'self' ? plain : replaced(found.result, own);
      unify(ctx, method.type.result, result, bounds, depth + 1);
      if (method.type.block !== null && found.block !== null) {
        method.type.block.type.params.forEach((param, i) => {
          const given = found.block?.type.params[i];
          if (given !== undefined) unify(ctx, param.type, replaced(given.type, own), bounds, depth + 1);
        });
      }
    }
  }
}
