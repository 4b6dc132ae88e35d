/**
 * Types as compact JSON for the library snapshot: names and simple types are strings, the rest are arrays tagged with a
 * letter; absent and empty parts are left out. `decode…` is the exact inverse, which a test checks.
 */
import type {
  BlockType,
  MethodType,
  ParamType,
  ParamTypeKind,
  Refinement,
  Type,
  TypeParam,
  Variance,
} from '../types/type';
import { ANY, BOOL, BOTTOM, DYNAMIC, NIL, SELF } from '../types/type';

export type TypeCode = string | readonly [string, ...unknown[]];

const SIMPLE: ReadonlyMap<Type['kind'], string> = new Map<Type['kind'], string>([
  ['any', '*'],
  ['bottom', '_'],
  ['dynamic', '?'],
  ['nil', '0'],
  ['bool', '!'],
  ['self', '.'],
]);
const SIMPLE_TYPES: ReadonlyMap<string, Type> = new Map([
  ['*', ANY],
  ['_', BOTTOM],
  ['?', DYNAMIC],
  ['0', NIL],
  ['!', BOOL],
  ['.', SELF],
]);

export function encodeType(type: Type): TypeCode {
  switch (type.kind) {
    case 'nominal':
      return type.args.length === 0 ? type.name : ['n', type.name, ...type.args.map(encodeType)];
    case 'variable':
      return `'${type.name}`;
    case 'classOf':
      return `$${type.name}`;
    case 'alias':
      return ['a', type.name, ...type.args.map(encodeType)];
    case 'union':
      return ['u', ...type.members.map(encodeType)];
    case 'intersection':
      return ['i', ...type.members.map(encodeType)];
    case 'tuple':
      return ['t', ...type.elements.map(encodeType)];
    case 'nonNull':
      return ['v', encodeType(type.type)];
    case 'literal':
      return ['l', type.value];
    case 'finiteHash':
      return [
        'h',
        type.entries.map(entry => [entry.key, encodeType(entry.type), entry.optional]),
        type.rest && encodeType(type.rest),
      ];
    case 'structural':
      return ['s', ...type.methods.map(method => [method.name, encodeMethodType(method.type)])];
    case 'proc':
      return ['p', encodeMethodType(type.method)];
    case 'refined':
      return ['r', encodeType(type.base), type.refinement];
    default:
      return SIMPLE.get(type.kind)!;
  }
}

export function decodeType(code: TypeCode): Type {
  if (typeof code === 'string') return decodeName(code);
  const [letter, ...rest] = code;
  const decodeFrom = (from: number) => (rest.slice(from) as TypeCode[]).map(decodeType);
  switch (letter) {
    case 'n':
      return { kind: 'nominal', name: rest[0] as string, args: decodeFrom(1) };
    case 'a':
      return { kind: 'alias', name: rest[0] as string, args: decodeFrom(1) };
    case 'u':
      return { kind: 'union', members: decodeFrom(0) };
    case 'i':
      return { kind: 'intersection', members: decodeFrom(0) };
    case 't':
      return { kind: 'tuple', elements: decodeFrom(0) };
    case 'v':
      return { kind: 'nonNull', type: decodeType(rest[0] as TypeCode) };
    case 'l':
      return { kind: 'literal', value: rest[0] as Extract<Type, { kind: 'literal' }>['value'] };
    case 'h':
      return decodeHash(rest);
    case 's':
      return {
        kind: 'structural',
        methods: (rest as [string, MethodCode][]).map(([name, type]) => ({ name, type: decodeMethodType(type) })),
      };
    case 'p':
      return { kind: 'proc', method: decodeMethodType(rest[0] as MethodCode) };
    case 'r':
      return { kind: 'refined', base: decodeType(rest[0] as TypeCode), refinement: rest[1] as Refinement };
    default:
      return DYNAMIC;
  }
}

function decodeName(code: string): Type {
  const simple = SIMPLE_TYPES.get(code);
  if (simple) return simple;
  if (code.startsWith("'")) return { kind: 'variable', name: code.slice(1) };
  if (code.startsWith('$')) return { kind: 'classOf', name: code.slice(1) };
  return { kind: 'nominal', name: code, args: [] };
}

