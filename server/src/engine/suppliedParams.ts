/** The parameters of a method without an annotation, with the types that its visible callers pass. */
import type { MethodInfo } from '../program/program';
import { ANY, type ParamType } from '../types/type';
import type { Inferred } from './inferredSignatures';

/** Null: it has an annotation, or no body. */
export function parametersWithSupply(inferred: Inferred, method: MethodInfo): readonly ParamType[] | null {
  if (method.signature !== null || !method.definition) return null;
  const types = inferred.suppliedTo(method);
  return method.definition.params.flatMap(({ kind, name }) =>
    name === null || (kind !== 'required' && kind !== 'key')
      ? []
      : [{ kind, name, type: types.get(name) ?? ANY, refinement: null, span: null }],
  );
}
