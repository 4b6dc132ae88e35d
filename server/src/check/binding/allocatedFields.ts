/**
 * `Box.new(3)` -> the type of the instance with what its constructor assigns to fields that nothing else assigns. A class
 * that only keeps what it was given is generic in this way, without type parameters. (ADR 0078)
 */
import type { Param } from '../../ril/ril';
import { limitFields, type Nominal, withFields } from '../../types/allocatedTypes';
import { flexibleName, mapDynamics } from '../../types/flexible';
import { substituteType } from '../../types/substitute';
import { DYNAMIC, type FieldType, NIL, type Type } from '../../types/type';
import { openContents } from '../../typing/openContents';
import { generaliseType, joinAllTypes } from '../../typing/typeOps';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import { EMPTY_ENV } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { parameterTypesAtCall } from './parameterTypes';

/** Instances in fields of instances. */
const DEEPEST = 2;

/** The type that `new` creates. Containers may be filled later, so their elements are unknown. */
export function allocate(ctx: Ctx, { info }: Callee, made: Nominal, actuals: Actuals): Nominal {
  if ((ctx.inference === null && !ctx.infers) || made.args.length > 0) return made;
  if (info?.origin !== 'workspace' || info.signature !== null || !info.definition || info.definition.broken)
    return made;
  const fields = ctx.summaries.constructorFields(made.name, ctx.memory.depth.now);
  const { params } = info.definition;
  const given = fields.length === 0 ? null : parameterTypesAtCall(ctx, params, actuals, 'unknown');
  if (given === null) return made;
  const types = new Map([...defaultsOf(ctx, params), ...given.params]);
  const assigned = (field: string): Type => {
    const writes = ctx.summaries.writesOf(info, field, ctx.memory.depth.now);
    const known = writes.map(write => mapDynamics(write.type, one => types.get(flexibleName(one) ?? '') ?? DYNAMIC));
    if (known.length === 0) return DYNAMIC;
    const isSure = ctx.summaries.isSurelyAssigned(made.name, field, ctx.memory.depth.now);
    return joinAllTypes(ctx, isSure ? known : [...known, NIL]);
  };
  return withFields(
    made,
    fields.map((name): FieldType => {
      const type = openContents(substituteType(assigned(name), new Map(), made));
      return { name, type: limitFields(type, DEEPEST) };
    }),
  );
}

/** Of parameters that a call may omit, where the default is a literal. */
function defaultsOf(ctx: Ctx, params: readonly Param[]): readonly [string, Type][] {
  return params.flatMap(({ name, default: value }): [string, Type][] => {
    if (name === null || value?.kind !== 'lit') return [];
    return [[name, generaliseType(ctx, ctx.rules.expr({ ...ctx, silent: true }, EMPTY_ENV, value, null).type)]];
  });
}
