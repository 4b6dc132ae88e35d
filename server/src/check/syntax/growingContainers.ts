/** Arrays and hashes allocated in this method that have not escaped: insertions widen their types. */
import { methodByKey } from '../../program/lookup';
import type { Call, Expr } from '../../ril/ril';
import type { LiteralTypeValue, Type } from '../../types/type';
import { BOTTOM, DYNAMIC, nominal } from '../../types/type';
import type { CallTarget, MethodKey } from '../../types/typedMethod';
import { openContents } from '../../typing/openContents';
import { generaliseType, joinTwoTypes, membersOf, resolveType, sameTypes } from '../../typing/typeOps';
import { type Choice, chooseArms } from '../binding/overloads';
import { lookUpCallees } from '../callees/callees';
import {
  innerContainerType,
  insertsFreshContainer,
  makeGrowable,
  setInnerContainerType,
  storesFreshContainer,
} from '../facts/nestedGrowth';
import { recordHeldInsertion } from '../run/insertions';
import { isPure } from '../run/purity';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal } from '../state/env';
import { REPLACED, replacesContents } from '../state/replacedContents';

/** The local whose array or hash the call may fill. */
export function growingLocal(env: Env, call: Call): string | null {
  const { receiver } = call;
  return receiver?.kind === 'var' && receiver.scope === 'local' && env.growing.has(receiver.name)
    ? receiver.name
    : null;
}

type Nominal = Extract<Type, { kind: 'nominal' }>;

/** The checked call that may fill it. */
export interface Filling {
  readonly choices: readonly Choice[];
  readonly growing: string | null;
  readonly actuals: Actuals;
}

export function growContainer(ctx: Ctx, env: Env, call: Call, sent: Filling): Env {
  const [choice] = sent.choices;
  const growth = choice?.callee.growth;
  if (sent.growing === null || !choice?.callee.info || !growth || isPure(ctx, choice.callee.info)) return env;
  const name = env.locals.get(sent.growing);
  const type = name === undefined ? null : resolveType(ctx, name);
  if (type === null || (type.kind !== 'tuple' && type.kind !== 'finiteHash' && type.kind !== 'nominal')) return env;
  const replaced = replacedContents(type, choice);
  if (replaced !== null) {
    noteGrowth(ctx, sent.growing, replaced);
    return bindLocal(env, sent.growing, replaced, true);
  }
  const table = addEntry(ctx, call, type, sent.actuals);
  if (table !== null) {
    noteGrowth(ctx, sent.growing, table);
    return bindLocal(env, sent.growing, table, true);
  }
  const container = generaliseType(ctx, type);
  if (container.kind !== 'nominal') return env;
  const widened = widenByBounds(ctx, container, choice, storesFreshContainer(ctx, env, call, sent.growing));
  noteGrowth(ctx, sent.growing, widened);
  return bindLocal(env, sent.growing, widened, true);
}

/** `list.map! { … }` */
function replacedContents(type: Type, { callee, chosen }: Choice): Type | null {
  if (callee.info === null || !replacesContents(callee.info)) return null;
  const held = chosen[0]?.match.bounds.get(REPLACED.name);
  const name = type.kind === 'nominal' ? type.name : 'Array';
  return held === undefined ? null : nominal(name, [held]);
}

/** `isNew`: the inserted value is an empty container, which holds nothing yet. */
function widenByBounds(ctx: Ctx, container: Nominal, { chosen }: Choice, isNew = false): Type {
  const params = ctx.hierarchy.typeParams(container.name);
  const bounds = chosen[0]?.match.bounds;
  const boundOf = (i: number): Type => bounds?.get(`?${params[i]?.name}`) ?? BOTTOM;
  const last = container.args.length - 1;
  const args = container.args.map((arg, i) =>
    joinTwoTypes(ctx, arg, isNew && i === last ? makeGrowable(ctx, boundOf(i)) : boundOf(i)),
  );
  return nominal(container.name, args);
}

/** `groups[key] << x`: the containers in the local hold x too. */
export function growInnerContainer(ctx: Ctx, env: Env, choices: readonly Choice[], name: string): Env {
  const inner = innerContainerType(ctx, env, name);
  const choice = choices.find(({ callee }) => callee.growth !== null && callee.info !== null);
  if (inner?.kind !== 'nominal' || !choice?.callee.info || isPure(ctx, choice.callee.info)) return env;
  const after = setInnerContainerType(ctx, env, name, widenByBounds(ctx, inner, choice));
  noteGrowth(ctx, name, after.locals.get(name) ?? DYNAMIC);
  return after;
}

/**
 * An array that was passed to another method escapes: it no longer grows, and may no longer be a tuple. A method of the
 * program may have filled it: inference then knows nothing of its elements.
 */
