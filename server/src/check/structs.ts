/**
 * Struct.new and Data.define: what their members are and how instances are made. A member's type is what its reader's
 * (or writer's) annotation says, else the `var_type` of the field of its name, else unknown.
 */
import { fieldOf, findMethod } from '../program/lookup';
import type { Synthetic } from '../program/program';
import type { Arg, Call, Expr } from '../ril/ril';
import type { MethodType, ParamType, Type } from '../types/type';
import { DYNAMIC, NIL, nominal } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import { use } from './context';
import type { Env } from './env';
import { setFact } from './env';
import { EMPTY_METHOD } from './instantiate';
import { generalised } from './relations';

type Maker = Extract<Synthetic, { type: 'structNew' }>;

export function memberType(ctx: Ctx, owner: string, member: string): Type {
  use(ctx, { kind: 'method', key: `${owner}#${member}` });
  const read = findMethod(ctx.program, owner, member)?.signature?.arms[0]?.type.result;
  if (read !== undefined) return read;
  const written = findMethod(ctx.program, owner, `${member}=`)?.signature?.arms[0]?.type.params[0]?.type;
  if (written !== undefined) return written;
  use(ctx, { kind: 'field', className: owner, name: `@${member}` });
  return fieldOf(ctx.program, owner, `@${member}`)?.type ?? DYNAMIC;
}

/** What `*point` hands over; null: not a Struct with Struct's own `to_a`. */
export function memberTuple(ctx: Ctx, type: Type): Type | null {
  const made = type.kind === 'nominal' ? makerOf(ctx, type.name) : null;
  if (made === null || made.data || type.kind !== 'nominal') return null;
  if (findMethod(ctx.program, type.name, 'to_a')?.owner !== 'Struct') return null;
  return { kind: 'tuple', elements: made.members.map(member => memberType(ctx, type.name, member)) };
}

/** The members of instances of this class, in order; null: not made by Struct or Data. */
export function membersOfClass(ctx: Ctx, name: string): readonly string[] | null {
  return makerOf(ctx, name)?.members ?? null;
}

export function makerOf(ctx: Ctx, name: string): Maker | null {
  for (const ancestor of ctx.hierarchy.ancestors(name)) {
    const made = ctx.program.classes.get(ancestor)?.singletonMethods.get('new')?.synthetic;
    if (made?.type === 'structNew') return made;
  }
  return null;
}

/**
 * How `new` of this class may be called: with values in order, or with keywords (`formFor` says which is meant).
 * Struct members may be left out, Data members may not.
 */
export function makerTypes(ctx: Ctx, owner: string, made: Maker): readonly MethodType[] {
  const result = nominal(owner);
  const form = (kind: ParamType['kind']): MethodType => ({
    ...EMPTY_METHOD,
    params: made.members.map(member => parameter(kind, member, memberType(ctx, owner, member))),
    result,
  });
  if (made.data) return [form('required'), form('key')];
  if (made.keywordInit === true) return [form('optionalKey')];
  return made.keywordInit === false ? [form('optional')] : [form('optional'), form('optionalKey')];
}

/**
 * `new` of a Data class with an `initialize` of its own: what is given in order goes there by the members' names. Null:
 * `initialize` takes no keywords, so no call of `new` is known to be right.
 */
export function dataConstructor(ctx: Ctx, name: string, arms: readonly MethodType[]): readonly MethodType[] | null {
  const members = makerOf(ctx, name)?.members ?? [];
  if (!arms.every(arm => arm.params.every(param => /key/i.test(param.kind)))) return null;
  return arms.flatMap(arm => {
    const inOrder = members.map(member => inOrderOf(arm, member));
    const taken = inOrder.indexOf(null);
    const params = (taken < 0 ? inOrder : inOrder.slice(0, taken)).filter(param => param !== null);
    return [{ ...arm, params }, arm];
  });
}

function inOrderOf({ params }: MethodType, member: string): ParamType | null {
  const named = params.find(param => param.name === member && param.kind !== 'keyRest');
  if (named) return { ...named, kind: named.kind === 'key' ? 'required' : 'optional' };
  const rest = params.find(param => param.kind === 'keyRest');
  return rest ? parameter('optional', member, rest.type) : null;
}

export function parameter(kind: ParamType['kind'], name: string | null, type: Type): ParamType {
  return { kind, name, type, refinement: null, span: null };
}

/** Of arms in pairs, in order and by keyword: Ruby reads keywords as members only where there is nothing else. */
export function formFor(made: boolean, arms: readonly MethodType[], actuals: Actuals): readonly MethodType[] {
  if (!made || arms.length < 2 || actuals.open) return arms;
  const keywords = actuals.list.length > 0 && actuals.list.every(actual => actual.kind === 'keyword');
  return arms.filter((_, index) => (index % 2 === 1) === keywords);
}

/** `p = Point.new(1, 2)`: until something may write them, p's members are what was given. */
export function membersGiven(ctx: Ctx, env: Env, local: string, value: Expr | null): Env {
  const given = value?.kind === 'call' && value.method === 'new' ? madeBy(ctx, value) : null;
  if (given === null || value?.kind !== 'call') return env;
  let now = env;
  given.made.members.forEach((member, index) => {
    const type = givenType(ctx, value.args, member, index);
    const declared = memberType(ctx, given.owner, member);
    if (type !== null && declared.kind === 'dynamic') now = setFact(now, `${local}.${member}`, type);
  });
  return now;
}

function madeBy(ctx: Ctx, call: Call): { readonly made: Maker; readonly owner: string } | null {
  const [only, ...others] = ctx.out.calls.get(call)?.candidates ?? [];
  const owner = only?.receiver.kind === 'classOf' ? only.receiver.name : null;
  if (owner === null || others.length > 0 || !only?.method?.endsWith('.new')) return null;
  const made = makerOf(ctx, owner);
  return made === null ? null : { made, owner };
}

/** Null: the call does not say plainly. */
function givenType(ctx: Ctx, args: readonly Arg[], member: string, index: number): Type | null {
  if (!args.every(arg => arg.type === 'positional' || arg.type === 'keyword')) return null;
  const byKeyword = args.length > 0 && args.every(arg => arg.type === 'keyword');
  const arg = byKeyword ? args.find(one => one.type === 'keyword' && one.name === member) : args[index];
  if (arg === undefined) return NIL;
  const type = 'value' in arg && arg.value !== null ? ctx.out.types.get(arg.value) : undefined;
  return type === undefined || type.kind === 'dynamic' ? null : generalised(ctx, type);
}
