/**
 * Which arguments Ruby's library certainly refuses, read from the table of refusals. A class is refused only if Ruby
 * refused it in every trial and the program adds nothing that could change that: no conversion of its own, no
 * redefinition, no method_missing. What was not tried is not refused.
 */
import type { LiteralTypeValue, Type } from '../types/type';
import { allDescendants, ancestors, superclassChain } from './ancestors';
import { dynamicsOf, findMethod, findSingletonMethod } from './lookup';
import type { MethodInfo, Program } from './program';
import type { Refused, RefusingPosition } from './refusalTable';
import { redefinitionsIn } from './workspace';

/** A call of a library method with positional arguments only. */
export interface LibraryCall {
  /** The class of the receiver, or the class that is the receiver. */
  readonly receiver: ClassOfValue;
  /** The method that the call runs. */
  readonly method: MethodInfo;
  /** The number of arguments. */
  readonly count: number;
}

/** The class of a value; `isObject`: the value is the class itself. */
export interface ClassOfValue {
  readonly name: string;
  readonly isObject: boolean;
}

/** A class of values that the position refuses, and how. */
export interface Refusal extends Refused {
  readonly refused: ClassOfValue;
}

/** How Ruby refuses each class of values of the type; null: it may accept some value. */
export function refusalsOf(
  program: Program,
  call: LibraryCall,
  position: number,
  argument: Type,
): readonly Refusal[] | null {
  const found = positionOf(program, call, position);
  const classes = found && classesOf(argument);
  if (!found || !classes || classes.length === 0) return null;
  if (isRedefined(program, [call.method.name, ...found.asks], [call.receiver, ...classes])) return null;
  const refusals: Refusal[] = [];
  for (const refused of classes) {
    const how = refused.isObject
      ? refusalOfObject(program, found, refused)
      : refusalOfInstances(program, found, refused.name);
    if (!how) return null;
    refusals.push({ ...how, refused });
  }
  return refusals;
}

export function isRefused(program: Program, call: LibraryCall, position: number, argument: Type): boolean {
  return refusalsOf(program, call, position, argument) !== null;
}

/** Ruby's message for a value of this class; null: it depends on the value. */
export function messageFor({ message, refused }: Refusal): string | null {
  if (message === null || refused.isObject) return null;
  return message.replaceAll('{}', SHOWN.get(refused.name) ?? refused.name);
}

const SHOWN: ReadonlyMap<string, string> = new Map([
  ['NilClass', 'nil'],
  ['TrueClass', 'true'],
  ['FalseClass', 'false'],
]);

const COMMON: ReadonlySet<string> = new Set(['Object', 'Kernel', 'BasicObject']);

function positionOf(program: Program, { receiver, method, count }: LibraryCall, at: number): RefusingPosition | null {
  const table = program.refusals;
  if (!table || !isOfLibrary(method)) return null;
  const key = receiver.isObject
    ? objectKey(program, receiver.name, method)
    : instanceKey(program, receiver.name, method);
  const found = key === null ? null : (table.methods.get(key)?.get(count)?.[at] ?? null);
  return found && isUnchangedSinceTrial(program, receiver, found) ? found : null;
}

function isOfLibrary({ origin }: MethodInfo): boolean {
  return origin === 'core' || origin === 'rbs';
}

/** The numbers of arguments that Ruby takes; null: the method was not tried on such a receiver. */
export function acceptedCounts(
  program: Program,
  receiver: ClassOfValue,
  method: MethodInfo,
): { readonly least: number; readonly most: number | null } | null {
  const table = program.refusals;
  if (!table || method.origin !== 'core' || receiver.isObject || COMMON.has(method.owner)) return null;
  if (isRedefined(program, [method.name], [receiver]) || dynamicsOf(program, receiver.name).length > 0) return null;
  const key = instanceKey(program, receiver.name, method);
  return key === null ? null : (table.counts.get(key) ?? countsOf(method));
}

const POSITIONAL: ReadonlySet<string> = new Set(['required', 'optional', 'rest', 'post']);

/** The numbers of positional arguments that some overload takes; null: unknown. */
export function countsOf(method: MethodInfo): { readonly least: number; readonly most: number | null } | null {
  const arms = method.signature?.arms ?? [];
  if (arms.length === 0 || arms.some(({ type }) => type.anyArgs)) return null;
  const ranges = arms.map(({ type }) => {
    const positional = type.params.filter(param => POSITIONAL.has(param.kind));
    const least = positional.filter(param => param.kind === 'required' || param.kind === 'post').length;
    return { least, most: positional.some(param => param.kind === 'rest') ? null : positional.length };
  });
  const most = ranges.map(range => range.most);
  return {
    least: Math.min(...ranges.map(range => range.least)),
    most: most.includes(null) ? null : Math.max(...most.map(Number)),
  };
}

/** The nearest class that was tried stands for its subclasses. Methods of every object were tried on a plain one. */
function instanceKey(program: Program, className: string, method: MethodInfo): string | null {
  const all = ancestors(program, className);
  const tried = all.find(name => program.refusals?.receivers.has(name));
  if (tried === undefined) return null;
  if (COMMON.has(method.owner)) return `Object#${method.name}`;
  return tried !== 'Object' && ancestors(program, tried).includes(method.owner) ? `${tried}#${method.name}` : null;
}