type HashType = Extract<Type, { kind: 'finiteHash' }>;

function decodeHash([entries, rest]: readonly unknown[]): Type {
  return {
    kind: 'finiteHash',
    entries: (entries as [HashType['entries'][number]['key'], TypeCode, boolean][]).map(([key, type, optional]) => ({
      key,
      type: decodeType(type),
      optional,
    })),
    rest: rest === null ? null : decodeType(rest as TypeCode),
  };
}

export interface MethodCode {
  readonly g?: readonly ParamCode[];
  readonly p?: readonly unknown[];
  readonly y?: true;
  readonly v?: string;
  readonly b?: MethodCode;
  readonly o?: true;
  readonly r: TypeCode;
  readonly n?: string;
  readonly f?: Refinement;
  readonly s?: TypeCode;
}

export function encodeMethodType(method: MethodType): MethodCode {
  return {
    ...(method.typeParams.length > 0 && { g: method.typeParams.map(encodeTypeParam) }),
    ...(method.params.length > 0 && { p: method.params.map(encodeParam) }),
    ...(method.anyArgs && { y: true as const }),
    ...(method.paramsVariable !== undefined && { v: method.paramsVariable }),
    ...(method.block && { b: encodeMethodType(method.block.type) }),
    ...(method.block?.optional && { o: true as const }),
    r: encodeType(method.result),
    ...(method.resultName !== null && { n: method.resultName }),
    ...(method.resultRefinement && { f: method.resultRefinement }),
    ...(method.selfType && { s: encodeType(method.selfType) }),
  };
}

export function decodeMethodType(code: MethodCode): MethodType {
  return {
    typeParams: (code.g ?? []).map(decodeTypeParam),
    params: (code.p ?? []).map(decodeParam),
    anyArgs: code.y ?? false,
    ...(code.v !== undefined && { paramsVariable: code.v }),
    block: code.b ? decodeBlock(code.b, code.o ?? false) : null,
    result: decodeType(code.r),
    resultName: code.n ?? null,
    resultRefinement: code.f ?? null,
    resultSpan: null,
    selfType: code.s === undefined ? null : decodeType(code.s),
  };
}

function decodeBlock(code: MethodCode, optional: boolean): BlockType {
  return { type: decodeMethodType(code), optional };
}

const KINDS: readonly ParamTypeKind[] = ['required', 'optional', 'rest', 'post', 'key', 'optionalKey', 'keyRest'];

/** kind, type, name, refinement; a required parameter without a name is its type alone. */
function encodeParam(param: ParamType): unknown {
  const type = encodeType(param.type);
  if (param.kind === 'required' && param.name === null && param.refinement === null && typeof type === 'string')
    return type;
  const code = [KINDS.indexOf(param.kind), type, param.name, param.refinement];
  while (code.at(-1) === null) code.pop();
  return code;
}

function decodeParam(code: unknown): ParamType {
  const [kind, type, name = null, refinement = null] = (typeof code === 'string' ? [0, code] : code) as [
    number,
    TypeCode,
    (string | null)?,
    (Refinement | null)?,
  ];
  return { kind: KINDS[kind] ?? 'required', type: decodeType(type), name, refinement, span: null };
}

export type ParamCode = readonly [
  name: string,
  variance?: Variance,
  bound?: TypeCode | null,
  byDefault?: TypeCode | null,
];

export function encodeTypeParam(param: TypeParam): ParamCode {
  return [
    param.name,
    param.variance,
    param.bound && encodeType(param.bound),
    param.default && encodeType(param.default),
  ];
}

export function decodeTypeParam([name, variance = 'invariant', bound = null, byDefault = null]: ParamCode): TypeParam {
  return { name, variance, bound: decodeOptional(bound), default: decodeOptional(byDefault) };
}

function decodeOptional(code: TypeCode | null): Type | null {
  return code === null ? null : decodeType(code);
}
