/**
 * Containers inside a container allocated in this method, as in `Hash.new { |h, k| h[k] = [] }` and
 * `Array.new(3) { [] }`: until one of them escapes, `groups[key] << x` determines their element type. Such a local has
 * the entry `groups[]` in `Env.growing`, beside `groups`.
 */
import { mayCallOnSelf } from '../../program/implicitCalls';
import { readsElement, returnedByContainer, storesArgument, writesReceiver } from '../../program/libraryFacts';
import { findMethod } from '../../program/lookup';
import type { Program } from '../../program/program';
import type { Arg, Block, Call, Expr } from '../../ril/ril';
import { isTemporaryName } from '../../ril/temporaryName';
import { containsSelf } from '../../types/containsType';
import { freeVariablesOf } from '../../types/substitute';
import { BOTTOM, DYNAMIC, nominal, type Type } from '../../types/type';
import { fillEmptyLiterals, generaliseType, joinTwoTypes, resolveType } from '../../typing/typeOps';
import type { Ctx } from '../state/context';
import { bindLocal, type Env } from '../state/env';

const CONTAINERS = ['Array', 'Hash', 'Set'] as const;

function isContainer(name: string): boolean {
  return CONTAINERS.some(each => each === name);
}

function innerKey(name: string): string {
  return `${name}[]`;
}

/** The type of the container that this expression allocates, with growable element types at both levels. */
export function makeNestedContainerGrowable(ctx: Ctx, value: Expr, type: Type): Type | null {
  const made = resolveType(ctx, type);
  const inner = findInnerAllocation(value);
  if (inner === null) return null;
  if (inner === 'nothing') return type;
  if (made.kind !== 'nominal' || !isContainer(made.name)) return null;
  return nominal(made.name, [
    ...made.args.slice(0, -1).map(makePartGrowable),
    makeGrowable(ctx, made.args.at(-1) ?? BOTTOM),
  ]);
}

/** A fresh container holds only what it is known to hold. */
export function makeGrowable(ctx: Ctx, type: Type): Type {
  const container = generaliseType(ctx, resolveType(ctx, type));
  const isOpen = container.kind === 'nominal' && isContainer(container.name);
  return isOpen ? nominal(container.name, container.args.map(makePartGrowable)) : type;
}

function makePartGrowable(part: Type): Type {
  return part.kind === 'dynamic' ? BOTTOM : part;
}

/** `groups[key] = []`, `rows << []`. */
export function storesFreshContainer(ctx: Ctx, env: Env, call: Call, name: string): boolean {
  return insertsFreshContainer(ctx, call) && env.growing.has(name);
}

export function insertsFreshContainer({ program }: Ctx, call: Call): boolean {
  const last = call.args.at(-1);
  return last?.type === 'positional' && isFreshContainer(last.value) && storesArgument(program, call.method);
}

/**
 * The source of the inner containers: none yet, or an expression that allocates one each time; null if they may be
 * aliased.
 */
function findInnerAllocation(value: Expr): 'nothing' | Expr | null {
  if (value.kind === 'array') return value.elements.length === 0 ? 'nothing' : null;
  if (value.kind === 'hash') return value.entries.length === 0 ? 'nothing' : null;
  if (value.kind !== 'call' || value.method !== 'new' || value.receiver?.kind !== 'const') return null;
  if (value.block === null) return value.args.length === 0 ? 'nothing' : null;
  if (value.block.type !== 'block') return null;
  const made = valueOfBlock(value.block.block);
  return made !== null && isFreshContainer(made) ? made : null;
}

/** `{ [] }`, `{ |hash, key| hash[key] = [] }`: the value of the block, if the block has no other effect. */
function valueOfBlock({ body, params }: Block): Expr | null {
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
  if (!isNew || expr.receiver?.kind !== 'const' || !isContainer(expr.receiver.name)) return false;
  // `Array.new(3)` holds nil.
  return expr.args.every(isPlain) && (expr.receiver.name !== 'Array' || expr.args.length !== 1);
}

function isPlain(arg: Arg): boolean {
  return arg.type === 'positional' && arg.value.kind === 'lit';
}

