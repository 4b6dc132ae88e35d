/**
 * Classes that runs showed -> types to show. They are what was seen, not what a method accepts: nothing here is
 * checked. Calls without a result do not widen parameters, and classes of test files are not named.
 */
import type { LearnedMethod, LearnedParameter, Profile } from '../../../../shared/src/profile';
import { showMethodType, showType } from '../../types/show';
import {
  ANY,
  BOOL,
  BOTTOM,
  FALSE,
  type MethodType,
  NIL,
  nominal,
  type ParamType,
  type ParamTypeKind,
  SELF,
  TRUE,
  type Type,
} from '../../types/type';
import { makeUnion } from '../../types/union';
import { isTestFile } from './testFiles';

/** A longer union does not help a reader. */
const MOST_MEMBERS = 4;

/** `(Integer, ?String) -> Array` */
export function showObservedType(profile: Profile, method: LearnedMethod): string {
  const completed = method.calls.filter(call => call.result !== null);
  const calls = completed.length === 0 ? method.calls : completed;
  const params: ParamType[] = [];
  let position = 0;
  for (const parameter of method.parameters) {
    const at = position;
    if (parameter.recorded) position++;
    const type = parameter.recorded
      ? typeOfClasses(profile, new Set(calls.map(call => call.classes[at] ?? null)))
      : ANY;
    const kind = paramKind(parameter, params);
    if (kind === null) continue;
    const isKey = kind === 'key' || kind === 'optionalKey';
    const name = isKey ? parameter.name : null;
    // The class of a rest parameter is that of its container.
    const shown = kind === 'rest' || kind === 'keyRest' ? ANY : type;
    params.push({ kind, name, type: shown, refinement: null, span: null });
  }
  const isConstructor = method.name.endsWith('#initialize');
  const results = new Set(completed.map(call => call.result));
  return showMethodType(methodType(params, isConstructor ? SELF : typeOfClasses(profile, results)));
}

/** Null: a block, which has no place in the list. */
function paramKind({ kind }: LearnedParameter, before: readonly ParamType[]): ParamTypeKind | null {
  switch (kind) {
    case 'required':
      return before.some(each => each.kind === 'optional' || each.kind === 'rest') ? 'post' : 'required';
    case 'optional':
    case 'rest':
    case 'key':
    case 'optionalKey':
    case 'keyRest':
      return kind;
    default:
      return null;
  }
}

function methodType(params: readonly ParamType[], result: Type): MethodType {
  return {
    typeParams: [],
    params,
    anyArgs: false,
    block: null,
    result,
    resultName: null,
    resultRefinement: null,
    resultSpan: null,
    selfType: null,
  };
}

/** Classes of each field on entry to the methods that read it, by `Money@cents` (`Money.@cache` for a class). */
export function observedFields(methods: readonly LearnedMethod[]): ReadonlyMap<string, ReadonlySet<string | null>> {
  const fields = new Map<string, Set<string | null>>();
  for (const method of methods) {
    const owner = /^(.*?)([#.])[^#.]*$/.exec(method.name);
    // On entry to a constructor, no field has been written yet.
    if (owner === null || method.name.endsWith('#initialize')) continue;
    const first = method.parameters.filter(parameter => parameter.recorded).length;
    for (const [index, field] of method.fields.entries()) {
      const name = `${owner[1]}${owner[2] === '.' ? '.' : ''}${field}`;
      const classes = fields.get(name) ?? new Set();
      for (const call of method.calls) classes.add(call.classes[first + index] ?? null);
      fields.set(name, classes);
    }
  }
  return fields;
}

export function showClasses(profile: Profile, classes: ReadonlySet<string | null>): string {
  return showType(typeOfClasses(profile, classes));
}

/** Null: one of many classes. */
function typeOfClasses(profile: Profile, classes: ReadonlySet<string | null>): Type {
  if (classes.has(null)) return ANY;
  const names = [...classes].flatMap(name => name ?? []);
  if (names.some(name => isTestFile(profile.classes[name] ?? ''))) return ANY;
  const isBool = classes.has('TrueClass') && classes.has('FalseClass');
  const others = names.filter(name => !isBool || (name !== 'TrueClass' && name !== 'FalseClass')).sort(nilLast);
  const members = [...(isBool ? [BOOL] : []), ...others.map(typeOfClass)];
  if (members.length === 0) return BOTTOM;
  return members.length > MOST_MEMBERS ? ANY : makeUnion(members);
}

function nilLast(a: string, b: string): number {
  if (a === 'NilClass' || b === 'NilClass') return a === 'NilClass' ? 1 : -1;
  return a < b ? -1 : 1;
}

function typeOfClass(name: string): Type {
  return SINGLETONS[name] ?? nominal(name);
}

const SINGLETONS: Readonly<Record<string, Type>> = { NilClass: NIL, TrueClass: TRUE, FalseClass: FALSE };
