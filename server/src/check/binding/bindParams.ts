/**
 * signature + definition -> parameter types. Positional parameters get their types by position, keywords by name. A
 * signature that does not match the definition is reported once, at the annotation.
 */
import type { Param } from '../../ril/ril';
import { positionOfKeywordHash } from '../../types/keywordsAsHash';
import type { MethodType, ParamType, Type } from '../../types/type';
import { DYNAMIC, NIL, nominal } from '../../types/type';
import { isAssignable } from '../../typing/assignable';
import { generaliseType, joinTwoTypes, widenLiterals } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { report } from '../state/report';
import { showExpected, showGot } from './callReports';
import { findDefinitionMismatch } from './definitionMismatch';
import { bindTargets } from './destructure';

export interface BoundParams {
  readonly env: Env;
  readonly types: ReadonlyMap<string, Type>;
  /** Why the signature does not match the definition. */
  readonly mismatch: string | null;
}

const POSITIONAL: ReadonlySet<string> = new Set(['required', 'optional', 'rest', 'post']);

/** If `arm` is null, nothing is declared: parameters have their `assumed` types, else %dyn. */
export function bindParams(
  ctx: Ctx,
  env: Env,
  params: readonly Param[],
  arm: MethodType | null,
  assumed: ReadonlyMap<string, Type>,
): BoundParams {
  const types = new Map<string, Type>();
  let now = env;
  const given = arm === null ? null : positionalTypes(params, arm);
  params.forEach((param, i) => {
    const type =
      param.name !== null && assumed.has(param.name)
        ? (assumed.get(param.name) ?? DYNAMIC)
        : paramType(param, arm, given?.get(i) ?? null);
    const isOmitted = arm !== null && isNeverPassed(ctx, param, arm, given?.get(i) ?? null);
    if (!isOmitted && (arm !== null || param.default === null || !isGivenRun(ctx))) {
      const isPassed = arm !== null && isAlwaysPassed(ctx, params, param, arm);
      now = bindOne(ctx, now, isPassed ? { ...param, default: null } : param, type, types);
      return;
    }
    // The arguments of one call: what it passes, else the default.
    const isPassed = param.name !== null && assumed.has(param.name);
    const value =
      isPassed || param.default === null ? { type, env: now } : ctx.rules.expr(ctx, now, param.default, null);
    now = bindOne(ctx, value.env, { ...param, default: null }, generaliseType(ctx, value.type), types);
  });
  return {
    env: now,
    types,
    mismatch: arm === null ? null : findDefinitionMismatch(params, arm),
  };
}

/** Another overload omits the argument: under this one, which requires it, the default is not evaluated. */
function isAlwaysPassed(ctx: Ctx, params: readonly Param[], param: Param, arm: MethodType): boolean {
  if (param.default === null || (ctx.frame.method?.signature?.arms.length ?? 0) < 2) return false;
  if (!POSITIONAL.has(param.kind)) return arm.params.some(one => one.kind === 'key' && one.name === param.name);
  const place = params.filter(one => POSITIONAL.has(one.kind)).indexOf(param);
  return arm.params.filter(one => one.kind === 'required' || one.kind === 'post').length > place;
}

/** Another overload has the argument: under this one, which has not, the parameter has its default. */
function isNeverPassed(ctx: Ctx, param: Param, arm: MethodType, declared: Type | null): boolean {
  if (param.default === null || declared !== null || (ctx.frame.method?.signature?.arms.length ?? 0) < 2) return false;
  if (arm.anyArgs || arm.paramsVariable !== undefined) return false;
  const mayReceive = (kind: ParamType['kind']): boolean => arm.params.some(one => one.kind === kind);
  if (!POSITIONAL.has(param.kind))
    return !mayReceive('keyRest') && !arm.params.some(one => !POSITIONAL.has(one.kind) && one.name === param.name);
  return !mayReceive('rest') && arm.params.every(one => POSITIONAL.has(one.kind));
}

function isGivenRun({ inference }: Ctx): boolean {
  return inference !== null && inference.given !== null;
}

function bindOne(ctx: Ctx, env: Env, param: Param, type: Type, types: Map<string, Type>): Env {
  let now = env;
  let whole = type;
  if (param.default !== null) {
    const value = ctx.rules.expr(ctx, now, param.default, type);
    now = value.env;
    if (type.kind === 'dynamic') whole = type;
    else if (!isAssignable(ctx, value.type, type)) {
      report(
        ctx,
        'LP3018',
        param.default.span,
        { name: param.name ?? '', expected: showExpected(ctx, type), got: showGot(ctx, value.type, type) },
        ctx.frame.resultFrom,
      );
    } else if (value.type.kind === 'nil') whole = joinTwoTypes(ctx, type, NIL);
    else
      whole = isAssignable({ ...ctx, settings: { ...ctx.settings, nil: 'strict' } }, value.type, type)
        ? type
        : joinTwoTypes(ctx, type, widenLiterals(value.type, ctx));
  }
  if (param.destructure !== null) return bindTargets(ctx, now, param.destructure, whole);
  if (param.name === null) return now;
  types.set(param.name, whole);
  return bindLocal(now, param.name, whole);
}

function paramType(param: Param, arm: MethodType | null, declared: Type | null): Type {
  switch (param.kind) {
    case 'required':
    case 'optional':
    case 'post':
      return declared ?? DYNAMIC;
    case 'rest':
      return nominal('Array', [declared ?? DYNAMIC]);
    case 'key':
    case 'optionalKey':
      return arm?.params.find(one => !POSITIONAL.has(one.kind) && one.name === param.name)?.type ?? DYNAMIC;
    case 'keyRest':
      return nominal('Hash', [nominal('Symbol'), arm?.params.find(one => one.kind === 'keyRest')?.type ?? DYNAMIC]);
    case 'block':
      return blockParam(arm);
    case 'noKey':
    case 'forward':
      return DYNAMIC;
  }
}

function blockParam(arm: MethodType | null): Type {
  if (arm === null) return DYNAMIC;
  if (arm.block === null) return NIL;
  const proc: Type = { kind: 'proc', method: arm.block.type };
  return arm.block.optional ? { kind: 'union', members: [proc, NIL] } : proc;
}

/**
 * Matched by position; a name in the type is only a binder. A parameter that may receive keywords as a hash is %dyn.
 */
function positionalTypes(params: readonly Param[], arm: MethodType): ReadonlyMap<number, Type> {
  const types = new Map<number, Type>();
  const declared = arm.params.filter(param => POSITIONAL.has(param.kind));
  const own = params.flatMap((param, index) => (POSITIONAL.has(param.kind) ? [{ param, index }] : []));
  const hashAt = positionOfKeywordHash(params, arm);
  const restAt = own.findIndex(one => one.param.kind === 'rest');
  const after = restAt < 0 ? 0 : own.length - restAt - 1;
  own.forEach(({ param, index }, i) => {
    if (hashAt !== null && (i >= hashAt || (restAt >= 0 && i >= restAt))) return;
    const at = restAt < 0 || i < restAt ? i : declared.length - (own.length - i);
    const type = param.kind === 'rest' ? restType(declared.slice(restAt, declared.length - after)) : declared[at]?.type;
    if (type !== undefined && type !== null) types.set(index, type);
  });
  return types;
}

function restType(declared: readonly ParamType[]): Type | null {
  const [first] = declared;
  if (first === undefined) return DYNAMIC;
  const members = declared.map(param => param.type);
  return members.length === 1 ? first.type : { kind: 'union', members };
}
