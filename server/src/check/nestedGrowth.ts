/**
 * Containers in a container that was made here, as `Hash.new { |h, k| h[k] = [] }` and `Array.new(3) { [] }` make them: as long
 * as nobody was handed one, `groups[key] << x` says what they hold. Written as `groups[]` in `Env.growing`, beside `groups`.
 */
import type { Arg, Block, Call, Expr } from '../ril/ril';
import type { Type } from '../types/type';
import { BOTTOM, DYNAMIC, nominal } from '../types/type';
import type { Ctx } from './context';
import type { Env } from './env';
import { bindLocal } from './env';
import { filled, generalised, joined, resolved } from './relations';

const CONTAINERS: ReadonlySet<string> = new Set(['Array', 'Hash', 'Set']);

/** Neither hand out what is inside nor put in what somebody else has. */
const KEEPS: ReadonlySet<string> = new Set(
  'size length count empty? any? none? key? has_key? include? member? keys each_key'.split(' '),
);
const PUTS: ReadonlySet<string> = new Set(['[]=', 'store', '<<', 'push', 'append', 'unshift', 'prepend', 'add']);

/** Calls of an inner container that fill it, or read what it holds: nobody is handed the container itself. */
const INSIDE: ReadonlySet<string> = new Set([
  ...PUTS,
  ...`[] fetch dig size length count empty? any? all? none? include? key? keys values first last each each_with_index each_pair
  map flat_map filter_map select reject find sum min max sort sort_by join index uniq reverse pop shift delete`.split(
    /\s+/,
  ),
]);

export function nestOf(name: string): string {
  return `${name}[]`;
}

/** The type of a container that was made by this expression, with room for what is put into it and into what it holds. */
export function openedInside(ctx: Ctx, value: Expr, type: Type): Type | null {
  const made = resolved(ctx, type);
  const inner = madeInside(value);
  if (inner === null) return null;
  if (inner === 'nothing') return type;
  if (made.kind !== 'nominal' || !CONTAINERS.has(made.name)) return null;
  return nominal(made.name, [...made.args.slice(0, -1).map(roomFor), withRoom(ctx, made.args.at(-1) ?? BOTTOM)]);
}

/** Of a container that is new: what it is not known to hold it does not hold. */
export function withRoom(ctx: Ctx, type: Type): Type {
  const container = generalised(ctx, resolved(ctx, type));
  const isContainer = container.kind === 'nominal' && CONTAINERS.has(container.name);
  return isContainer ? nominal(container.name, container.args.map(roomFor)) : type;
}

function roomFor(part: Type): Type {
  return part.kind === 'dynamic' ? BOTTOM : part;
}

/** `groups[key] = []`, `rows << []`. */
export function putsNew(env: Env, call: Call, name: string): boolean {
  const last = call.args.at(-1);
  const isNew = last?.type === 'positional' && isFreshContainer(last.value);
  return isNew && PUTS.has(call.method) && env.growing.has(name);
}

/** What makes the containers inside: nothing yet, or an expression that makes a new one each time; null: somebody else may. */
function madeInside(value: Expr): 'nothing' | Expr | null {
  if (value.kind === 'array') return value.elements.length === 0 ? 'nothing' : null;
  if (value.kind === 'hash') return value.entries.length === 0 ? 'nothing' : null;
  if (value.kind !== 'call' || value.method !== 'new' || value.receiver?.kind !== 'const') return null;
  if (value.block === null) return value.args.length === 0 ? 'nothing' : null;
  if (value.block.type !== 'block') return null;
  const made = lastOf(value.block.block);
  return made !== null && isFreshContainer(made) ? made : null;
}

/** `{ [] }`, `{ |hash, key| hash[key] = [] }`: what the block gives, and nothing else happens in it. */
function lastOf({ body, params }: Block): Expr | null {
  const only = body.kind === 'seq' && body.body.length === 1 ? body.body[0]! : body;
  if (only.kind !== 'call' || only.method !== '[]=') return only;
  const [key, value] = only.args;
  const isOwn = only.receiver?.kind === 'var' && only.receiver.name === params[0]?.name;
  const isKey = key?.type === 'positional' && key.value.kind === 'var' && key.value.name === params[1]?.name;
  return isOwn && isKey && value?.type === 'positional' ? value.value : null;
}

function isFreshContainer(expr: Expr): boolean {
  if (expr.kind === 'array') return expr.elements.length === 0;
  if (expr.kind === 'hash') return expr.entries.length === 0;
  const isNew = expr.kind === 'call' && expr.method === 'new' && expr.receiver?.kind === 'const' && expr.block === null;
  if (!isNew || expr.receiver?.kind !== 'const' || !CONTAINERS.has(expr.receiver.name)) return false;
  // `Array.new(3)` holds nil.
  return expr.args.every(isPlain) && (expr.receiver.name !== 'Array' || expr.args.length !== 1);
}

function isPlain(arg: Arg): boolean {
  return arg.type === 'positional' && arg.value.kind === 'lit';
}

/** `groups[key] << x`, `(groups[key] ||= []) << x`: the local whose inner container is called. */
export function nestedLocal(env: Env, call: Call): string | null {
  const name = INSIDE.has(call.method) && call.receiver !== null && !call.safe ? readLocal(call.receiver) : null;
  return name !== null && env.growing.has(nestOf(name)) && env.growing.has(name) ? name : null;
}

/** What the inner containers are known to be, with room; null: there are none, or of several kinds. */
export function innerOf(ctx: Ctx, env: Env, name: string): Type | null {
  const container = generalised(ctx, resolved(ctx, env.locals.get(name) ?? BOTTOM));
  const held = container.kind === 'nominal' ? container.args.at(-1) : undefined;
  const plain = held === undefined ? null : generalised(ctx, resolved(ctx, held));
  return plain?.kind === 'nominal' && CONTAINERS.has(plain.name) ? plain : null;
}

