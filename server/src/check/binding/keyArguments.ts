/**
 * Key lookups in hashes. A key that no key of the hash can equal (`h['a']` with symbol keys) is an error. A key that
 * some key may equal is allowed: a member of a union, a superclass or subclass, a number of another class. Elements are
 * not restricted: `==` may hold between any two objects, so `include?`, `index`, `count` and `delete` accept anything
 * (server/core).
 */
import type { MethodInfo } from '../../program/program';
import type { MethodType, ParamType, Type } from '../../types/type';
import { className } from '../../typing/narrow';
import { membersOf, resolveType } from '../../typing/typeOps';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';

const NUMBERS: ReadonlySet<string> = new Set(['Integer', 'Float', 'Rational', 'Complex']);

/** The arms of a lookup, with key parameters widened to what these arguments may be. */
export function armsForKeyLookup(
  ctx: Ctx,
  info: MethodInfo | null,
  arms: readonly MethodType[],
  actuals: Actuals,
): readonly MethodType[] {
  const seeks = info?.owner === 'Hash' && !info.singleton ? info.facts?.seeks : null;
  if (!seeks || seeks === 'index') return arms;
  const sought = seeks === 'key' ? actuals.list.slice(0, 1) : actuals.list;
  const types = sought.flatMap(actual => (actual.kind === 'positional' ? [actual.type] : []));
  if (types.length === 0) return arms;
  return arms.map(arm => {
    const widenKey = (param: ParamType, index: number): ParamType => {
      const own = param.kind === 'rest' ? types.slice(index) : types.slice(index, index + 1);
      const isKey = own.length > 0 && (index === 0 || param.kind === 'rest');
      return isKey && own.every(type => mayBeEqual(ctx, type, param.type))
        ? { ...param, type: { kind: 'union', members: [param.type, ...own] } }
        : param;
    };
    return { ...arm, params: arm.params.map(widenKey) };
  });
}

/** Can one value have both types, or can two numbers of these types be equal? */
function mayBeEqual(ctx: Ctx, one: Type, other: Type): boolean {
  return membersOf(ctx, one).some(left => membersOf(ctx, other).some(right => mayMembersBeEqual(ctx, left, right)));
}

function mayMembersBeEqual(ctx: Ctx, left: Type, right: Type): boolean {
  const [a, b] = [resolveType(ctx, left), resolveType(ctx, right)].map(type => className(type));
  if (!a || !b) return a === b || isOpen(resolveType(ctx, left)) || isOpen(resolveType(ctx, right));
  if (NUMBERS.has(a) && NUMBERS.has(b)) return true;
  return ctx.hierarchy.ancestors(a).includes(b) || ctx.hierarchy.ancestors(b).includes(a);
}

/** A value of this type may be of any class. */
function isOpen({ kind }: Type): boolean {
  return kind === 'any' || kind === 'dynamic' || kind === 'variable' || kind === 'structural' || kind === 'self';
}
