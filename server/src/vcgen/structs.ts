/**
 * Classes made by Struct.new and Data.define: members live in heap maps of their own (`#member:x`), apart from fields of
 * the same name. A member's type is what its reader's or writer's annotation says, else the `var_type` of its field.
 */
import { ancestors } from '../program/ancestors';
import { fieldOf, findMethod } from '../program/lookup';
import type { FieldInfo, Program, Synthetic } from '../program/program';
import type { Type } from '../types/type';

export type Maker = Extract<Synthetic, { readonly type: 'structNew' }>;

const PREFIX = '#member:';

export function memberKey(member: string): string {
  return `${PREFIX}${member}`;
}

export function isMemberKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** How instances of this class are made; null: it is no Struct and no Data. */
export function makerOf(program: Program, className: string): Maker | null {
  for (const name of ancestors(program, className)) {
    const made = program.classes.get(name)?.singletonMethods.get('new')?.synthetic;
    if (made?.type === 'structNew') return made;
  }
  return null;
}

export function memberKeys(program: Program, className: string): readonly string[] {
  return (makerOf(program, className)?.members ?? []).map(memberKey);
}

/** What is known of a field or a member of instances of this class. */
export function slotOf(program: Program, className: string, key: string): FieldInfo | null {
  if (!isMemberKey(key)) return fieldOf(program, className, key);
  const member = key.slice(PREFIX.length);
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

/** A label that names a field of a Struct means the member. */
export function slotKey(program: Program, className: string, field: string): string {
  if (!field.startsWith('@')) return field;
  const made = makerOf(program, className);
  return made?.members.includes(field.slice(1)) ? memberKey(field.slice(1)) : field;
}
