/**
 * Substitutes type variables and `self`. Names bound by a method type's own parameters are not substituted inside it.
 */
import { unreachable } from '../base/result';
import type { BlockType, MethodType, ParamType, Type } from './type';
import { makeUnion } from './union';

export type Bindings = ReadonlyMap<string, Type>;

/** `self`: the replacement for the type `self`; if omitted, `self` stays. */
export function substituteType(type: Type, bindings: Bindings, self?: Type): Type {
  const substitute = (inner: Type): Type => substituteType(inner, bindings, self);
  switch (type.kind) {
    case 'any':
    case 'bottom':
    case 'dynamic':
    case 'nil':
    case 'bool':
    case 'literal':
    case 'classOf':
      return type;
    case 'self':
      return self ?? type;
    case 'variable':
      return bindings.get(type.name) ?? type;
    case 'nominal':
      if (type.args.length === 0) return type;
      return { ...type, args: type.args.map(substitute), ...(type.shape && { shape: type.shape.map(substitute) }) };
    case 'alias':
      return type.args.length === 0 ? type : { ...type, args: type.args.map(substitute) };
    case 'union':
      return makeUnion(type.members.map(substitute));
    case 'intersection':
      return { ...type, members: type.members.map(substitute) };
    case 'nonNull':
      return removeNilMembers(substitute(type.type));
    case 'tuple':
      return { ...type, elements: type.elements.map(substitute) };
    case 'finiteHash': {
      const entries = type.entries.map(entry => ({ ...entry, type: substitute(entry.type) }));
      return { ...type, entries, rest: type.rest === null ? null : substitute(type.rest) };
    }
    case 'structural': {
      const methods = type.methods.map(method => ({ ...method, type: substituteMethod(method.type, bindings, self) }));
      return { ...type, methods };
    }
    case 'proc':
      return { ...type, method: substituteMethod(type.method, bindings, self) };
    case 'refined':
      return { ...type, base: substitute(type.base) };
    default:
      return unreachable(type);
  }
}

/** `!T` once T is known: the alternatives without nil. */
function removeNilMembers(type: Type): Type {
  if (type.kind === 'union')
    return makeUnion(type.members.filter(member => member.kind !== 'nil').map(removeNilMembers));
  const isOpen = type.kind === 'variable' || type.kind === 'alias' || type.kind === 'self' || type.kind === 'nil';
  return isOpen ? { kind: 'nonNull', type } : type;
}

export function substituteMethod(given: MethodType, bindings: Bindings, self?: Type): MethodType {
  const open = withoutOwn(given, bindings);
  if (open.size === 0 && self === undefined) return given;
  const method = given.typeParams.length === 0 ? given : renameCaptured(given, open);
  const list = substituteParamsVariable(method, open);
  const substituteParam = (one: ParamType): ParamType => ({ ...one, type: substituteType(one.type, open, self) });
  const block: BlockType | null =
    method.block === null ? null : { ...method.block, type: substituteMethod(method.block.type, open, self) };
  return {
    ...(list ?? { ...method, params: method.params.map(substituteParam) }),
    block,
    result: substituteType(method.result, open, self),
    selfType: method.selfType === null ? null : substituteType(method.selfType, open, self),
  };
}

/** `(^args) -> T` where `args` becomes a parameter list, which is the type of a procedure with these parameters. */
function substituteParamsVariable(method: MethodType, bindings: Bindings): MethodType | null {
  const { paramsVariable, ...rest } = method;
  const list = paramsVariable === undefined ? undefined : bindings.get(paramsVariable);
  if (list === undefined) return null;
  if (list.kind === 'variable') return { ...rest, paramsVariable: list.name };
  return list.kind === 'proc' ? { ...rest, ...parametersOf(list.method) } : { ...rest, params: [], anyArgs: true };
}

function parametersOf({ params, anyArgs, paramsVariable }: MethodType): Partial<MethodType> {
  return { params, anyArgs, ...(paramsVariable !== undefined && { paramsVariable }) };
}

/**
 * `[A] (A, Elem) -> A` where Elem becomes the A of a class: renames the method's own A, which is a different variable.
 */
function renameCaptured(method: MethodType, bindings: Bindings): MethodType {
  const taken = new Set([...bindings.values()].flatMap(type => [...freeVariablesOf(type)]));
  const caught = method.typeParams.filter(param => taken.has(param.name));
  if (caught.length === 0) return method;
  const names = new Map(
    caught.map(({ name }) => [name, unusedName(name, new Set([...taken, ...freeVariables(method)]))]),
  );
  const renamed = new Map([...names].map(([from, to]) => [from, { kind: 'variable', name: to } as const]));
  const plain = substituteMethod({ ...method, typeParams: [] }, renamed);
  const typeParams = method.typeParams.map(param => ({ ...param, name: names.get(param.name) ?? param.name }));
  return { ...plain, typeParams };
}

function unusedName(name: string, used: ReadonlySet<string>): string {
  for (let i = 1; ; i++) if (!used.has(`${name}${i}`)) return `${name}${i}`;
}

function withoutOwn(method: MethodType, bindings: Bindings): Bindings {
  if (!method.typeParams.some(param => bindings.has(param.name))) return bindings;
  const own = new Set(method.typeParams.map(param => param.name));
  return new Map([...bindings].filter(([name]) => !own.has(name)));
}

/** The variables of a method type in order of appearance, including its own parameters. */
export function freeVariables(method: MethodType): ReadonlySet<string> {
  const names = new Set<string>(method.typeParams.map(param => param.name));
  collectMethod(method, variable => names.add(variable.name));
  return names;
}

export function freeVariablesOf(type: Type): ReadonlySet<string> {
  const names = new Set<string>();
  collect(type, variable => names.add(variable.name));
  return names;
}

/** The upper bounds attached to the variables in a type. */
export function boundsIn(type: Type): Bindings {
  const found = new Map<string, Type>();
  collect(type, ({ name, bound }) => bound && found.set(name, bound));
  return found;
}

type Note = (variable: Extract<Type, { kind: 'variable' }>) => void;

function collectMethod(method: MethodType, note: Note): void {
  if (method.paramsVariable !== undefined) note({ kind: 'variable', name: method.paramsVariable });
  for (const param of method.params) collect(param.type, note);
  if (method.block !== null) collectMethod(method.block.type, note);
  collect(method.result, note);
  if (method.selfType !== null) collect(method.selfType, note);
}

function collect(type: Type, note: Note): void {
  switch (type.kind) {
    case 'variable':
      note(type);
      return;
    case 'nominal':
    case 'alias':
      for (const arg of type.args) collect(arg, note);
      return;
    case 'union':
    case 'intersection':
      for (const member of type.members) collect(member, note);
      return;
    case 'nonNull':
      collect(type.type, note);
      return;
    case 'tuple':
      for (const element of type.elements) collect(element, note);
      return;
    case 'finiteHash':
      for (const entry of type.entries) collect(entry.type, note);
      if (type.rest !== null) collect(type.rest, note);
      return;
    case 'structural':
      for (const method of type.methods) collectMethod(method.type, note);
      return;
    case 'proc':
      collectMethod(type.method, note);
      return;
    case 'refined':
      collect(type.base, note);
      return;
    default:
      return;
  }
}
