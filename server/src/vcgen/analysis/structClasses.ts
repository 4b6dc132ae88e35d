/**
 * Classes created by Struct.new and Data.define: members have heap maps of their own, apart from fields of the same
 * name. The annotation of a member's reader or writer gives its type, else the `var_type` of its field.
 */
import { ancestors } from '../../program/ancestors';
import { fieldOf, findMethod } from '../../program/lookup';
import type { FieldInfo, Program, Synthetic } from '../../program/program';
import type { Type } from '../../types/type';
import { type HeapKey, memberKey, type SlotKey } from '../state/heapKey';

export type Maker = Extract<Synthetic, { readonly type: 'structNew' }>;

/** How instances of this class are constructed; null: it is neither a Struct nor a Data class. */
export function makerOf(program: Program, className: string): Maker | null {
  for (const name of ancestors(program, className)) {
    const made = program.classes.get(name)?.singletonMethods.get('new')?.synthetic;
    if (made?.type === 'structNew') return made;
  }
  return null;
}

export function memberKeys(program: Program, className: string): readonly SlotKey[] {
  return (makerOf(program, className)?.members ?? []).map(memberKey);
}

/** The declaration of a field or member of instances of this class. */
export function slotOf(program: Program, className: string, key: SlotKey): FieldInfo | null {
  if (key.kind === 'field') return fieldOf(program, className, key.name);
  const member = key.name;
  const field = fieldOf(program, className, `@${member}`);
  const type = memberType(program, className, member) ?? field?.type ?? null;
  return {
    name: member,
    type,
    refinement: field?.refinement ?? null,
    place: field?.place ?? null,
    nesting: field?.nesting ?? [],
  };
}

function memberType(program: Program, className: string, member: string): Type | null {
  const read = findMethod(program, className, member)?.signature?.arms[0]?.type.result;
  return read ?? findMethod(program, className, `${member}=`)?.signature?.arms[0]?.type.params[0]?.type ?? null;
}

/** In a label, a field of a Struct means the member. */
export function slotInLabel(program: Program, className: string, key: HeapKey): HeapKey {
  if (key.kind !== 'field') return key;
  return memberKeys(program, className).find(member => `@${member.name}` === key.name) ?? key;
}
