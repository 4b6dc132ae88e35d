import type { Block, Param } from '../../ril/ril';
import type { MethodType, ParamType, Type } from '../../types/type';
import { BOTTOM, DYNAMIC, NIL, nominal } from '../../types/type';
import { joinAllTypes, joinTwoTypes, widenLiterals } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { noteParamType } from '../state/paramNames';
import { bindTargets, itemTypes } from './destructure';

export function bindBlockParams(
  ctx: Ctx,
  env: Env,
  block: Block,
  expected: MethodType | null,
): { env: Env; types: readonly Type[] } {
  // A block of unknown type, `(?) -> untyped`, may get anything.
  const yielded = expected === null || (expected.anyArgs && expected.params.length === 0) ? null : expected.params;
  const types = yielded === null ? block.params.map(() => DYNAMIC) : destructureYielded(ctx, block, yielded);
  let now = env;
  for (const name of block.locals) now = bindLocal(now, name, NIL);
  block.params.forEach((param, i) => {
    now = bindParam(ctx, now, param, typeOfExtraParam(ctx, types[i]));
    if (!block.implicitParams && param.name !== null) noteParamType(ctx, param, now.locals.get(param.name) ?? NIL);
  });
  return { env: now, types };
}

/** A signature may leave out what a method yields in addition, so inference does not take it for nil. */
function typeOfExtraParam(ctx: Ctx, type: Type | undefined): Type {
  if (type === undefined || type.kind === 'nil') return ctx.inference === null ? NIL : DYNAMIC;
  return type;
}

function bindParam(ctx: Ctx, env: Env, param: Param, type: Type): Env {
  if (param.destructure !== null) return bindTargets(ctx, env, param.destructure, type);
  if (param.name === null) return env;
  if (param.default === null) return bindLocal(env, param.name, type);
  const given = ctx.rules.expr(ctx, env, param.default, null);
  return bindLocal(
    given.env,
    param.name,
    joinTwoTypes(ctx, type.kind === 'nil' ? BOTTOM : type, widenLiterals(given.type, ctx)),
  );
}

/** Ruby destructures a single yielded array over the parameters of a block; missing elements are nil. */
function destructureYielded(ctx: Ctx, block: Block, yielded: readonly ParamType[]): readonly Type[] {
  const positional = yielded.filter(
    param => param.kind === 'required' || param.kind === 'optional' || param.kind === 'post',
  );
  const rest = yielded.find(param => param.kind === 'rest')?.type ?? null;
  const wants = block.params.filter(
    param => param.kind !== 'block' && param.kind !== 'key' && param.kind !== 'optionalKey',
  );
  const [only] = positional;
  const several = wants.length > 1 || (wants.length === 1 && wants[0]?.kind === 'rest' && positional.length !== 1);
  const source: readonly Type[] = positional.map(param => param.type);
  const spread =
    several && positional.length === 1 && only !== undefined ? itemTypes(ctx, only.type, wants.length) : null;
  const given = spread ?? source;
  const restAt = block.params.findIndex(param => param.kind === 'rest');
  const after = restAt < 0 ? 0 : block.params.filter((param, i) => i > restAt && param.kind === 'post').length;
  return block.params.map((param, i) => {
    switch (param.kind) {
      case 'rest':
        return nominal('Array', [joinAllTypes(ctx, given.slice(i, given.length - after)) ?? DYNAMIC]);
      case 'key':
      case 'optionalKey':
        return yielded.find(one => one.name === param.name)?.type ?? DYNAMIC;
      case 'keyRest':
        return nominal('Hash', [nominal('Symbol'), DYNAMIC]);
      case 'block':
        return DYNAMIC;
      case 'post':
        return given[given.length - (block.params.length - i)] ?? rest ?? NIL;
      default:
        return given[i] ?? rest ?? NIL;
    }
  });
}

export function blockParamTypes(params: readonly Param[], types: readonly Type[]): readonly ParamType[] {
  return params.flatMap((param, i): ParamType[] => {
    if (param.kind === 'block' || param.kind === 'noKey' || param.kind === 'forward') return [];
    return [{ kind: param.kind, name: param.name, type: types[i] ?? DYNAMIC, refinement: null, span: null }];
  });
}
