/**
 * signature arm + arguments -> pairs of argument and parameter, with bounds for the arm's type variables; or the first
 * mismatch.
 */
import { freeVariables } from '../../types/substitute';
import type { MethodType, ParamType, Type } from '../../types/type';
import { isExprAssignable } from '../../typing/assignable';
import { EMPTY_METHOD, isOpenVariable, substituteSolutionInType } from '../../typing/instantiate';
import { isDynamic, joinTwoTypes, membersOf } from '../../typing/typeOps';
import type { Bounds } from '../../typing/unify';
import { unify } from '../../typing/unify';
import { findBrokenUpperBound } from '../../typing/upperBounds';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import { keywordsAsHash } from './arguments';

export type Mismatch =
  | { readonly why: 'count'; readonly given: number; readonly least: number; readonly most: number | null }
  | {
      readonly why: 'type';
      readonly actual: Actual;
      readonly param: ParamType;
      readonly index: number;
      readonly expected: Type;
    }
  | {
      readonly why: 'unknownKeyword';
      readonly actual: Actual;
      readonly name: string;
      readonly known: readonly string[];
    }
  | { readonly why: 'missingKeywords'; readonly names: readonly string[] };

export interface ArmMatch {
  readonly bounds: Bounds;
  /** Variables that only whole arguments determine, with their literal types: `(t) -> t` returns `:on or :off` as it is. */
  readonly literals: Bounds;
  readonly pairs: readonly Pair[];
  /** An argument of type %dyn matched without deciding anything, so other arms may apply too. */
  readonly vague: boolean;
  readonly mismatch: Mismatch | null;
}

interface Pair {
  readonly actual: Actual;
  readonly param: ParamType;
  readonly index: number;
}

export function matchArguments(ctx: Ctx, arm: MethodType, actuals: Actuals, growth: Bounds | null): ArmMatch {
  const bounds: Bounds = new Map(growth ?? []);
  const literals: Bounds = new Map();
  if (arm.anyArgs) return { bounds, literals, pairs: [], vague: false, mismatch: null };
  const paired = pairArguments(ctx, arm, actuals);
  if (!Array.isArray(paired)) return { bounds, literals, pairs: [], vague: false, mismatch: paired as Mismatch };
  const pairs = paired as readonly Pair[];
  for (const { actual, param } of pairs) unify(ctx, param.type, actual.type, bounds);
  const vague = actuals.open || pairs.some(({ actual }) => isDynamic(ctx, actual.type));
  return {
    bounds,
    literals: growth === null ? findLiterals(ctx, arm, pairs) : literals,
    pairs,
    vague,
    mismatch: findFirstMismatch(ctx, pairs, bounds),
  };
}

/**
 * A container may be filled with other values of the class, and a block may return them, so a variable that occurs in a
 * block or inside another type keeps no literals. Nor does a literal in the source: `id(3)` is an Integer.
 */
function findLiterals(ctx: Ctx, arm: MethodType, pairs: readonly Pair[]): Bounds {
  const found: Bounds = new Map();
  if (ctx.infers || pairs.some(({ actual }) => actual.expr?.kind === 'lit')) return found;
  const inside = new Set(arm.block === null ? [] : freeVariables(arm.block.type));
  for (const { type } of arm.params)
    if (!isOpenVariable(type)) for (const name of freeVariables({ ...EMPTY_METHOD, result: type })) inside.add(name);
  for (const { actual, param } of pairs) {
    if (!isOpenVariable(param.type) || inside.has(param.type.name)) continue;
    const before = found.get(param.type.name);
    found.set(param.type.name, before === undefined ? actual.type : joinTwoTypes(ctx, before, actual.type));
  }
  return new Map([...found].filter(([, type]) => membersOf(ctx, type).every(({ kind }) => kind === 'literal')));
}

/** The result of the arm for these arguments; a result that is a variable itself keeps its literals. */
export function resultOfMatch(arm: MethodType, { bounds, literals }: ArmMatch): Type {
  const exact = isOpenVariable(arm.result) ? literals.get(arm.result.name) : undefined;
  return exact ?? substituteSolutionInType(arm.result, bounds);
}

function findFirstMismatch(ctx: Ctx, pairs: readonly Pair[], bounds: Bounds): Mismatch | null {
  for (const { actual, param, index } of pairs) {
    const expected = substituteSolutionInType(param.type, bounds);
    if (!isExprAssignable(ctx, actual.expr, actual.type, expected))
      return { why: 'type', actual, param, index, expected };
    const limit = findBrokenUpperBound(ctx, param.type, bounds);
    if (limit !== null) return { why: 'type', actual, param, index, expected: limit };
  }
  return null;
}

