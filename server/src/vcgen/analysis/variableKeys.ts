/** Maps Ruby's variable names to heap keys. Only this file inspects sigils. */
import { ancestors } from '../../program/ancestors';
import { classVariableOwner } from '../../program/lookup';
import type { MethodInfo, Program } from '../../program/program';
import {
  ALL_CONTENTS,
  classFieldKey,
  classVariableKey,
  type EffectKey,
  fieldKey,
  globalKey,
  type SharedKey,
} from '../state/heapKey';

/** Null: not a variable's name, such as the `contents` of a label. */
export function scopeOfName(name: string): 'global' | 'class' | 'instance' | null {
  if (name.startsWith('$')) return 'global';
  if (name.startsWith('@@')) return 'class';
  return name.startsWith('@') ? 'instance' : null;
}

/** The key of a variable that belongs to no instance, as resolved in a method of `owner`. */
export function sharedKey(program: Program, owner: string, name: string): SharedKey {
  switch (scopeOfName(name)) {
    case 'global':
      return globalKey(name);
    case 'class':
      return classVariableKey(classVariableOwner(program, owner, name), name);
    default:
      return classFieldKey(owner, name);
  }
}

/** The key of a variable, or of `contents`, as resolved in this method. */
export function keyInMethod(program: Program, { owner, singleton }: MethodInfo, name: string): EffectKey {
  const scope = scopeOfName(name);
  if (scope === 'class' || (scope === 'instance' && singleton)) return sharedKey(program, owner, name);
  return keyInLabel(name);
}

/** The key that a label names for any object: `contents`, a field; or a global variable. */
export function keyInLabel(name: string): EffectKey {
  if (name === 'contents') return ALL_CONTENTS;
  return scopeOfName(name) === 'global' ? globalKey(name) : fieldKey(name);
}

/** Names of the fields of instances of this class, its own first. */
export function instanceFieldNames(program: Program, className: string): readonly string[] {
  const names = ancestors(program, className).flatMap(name => [...(program.classes.get(name)?.fields.keys() ?? [])]);
  return [...new Set(names)].filter(name => scopeOfName(name) !== 'class');
}