/** The local that an element is read from. */
function readLocal(expr: Expr): string | null {
  if (expr.kind === 'seq') return expr.body.slice(0, -1).every(isTemporary) ? readLocal(expr.body.at(-1)!) : null;
  if (expr.kind === 'or') {
    const read = readLocal(expr.left);
    const write = expr.right.kind === 'call' && expr.right.method === '[]=' ? expr.right : null;
    const value = write?.args.at(-1);
    const isOwn = write?.receiver?.kind === 'var' && write.receiver.name === read;
    return isOwn && value?.type === 'positional' && isFreshContainer(value.value) ? read : null;
  }
  if (expr.kind !== 'call' || expr.receiver?.kind !== 'var' || expr.receiver.scope !== 'local') return null;
  const isRead = expr.method === '[]' || expr.method === 'fetch' || expr.method === 'at';
  const isEnd = expr.method === 'first' || expr.method === 'last';
  const takes = isRead ? 1 : isEnd ? 0 : -1;
  return expr.args.length === takes && expr.block === null && !expr.safe ? expr.receiver.name : null;
}

/** What lowering keeps, to evaluate it once. */
function isTemporary(expr: Expr): boolean {
  return expr.kind === 'assign' && expr.target.kind === 'var' && expr.target.name.startsWith('%');
}

/** `groups[key] ||= []` as a statement: nobody is handed what it gives. */
export function filledLocal(env: Env, statement: Expr): string | null {
  const last = statement.kind === 'seq' ? statement.body.at(-1) : statement;
  const name = last?.kind === 'or' ? readLocal(statement) : null;
  return name !== null && env.growing.has(nestOf(name)) ? name : null;
}

/** `x{}` in `Env.growing`: a hash whose block may put in whatever key is asked for. */
export function putsKeys(name: string): string {
  return `${name}{}`;
}

export function asksItsBlock(value: Expr): boolean {
  return value.kind === 'call' && value.method === 'new' && value.block !== null;
}

const ASKS: ReadonlySet<string> = new Set(['[]', 'dig', 'values_at', 'to_proc']);

/** The key that was asked for may be there from now on. */
export function withKeysAsked(ctx: Ctx, env: Env, call: Call, name: string | null): Env {
  if (name === null || !env.growing.has(putsKeys(name)) || !ASKS.has(call.method)) return env;
  const type = resolved(ctx, env.locals.get(name) ?? BOTTOM);
  if (type.kind !== 'nominal' || type.name !== 'Hash') return env;
  const [only] = call.method === '[]' ? call.args : [];
  const asked = only?.type === 'positional' ? (ctx.out.types.get(only.value) ?? DYNAMIC) : DYNAMIC;
  const [key = BOTTOM, value = BOTTOM] = type.args;
  return bindLocal(env, name, nominal('Hash', [joined(ctx, key, generalised(ctx, asked)), value]), true);
}

/** While the element is read to be filled, nobody is handed it. */
export function marked(env: Env, name: string, isOpen: boolean, asksBlock = false): Env {
  const growing = new Set(env.growing);
  if (asksBlock && growing.has(name)) growing.add(putsKeys(name));
  if (isOpen && growing.has(name)) growing.add(nestOf(name));
  else growing.delete(nestOf(name));
  return { ...env, growing };
}

/** The local with its inner containers as they are now. */
export function withInner(ctx: Ctx, env: Env, name: string, inner: Type): Env {
  const container = generalised(ctx, resolved(ctx, env.locals.get(name) ?? BOTTOM));
  if (container.kind !== 'nominal') return env;
  const args = container.args.map((arg, i) => (i === container.args.length - 1 ? joined(ctx, arg, inner) : arg));
  return bindLocal(env, name, nominal(container.name, args), true);
}

/** `list << x` gives the list, as it is now; null: it gives something else. */
export function filledResult(
  ctx: Ctx,
  env: Env,
  call: Call,
  growing: string | null,
  nested: string | null,
): Type | null {
  if (!PUTS.has(call.method) || call.method === '[]=' || call.method === 'store') return null;
  const now = nested === null ? (growing === null ? null : env.locals.get(growing)) : innerOf(ctx, env, nested);
  return now ? filled(generalised(ctx, now)) : null;
}

/** A call on the local itself: unless it keeps what is inside to itself, that is as it is from here on. */
export function closedBy(ctx: Ctx, env: Env, call: Call, name: string | null): Env {
  if (name === null || !env.growing.has(nestOf(name)) || KEEPS.has(call.method)) return env;
  if (PUTS.has(call.method) && call.args.every(arg => isHarmless(ctx, arg))) return env;
  return closed(env, name);
}

export function closed(env: Env, name: string): Env {
  const growing = new Set(env.growing);
  growing.delete(nestOf(name));
  const type = env.locals.get(name);
  return { ...env, growing, locals: type === undefined ? env.locals : new Map(env.locals).set(name, closedType(type)) };
}

function closedType(type: Type): Type {
  return type.kind === 'nominal' ? { ...type, args: type.args.map(filled) } : type;
}

/** A new container, or no container at all. */
function isHarmless(ctx: Ctx, arg: Arg): boolean {
  if (arg.type !== 'positional') return false;
  if (isFreshContainer(arg.value)) return true;
  const type = ctx.out.types.get(arg.value);
  const plain = type === undefined ? null : resolved(ctx, type);
  return plain?.kind === 'literal' || (plain?.kind === 'nominal' && PLAIN.has(plain.name));
}

const PLAIN: ReadonlySet<string> = new Set(['Integer', 'Float', 'String', 'Symbol', 'Rational']);
