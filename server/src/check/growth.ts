/** Arrays and hashes that were made here and shown to nobody: what is put into them makes their types grow. */
import type { Call, Expr } from '../ril/ril';
import type { LiteralTypeValue, Type } from '../types/type';
import { BOTTOM, DYNAMIC, nominal } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import type { Env } from './env';
import { bindLocal } from './env';
import { innerOf, putsNew, withInner, withRoom } from './nestedGrowth';
import type { Choice } from './overloads';
import { isPure } from './purity';
import { generalised, joined, resolved } from './relations';

/** The local whose array or hash the call may fill. */
export function growingLocal(env: Env, call: Call): string | null {
  const { receiver } = call;
  return receiver?.kind === 'var' && receiver.scope === 'local' && env.growing.has(receiver.name)
    ? receiver.name
    : null;
}

/** `[1].push('a')`: nobody else sees the array that is filled. */
export function isLiteral({ receiver }: Call): boolean {
  return receiver?.kind === 'array' || receiver?.kind === 'hash';
}

type Nominal = Extract<Type, { kind: 'nominal' }>;

/** The call that may fill it, checked. */
export interface Filling {
  readonly choices: readonly Choice[];
  readonly growing: string | null;
  readonly actuals: Actuals;
}

export function grown(ctx: Ctx, env: Env, call: Call, sent: Filling): Env {
  const [choice] = sent.choices;
  const growth = choice?.callee.growth;
  if (sent.growing === null || !choice?.callee.info || !growth || isPure(ctx, choice.callee.info)) return env;
  const name = env.locals.get(sent.growing);
  const type = name === undefined ? null : resolved(ctx, name);
  if (type === null || (type.kind !== 'tuple' && type.kind !== 'finiteHash' && type.kind !== 'nominal')) return env;
  const table = withEntry(ctx, call, type, sent.actuals);
  if (table !== null) {
    noteGrowth(ctx, sent.growing, table);
    return bindLocal(env, sent.growing, table, true);
  }
  const container = generalised(ctx, type);
  if (container.kind !== 'nominal') return env;
  const more = withMore(ctx, container, choice, putsNew(env, call, sent.growing));
  noteGrowth(ctx, sent.growing, more);
  return bindLocal(env, sent.growing, more, true);
}

/** `isNew`: what is put in is an empty container, which holds nothing yet. */
function withMore(ctx: Ctx, container: Nominal, { chosen }: Choice, isNew = false): Type {
  const params = ctx.hierarchy.typeParams(container.name);
  const bounds = chosen[0]?.match.bounds;
  const more = (i: number): Type => bounds?.get(`?${params[i]?.name}`) ?? BOTTOM;
  const last = container.args.length - 1;
  const args = container.args.map((arg, i) => joined(ctx, arg, isNew && i === last ? withRoom(ctx, more(i)) : more(i)));
  return nominal(container.name, args);
}

/** `groups[key] << x`: the containers in the local hold x too. */
export function grownInside(ctx: Ctx, env: Env, choices: readonly Choice[], name: string): Env {
  const inner = innerOf(ctx, env, name);
  const choice = choices.find(({ callee }) => callee.growth !== null && callee.info !== null);
  if (inner?.kind !== 'nominal' || !choice?.callee.info || isPure(ctx, choice.callee.info)) return env;
  const after = withInner(ctx, env, name, withMore(ctx, inner, choice));
  noteGrowth(ctx, name, after.locals.get(name) ?? DYNAMIC);
  return after;
}

/** An array that was handed to somebody is no longer ours to grow, nor a tuple for sure. */
export function shared(ctx: Ctx, env: Env, actuals: Actuals): Env {
  let now = env;
  for (const { expr } of actuals.list) {
    if (expr?.kind !== 'var' || !now.growing.has(expr.name)) continue;
    now = bindLocal(now, expr.name, generalised(ctx, now.locals.get(expr.name) ?? DYNAMIC));
  }
  return now;
}

const MOST_ENTRIES = 16;

/** `opts = {}; opts[:size] = 1; opts[:name] = 'a'`: each key has its own type, as in a literal. Null: it is no such write. */
function withEntry(ctx: Ctx, call: Call, type: Type, actuals: Actuals): Type | null {
  const [key, value] = actuals.list;
  if (call.method !== '[]=' || type.kind !== 'finiteHash' || type.rest !== null || actuals.list.length !== 2)
    return null;
  const name = keyOf(key?.expr ?? null);
  if (name === null || value === undefined || type.entries.length >= MOST_ENTRIES) return null;
  const entry = { key: name, type: generalised(ctx, value.type), optional: false };
  const others = type.entries.filter(one => JSON.stringify(one.key) !== JSON.stringify(name));
  return { ...type, entries: [...others, entry] };
}

function keyOf(expr: Expr | null): LiteralTypeValue | null {
  if (expr?.kind !== 'lit') return null;
  const { value } = expr;
  return value.type === 'symbol' || value.type === 'string' ? { type: value.type, value: value.value } : null;
}

/** The literal holds all that is ever put into it; what is put in later is not there yet. Literals of one local share it. */
function noteGrowth(ctx: Ctx, name: string, type: Type): void {
  const wide = (one: Type): Type => generalised(ctx, one);
  for (const literal of ctx.out.made.get(name) ?? []) {
    const before = ctx.out.types.get(literal);
    if (!before) continue;
    const both = before.kind === 'finiteHash' && type.kind === 'finiteHash';
    ctx.out.types.set(literal, both ? withLater(ctx, before, type) : joined(ctx, wide(before), wide(type)));
  }
}

type Table = Extract<Type, { kind: 'finiteHash' }>;

function withLater(ctx: Ctx, before: Table, after: Table): Table {
  const entries = new Map(before.entries.map(entry => [JSON.stringify(entry.key), entry]));
  for (const entry of after.entries) {
    const name = JSON.stringify(entry.key);
    const known = entries.get(name);
    const type = known ? joined(ctx, generalised(ctx, known.type), entry.type) : entry.type;
    entries.set(name, { ...entry, type, optional: known?.optional ?? true });
  }
  return { ...before, entries: [...entries.values()] };
}
