/** What the visible calls pass to the members of a Struct or Data. */
import { WRITTEN_VALUE } from '../../program/attributes';
import { hierarchyOf } from '../../program/hierarchy';
import { findMethod } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import { joinAll } from '../../types/join';
import { DYNAMIC, NIL, type Type } from '../../types/type';
import type { Supply } from './supplied';

/** By `new` and by the writer; %dyn: they do not determine it. */
export function typeOfClosedMember(
  program: Program,
  maker: MethodInfo,
  member: string,
  suppliedTo: (method: MethodInfo) => Pick<Supply, 'calls' | 'types'>,
): Type {
  const made = suppliedTo(maker);
  if (made.calls.length === 0) return DYNAMIC;
  const isGiven = made.calls.some(({ args }) => args.has(member));
  const isOmitted = made.calls.some(({ args }) => !args.has(member));
  const types = [...(isGiven ? [made.types.get(member) ?? DYNAMIC] : []), ...(isOmitted ? [NIL] : [])];
  const writer = findMethod(program, maker.owner, `${member}=`);
  const written = writer?.synthetic?.type === 'structWriter' ? suppliedTo(writer) : null;
  if (written && written.calls.length > 0) types.push(written.types.get(WRITTEN_VALUE.name ?? '') ?? DYNAMIC);
  return joinAll(types, hierarchyOf(program));
}
