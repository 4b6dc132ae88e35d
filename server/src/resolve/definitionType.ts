/** The shape of a definition's parameters as a method type, with the same type (`%dyn`) for each. */
import type { MethodDeclaration } from '../ril/declarations';
import type { ParamKind } from '../ril/ril';
import type { MethodType, ParamType, ParamTypeKind, Type } from '../types/type';

export function definitionType(definition: MethodDeclaration | null, type: Type): MethodType {
  const params = (definition?.params ?? []).flatMap((param): ParamType[] => {
    const kind = KINDS[param.kind];
    return kind === null ? [] : [{ kind, name: param.name, type, refinement: null, span: null }];
  });
  return {
    typeParams: [],
    params,
    anyArgs: definition === null || definition.params.some(param => param.kind === 'forward'),
    block: null,
    result: type,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType: null,
  };
}

export const KINDS: Readonly<Record<ParamKind, ParamTypeKind | null>> = {
  required: 'required',
  optional: 'optional',
  rest: 'rest',
  post: 'post',
  key: 'key',
  optionalKey: 'optionalKey',
  keyRest: 'keyRest',
  noKey: null,
  block: null,
  forward: null,
};
