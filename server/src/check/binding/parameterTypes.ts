/**
 * call + definition -> the types of all parameters in a run with the arguments of that call. Optional parameters that
 * the call leaves out have the types of their defaults (binding/bindParams.ts).
 */
import type { Param } from '../../ril/ril';
import type { BlockType, Type } from '../../types/type';
import { DYNAMIC, NIL, nominal } from '../../types/type';
import { fillEmptyLiterals, generaliseType, joinAllTypes, replaceSelf, resolveType } from '../../typing/typeOps';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';

export interface TypesAtCall {
  /** By the name of the parameter. */
  readonly params: ReadonlyMap<string, Type>;
  /** The arguments that `...` stands for; absent: the method does not forward its arguments. */
  readonly forwarded?: Actuals['list'];
  /** Does an argument say more than the parameter itself? */
  readonly isKnown: boolean;
}

/** Null: which argument goes to which parameter is not known. */
export function parameterTypesAtCall(
  ctx: Ctx,
  params: readonly Param[],
  actuals: Actuals,
  block: BlockType | null | 'unknown',
): TypesAtCall | null {
  if (actuals.open) return null;
  const types = new Map<string, Type>();
  if (params.some(({ kind }) => kind === 'forward')) {
    const isPlain =
      params.length === 1 && actuals.list.every(({ kind }) => kind === 'positional' || kind === 'keyword');
    return isPlain && block === null ? { params: types, forwarded: actuals.list, isKnown: true } : null;
  }
  const positional = positionalActuals(actuals);
  if (positional === null || !bindByPosition(ctx, params, positional, types)) return null;
  if (!bindByName(ctx, params, actuals, types)) return null;
  const isKnown = [...types.values()].some(type => isInformative(ctx, type));
  const own = params.find(param => param.kind === 'block')?.name;
  if (own) types.set(own, typeOfBlockArgument(block));
  return { params: types, isKnown };
}

export function typeOfBlockArgument(block: BlockType | null | 'unknown'): Type {
  if (block === 'unknown') return DYNAMIC;
  return block === null ? NIL : { kind: 'proc', method: block.type };
}

function isInformative(ctx: Ctx, type: Type): boolean {
  return !['dynamic', 'any', 'bottom'].includes(resolveType(ctx, type).kind);
}

type Positional = Extract<Actual, { kind: 'positional' }>;

/** Null: a splat passes an unknown number of arguments. */
function positionalActuals({ list }: Actuals): readonly Positional[] | null {
  const found = list.flatMap(actual => (actual.kind === 'positional' ? [actual] : []));
  const others = list.filter(actual => actual.kind === 'splat' || actual.kind === 'pair' || actual.kind === 'keywords');
  return others.length > 0 ? null : found;
}

function bindByPosition(
  ctx: Ctx,
  params: readonly Param[],
  actuals: readonly Positional[],
  types: Map<string, Type>,
): boolean {
  const own = params.filter(({ kind }) => ['required', 'optional', 'rest', 'post'].includes(kind));
  const required = own.filter(({ kind }) => kind === 'required' || kind === 'post').length;
  const optional = own.filter(({ kind }) => kind === 'optional').length;
  const rest = own.some(({ kind }) => kind === 'rest');
  let spare = actuals.length - required;
  if (spare < 0 || (!rest && spare > optional)) return false;
  let next = 0;
  const take = (): Type => typeOfPositional(ctx, actuals[next++]);
  for (const { kind, name, destructure } of own) {
    if (kind === 'optional' && spare === 0) continue;
    if (kind === 'optional') spare--;
    if (kind === 'rest') {
      const taken = Array.from({ length: spare }, take);
      spare = 0;
      if (name) types.set(name, nominal('Array', [taken.length === 0 ? DYNAMIC : joinAllTypes(ctx, taken)]));
      continue;
    }
    const type = take();
    if (destructure !== null || !name) continue;
    types.set(name, type);
  }
  return true;
}

function typeOfPositional(ctx: Ctx, actual: Positional | undefined): Type {
  return actual === undefined ? DYNAMIC : generalArgumentType(ctx, actual.type);
}

function generalArgumentType(ctx: Ctx, type: Type): Type {
  return fillEmptyLiterals(generaliseType(ctx, replaceSelf(ctx, type)));
}

function bindByName(ctx: Ctx, params: readonly Param[], { list }: Actuals, types: Map<string, Type>): boolean {
  const keywords = list.flatMap(actual => (actual.kind === 'keyword' ? [actual] : []));
  const named = new Map(keywords.map(actual => [actual.name, actual]));
  const takes = params.filter(({ kind }) => kind === 'key' || kind === 'optionalKey');
  const rest = params.some(({ kind }) => kind === 'keyRest');
  if (!rest && keywords.some(({ name }) => !takes.some(param => param.name === name))) return false;
  for (const { kind, name } of takes) {
    const actual = named.get(name ?? '');
    if (actual) types.set(name ?? '', generalArgumentType(ctx, actual.type));
    else if (kind === 'key') return false;
  }
  return true;
}
