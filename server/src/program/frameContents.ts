/**
 * A frame entry `modifies: { self: :@f }` covers the variable and the contents of the container that it holds on entry.
 * Which entries these are, from the declared types: an Integer has no contents. (ADR 0093)
 */
import type { FrameEntry } from '../types/annotation';
import type { Type } from '../types/type';
import { allDescendants, ancestors } from './ancestors';
import { fieldOf, singletonFieldOf } from './lookup';
import type { MethodInfo, Program } from './program';

const CONTAINERS = ['String', 'Array', 'Hash', 'Set'];

/** Whether the method may write contents that the frame covers, but does not list: what a variable in it may hold. */
export function coversContents(program: Program, info: MethodInfo, entries: readonly FrameEntry[]): boolean {
  return entries.some(
    ({ owner, field }) =>
      field !== 'contents' &&
      typesOfVariable(program, info, owner, field).some(type => type === null || mayBeContainer(program, type)),
  );
}

/** The declared type of the variable in each arm of the signature; null: unknown. */
function typesOfVariable(program: Program, info: MethodInfo, owner: string, field: string): readonly (Type | null)[] {
  if (field.startsWith('$')) return [program.globals.get(field)?.type ?? null];
  const ofSelf = info.singleton ? singletonFieldOf : fieldOf;
  if (owner === 'self' || field.startsWith('@@')) return [ofSelf(program, info.owner, field)?.type ?? null];
  return (info.signature?.arms ?? []).map(({ type: { params } }) => {
    const type = params.find(({ name, refinement }) => name === owner || refinement?.binder === owner)?.type;
    return type?.kind === 'nominal' ? (fieldOf(program, type.name, field)?.type ?? null) : null;
  });
}

export function mayBeContainer(program: Program, type: Type): boolean {
  switch (type.kind) {
    case 'refined':
      return mayBeContainer(program, type.base);
    case 'nonNull':
      return mayBeContainer(program, type.type);
    case 'union':
      return type.members.some(member => mayBeContainer(program, member));
    case 'nil':
    case 'bool':
    case 'proc':
    case 'classOf':
      return false;
    case 'literal':
      return type.value.type === 'string';
    case 'nominal':
      return [type.name, ...descendantsOf(program, type.name)].some(name => isContainer(program, name));
    default:
      return true;
  }
}

function isContainer(program: Program, name: string): boolean {
  return ancestors(program, name).some(above => CONTAINERS.includes(above));
}

/** Containers themselves stand for all descendants of a class or module above them. */
function descendantsOf(program: Program, name: string): readonly string[] {
  const below = CONTAINERS.filter(each => ancestors(program, each).includes(name));
  return below.length > 0 ? below : allDescendants(program, name);
}
