/** Parameters as variables, so that their types can be looked up at their positions. */
import type { Param, ParamKind } from '../../ril/ril';
import type { Type } from '../../types/type';
import type { Ctx } from './context';

const BEFORE_NAME: Readonly<Partial<Record<ParamKind, number>>> = { rest: 1, keyRest: 2, block: 1 };

export function noteParamType(ctx: Ctx, param: Param, type: Type): void {
  if (param.name === null || param.span.end === param.span.start) return;
  let variable = ctx.memory.paramVariables.get(param);
  if (variable === undefined) {
    const start = param.span.start + (BEFORE_NAME[param.kind] ?? 0);
    variable = { kind: 'var', scope: 'local', name: param.name, span: { start, end: start + param.name.length } };
    ctx.memory.paramVariables.set(param, variable);
  }
  ctx.out.types.set(variable, type);
}
