/**
 * Looking for a key: it is an error to ask for one that no key of the hash can be (`h['a']` of symbols), and none to ask
 * for one that some can be: of a union, of a class above or below, a number of another kind. Elements are another matter:
 * `==` may hold between any two objects, so `include?`, `index`, `count`, `delete` take them all (server/core).
 */
import type { MethodInfo } from '../program/program';
import type { MethodType, ParamType, Type } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import { className } from './narrow';
import { membersOf, resolved } from './relations';

const SEEKING: ReadonlySet<string> = new Set(
  '[] key? has_key? include? member? fetch dig delete values_at fetch_values slice except assoc'.split(' '),
);
const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'Complex']);

/** The arms of a lookup as these arguments may use them. */
export function seekingForm(
  ctx: Ctx,
  info: MethodInfo | null,
  arms: readonly MethodType[],
  actuals: Actuals,
): readonly MethodType[] {
  if (info?.owner !== 'Hash' || info.singleton || !SEEKING.has(info.name)) return arms;
  const sought = info.name === 'dig' || info.name === 'fetch' ? actuals.list.slice(0, 1) : actuals.list;
  const types = sought.flatMap(actual => (actual.kind === 'positional' ? [actual.type] : []));
  if (types.length === 0) return arms;
  return arms.map(arm => {
    const taken = (param: ParamType, index: number): ParamType => {
      const own = param.kind === 'rest' ? types.slice(index) : types.slice(index, index + 1);
      const isKey = own.length > 0 && (index === 0 || param.kind === 'rest');
      return isKey && own.every(type => mayMeet(ctx, type, param.type))
        ? { ...param, type: { kind: 'union', members: [param.type, ...own] } }
        : param;
    };
    return { ...arm, params: arm.params.map(taken) };
  });
}

/** Is there an object that is of both types, or one of each that are the same number? */
function mayMeet(ctx: Ctx, one: Type, other: Type): boolean {
  return membersOf(ctx, one).some(left => membersOf(ctx, other).some(right => meet(ctx, left, right)));
}

function meet(ctx: Ctx, left: Type, right: Type): boolean {
  const [a, b] = [resolved(ctx, left), resolved(ctx, right)].map(type => className(type));
  if (!a || !b) return a === b || isOpen(resolved(ctx, left)) || isOpen(resolved(ctx, right));
  if (NUMBERS.has(a) && NUMBERS.has(b)) return true;
  return ctx.hierarchy.ancestors(a).includes(b) || ctx.hierarchy.ancestors(b).includes(a);
}

/** It may be of any class. */
function isOpen({ kind }: Type): boolean {
  return kind === 'any' || kind === 'dynamic' || kind === 'variable' || kind === 'structural' || kind === 'self';
}
