/**
 * Types of the methods of Struct and Data in terms of the members: `to_a` is a tuple, `to_h` a finite hash, `[]` with a
 * name the member of that name. The library's signatures have only one type for all members.
 */
import type { MethodInfo } from '../../program/program';
import type { HashEntry, LiteralTypeValue, MethodType, ParamType, Type } from '../../types/type';
import { ANY, nominal, SELF, SYMBOL } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { joinAllTypes } from '../../typing/typeOps';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import { creatingCall, makeParam, memberType } from './structs';

interface Member {
  readonly name: string;
  readonly type: Type;
}

/** The types of a Struct or Data method for instances of this class; the given ones for any other method. */
export function memberwiseTypes(
  ctx: Ctx,
  info: MethodInfo,
  className: string,
  arms: readonly MethodType[],
): readonly MethodType[] {
  if (info.owner !== 'Struct' && info.owner !== 'Data') return arms;
  const made = creatingCall(ctx, className);
  if (made === null) return arms;
  const members = made.members.map(name => ({ name, type: memberType(ctx, className, name) }));
  return typesByMembers(ctx, info, members, arms) ?? arms;
}

function typesByMembers(
  ctx: Ctx,
  { name, facts }: MethodInfo,
  members: readonly Member[],
  arms: readonly MethodType[],
): readonly MethodType[] | null {
  const any = joinAllTypes(
    ctx,
    members.map(member => member.type),
  );
  if (facts?.arranges === 'list')
    return [methodReturning({ kind: 'tuple', elements: members.map(member => member.type) })];
  if (facts?.arranges === 'named') {
    const withBlock = arms.filter(arm => arm.block !== null);
    return [methodReturning({ kind: 'finiteHash', entries: members.map(entryOf), rest: null }), ...withBlock];
  }
  if (facts?.yields === 'elements' || facts?.yields === 'pairs') {
    const yielded: Type = facts.yields === 'pairs' ? { kind: 'tuple', elements: [SYMBOL, any] } : any;
    return [methodYielding(yielded), methodReturning(nominal('Enumerator', [yielded, SELF]))];
  }
  if (facts?.seeks === 'key') return typesByKey(members, any, facts.stores === 'argument');
  return name === 'with' ? [methodReplacing(members)] : null;
}

/** `[]`, and `[]=`, which takes a value and returns it. */
function typesByKey(members: readonly Member[], any: Type, isWrite: boolean): readonly MethodType[] {
  const value = (type: Type): readonly ParamType[] => (isWrite ? [makeParam('required', null, type)] : []);
  return [
    ...armsPerKey(members, type => methodReturning(type, value(type))),
    methodReturning(any, [anyKey(), ...value(any)]),
  ];
}

/** A copy with other members. */
function methodReplacing(members: readonly Member[]): MethodType {
  return methodReturning(
    SELF,
    members.map(({ name, type }) => makeParam('optionalKey', name, type)),
  );
}

function methodReturning(result: Type, params: readonly ParamType[] = []): MethodType {
  return { ...EMPTY_METHOD, params, result };
}

function methodYielding(yielded: Type): MethodType {
  const block = methodReturning(ANY, [makeParam('required', null, yielded)]);
  return { ...methodReturning(SELF), block: { type: block, optional: false } };
}

function entryOf({ name, type }: Member): HashEntry {
  return { key: { type: 'symbol', value: name }, type, optional: false };
}

/** One arm for each way to name each member: `:x`, `'x'`, `0`, `-2`. */
function armsPerKey(members: readonly Member[], arm: (type: Type) => MethodType): readonly MethodType[] {
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
      params: [makeParam('required', null, { kind: 'literal', value }), ...params],
    }));
  });
}

function anyKey(): ParamType {
  const members = ['Symbol', 'String', 'Integer'].map(name => nominal(name));
  return makeParam('required', null, { kind: 'union', members });
}

/** A literal key selects the member of that name only; a computed key may select any. */
export function selectKeyedArms(
  info: MethodInfo | null,
  arms: readonly MethodType[],
  actuals: Actuals,
): readonly MethodType[] {
  if (info?.owner !== 'Struct' || info.facts?.seeks !== 'key') return arms;
  const key = actuals.list[0];
  const spelled = key === undefined ? null : literalKeyOf(key);
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

function literalKeyOf({ type, expr }: Actual): Key | null {
  if (type.kind === 'literal' && 'value' in type.value) return type.value;
  return expr?.kind === 'lit' && expr.value.type === 'string' ? { type: 'string', value: expr.value.value } : null;
}
