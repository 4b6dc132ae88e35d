/**
 * What Struct and Data give to every class that they make, in terms of its members: `to_a` is a tuple, `to_h` a finite
 * hash, `[]` with a name the member of that name. The library's signatures know only one type for all members.
 */
import type { MethodInfo } from '../program/program';
import type { HashEntry, LiteralTypeValue, MethodType, ParamType, Type } from '../types/type';
import { ANY, nominal, SELF, SYMBOL } from '../types/type';
import type { Actual, Actuals } from './arguments';
import type { Ctx } from './context';
import { EMPTY_METHOD } from './instantiate';
import { joinedAll } from './relations';
import { makerOf, memberType, parameter } from './structs';

interface Member {
  readonly name: string;
  readonly type: Type;
}

/** The types of a method of Struct or Data as instances of this class have it; else those given. */
export function memberwiseTypes(
  ctx: Ctx,
  info: MethodInfo,
  className: string,
  arms: readonly MethodType[],
): readonly MethodType[] {
  if (info.owner !== 'Struct' && info.owner !== 'Data') return arms;
  const made = makerOf(ctx, className);
  if (made === null) return arms;
  const members = made.members.map(name => ({ name, type: memberType(ctx, className, name) }));
  return ofMembers(ctx, info.name, members, arms) ?? arms;
}

function ofMembers(
  ctx: Ctx,
  method: string,
  members: readonly Member[],
  arms: readonly MethodType[],
): readonly MethodType[] | null {
  const any = joinedAll(
    ctx,
    members.map(member => member.type),
  );
  const withBlock = arms.filter(arm => arm.block !== null);
  switch (method) {
    case 'with':
      return [
        giving(
          SELF,
          members.map(({ name, type }) => parameter('optionalKey', name, type)),
        ),
      ];
    case 'to_a':
    case 'values':
    case 'deconstruct':
      return [giving({ kind: 'tuple', elements: members.map(member => member.type) })];
    case 'to_h':
      return [giving({ kind: 'finiteHash', entries: members.map(entryOf), rest: null }), ...withBlock];
    case 'each':
      return [overEach(any), giving(nominal('Enumerator', [any, SELF]))];
    case 'each_pair': {
      const pair: Type = { kind: 'tuple', elements: [SYMBOL, any] };
      return [overEach(pair), giving(nominal('Enumerator', [pair, SELF]))];
    }
    case '[]':
      return [...keyed(members, type => giving(type)), giving(any, [anyKey()])];
    case '[]=': {
      const value = (type: Type): ParamType => parameter('required', null, type);
      const arm = (type: Type): MethodType => giving(type, [value(type)]);
      return [...keyed(members, arm), giving(any, [anyKey(), value(any)])];
    }
    default:
      return null;
  }
}

function giving(result: Type, params: readonly ParamType[] = []): MethodType {
  return { ...EMPTY_METHOD, params, result };
}

function overEach(yielded: Type): MethodType {
  const block = giving(ANY, [parameter('required', null, yielded)]);
  return { ...giving(SELF), block: { type: block, optional: false } };
}

function entryOf({ name, type }: Member): HashEntry {
  return { key: { type: 'symbol', value: name }, type, optional: false };
}

/** One arm for each way to name each member: `:x`, `'x'`, `0`, `-2`. */
function keyed(members: readonly Member[], arm: (type: Type) => MethodType): readonly MethodType[] {
  return members.flatMap(({ name, type }, index) => {
    const keys: readonly LiteralTypeValue[] = [
      { type: 'symbol', value: name },
      { type: 'string', value: name },
      { type: 'integer', value: String(index) },
      { type: 'integer', value: String(index - members.length) },
    ];
    const { params, ...rest } = arm(type);
    return keys.map(value => ({
      ...rest,
      params: [parameter('required', null, { kind: 'literal', value }), ...params],
    }));
  });
}

function anyKey(): ParamType {
  const members = ['Symbol', 'String', 'Integer'].map(name => nominal(name));
  return parameter('required', null, { kind: 'union', members });
}

/** A key that is spelled out means the member of that name and no other; a computed one may mean any. */
export function keyedForm(
  info: MethodInfo | null,
  arms: readonly MethodType[],
  actuals: Actuals,
): readonly MethodType[] {
  if (info?.owner !== 'Struct' || (info.name !== '[]' && info.name !== '[]=')) return arms;
  const key = actuals.list[0];
  const spelled = key === undefined ? null : spelledOut(key);
  if (spelled === null) return arms.slice(-1);
  const alike = arms.filter(arm => literalKey(arm)?.type === spelled.type);
  const meant = alike.filter(arm => literalKey(arm)?.value === spelled.value);
  return meant.length > 0 ? meant : alike.length > 0 ? alike : arms;
}

type Key = Extract<LiteralTypeValue, { readonly value: string }>;

function literalKey(arm: MethodType): Key | null {
  const type = arm.params[0]?.type;
  return type?.kind === 'literal' && 'value' in type.value ? type.value : null;
}

function spelledOut({ type, expr }: Actual): Key | null {
  if (type.kind === 'literal' && 'value' in type.value) return type.value;
  return expr?.kind === 'lit' && expr.value.type === 'string' ? { type: 'string', value: expr.value.value } : null;
}
