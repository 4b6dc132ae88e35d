/** The methods of a value: names and signatures, those of its own class first. */

import { singletonAncestors } from '../program/ancestors';
import { instanceOwners } from '../program/lookup';
import type { MethodInfo, Program } from '../program/program';
import { showMethodType } from '../types/show';
import { FLOAT, INTEGER, STRING, SYMBOL, type Type } from '../types/type';

export interface Member {
  readonly name: string;
  readonly owner: string;
  readonly detail: string;
  /** Distance to the defining class: 0 is the class itself. */
  readonly distance: number;
  readonly info: MethodInfo;
}

/** For a union: the methods that all members have. Nil is ignored; the verifier reports it. */
export function membersOf(program: Program, type: Type, withPrivate: boolean): readonly Member[] {
  switch (type.kind) {
    case 'nominal':
      return instanceMembers(program, type.name, withPrivate);
    case 'classOf':
      return singletonMembers(program, type.name, withPrivate);
    case 'bool':
      return instanceMembers(program, 'TrueClass', withPrivate);
    case 'nil':
      return instanceMembers(program, 'NilClass', withPrivate);
    case 'literal':
      return membersOf(program, LITERALS[type.value.type], withPrivate);
    case 'tuple':
      return instanceMembers(program, 'Array', withPrivate);
    case 'finiteHash':
      return instanceMembers(program, 'Hash', withPrivate);
    case 'proc':
      return instanceMembers(program, 'Proc', withPrivate);
    case 'refined':
      return membersOf(program, type.base, withPrivate);
    case 'nonNull':
      return membersOf(program, type.type, withPrivate);
    case 'union':
      return intersectMembers(
        type.members.filter(each => each.kind !== 'nil').map(each => membersOf(program, each, withPrivate)),
      );
    case 'intersection':
      return type.members.flatMap(each => membersOf(program, each, withPrivate));
    default:
      return [];
  }
}

const LITERALS = {
  integer: INTEGER,
  float: FLOAT,
  string: STRING,
  symbol: SYMBOL,
  true: { kind: 'bool' },
  false: { kind: 'bool' },
} as const;

function instanceMembers(program: Program, className: string, withPrivate: boolean): readonly Member[] {
  const owners = instanceOwners(program, className);
  return gatherMembers(
    owners.flatMap((owner, distance) =>
      [...(program.classes.get(owner)?.methods.values() ?? [])].map(info => ({ info, distance })),
    ),
    withPrivate,
  );
}

function singletonMembers(program: Program, className: string, withPrivate: boolean): readonly Member[] {
  return gatherMembers(
    singletonAncestors(program, className).flatMap((owner, distance) => {
      const info = program.classes.get(owner.name);
      const methods = owner.singleton ? info?.singletonMethods : info?.methods;
      return [...(methods?.values() ?? [])].map(each => ({ info: each, distance }));
    }),
    withPrivate,
  );
}

/** The first method of a name hides those further up. Operators are not completed. */
function gatherMembers(
  found: readonly { readonly info: MethodInfo; readonly distance: number }[],
  withPrivate: boolean,
): readonly Member[] {
  const members = new Map<string, Member>();
  for (const { info, distance } of found) {
    const { name, owner } = info;
    if (members.has(name) || !/^[a-z_]\w*[?!]?$/i.test(name)) continue;
    if (!withPrivate && (info.visibility !== 'public' || isFunction(info))) continue;
    const arm = info.signature?.arms[0];
    const detail = arm ? showMethodType(arm.type) : info.learned ? `${owner}, known from runs` : owner;
    members.set(name, { name, owner, detail, distance, info });
  }
  return [...members.values()];
}

/** `Integer("1")`, `DelegateClass(C)`: methods of every object that are not called on a value. */
function isFunction({ name, owner }: MethodInfo): boolean {
  return (owner === 'Kernel' || owner === 'Object') && /^[A-Z]/.test(name);
}

function intersectMembers(lists: readonly (readonly Member[])[]): readonly Member[] {
  const [first = [], ...others] = lists;
  return first.filter(member => others.every(list => list.some(each => each.name === member.name)));
}
