/**
 * A signature laid over a definition: each parameter of the `def` gets the type at its position, keywords by name.
 * Where they do not fit together, that is said once, at the annotation.
 */
import type { Param } from '../ril/ril';
import { showType } from '../types/show';
import type { MethodType, ParamType, Type } from '../types/type';
import { DYNAMIC, NIL, nominal } from '../types/type';
import { showExpected, showGot } from './callReports';
import type { Ctx } from './context';
import { bindTargets } from './destructure';
import type { Env } from './env';
import { bindLocal } from './env';
import { fits } from './fits';
import { joined, widened } from './relations';
import { report } from './report';

export interface BoundParams {
  readonly env: Env;
  readonly types: ReadonlyMap<string, Type>;
  /** Why the signature does not fit the definition. */
  readonly mismatch: string | null;
}

const POSITIONAL: ReadonlySet<string> = new Set(['required', 'optional', 'rest', 'post']);

/** `arm` null: nothing is declared; parameters are `assumed` or %dyn. */
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
        : paramType(param, arm, given?.types.get(i) ?? null);
    now = bindOne(ctx, now, param, type, types);
  });
  return {
    env: now,
    types,
    mismatch:
      given === null || arm === null
        ? null
        : (keywordForPlain(params, arm) ?? given.mismatch ?? keywordMismatch(params, arm)),
  };
}

function bindOne(ctx: Ctx, env: Env, param: Param, type: Type, types: Map<string, Type>): Env {
  let now = env;
  let whole = type;
  if (param.default !== null) {
    const value = ctx.rules.expr(ctx, now, param.default, type);
    now = value.env;
    if (type.kind === 'dynamic') whole = DYNAMIC;
    else if (!fits(ctx, value.type, type)) {
      report(
        ctx,
        'LP3018',
        param.default.span,
        { name: param.name ?? '', expected: showExpected(ctx, type), got: showGot(ctx, value.type, type) },
        ctx.frame.resultFrom,
      );
    } else if (value.type.kind === 'nil') whole = joined(ctx, type, NIL);
    else
      whole = fits({ ...ctx, settings: { ...ctx.settings, nil: 'strict' } }, value.type, type)
        ? type
        : joined(ctx, type, widened(value.type, ctx));
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

/** Position decides; a name in the type is only a binder. */
function positionalTypes(
  params: readonly Param[],
  arm: MethodType,
): { types: ReadonlyMap<number, Type>; mismatch: string | null } {
  const types = new Map<number, Type>();
  const declared = arm.params.filter(param => POSITIONAL.has(param.kind));
  const own = params.flatMap((param, index) => (POSITIONAL.has(param.kind) ? [{ param, index }] : []));
  const open = arm.anyArgs || params.some(param => param.kind === 'forward');
  const restAt = own.findIndex(one => one.param.kind === 'rest');
  const after = restAt < 0 ? 0 : own.length - restAt - 1;
  own.forEach(({ param, index }, i) => {
    const at = restAt < 0 || i < restAt ? i : declared.length - (own.length - i);
    const type = param.kind === 'rest' ? restType(declared.slice(restAt, declared.length - after)) : declared[at]?.type;
    if (type !== undefined && type !== null) types.set(index, type);
  });
  return {
    types,
    mismatch: open
      ? null
      : positionalMismatch(
          own.map(one => one.param),
          declared,
        ),
  };
}

function restType(declared: readonly ParamType[]): Type | null {
  const [first] = declared;
  if (first === undefined) return DYNAMIC;
  const members = declared.map(param => param.type);
  return members.length === 1 ? first.type : { kind: 'union', members };
}

function positionalMismatch(own: readonly Param[], declared: readonly ParamType[]): string | null {
  const least = (kinds: readonly { readonly kind: string }[]): number =>
    kinds.filter(one => one.kind === 'required' || one.kind === 'post').length;
  const most = (kinds: readonly { readonly kind: string }[]): number =>
    kinds.some(one => one.kind === 'rest') ? Number.POSITIVE_INFINITY : kinds.length;
  if (most(declared) > most(own))
    return `it says ${count(most(declared))}, but the definition takes ${count(most(own))}`;
  if (least(declared) < least(own)) {
    return most(declared) < least(own)
      ? `it says ${count(most(declared))}, but the definition needs ${count(least(own))}`
      : `it makes an argument optional that the definition needs`;
  }
  return null;
}

function count(number: number): string {
  if (number === Number.POSITIVE_INFINITY) return 'any number of arguments';
  return number === 0 ? 'no arguments' : number === 1 ? '1 argument' : `${number} arguments`;
}

/** `(x: Integer)` for `def m(x)`: a keyword where a name was meant. */
function keywordForPlain(params: readonly Param[], arm: MethodType): string | null {
  const plain = params.filter(param => param.kind === 'required' || param.kind === 'optional');
  const found = arm.params.find(
    ({ kind, name }) => (kind === 'key' || kind === 'optionalKey') && plain.some(param => param.name === name),
  );
  if (found === undefined) return null;
  return `\`${found.name}:\` is a keyword, but the definition takes it by position: write \`${showType(found.type)} ${found.name}\``;
}

function keywordMismatch(params: readonly Param[], arm: MethodType): string | null {
  if (arm.anyArgs || params.some(param => param.kind === 'forward')) return null;
  const declared = arm.params.filter(param => param.kind === 'key' || param.kind === 'optionalKey');
  const own = new Map(
    params.filter(param => param.kind === 'key' || param.kind === 'optionalKey').map(param => [param.name, param]),
  );
  const takesRest = params.some(param => param.kind === 'keyRest') || lastIsHash(params);
  const extra = declared.find(param => !own.has(param.name) && !takesRest);
  if (extra !== undefined) return `it has a keyword \`${extra.name}:\` that the definition has not`;
  const missing = [...own.values()].find(
    param => param.kind === 'key' && !declared.some(one => one.name === param.name),
  );
  if (missing !== undefined) return `the definition needs the keyword \`${missing.name}:\``;
  const loose = declared.find(param => param.kind === 'optionalKey' && own.get(param.name)?.kind === 'key');
  return loose === undefined ? null : `it makes the keyword \`${loose.name}:\` optional, but the definition needs it`;
}

/** `def m(opts)` takes keywords as a hash. */
function lastIsHash(params: readonly Param[]): boolean {
  const last = params.filter(param => param.kind !== 'block').at(-1);
  return last?.kind === 'required' || last?.kind === 'optional' || last?.kind === 'rest';
}
