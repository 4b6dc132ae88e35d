/** What the signature of a library method says about one argument. */
import { ancestors } from '../../src/program/ancestors';
import type { MethodInfo, Program } from '../../src/program/program';
import type { LiteralTypeValue, MethodType, ParamType, Type } from '../../src/types/type';

export interface Naming {
  /** Some overload accepts instances of the class by its name, or by that of an ancestor other than Object. */
  readonly names: (className: string) => boolean;
  /** All overloads list classes and literals: what is not named is excluded. */
  readonly isClosed: boolean;
}

export function namingOf(library: Program, method: MethodInfo, count: number, position: number): Naming {
  const types = (method.signature?.arms ?? []).flatMap(({ type }) => typesAt(type, count, position));
  const named = types.flatMap(type => classesIn(library, type, method.owner));
  const known = new Set(named.filter(name => name !== null && name !== 'Object' && name !== 'BasicObject'));
  return {
    names: className => ancestors(library, className).some(name => known.has(name)),
    isClosed: types.length > 0 && !named.includes(null),
  };
}

function typesAt(type: MethodType, count: number, position: number): readonly Type[] {
  if (type.anyArgs) return [{ kind: 'dynamic' }];
  const positional = type.params.filter(param => POSITIONAL.has(param.kind));
  const rest = positional.find(param => param.kind === 'rest');
  const required = positional.filter(param => param.kind === 'required' || param.kind === 'post').length;
  if (count < required || (!rest && count > positional.length)) return [];
  const post = positional.filter(param => param.kind === 'post');
  if (position >= count - post.length) return [post[position - (count - post.length)]!.type];
  const before = positional.filter(param => param.kind === 'required' || param.kind === 'optional');
  return [(before[position] ?? rest)?.type ?? { kind: 'dynamic' }];
}

const POSITIONAL: ReadonlySet<ParamType['kind']> = new Set(['required', 'optional', 'rest', 'post']);

/** Null: anything else, which accepts what it accepts. */
function classesIn(library: Program, type: Type, owner: string): readonly (string | null)[] {
  switch (type.kind) {
    case 'nil':
      return ['NilClass'];
    case 'bool':
      return ['TrueClass', 'FalseClass'];
    case 'literal':
      return [classOfLiteral(type.value)];
    case 'nominal':
      return [type.name];
    case 'classOf':
      return ['Class', 'Module'];
    case 'self':
      return [owner];
    case 'tuple':
      return ['Array'];
    case 'finiteHash':
      return ['Hash'];
    case 'proc':
      return ['Proc'];
    case 'union':
      return type.members.flatMap(member => classesIn(library, member, owner));
    case 'nonNull':
      return classesIn(library, type.type, owner);
    case 'refined':
      return classesIn(library, type.base, owner);
    case 'alias': {
      const meant = library.aliases.get(type.name);
      return meant && meant.kind !== 'structural' ? classesIn(library, meant, owner) : [null];
    }
    default:
      return [null];
  }
}

function classOfLiteral(value: LiteralTypeValue): string {
  switch (value.type) {
    case 'integer':
      return 'Integer';
    case 'float':
      return 'Float';
    case 'string':
      return 'String';
    case 'symbol':
      return 'Symbol';
    case 'true':
      return 'TrueClass';
    case 'false':
      return 'FalseClass';
  }
}