/** `groups[key] << x`, `(groups[key] ||= []) << x`: the local whose inner container receives the call. */
export function nestedLocal(ctx: Ctx, env: Env, call: Call): string | null {
  if (env.growing.size === 0 || call.receiver === null || call.safe) return null;
  const name = readLocal(ctx.program, call.receiver);
  if (name === null || !env.growing.has(innerKey(name)) || !env.growing.has(name)) return null;
  return keepsInnerContained(ctx, call.method) ? name : null;
}

/** Whether a method fills an inner container or reads from it, without letting the inner container itself escape. */
function keepsInnerContained(ctx: Ctx, method: string): boolean {
  return storesArgument(ctx.program, method) || returnedByContainer(ctx.program, CONTAINERS, method) !== null;
}

/** The growable type of the inner containers; null if there are none, or of several classes. */
export function innerContainerType(ctx: Ctx, env: Env, name: string): Type | null {
  const container = generaliseType(ctx, resolveType(ctx, env.locals.get(name) ?? BOTTOM));
  const held = container.kind === 'nominal' ? container.args.at(-1) : undefined;
  const plain = held === undefined ? null : generaliseType(ctx, resolveType(ctx, held));
  return plain?.kind === 'nominal' && isContainer(plain.name) ? plain : null;
}

/** The local that an element is read from. */
function readLocal(program: Program, expr: Expr): string | null {
  if (expr.kind === 'seq')
    return expr.body.slice(0, -1).every(isTemporary) ? readLocal(program, expr.body.at(-1)!) : null;
  if (expr.kind === 'or') {
    const read = readLocal(program, expr.left);
    const write = expr.right.kind === 'call' && expr.right.method === '[]=' ? expr.right : null;
    const value = write?.args.at(-1);
    const isOwn = write?.receiver?.kind === 'var' && write.receiver.name === read;
    return isOwn && value?.type === 'positional' && isFreshContainer(value.value) ? read : null;
  }
  if (expr.kind !== 'call' || expr.receiver?.kind !== 'var' || expr.receiver.scope !== 'local') return null;
  const isRead = expr.block === null && !expr.safe && readsElement(program, CONTAINERS, expr.method, expr.args.length);
  return isRead ? expr.receiver.name : null;
}

/** A temporary that lowering introduced to evaluate an expression once. */
function isTemporary(expr: Expr): boolean {
  return expr.kind === 'assign' && expr.target.kind === 'var' && isTemporaryName(expr.target.name);
}

/** `groups[key] ||= []` as a statement: its value is discarded, so it does not escape. */
export function localFilledByDefault({ program }: Ctx, env: Env, statement: Expr): string | null {
  const last = statement.kind === 'seq' ? statement.body.at(-1) : statement;
  const name = last?.kind === 'or' ? readLocal(program, statement) : null;
  return name !== null && env.growing.has(innerKey(name)) ? name : null;
}

/** `x{}` in `Env.growing`: a hash whose default block may insert any key that is looked up. */
function defaultBlockMark(name: string): string {
  return `${name}{}`;
}

export function hasDefaultBlock(value: Expr): boolean {
  return value.kind === 'call' && value.method === 'new' && value.block !== null;
}

/** Whether a call on a hash may look up a key that is absent, or return something that does. */
function mayRunDefaultBlock({ program }: Ctx, { method, args }: Call): boolean {
  const found = findMethod(program, 'Hash', method);
  if (!mayCallOnSelf(found?.facts, 'default')) return false;
  return args.length > 0 || (found?.signature?.arms ?? []).some(({ type }) => !isPlainResult(type.result));
}

/** A method that is given no key can only look one up later, by a proc that it returns. */
function isPlainResult(result: Type): boolean {
  return result.kind !== 'proc' && result.kind !== 'dynamic' && !(result.kind === 'nominal' && result.name === 'Proc');
}

/** The key that was looked up may be present from now on. */
export function addLookedUpKeys(ctx: Ctx, env: Env, call: Call, name: string | null): Env {
  if (name === null || !env.growing.has(defaultBlockMark(name)) || !mayRunDefaultBlock(ctx, call)) return env;
  const type = resolveType(ctx, env.locals.get(name) ?? BOTTOM);
  if (type.kind !== 'nominal' || type.name !== 'Hash') return env;
  const [only] = call.method === '[]' ? call.args : [];
  const keyType = only?.type === 'positional' ? (ctx.out.types.get(only.value) ?? DYNAMIC) : DYNAMIC;
  const [key = BOTTOM, value = BOTTOM] = type.args;
  return bindLocal(env, name, nominal('Hash', [joinTwoTypes(ctx, key, generaliseType(ctx, keyType)), value]), true);
}

