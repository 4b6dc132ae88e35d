/**
 * Runs that contradict an annotation: a call that returned although its arguments are of other classes than declared,
 * or whose result is. (Rubydust's untrusted annotations.) Only classes are compared; what is not known is not compared.
 */
import type { LearnedMethod, ObservedCalls, TestLine } from '../../../../shared/src/profile';
import type { MethodInfo } from '../../program/program';
import type { Hierarchy } from '../../types/hierarchy';
import { showMethodType } from '../../types/show';
import { isSubtype } from '../../types/subtype';
import { DYNAMIC, FALSE, type MethodType, NIL, nominal, type ParamType, TRUE, type Type } from '../../types/type';

export interface Contradiction {
  readonly method: MethodInfo;
  /** As written. */
  readonly annotation: string;
  /** `(String) -> String` */
  readonly seen: string;
  readonly test: TestLine | null;
}

/** The first one; null: the runs agree with the annotation. */
export function findContradiction(
  hierarchy: Hierarchy,
  method: MethodInfo,
  entry: LearnedMethod,
): Contradiction | null {
  const arms = method.signature?.arms ?? [];
  if (arms.length === 0 || arms.some(({ broken, misnamed }) => broken || misnamed)) return null;
  for (const call of entry.calls) {
    if (call.result === null) continue;
    const allows = ({ type }: { readonly type: MethodType }): boolean =>
      takesArguments(hierarchy, { method, entry, type }, call) && mayReturn(hierarchy, { method, type }, call);
    if (arms.some(allows)) continue;
    const annotation = arms.map(({ type }) => showMethodType(type)).join('; ');
    return { method, annotation, seen: showCall(entry, call), test: call.from };
  }
  return null;
}

/** A recorded method, and a type that it may have. */
export interface Claim {
  readonly method: MethodInfo;
  readonly entry: LearnedMethod;
  readonly type: MethodType;
}

/** Whether the arguments of the call are of the classes that the type requires. */
export function takesArguments(hierarchy: Hierarchy, { method, entry, type }: Claim, call: ObservedCalls): boolean {
  let position = 0;
  const positional = type.params.filter(({ kind }) => kind === 'required' || kind === 'optional' || kind === 'post');
  const hasRest = type.anyArgs || type.params.some(({ kind }) => kind === 'rest');
  let next = 0;
  for (const parameter of entry.parameters) {
    const at = parameter.recorded ? position++ : null;
    const declared = declaredFor(type, parameter.kind, parameter.name, positional, () => next++);
    if (at === null || declared === null || hasRest) continue;
    const isDefault = parameter.kind === 'optional' || parameter.kind === 'optionalKey';
    const className = call.classes[at] ?? null;
    // An absent argument has the class of the default, which the annotation need not allow.
    if (isDefault && declared.kind !== 'required' && className === 'NilClass') continue;
    if (!isInstance(hierarchy, method, className, declared.type)) return false;
  }
  return true;
}

/** Whether the result of the call is of the class that the type says. */
export function mayReturn(
  hierarchy: Hierarchy,
  { method, type }: Pick<Claim, 'method' | 'type'>,
  call: ObservedCalls,
): boolean {
  return method.name === 'initialize' || isInstance(hierarchy, method, call.result, type.result);
}

function isInstance(hierarchy: Hierarchy, method: MethodInfo, className: string | null, declared: Type): boolean {
  return isOf(hierarchy, className, declared.kind === 'self' ? ownerOf(method) : declared);
}

function declaredFor(
  { params }: MethodType,
  kind: string,
  name: string,
  positional: readonly ParamType[],
  next: () => number,
): ParamType | null {
  if (kind === 'required' || kind === 'optional') return positional[next()] ?? null;
  if (kind !== 'key' && kind !== 'optionalKey') return null;
  return params.find(param => param.name === name && (param.kind === 'key' || param.kind === 'optionalKey')) ?? null;
}

function ownerOf({ singleton, owner }: MethodInfo): Type {
  return singleton ? DYNAMIC : nominal(owner);
}

/** Also if that is not known. */
function isOf(hierarchy: Hierarchy, className: string | null, declared: Type): boolean {
  if (className === null || !hierarchy.exists(className) || !isComparable(declared)) return true;
  if (declared.kind === 'refined') return isOf(hierarchy, className, declared.base);
  if (declared.kind === 'union') return declared.members.some(member => isOf(hierarchy, className, member));
  if (declared.kind === 'nominal') {
    const value = VALUES[className];
    return (
      hierarchy.ancestors(className).includes(declared.name) ||
      (value !== undefined && isSubtype(value, declared, hierarchy))
    );
  }
  return isSubtype(VALUES[className] ?? nominal(className), declared, hierarchy);
}

/** Other types say more than a class. */
function isComparable(type: Type): boolean {
  switch (type.kind) {
    case 'nominal':
    case 'nil':
    case 'bool':
      return true;
    case 'refined':
      return isComparable(type.base);
    case 'union':
      return type.members.every(isComparable);
    default:
      return false;
  }
}

const VALUES: Readonly<Record<string, Type>> = { NilClass: NIL, TrueClass: TRUE, FalseClass: FALSE };

function showCall(entry: LearnedMethod, { classes, result }: ObservedCalls): string {
  const count = entry.parameters.filter(({ recorded }) => recorded).length;
  const names = classes.slice(0, count).map(name => name ?? '%any');
  return `(${names.map(showClass).join(', ')}) -> ${showClass(result ?? '%any')}`;
}

function showClass(name: string): string {
  return name === 'NilClass' ? 'nil' : name === 'TrueClass' ? 'true' : name === 'FalseClass' ? 'false' : name;
}
