/**
 * The type of a field without a `var_type`: the join of all writes in the class, its ancestors and its subclasses, and
 * of what they insert into the container that it holds. It is unknown if code that is not visible may write it, and
 * may be nil if it can be read before a write.
 */
import type { UnknownCause } from '../../problems/unknowns';
import { allDescendants } from '../../program/ancestors';
import type { ClassInfo, MethodInfo } from '../../program/program';
import { startsOf } from '../../program/starts';
import { withoutFlexible } from '../../types/flexible';
import type { FieldSummary, FieldWrite } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL, nominal } from '../../types/type';
import { fillEmptyLiterals, joinAllTypes, joinTwoTypes, replaceSelf } from '../../typing/typeOps';
import { typeInClassBody } from '../run/classBodyCode';
import type { Ctx } from '../state/context';

export interface FieldOf {
  readonly className: string;
  readonly field: string;
  /** A field of the class object. */
  readonly singleton: boolean;
}

/** Returns null if there is no visible write. */
export function summariseField(ctx: Ctx, of: FieldOf): FieldSummary | null {
  const family = familyOf(ctx, of.className);
  const writes = [...initialWrites(ctx, of), ...family.flatMap(info => writesIn(ctx, info, of))];
  if (writes.length === 0) return null;
  const unknown = findUnknownWriters(family, of);
  const mayBeUnset = !isSet(ctx, of);
  const written = joinAllTypes(
    ctx,
    writes.map(write => withoutFlexible(write.type)),
  );
  const shown = mayBeUnset ? joinTwoTypes(ctx, written, NIL) : written;
  const visible = escapes(ctx, family, of) ? openElements(shown) : fillEmptyLiterals(shown);
  return { name: of.field, type: unknown.length > 0 ? DYNAMIC : visible, shown, written, writes, mayBeUnset, unknown };
}

/** Values that class bodies assign. */
function initialWrites(ctx: Ctx, { className, field, singleton }: FieldOf): readonly FieldWrite[] {
  if (!singleton && !field.startsWith('@@')) return [];
  return startsOf(ctx.program, className, field).map(start => ({
    name: field,
    type: typeInClassBody(ctx, start),
    place: start.place,
    how: 'assigned',
  }));
}

function writesIn(ctx: Ctx, info: ClassInfo, of: FieldOf): readonly FieldWrite[] {
  return methodsOf(info, of).flatMap(method => {
    if (!ctx.summaries.mentionOf(method, of.field, ctx.depth).mayWrite) return [];
    const inOwner: Ctx = { ...ctx, frame: { ...ctx.frame, selfType: ownerType(method) } };
    const writes = ctx.summaries.writesOf(method, of.field, ctx.depth);
    return writes.map(write => ({ ...write, type: replaceSelf(inOwner, write.type) }));
  });
}

function ownerType(method: MethodInfo): Type {
  return method.singleton ? { kind: 'classOf', name: method.owner } : nominal(method.owner);
}

function methodsOf(info: ClassInfo, { field, singleton }: FieldOf): readonly MethodInfo[] {
  const methods = field.startsWith('@@')
    ? [...info.methods.values(), ...info.singletonMethods.values()]
    : [...(singleton ? info.singletonMethods : info.methods).values()];
  return methods.filter(method => method.aliasOf === null && method.definition !== null);
}

/** All classes that share the field. */
function familyOf(ctx: Ctx, className: string): readonly ClassInfo[] {
  const names = new Set([...ctx.hierarchy.ancestors(className), className, ...allDescendants(ctx.program, className)]);
  return [...names].flatMap(name => {
    const info = ctx.program.classes.get(name);
    return info === undefined || (info.origin !== 'workspace' && name !== className) ? [] : [info];
  });
}

/** An attribute writer or reflection lets other code write the field. */
function findUnknownWriters(family: readonly ClassInfo[], { field }: FieldOf): readonly UnknownCause[] {
  return family.flatMap(info => [
    ...info.dynamics.slice(0, 1).map(({ cause }): UnknownCause => ({ kind: 'dynamics', owner: info.name, cause })),
    ...[...info.methods.values(), ...info.singletonMethods.values()]
      .filter(({ synthetic }) => synthetic?.type === 'attributeWriter' && synthetic.field === field)
      .map((): UnknownCause => ({ kind: 'written-outside', field })),
  ]);
}

/** A field of a class object is set when a class body sets it, one of an instance when `initialize` does. */
function isSet(ctx: Ctx, { className, field, singleton }: FieldOf): boolean {
  if (singleton || field.startsWith('@@')) return startsOf(ctx.program, className, field).length > 0;
  return ctx.summaries.isSurelyAssigned(className, field, ctx.depth);
}

/** Other code may hold the container: a reader returns it, or a body uses the field other than as a receiver. */
function escapes(ctx: Ctx, family: readonly ClassInfo[], of: FieldOf): boolean {
  return family.some(
    info =>
      [...info.methods.values(), ...info.singletonMethods.values()].some(
        ({ synthetic }) => synthetic?.type === 'attributeReader' && synthetic.field === of.field,
      ) || methodsOf(info, of).some(method => ctx.summaries.mentionOf(method, of.field, ctx.depth).escapes),
  );
}

/** The type of a container that other code may fill: its elements are unknown. */
function openElements(type: Type): Type {
  if (type.kind === 'union') return { ...type, members: type.members.map(openElements) };
  if (type.kind === 'tuple') return nominal('Array', [DYNAMIC]);
  if (type.kind === 'finiteHash') return nominal('Hash', [DYNAMIC, DYNAMIC]);
  if (type.kind !== 'nominal' || type.args.length === 0) return type;
  return nominal(
    type.name,
    type.args.map(() => DYNAMIC),
  );
}
