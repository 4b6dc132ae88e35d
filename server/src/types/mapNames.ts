/** Replaces the class and alias names in a type: the traversal for name resolution, in Ruby and in RBS. */
import type { Span } from '../base/span';
import type { BlockType, HashEntry, MethodType, ParamType, Type, TypeParam } from './type';
import { makeUnion } from './union';

export type NamedType = Extract<Type, { kind: 'nominal' | 'alias' | 'classOf' }>;

export interface NameMapper {
  /** The replacement for this name; its arguments are already mapped. `span`: of the enclosing parameter or result. */
  readonly name: (type: NamedType, span: Span | null) => Type;
  /** The mapper inside a method type that declares these type parameters. */
  readonly within: (params: readonly TypeParam[]) => NameMapper;
}

export function mapMethodNames(method: MethodType, mapper: NameMapper): MethodType {
  const inner = method.typeParams.length === 0 ? mapper : mapper.within(method.typeParams);
  return {
    ...method,
    typeParams: method.typeParams.map(param => mapParamNames(param, inner)),
    params: method.params.map(param => mapParam(param, inner)),
    block: method.block && mapBlock(method.block, inner),
    result: mapNames(method.result, inner, method.resultSpan),
    selfType: method.selfType && mapNames(method.selfType, inner, null),
  };
}

export function mapParamNames(param: TypeParam, mapper: NameMapper): TypeParam {
  const bound = param.bound && mapNames(param.bound, mapper, null);
  return { ...param, bound, default: param.default && mapNames(param.default, mapper, null) };
}

export function mapNames(type: Type, mapper: NameMapper, span: Span | null): Type {
  const go = (part: Type) => mapNames(part, mapper, span);
  switch (type.kind) {
    case 'nominal':
    case 'alias':
      return mapper.name({ ...type, args: type.args.map(go) }, span);
    case 'classOf':
      return mapper.name(type, span);
    case 'union':
      return makeUnion(type.members.map(go));
    case 'intersection':
      return { ...type, members: type.members.map(go) };
    case 'nonNull':
      return { ...type, type: go(type.type) };
    case 'tuple':
      return { ...type, elements: type.elements.map(go) };
    case 'finiteHash':
      return {
        ...type,
        entries: type.entries.map(entry => mapEntry(entry, mapper, span)),
        rest: type.rest && go(type.rest),
      };
    case 'structural':
      return { ...type, methods: type.methods.map(one => ({ ...one, type: mapMethodNames(one.type, mapper) })) };
    case 'proc':
      return { ...type, method: mapMethodNames(type.method, mapper) };
    case 'refined':
      return { ...type, base: go(type.base) };
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'bool':
    case 'literal':
    case 'self':
    case 'variable':
      return type;
  }
}

function mapParam(param: ParamType, mapper: NameMapper): ParamType {
  return { ...param, type: mapNames(param.type, mapper, param.span) };
}

function mapBlock(block: BlockType, mapper: NameMapper): BlockType {
  return { ...block, type: mapMethodNames(block.type, mapper) };
}

function mapEntry(entry: HashEntry, mapper: NameMapper, span: Span | null): HashEntry {
  const type = mapNames(entry.type, mapper, span);
  if (entry.key.type !== 'class') return { ...entry, type };
  const key = mapper.name({ kind: 'classOf', name: entry.key.name }, span);
  return { ...entry, type, key: key.kind === 'classOf' ? { type: 'class', name: key.name } : entry.key };
}
