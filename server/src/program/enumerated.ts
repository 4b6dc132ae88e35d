/**
 * A class of one's own that includes Enumerable says what its elements are by the type of its `each`: what each hands to
 * its block. Several block parameters are one tuple, as Ruby packs them.
 */
import { freeVariablesOf, substituteType } from '../types/substitute';
import { type BlockType, DYNAMIC, type Type } from '../types/type';
import { findMethod } from './lookup';
import type { MethodInfo, Program } from './program';

/** In terms of the parameters of the class that owns `each`; null: its `each` does not tell. */
export function enumerated(
  program: Program,
  className: string,
): { readonly owner: string; readonly element: Type } | null {
  const each = findMethod(program, className, 'each');
  if (each?.origin !== 'workspace') return null;
  for (const arm of each.signature?.arms ?? []) {
    const element = arm.type.block && handedTo(arm.type.block);
    if (element) return { owner: each.owner, element: ofClass(program, each, element) };
  }
  return null;
}

function handedTo(block: BlockType): Type | null {
  const plain = block.type.params.every(param => param.kind === 'required' || param.kind === 'optional');
  if (!plain || block.type.anyArgs) return null;
  const types = block.type.params.map(param => param.type);
  const [only] = types;
  return types.length === 1 ? (only ?? null) : types.length === 0 ? null : { kind: 'tuple', elements: types };
}

/** A variable of `each` itself is somebody else's at every call. */
function ofClass(program: Program, each: MethodInfo, element: Type): Type {
  const own = new Set(program.classes.get(each.owner)?.typeParams.map(param => param.name));
  const foreign = [...freeVariablesOf(element)].filter(name => !own.has(name));
  return substituteType(element, new Map(foreign.map(name => [name, DYNAMIC])));
}
