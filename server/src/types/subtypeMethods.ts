/**
 * Method types: a subtype accepts every argument list that the supertype accepts, and returns a subtype. Arguments are
 * contravariant, results covariant, blocks (which the method calls) contravariant.
 */

import { substituteMethod } from './substitute';
import type { Comparison } from './subtypingQuery';
import { type BlockType, DYNAMIC, type MethodType, type ParamType, type ParamTypeKind, type Type } from './type';

export function methodFits(ctx: Comparison, left: MethodType, right: MethodType): boolean {
  const own = instantiateWithDynamic(left);
  return (
    (own.anyArgs || right.anyArgs || (positionalsFit(ctx, own, right) && keywordsFit(ctx, own, right))) &&
    blocksFit(ctx, own.block, right.block) &&
    ctx.fits(ctx, own.result, right.result)
  );
}

/** A generic method can be used at any type; its instantiation is not searched for here. */
function instantiateWithDynamic(method: MethodType): MethodType {
  if (method.typeParams.length === 0) return method;
  const bindings = new Map(method.typeParams.map(param => [param.name, DYNAMIC]));
  return substituteMethod({ ...method, typeParams: [] }, bindings);
}

interface Positionals {
  readonly required: number;
  readonly types: readonly Type[];
  readonly rest: Type | null;
  readonly post: readonly Type[];
}

function positionals(method: MethodType): Positionals {
  const paramsOfKind = (...kinds: readonly ParamTypeKind[]): readonly ParamType[] =>
    method.params.filter(param => kinds.includes(param.kind));
  return {
    required: paramsOfKind('required').length,
    types: paramsOfKind('required', 'optional').map(param => param.type),
    rest: paramsOfKind('rest')[0]?.type ?? null,
    post: paramsOfKind('post').map(param => param.type),
  };
}

function positionalsFit(ctx: Comparison, left: MethodType, right: MethodType): boolean {
  const a = positionals(left);
  const b = positionals(right);
  if (a.post.length > 0 || b.post.length > 0) return sameShapeFits(ctx, a, b);
  if (a.required > b.required || (b.rest !== null && a.rest === null)) return false;
  const count = Math.max(b.types.length, b.rest === null ? 0 : a.types.length);
  for (let index = 0; index < count; index++) {
    const given = b.types[index] ?? b.rest;
    const taken = a.types[index] ?? a.rest;
    if (given === null || taken === null || !ctx.fits(ctx, given, taken)) return false;
  }
  return b.rest === null || a.rest === null || ctx.fits(ctx, b.rest, a.rest);
}

/** With parameters after a `*` or optional one, positions depend on the call: only equal shapes are compared. */
function sameShapeFits(ctx: Comparison, a: Positionals, b: Positionals): boolean {
  if (a.required !== b.required || a.types.length !== b.types.length || a.post.length !== b.post.length) return false;
  if ((a.rest === null) !== (b.rest === null)) return false;
  const pairs: [Type, Type][] = [...a.types, ...a.post].map((type, index) => [[...b.types, ...b.post][index]!, type]);
  if (a.rest !== null && b.rest !== null) pairs.push([b.rest, a.rest]);
  return pairs.every(([given, taken]) => ctx.fits(ctx, given, taken));
}

function keywordsFit(ctx: Comparison, left: MethodType, right: MethodType): boolean {
  const rest = right.params.find(param => param.kind === 'keyRest');
  const leftRest = left.params.find(param => param.kind === 'keyRest');
  if (rest !== undefined && (leftRest === undefined || !ctx.fits(ctx, rest.type, leftRest.type))) return false;
  const keysOf = (method: MethodType): readonly ParamType[] =>
    method.params.filter(param => param.kind === 'key' || param.kind === 'optionalKey');
  const taken = keysOf(left);
  const given = keysOf(right);
  const allTaken = given.every(param => {
    const own = taken.find(other => other.name === param.name);
    if (own?.kind === 'key' && param.kind === 'optionalKey') return false;
    const type = own?.type ?? leftRest?.type;
    return type !== undefined && ctx.fits(ctx, param.type, type);
  });
  return (
    allTaken &&
    taken.every(own => {
      if (given.some(param => param.name === own.name)) return true;
      return own.kind === 'optionalKey' && (rest === undefined || ctx.fits(ctx, rest.type, own.type));
    })
  );
}

/** An unused block does no harm; a required one must be passed. */
function blocksFit(ctx: Comparison, left: BlockType | null, right: BlockType | null): boolean {
  if (left === null) return true;
  if (right === null) return left.optional;
  return (left.optional || !right.optional) && methodFits(ctx, right.type, left.type);
}
