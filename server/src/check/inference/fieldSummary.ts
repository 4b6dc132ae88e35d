/**
 * The type of a field without a `var_type`: the join of all writes in the class, its ancestors and its subclasses, and
 * of what they insert into the container that it holds. It is unknown if code that is not visible may write it, and
 * may be nil if it can be read before a write.
 */

import type { UnknownCause } from '../../problems/unknownCauses';
import { allDescendants } from '../../program/ancestors';
import { attributesOf } from '../../program/attributes';
import type { FieldUser } from '../../program/fieldMentions';
import { initialValuesOf } from '../../program/initialValues';
import { methodByKey } from '../../program/lookup';
import { ownerType } from '../../program/ownerType';
import type { ClassInfo } from '../../program/program';
import { isWrittenReflectively } from '../../program/reflectiveWrites';
import { losesUnknown, withoutFlexible } from '../../types/flexible';
import type { FieldSummary, FieldWrite } from '../../types/summary';
import type { Type } from '../../types/type';
import { DYNAMIC, NIL } from '../../types/type';
import { isAssignable } from '../../typing/assignable';
import { openElements } from '../../typing/openContents';
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
  const unknown = findUnknownWriters(ctx, family, of);
  const mayBeUnset = !isAlwaysSet(ctx, of);
  const declaring = writes.filter(({ how }) => how === 'declared');
  const declared = declaring.length === 0 ? null : joinWrites(ctx, declaring);
  const counted = declared === null ? writes : writes.filter(write => !isRejected(ctx, write, declared));
  const written = joinWrites(ctx, counted);
  const shown = mayBeUnset ? joinTwoTypes(ctx, written, NIL) : written;
  const isShared = escapes(ctx, family, of);
  const isOpen =
    isShared ||
    losesUnknown(
      counted.map(write => write.type),
      written,
    );
  const visible = isOpen ? openElements(shown) : fillEmptyLiterals(shown);
  const type = unknown.length > 0 ? DYNAMIC : visible;
  return { name: of.field, type, shown, written, declared, writes, mayBeUnset, isShared, unknown };
}

/** An annotated method is checked against what is declared: what it may not write is an error there, and only there. */
function isRejected(ctx: Ctx, { type, isChecked }: CheckedWrite, declared: Type): boolean {
  return isChecked && !isAssignable(ctx, withoutFlexible(type), declared);
}

function joinWrites(ctx: Ctx, writes: readonly FieldWrite[]): Type {
  return joinAllTypes(
    ctx,
    writes.map(write => withoutFlexible(write.type)),
  );
}

/** `isChecked`: in an annotated method. */
interface CheckedWrite extends FieldWrite {
  readonly isChecked: boolean;
}

/** Values that class bodies assign. */
function initialWrites(ctx: Ctx, { className, field, singleton }: FieldOf): readonly CheckedWrite[] {
  if (!singleton && !field.startsWith('@@')) return [];
  return initialValuesOf(ctx.program, className, field).map(start => ({
    name: field,
    type: typeInClassBody(ctx, start),
    place: start.place,
    how: 'assigned',
    isChecked: false,
  }));
}

function writesIn(ctx: Ctx, info: ClassInfo, of: FieldOf): readonly CheckedWrite[] {
  return usersOf(ctx, info, of).flatMap(({ key, mayWrite }) => {
    const method = mayWrite ? methodByKey(ctx.program, key) : null;
    if (method === null) return [];
    const inOwner: Ctx = { ...ctx, frame: { ...ctx.frame, selfType: ownerType(method) } };
    const writes = ctx.summaries.writesOf(method, of.field, ctx.memory.depth.now);
    const isChecked = method.signature !== null;
    return writes.map(write => ({ ...write, isChecked, type: replaceSelf(inOwner, write.type) }));
  });
}

/** The methods that share the field and use it. */
function usersOf({ summaries, memory }: Ctx, { name }: ClassInfo, { field, singleton }: FieldOf): readonly FieldUser[] {
  if (!field.startsWith('@@')) return summaries.mentionsIn(name, field, singleton, memory.depth.now);
  return [
    ...summaries.mentionsIn(name, field, false, memory.depth.now),
    ...summaries.mentionsIn(name, field, true, memory.depth.now),
  ];
}

/** All classes that share the field. */
function familyOf(ctx: Ctx, className: string): readonly ClassInfo[] {
  const below = [className, ...allDescendants(ctx.program, className)];
  const names = new Set(below.flatMap(name => [...ctx.hierarchy.ancestors(name), name]));
  return [...names].flatMap(name => {
    const info = ctx.program.classes.get(name);
    return info === undefined || (info.origin !== 'workspace' && name !== className) ? [] : [info];
  });
}

/** An attribute writer or reflection lets other code write the field. */
function findUnknownWriters(
  { program }: Ctx,
  family: readonly ClassInfo[],
  { field }: FieldOf,
): readonly UnknownCause[] {
  if (isWrittenReflectively(program, field)) return [{ kind: 'written-by-name', field }];
  return family.flatMap(info => [
    ...info.dynamics.slice(0, 1).map(({ cause }): UnknownCause => ({ kind: 'dynamics', owner: info.name, cause })),
    ...attributesOf(program, info.name)
      .written.filter(written => written === field)
      .map((): UnknownCause => ({ kind: 'written-outside', field })),
  ]);
}

/** A field of a class object is set when a class body sets it, one of an instance when `initialize` does. */
function isAlwaysSet(ctx: Ctx, { className, field, singleton }: FieldOf): boolean {
  if (singleton || field.startsWith('@@')) return initialValuesOf(ctx.program, className, field).length > 0;
  return ctx.summaries.isSurelyAssigned(className, field, ctx.memory.depth.now);
}

/** Other code may hold the container: a reader returns it, or a body uses the field other than as a receiver. */
function escapes(ctx: Ctx, family: readonly ClassInfo[], of: FieldOf): boolean {
  return family.some(
    info =>
      attributesOf(ctx.program, info.name).read.includes(of.field) || usersOf(ctx, info, of).some(user => user.escapes),
  );
}