function pairArguments(ctx: Ctx, arm: MethodType, actuals: Actuals): readonly Pair[] | Mismatch {
  const positionalParams = arm.params.filter(isPositional);
  const takesKeywords = arm.params.some(param => !isPositional(param));
  const positional = actuals.list.filter(actual => actual.kind === 'positional' || actual.kind === 'splat');
  const hash = takesKeywords ? null : keywordsAsHash(ctx, actuals.list);
  const given = hash === null ? positional : [...positional, hash];
  const first = pairPositional(positionalParams, given, actuals.open);
  if (!Array.isArray(first)) return first as Mismatch;
  const keywords = takesKeywords ? pairKeywords(arm.params, actuals) : [];
  return Array.isArray(keywords)
    ? [...(first as readonly Pair[]), ...(keywords as readonly Pair[])]
    : (keywords as Mismatch);
}

function isPositional(param: ParamType): boolean {
  return param.kind === 'required' || param.kind === 'optional' || param.kind === 'rest' || param.kind === 'post';
}

/**
 * Ruby's order: required parameters first and last, then optional ones from the left; the rest parameter takes what
 * remains.
 */
function pairPositional(
  params: readonly ParamType[],
  given: readonly Actual[],
  open: boolean,
): readonly Pair[] | Mismatch {
  const rest = params.find(param => param.kind === 'rest') ?? null;
  const least = params.filter(param => param.kind === 'required' || param.kind === 'post').length;
  const most = rest === null ? params.length : null;
  const flexible = open || given.some(actual => actual.kind === 'splat');
  if (flexible) return pairFlexibly(params, given);
  if (given.length < least || (most !== null && given.length > most))
    return { why: 'count', given: given.length, least, most };
  let spare = given.length - least;
  let next = 0;
  const pairs: Pair[] = [];
  const take = (param: ParamType, index: number): void => {
    const actual = given[next++];
    if (actual !== undefined) pairs.push({ actual, param, index });
  };
  const optional = params.filter(param => param.kind === 'optional').length;
  let surplus = Math.max(0, spare - optional);
  params.forEach((param, index) => {
    if (param.kind === 'required' || param.kind === 'post') take(param, index);
    else if (param.kind === 'optional' && spare > 0) {
      spare--;
      take(param, index);
    } else if (param.kind === 'rest') {
      for (; surplus > 0; surplus--) take(param, index);
    }
  });
  return pairs;
}

/**
 * After a `*args` the positions are unknown: arguments before it are paired one by one, those after the last splat from
 * the right with the parameters that always take the last ones, and what is in the middle with all others.
 */
function pairFlexibly(params: readonly ParamType[], given: readonly Actual[]): readonly Pair[] {
  const at = given.findIndex(actual => actual.kind === 'splat');
  const sure = at < 0 ? given : given.slice(0, at);
  const pairs: Pair[] = [];
  sure.forEach((actual, i) => {
    const param = params[i] ?? params.find(one => one.kind === 'rest');
    if (param !== undefined) pairs.push({ actual, param, index: i });
  });
  if (at < 0) return pairs;
  const after = given.length - 1 - given.findLastIndex(actual => actual.kind === 'splat');
  const open = params.findLastIndex(param => param.kind === 'optional' || param.kind === 'rest');
  const last = Math.max(0, Math.min(after, params.length - Math.max(open + 1, sure.length)));
  const end = params.length - last;
  const middle = params.slice(sure.length, end).flatMap((param, i) =>
    given
      .slice(at, given.length - last)
      .filter(actual => actual.kind === 'splat' || param.kind === 'rest')
      .map(actual => ({ actual, param, index: sure.length + i })),
  );
  const ends = given.slice(given.length - last).flatMap((actual, i) => {
    const param = params[end + i];
    return param === undefined ? [] : [{ actual, param, index: end + i }];
  });
  return [...pairs, ...middle, ...ends];
}

function pairKeywords(params: readonly ParamType[], actuals: Actuals): readonly Pair[] | Mismatch {
  const rest = params.find(param => param.kind === 'keyRest');
  const named = params.filter(param => param.kind === 'key' || param.kind === 'optionalKey');
  const pairs: Pair[] = [];
  const seen = new Set<string>();
  let open = actuals.open;
  for (const actual of actuals.list) {
    if (actual.kind === 'keywords') open = true;
    if (actual.kind === 'keyword') {
      seen.add(actual.name);
      const param = named.find(one => one.name === actual.name) ?? rest;
      if (param === undefined)
        return { why: 'unknownKeyword', actual, name: actual.name, known: named.map(one => one.name ?? '') };
      pairs.push({ actual, param, index: params.indexOf(param) });
    } else if ((actual.kind === 'pair' || actual.kind === 'keywords') && rest !== undefined) {
      pairs.push({ actual, param: rest, index: params.indexOf(rest) });
    }
  }
  const missing = named
    .filter(param => param.kind === 'key' && !seen.has(param.name ?? ''))
    .map(param => param.name ?? '');
  return missing.length > 0 && !open ? { why: 'missingKeywords', names: missing } : pairs;
}
