/**
 * Two types, compared by the classes of their values alone: is whatever has the one type of a class that the other names?
 * Nil is left out, and so is what containers hold: both are asked about elsewhere.
 */
import { ancestors } from '../program/ancestors';
import type { Program } from '../program/program';
import { equalTypes } from '../types/equal';
import type { Type } from '../types/type';
import { classNameOf, members } from './shape';

export function fitsByClass(program: Program, from: Type, to: Type): boolean {
  const wanted = members(to);
  const names = wanted.flatMap(member => classNamesOf(member) ?? []);
  if (wanted.some(member => classNamesOf(member) === null && member.kind !== 'nil')) return true;
  return members(from).every(own => {
    if (own.kind === 'nil' || own.kind === 'bottom') return true;
    const classes = classNamesOf(own);
    if (classes === null) return wanted.some(member => equalTypes(own, member));
    return classes.every(name => name === 'NilClass' || isBelowOne(program, name, names));
  });
}

function isBelowOne(program: Program, name: string, names: readonly string[]): boolean {
  if (names.includes(name)) return true;
  const above = ancestors(program, name);
  return names.some(each => above.includes(each));
}

/** Null: no class tells whether a value has this type. */
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