/** An element that is read only to be filled does not escape. */
export function markGrowing(env: Env, name: string, isOpen: boolean, asksBlock = false): Env {
  const growing = new Set(env.growing);
  if (asksBlock && growing.has(name)) growing.add(defaultBlockMark(name));
  if (isOpen && growing.has(name)) growing.add(innerKey(name));
  else growing.delete(innerKey(name));
  return { ...env, growing };
}

/** The local with the current type of its inner containers. */
export function setInnerContainerType(ctx: Ctx, env: Env, name: string, inner: Type): Env {
  const container = generaliseType(ctx, resolveType(ctx, env.locals.get(name) ?? BOTTOM));
  if (container.kind !== 'nominal') return env;
  const args = container.args.map((arg, i) => (i === container.args.length - 1 ? joinTwoTypes(ctx, arg, inner) : arg));
  return bindLocal(env, name, nominal(container.name, args), true);
}

/** `list << x` returns the list with its new type; null if the call returns something else. */
export function filledResult(
  ctx: Ctx,
  env: Env,
  call: Call,
  growing: string | null,
  nested: string | null,
): Type | null {
  if (growing === null && nested === null) return null;
  if (!storesArgument(ctx.program, call.method)) return null;
  if (returnedByContainer(ctx.program, CONTAINERS, call.method) !== 'self') return null;
  const now =
    nested === null ? (growing === null ? null : env.locals.get(growing)) : innerContainerType(ctx, env, nested);
  return now ? fillEmptyLiterals(generaliseType(ctx, now)) : null;
}

/** After a call on the local, inner containers stop growing unless the method keeps them from escaping. */
export function stopGrowthAfterCall(ctx: Ctx, env: Env, call: Call, name: string | null): Env {
  if (name === null || !env.growing.has(innerKey(name)) || keepsInner(ctx, env, call, name)) return env;
  if (storesArgument(ctx.program, call.method) && call.args.every(arg => letsNothingEscape(ctx, arg))) return env;
  return stopInnerGrowth(env, name);
}

/** Whether the method neither returns or yields an inner container nor stores one: its types say so. */
function keepsInner(ctx: Ctx, env: Env, { method, block }: Call, name: string): boolean {
  const container = generaliseType(ctx, resolveType(ctx, env.locals.get(name) ?? BOTTOM));
  const found = container.kind === 'nominal' ? findMethod(ctx.program, container.name, method) : null;
  if (!found?.signature || found.origin === 'workspace' || writesReceiver(found)) return false;
  const held = ctx.program.classes.get(found.owner)?.typeParams.slice(found.owner === 'Hash' ? 1 : 0) ?? [];
  const isFree = (type: Type): boolean => {
    const free = freeVariablesOf(type);
    return !containsSelf(type) && held.every(param => !free.has(param.name));
  };
  return found.signature.arms
    .filter(({ type }) => (type.block !== null) === (block !== null))
    .every(({ type }) => {
      const yielded = type.block?.type.params ?? [];
      const isReturned = found.facts?.returns !== 'self' && !isFree(type.result);
      return !isReturned && yielded.every(param => isFree(param.type));
    });
}

function stopInnerGrowth(env: Env, name: string): Env {
  const growing = new Set(env.growing);
  growing.delete(innerKey(name));
  const type = env.locals.get(name);
  return {
    ...env,
    growing,
    locals: type === undefined ? env.locals : new Map(env.locals).set(name, fixGrowableType(type)),
  };
}

function fixGrowableType(type: Type): Type {
  return type.kind === 'nominal' ? { ...type, args: type.args.map(fillEmptyLiterals) } : type;
}

/** The argument is a fresh container, or not a container at all. */
function letsNothingEscape(ctx: Ctx, arg: Arg): boolean {
  if (arg.type !== 'positional') return false;
  if (isFreshContainer(arg.value)) return true;
  const type = ctx.out.types.get(arg.value);
  const plain = type === undefined ? null : resolveType(ctx, type);
  return plain?.kind === 'literal' || (plain?.kind === 'nominal' && PLAIN.has(plain.name));
}

const PLAIN: ReadonlySet<string> = new Set(['Integer', 'Float', 'String', 'Symbol', 'Rational']);
