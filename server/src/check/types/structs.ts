/**
 * Struct.new and Data.define: their members and constructors. The type of a member is that of its annotated reader (or
 * writer), else the `var_type` of the field of the same name, else unknown.
 */
import { fieldOf, findMethod } from '../../program/lookup';
import type { Synthetic } from '../../program/program';
import type { Arg, Call, Expr } from '../../ril/ril';
import { isKeywordParam } from '../../types/keywordsAsHash';
import type { MethodType, ParamType, Type } from '../../types/type';
import { DYNAMIC, NIL, nominal } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { generaliseType } from '../../typing/typeOps';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { setFact } from '../state/env';

type Maker = Extract<Synthetic, { type: 'structNew' }>;

/** What reading a member returns. */
export function memberType(ctx: Ctx, owner: string, member: string): Type {
  const declared = declaredMemberType(ctx, owner, member);
  return declared.kind === 'dynamic' ? (ctx.summaries.memberOf?.(owner, member) ?? declared) : declared;
}

/** What may be written to it. */
export function declaredMemberType(ctx: Ctx, owner: string, member: string): Type {
  const read = findMethod(ctx.program, owner, member)?.signature?.arms[0]?.type.result;
  if (read !== undefined) return read;
  const written = findMethod(ctx.program, owner, `${member}=`)?.signature?.arms[0]?.type.params[0]?.type;
  if (written !== undefined) return written;
  return fieldOf(ctx.program, owner, `@${member}`)?.type ?? DYNAMIC;
}

/** The elements of `*point`; null unless it is a Struct that keeps Struct's `to_a`. */
export function memberTuple(ctx: Ctx, type: Type): Type | null {
  const made = type.kind === 'nominal' ? creatingCall(ctx, type.name) : null;
  if (made === null || made.data || type.kind !== 'nominal') return null;
  if (findMethod(ctx.program, type.name, 'to_a')?.owner !== 'Struct') return null;
  return { kind: 'tuple', elements: made.members.map(member => memberType(ctx, type.name, member)) };
}

/** The members of instances of this class, in order; null if Struct or Data did not create the class. */
export function membersOfClass(ctx: Ctx, name: string): readonly string[] | null {
  return creatingCall(ctx, name)?.members ?? null;
}

export function creatingCall(ctx: Ctx, name: string): Maker | null {
  for (const ancestor of ctx.hierarchy.ancestors(name)) {
    const made = ctx.program.classes.get(ancestor)?.singletonMethods.get('new')?.synthetic;
    if (made?.type === 'structNew') return made;
  }
  return null;
}

/**
 * The arms of `new`: positional or by keyword (`formFor` chooses). Struct members are optional, Data members are not.
 */
export function makerTypes(ctx: Ctx, owner: string, made: Maker): readonly MethodType[] {
  const result = nominal(owner);
  const form = (kind: ParamType['kind']): MethodType => ({
    ...EMPTY_METHOD,
    params: made.members.map(member => makeParam(kind, member, declaredMemberType(ctx, owner, member))),
    result,
  });
  if (made.data) return [form('required'), form('key')];
  if (made.keywordInit === true) return [form('optionalKey')];
  return made.keywordInit === false ? [form('optional')] : [form('optional'), form('optionalKey')];
}

/**
 * `new` of a Data class with its own `initialize`: positional arguments are passed by the members' names. Null if
 * `initialize` takes no keywords, so that no call of `new` is known to be right.
 */
export function dataConstructor(ctx: Ctx, name: string, arms: readonly MethodType[]): readonly MethodType[] | null {
  const members = creatingCall(ctx, name)?.members ?? [];
  if (!arms.every(arm => arm.params.every(param => isKeywordParam(param)))) return null;
  return arms.flatMap(arm => {
    const inOrder = members.map(member => positionalParamFor(arm, member));
    const taken = inOrder.indexOf(null);
    const params = (taken < 0 ? inOrder : inOrder.slice(0, taken)).filter(param => param !== null);
    return [{ ...arm, params }, arm];
  });
}

function positionalParamFor({ params }: MethodType, member: string): ParamType | null {
  const named = params.find(param => param.name === member && param.kind !== 'keyRest');
  if (named) return { ...named, kind: named.kind === 'key' ? 'required' : 'optional' };
  const rest = params.find(param => param.kind === 'keyRest');
  return rest ? makeParam('optional', member, rest.type) : null;
}

export function makeParam(kind: ParamType['kind'], name: string | null, type: Type): ParamType {
  return { kind, name, type, refinement: null, span: null };
}

/** Chooses among paired arms: Ruby treats keywords as members only if there are no other arguments. */
export function selectConstructorArms(
  made: boolean,
  arms: readonly MethodType[],
  actuals: Actuals,
): readonly MethodType[] {
  if (!made || arms.length < 2 || actuals.open) return arms;
  const keywords = actuals.list.length > 0 && actuals.list.every(actual => actual.kind === 'keyword');
  return arms.filter((_, index) => (index % 2 === 1) === keywords);
}

/** `p = Point.new(1, 2)`: the members of p have the types of the arguments until something may write them. */
export function learnMembers(ctx: Ctx, env: Env, local: string, value: Expr | null): Env {
  const given = value?.kind === 'call' && value.method === 'new' ? findCreatingCall(ctx, value) : null;
  if (given === null || value?.kind !== 'call') return env;
  let now = env;
  given.made.members.forEach((member, index) => {
    const type = memberTypeAtCall(ctx, value.args, member, index);
    const declared = declaredMemberType(ctx, given.owner, member);
    if (type !== null && declared.kind === 'dynamic') now = setFact(now, `${local}.${member}`, type);
  });
  return now;
}

function findCreatingCall(ctx: Ctx, call: Call): { readonly made: Maker; readonly owner: string } | null {
  const [only, ...others] = ctx.out.calls.get(call)?.candidates ?? [];
  const owner = only?.receiver.kind === 'classOf' ? only.receiver.name : null;
  if (owner === null || others.length > 0 || !only?.method?.endsWith('.new')) return null;
  const made = creatingCall(ctx, owner);
  return made === null ? null : { made, owner };
}

/** Returns null if the call does not determine the member. */
function memberTypeAtCall(ctx: Ctx, args: readonly Arg[], member: string, index: number): Type | null {
  if (!args.every(arg => arg.type === 'positional' || arg.type === 'keyword')) return null;
  const byKeyword = args.length > 0 && args.every(arg => arg.type === 'keyword');
  const arg = byKeyword ? args.find(one => one.type === 'keyword' && one.name === member) : args[index];
  if (arg === undefined) return NIL;
  const type = 'value' in arg && arg.value !== null ? ctx.out.types.get(arg.value) : undefined;
  return type === undefined || type.kind === 'dynamic' ? null : generaliseType(ctx, type);
}
