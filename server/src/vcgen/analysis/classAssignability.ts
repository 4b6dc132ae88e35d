/**
 * Compares two types by the classes of their values alone: does every value of one type have a class that the other
 * names? Nil and the elements of containers are ignored: other obligations cover them.
 */
import { ancestors } from '../../program/ancestors';
import type { Program } from '../../program/program';
import { equalTypes } from '../../types/equal';
import type { Type } from '../../types/type';
import { classNameOf, unionMembers } from '../state/representation';
import { tagsOf } from '../state/typeGuards';

export function isAssignableByClass(program: Program, from: Type, to: Type): boolean {
  const wanted = unionMembers(to);
  const names = wanted.flatMap(member => classNamesOf(member) ?? []);
  if (wanted.some(member => classNamesOf(member) === null && member.kind !== 'nil')) return true;
  return unionMembers(from).every(own => {
    if (own.kind === 'nil' || own.kind === 'bottom') return true;
    const classes = classNamesOf(own);
    if (classes === null) return wanted.some(member => equalTypes(own, member));
    return classes.every(name => name === 'NilClass' || isBelowOne(program, name, names));
  });
}

/** Whether every value of one type, except nil, is known to have the other. */
export function isKnownToFit(program: Program, from: Type, to: Type): boolean {
  const [own, wanted] = [tagsOf(from), tagsOf(to)];
  if (own === null || wanted === null) return false;
  return [...own].every(tag => wanted.has(tag) || tag === 'nil') && isAssignableByClass(program, from, to);
}

function isBelowOne(program: Program, name: string, names: readonly string[]): boolean {
  if (names.includes(name)) return true;
  const above = ancestors(program, name);
  return names.some(each => above.includes(each));
}

/** Null: no class determines whether a value has this type. */
function classNamesOf(type: Type): readonly string[] | null {
  switch (type.kind) {
    case 'bool':
      return ['TrueClass', 'FalseClass'];
    case 'proc':
      return ['Proc'];
    case 'classOf':
      return ['Class'];
    case 'literal':
      return [LITERALS[type.value.type]];
    default: {
      const name = classNameOf(type);
      return name === null ? null : [name];
    }
  }
}

const LITERALS = {
  integer: 'Integer',
  float: 'Float',
  string: 'String',
  symbol: 'Symbol',
  true: 'TrueClass',
  false: 'FalseClass',
} as const;