function objectKey(program: Program, name: string, method: MethodInfo): string | null {
  if (method.singleton) return method.owner === name ? `${name}.${method.name}` : null;
  if (COMMON.has(method.owner)) return `Object#${method.name}`;
  return `${program.classes.get(name)?.kind === 'module' ? 'Module' : 'Class'}#${method.name}`;
}

/** A class between the receiver's and the one that was tried may change what the method calls on itself. */
function isUnchangedSinceTrial(
  program: Program,
  { name, isObject }: ClassOfValue,
  { asks }: RefusingPosition,
): boolean {
  if (dynamicsOf(program, name).length > 0) return false;
  const find = isObject ? findSingletonMethod : findMethod;
  if (asks.some(each => isOwn(find(program, name, each)))) return false;
  const all = ancestors(program, name);
  const tried = all.findIndex(each => program.refusals?.receivers.has(each));
  const base = all[tried];
  if (isObject || base === undefined || base === 'Object' || base === 'Enumerable') return true;
  const between = all.slice(0, tried).flatMap(each => [...(program.classes.get(each)?.methods.values() ?? [])]);
  return between.every(({ name: each }) => each === 'initialize' || findMethod(program, base, each) === null);
}

function isOwn(method: MethodInfo | null): boolean {
  return method !== null && !isOfLibrary(method);
}

/** All instances, also those of subclasses. */
function refusalOfInstances(program: Program, position: RefusingPosition, className: string): Refused | null {
  const info = program.classes.get(className);
  if (info?.kind !== 'class' || COMMON.has(className)) return null;
  let refused: Refused | null = null;
  for (const each of [className, ...allDescendants(program, className)]) {
    const how = refusalOfClass(program, position, each);
    if (!how) return null;
    refused ??= how;
  }
  return refused;
}

/** Instances of exactly this class. A plain object stands for the program's own classes only. */
function refusalOfClass(program: Program, { refused, asks }: RefusingPosition, className: string): Refused | null {
  const sample = superclassChain(program, className).find(name => program.refusals?.samples.has(name));
  if (sample === undefined || dynamicsOf(program, className).length > 0) return null;
  const isUntried = sample === 'Object' && program.classes.get(className)?.origin !== 'workspace';
  if (isUntried) return null;
  const known = ancestors(program, sample);
  const converts = asks.some(name => {
    const method = findMethod(program, className, name);
    return method !== null && (isOwn(method) || !known.includes(method.owner));
  });
  return converts ? null : (refused.get(sample) ?? null);
}

/** A class or module as a value. */
function refusalOfObject(
  program: Program,
  { refused, asks }: RefusingPosition,
  { name }: ClassOfValue,
): Refused | null {
  const info = program.classes.get(name);
  if (!info || dynamicsOf(program, name).length > 0) return null;
  const converts = asks.some(each => {
    const method = findSingletonMethod(program, name, each);
    return method !== null && (method.singleton || isOwn(method));
  });
  return converts ? null : (refused.get(info.kind === 'module' ? 'Module' : 'Class') ?? null);
}

/** Something at run time defines one of these methods, for some object that may be one of these. */
function isRedefined(program: Program, names: readonly string[], of: readonly ClassOfValue[]): boolean {
  return redefinitionsIn(program).some(({ redefines }) => {
    const defines =
      redefines.names === null ||
      redefines.names.some(name => names.includes(name)) ||
      redefines.modules.some(module => names.some(name => findMethod(program, module, name)?.owner === module));
    const target = redefines.of?.split('::').at(-1);
    const isOther =
      target !== undefined &&
      of.every(({ name }) => ancestors(program, name).every(each => each.split('::').at(-1) !== target));
    return defines && !isOther;
  });
}

/** The classes of all values of the type; null: unknown. */
export function classesOf(type: Type): readonly ClassOfValue[] | null {
  const instancesOf = (...names: readonly string[]): readonly ClassOfValue[] =>
    names.map(name => ({ name, isObject: false }));
  switch (type.kind) {
    case 'nil':
      return instancesOf('NilClass');
    case 'bool':
      return instancesOf('TrueClass', 'FalseClass');
    case 'literal':
      return instancesOf(LITERALS[type.value.type]);
    case 'nominal':
      return instancesOf(type.name);
    case 'classOf':
      return [{ name: type.name, isObject: true }];
    case 'tuple':
      return instancesOf('Array');
    case 'finiteHash':
      return instancesOf('Hash');
    case 'proc':
      return instancesOf('Proc');
    case 'refined':
      return classesOf(type.base);
    case 'nonNull':
      return classesOf(type.type)?.filter(each => each.name !== 'NilClass') ?? null;
    case 'union': {
      const members = type.members.map(classesOf);
      return members.includes(null) ? null : members.flatMap(member => member ?? []);
    }
    default:
      return null;
  }
}

const LITERALS: Readonly<Record<LiteralTypeValue['type'], string>> = {
  integer: 'Integer',
  float: 'Float',
  string: 'String',
  symbol: 'Symbol',
  true: 'TrueClass',
  false: 'FalseClass',
};
