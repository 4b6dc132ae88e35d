/**
 * Upper bounds of type parameters (RBS `[T < Numeric]`): attached to variables, and checked for the arguments of
 * generic classes.
 */
import type { Span } from '../base/span';
import type { Hierarchy } from './hierarchy';
import { mapMethodNames, mapNames, type NamedType, type NameMapper } from './mapNames';
import { type Bindings, substituteType } from './substitute';
import { DYNAMIC, type MethodType, type Type, type TypeParam } from './type';

/**
 * Adds the bounds of the parameters to those that are bound to variables. Variables inside a bound have none
 * themselves.
 */
export function withBounds(params: readonly TypeParam[], bindings: Bindings): Bindings {
  const bounded = params.flatMap(({ name, bound }): [string, Type][] => {
    const open = bindings.get(name);
    return bound === null || open?.kind !== 'variable'
      ? []
      : [[name, { ...open, bound: substituteType(bound, bindings) }]];
  });
  return bounded.length === 0 ? bindings : new Map([...bindings, ...bounded]);
}

/** Parameters as variables of the same name with their bounds, as a body sees them. */
export function boundedVariables(params: readonly TypeParam[]): Bindings {
  return withBounds(params, new Map(params.map(({ name }) => [name, { kind: 'variable', name }])));
}

/** A type argument that violates its parameter's bound. */
export interface BrokenBound {
  readonly className: string;
  readonly param: string;
  readonly bound: Type;
  readonly given: Type;
  readonly span: Span | null;
}

type Fits = (given: Type, bound: Type) => boolean;

export function findBrokenBoundsOfMethod(method: MethodType, hierarchy: Hierarchy, fits: Fits): readonly BrokenBound[] {
  const found: BrokenBound[] = [];
  mapMethodNames(method, boundVisitor(hierarchy, fits, found, method.typeParams));
  return found;
}

export function findBrokenBounds(type: Type, hierarchy: Hierarchy, fits: Fits): readonly BrokenBound[] {
  const found: BrokenBound[] = [];
  mapNames(type, boundVisitor(hierarchy, fits, found, []), null);
  return found;
}

function boundVisitor(
  hierarchy: Hierarchy,
  fits: Fits,
  found: BrokenBound[],
  around: readonly TypeParam[],
): NameMapper {
  const own = boundedVariables(around);
  return {
    name: (type, span) => {
      found.push(...findBrokenBoundsAt(type, hierarchy, own, fits).map(one => ({ ...one, span })));
      return type;
    },
    within: params => boundVisitor(hierarchy, fits, found, [...around, ...params]),
  };
}

function findBrokenBoundsAt(
  type: NamedType,
  hierarchy: Hierarchy,
  own: Bindings,
  fits: Fits,
): readonly Omit<BrokenBound, 'span'>[] {
  if (type.kind !== 'nominal' || type.args.length === 0) return [];
  const params = hierarchy.typeParams(type.name);
  if (!params.some(param => param.bound !== null)) return [];
  const values = new Map(params.map((param, i): [string, Type] => [param.name, type.args[i] ?? DYNAMIC]));
  return params.flatMap((param, i) => {
    const given = type.args[i];
    if (param.bound === null || given === undefined) return [];
    const bound = substituteType(param.bound, values);
    const known = substituteType(given, own);
    // The instantiation of a variable without a known bound is checked elsewhere.
    if ((known.kind === 'variable' && known.bound === undefined) || fits(known, bound)) return [];
    return [{ className: type.name, param: param.name, bound, given }];
  });
}
