/**
 * Element types of workspace classes that include Enumerable: the type that `each` yields to its block. Several block
 * parameters form a tuple, as Ruby packs them.
 */
import { freeVariablesOf, substituteType } from '../types/substitute';
import { type BlockType, DYNAMIC, type Type } from '../types/type';
import { findMethod } from './lookup';
import type { MethodInfo, Program } from './program';

/** In terms of the type parameters of the class that owns `each`; null: the type of `each` does not say. */
export function findEnumerated(
  program: Program,
  className: string,
): { readonly owner: string; readonly element: Type } | null {
  const each = findMethod(program, className, 'each');
  if (each?.origin !== 'workspace') return null;
  for (const arm of each.signature?.arms ?? []) {
    const element = arm.type.block && yieldedType(arm.type.block);
    if (element) return { owner: each.owner, element: eraseForeignVariables(program, each, element) };
  }
  return null;
}

function yieldedType(block: BlockType): Type | null {
  const plain = block.type.params.every(param => param.kind === 'required' || param.kind === 'optional');
  if (!plain || block.type.anyArgs) return null;
  const types = block.type.params.map(param => param.type);
  const [only] = types;
  return types.length === 1 ? (only ?? null) : types.length === 0 ? null : { kind: 'tuple', elements: types };
}

/** Type variables of `each` itself are instantiated at every call, so they are unknown here. */
function eraseForeignVariables(program: Program, each: MethodInfo, element: Type): Type {
  const own = new Set(program.classes.get(each.owner)?.typeParams.map(param => param.name));
  const foreign = [...freeVariablesOf(element)].filter(name => !own.has(name));
  return substituteType(element, new Map(foreign.map(name => [name, DYNAMIC])));
}
