/**
 * The `var_type` to propose for a field that has none: what is written to it, and for a container that starts out empty
 * what is put into it, or what a method that gives it away says that it is.
 */
import type { MethodInfo } from '../program/program';
import type { Call, Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import type { Type } from '../types/type';
import { BOTTOM } from '../types/type';
import type { Ctx } from './context';
import { familyOf, joinedWrites, mentions, typesIn } from './fieldWrites';
import { joined, joinedAll, membersOf, resolved } from './relations';
import { tailsOf } from './tails';

const MOST_METHODS = 20;

/** Null: nothing is written to it in sight. */
export function suggestedFieldType(ctx: Ctx, className: string, field: string, singleton: boolean): Type | null {
  const key = `suggestion ${className} ${field}`;
  const { running } = ctx.memory;
  if (running.has(key)) return null;
  running.add(key);
  const written = joinedWrites(ctx, className, field, singleton);
  const type = written === null ? null : withContents(ctx, className, field, singleton, written);
  running.delete(key);
  return type;
}

function withContents(ctx: Ctx, className: string, field: string, singleton: boolean, type: Type): Type {
  const members = membersOf(ctx, type);
  if (!members.some(isEmpty)) return type;
  const methods = familyOf(ctx, className)
    .flatMap(info => [...(singleton ? info.singletonMethods : info.methods).values()])
    .filter(method => method.aliasOf === null && method.definition !== null && mentions(method.definition.body, field));
  if (methods.length > MOST_METHODS) return type;
  return joinedAll(
    ctx,
    members.map(member => (isEmpty(member) ? filledBy(ctx, methods, field, member) : member)),
  );
}

type Container = Extract<Type, { kind: 'nominal' }>;

function isEmpty(type: Type): type is Container {
  return (
    type.kind === 'nominal' &&
    type.args.length > 0 &&
    type.args.every(arg => arg.kind === 'bottom' || arg.kind === 'dynamic')
  );
}

function filledBy(ctx: Ctx, methods: readonly MethodInfo[], field: string, type: Container): Type {
  const put = methods.flatMap(method => putIn(ctx, method, field, type.args.length));
  const given = put.length > 0 ? put : methods.flatMap(method => givenAway(ctx, method, field, type));
  if (given.length === 0) return type;
  const args = type.args.map((_, i) => given.reduce<Type>((all, one) => joined(ctx, all, one[i] ?? BOTTOM), BOTTOM));
  return { ...type, args: args.map((arg, i) => (arg.kind === 'bottom' ? (type.args[i] ?? arg) : arg)) };
}

const APPENDS: ReadonlySet<string> = new Set(['<<', 'push', 'append', 'unshift', 'prepend', 'add']);
const STORES: ReadonlySet<string> = new Set(['[]=', 'store']);

/** `@list << x`, `@table[k] = v`: the types of the arguments, one list for each call. */
function putIn(ctx: Ctx, method: MethodInfo, field: string, arity: number): readonly (readonly Type[])[] {
  const calls: Call[] = [];
  const body = method.definition?.body;
  if (body === undefined) return [];
  walk(body, expr => {
    if (expr.kind === 'call' && isField(expr.receiver, field) && fills(expr, arity)) calls.push(expr);
    return true;
  });
  const types = calls.length === 0 ? null : typesIn(ctx, method);
  if (types === null) return [];
  return calls.flatMap(call => {
    const given = call.args.flatMap(arg => (arg.type === 'positional' ? [types.get(arg.value) ?? BOTTOM] : []));
    return arity === 2 ? [given] : STORES.has(call.method) ? [given.slice(1)] : given.map(one => [one]);
  });
}

function fills(call: Call, arity: number): boolean {
  if (call.args.some(arg => arg.type !== 'positional')) return false;
  return (APPENDS.has(call.method) && arity === 1) || (STORES.has(call.method) && call.args.length === 2);
}

/** A method that ends with the field, and says what it gives. */
function givenAway(ctx: Ctx, method: MethodInfo, field: string, type: Container): readonly (readonly Type[])[] {
  const body = method.definition?.body;
  if (body === undefined || !tailsOf(body).some(tail => isField(tail, field))) return [];
  return (method.signature?.arms ?? []).flatMap(arm => {
    const result = resolved(ctx, arm.type.result);
    return result.kind === 'nominal' && result.name === type.name && result.args.length > 0 ? [result.args] : [];
  });
}

function isField(expr: Expr | null, field: string): boolean {
  return expr?.kind === 'var' && expr.name === field;
}
