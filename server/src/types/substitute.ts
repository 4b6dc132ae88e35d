/**
 * Substitutes type variables and `self`. Names bound by a method type's own parameters are not substituted inside it. What
 * mentions none of them stays the same object.
 */
import { unreachable } from '../base/result';
import { mapFields } from './allocatedTypes';
import type { MethodType, ParamType, Type } from './type';
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
    case 'nominal': {
      if (type.args.length === 0) return mapFields(type, substitute);
      const args = mapShared(type.args, substitute);
      const shape = type.shape && mapShared(type.shape, substitute);
      return args === type.args && shape === type.shape ? type : { ...type, args, ...(shape && { shape }) };
    }
    case 'alias': {
      const args = mapShared(type.args, substitute);
      return args === type.args ? type : { ...type, args };
    }
    case 'union':
      return makeUnion(type.members.map(substitute));
    case 'intersection': {
      const members = mapShared(type.members, substitute);
      return members === type.members ? type : { ...type, members };
    }
    case 'nonNull':
      return removeNilMembers(substitute(type.type));
    case 'tuple': {
      const elements = mapShared(type.elements, substitute);
      return elements === type.elements ? type : { ...type, elements };
    }
    case 'finiteHash': {
      const entries = mapShared(type.entries, entry => withType(entry, substitute(entry.type)));
      const rest = type.rest && substitute(type.rest);
      return entries === type.entries && rest === type.rest ? type : { ...type, entries, rest };
    }
    case 'structural': {
      const methods = mapShared(type.methods, one => withType(one, substituteMethod(one.type, bindings, self)));
      return methods === type.methods ? type : { ...type, methods };
    }
    case 'proc': {
      const method = substituteMethod(type.method, bindings, self);
      return method === type.method ? type : { ...type, method };
    }
    case 'refined': {
      const base = substitute(type.base);
      return base === type.base ? type : { ...type, base };
    }
    default:
      return unreachable(type);
  }
}

/** The same list if nothing in it changes. */
function mapShared<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  let changed: T[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const before = list[i]!;
    const now = change(before);
    if (now !== before) changed ??= list.slice();
    if (changed !== null) changed[i] = now;
  }
  return changed ?? list;
}

function withType<T extends { readonly type: unknown }>(part: T, type: T['type']): T {
  return part.type === type ? part : { ...part, type };
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
  const substituteParam = (one: ParamType): ParamType => withType(one, substituteType(one.type, open, self));
  const params = mapShared(method.params, substituteParam);
  const block = method.block && withType(method.block, substituteMethod(method.block.type, open, self));
  const result = substituteType(method.result, open, self);
  const selfType = method.selfType && substituteType(method.selfType, open, self);
  const isSame = params === method.params && block === method.block && result === method.result;
  if (list === null && isSame && selfType === method.selfType) return method;
  return { ...(list ?? { ...method, params }), block, result, selfType };
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

export function mentionsVariable(type: Type): boolean {
  let found = false;
  collect(type, () => {
    found = true;
  });
  return found;
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