export function stopGrowing(ctx: Ctx, env: Env, actuals: Actuals, target: CallTarget): Env {
  let now = env;
  const mayFill = (ctx.inference !== null || ctx.infers) && !isOfLibrary(ctx, target);
  for (const { expr } of actuals.list) {
    if (expr?.kind !== 'var' || !now.growing.has(expr.name)) continue;
    const type = generaliseType(ctx, now.locals.get(expr.name) ?? DYNAMIC);
    now = bindLocal(now, expr.name, mayFill ? openContents(type) : type);
  }
  return now;
}

function isOfLibrary({ program }: Ctx, { candidates, dynamic }: CallTarget): boolean {
  const isOwn = (key: MethodKey | null): boolean => key === null || methodByKey(program, key)?.origin === 'workspace';
  return !dynamic && !candidates.some(({ method }) => isOwn(method));
}

/**
 * `@items << x`: what a call inserts into the container of an undeclared field is a write of that field. `type`: of the
 * receiver.
 */
export function recordInsertion(ctx: Ctx, call: Call, type: Type, actuals: Actuals): void {
  const { receiver } = call;
  const isField = receiver?.kind === 'var' && receiver.scope !== 'local';
  if (receiver === null || (!isField && !ctx.infers)) return;
  for (const member of membersOf(ctx, type)) {
    const container = generaliseType(ctx, resolveType(ctx, member));
    if (container.kind !== 'nominal' || container.args.length === 0) continue;
    // Whatever it holds already: only what this call inserts counts.
    const empty: Nominal = { kind: 'nominal', name: container.name, args: container.args.map(() => BOTTOM) };
    const [callee] = lookUpCallees(ctx, empty, call.method, 'local').callees;
    if (!callee?.info || callee.growth === null || isPure(ctx, callee.info)) continue;
    // The type arguments of the program's own classes are declared where an object is created.
    if (callee.info.origin === 'workspace') continue;
    const choice = chooseArms(ctx, callee, actuals, call.block !== null);
    const filled = choice.chosen.length === 0 ? empty : widenByBounds(ctx, empty, choice);
    if (sameTypes(filled, empty)) continue;
    if (isField) ctx.out.writes.set(call, { name: receiver.name, type: filled });
    recordHeldInsertion(ctx, call, insertsFreshContainer(ctx, call) ? widenByBounds(ctx, empty, choice, true) : filled);
  }
}

const MOST_ENTRIES = 16;

/**
 * `opts = {}; opts[:size] = 1; opts[:name] = 'a'`: each key has its own type, as in a literal. Null for any other
 * write.
 */
function addEntry(ctx: Ctx, call: Call, type: Type, actuals: Actuals): Type | null {
  const [key, value] = actuals.list;
  if (call.method !== '[]=' || type.kind !== 'finiteHash' || type.rest !== null || actuals.list.length !== 2)
    return null;
  const name = keyOf(key?.expr ?? null);
  if (name === null || value === undefined || type.entries.length >= MOST_ENTRIES) return null;
  const entry = { key: name, type: generaliseType(ctx, value.type), optional: false };
  const others = type.entries.filter(one => JSON.stringify(one.key) !== JSON.stringify(name));
  return { ...type, entries: [...others, entry] };
}

function keyOf(expr: Expr | null): LiteralTypeValue | null {
  if (expr?.kind !== 'lit') return null;
  const { value } = expr;
  return value.type === 'symbol' || value.type === 'string' ? { type: value.type, value: value.value } : null;
}

/**
 * The literal's type covers everything that is ever inserted; later entries are optional. Literals bound to the same
 * local share the type.
 */
function noteGrowth(ctx: Ctx, name: string, type: Type): void {
  const generalise = (one: Type): Type => generaliseType(ctx, one);
  for (const literal of ctx.out.made.get(name) ?? []) {
    const before = ctx.out.types.get(literal);
    if (!before) continue;
    const both = before.kind === 'finiteHash' && type.kind === 'finiteHash';
    ctx.out.types.set(
      literal,
      both ? addLaterEntries(ctx, before, type) : joinTwoTypes(ctx, generalise(before), generalise(type)),
    );
  }
}

type Table = Extract<Type, { kind: 'finiteHash' }>;

function addLaterEntries(ctx: Ctx, before: Table, after: Table): Table {
  const entries = new Map(before.entries.map(entry => [JSON.stringify(entry.key), entry]));
  for (const entry of after.entries) {
    const name = JSON.stringify(entry.key);
    const known = entries.get(name);
    const type = known ? joinTwoTypes(ctx, generaliseType(ctx, known.type), entry.type) : entry.type;
    entries.set(name, { ...entry, type, optional: known?.optional ?? true });
  }
  return { ...before, entries: [...entries.values()] };
}
