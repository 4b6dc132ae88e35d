/**
 * `catch` and `throw`. A throw is a way out that no rescue takes and every ensure runs on (`Exit.thrown`), up to the catch
 * whose tag is the same object. What leaves the method is an UncaughtThrowError, unless a caller catches it: a rescue
 * around it sees the one and not the other. Tags are compared as symbols, nil, booleans, or as the very same value.
 */
import { and, eq, FALSE, not, same, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import { BOOL_SORT } from '../logic/sorts';
import type { MethodInfo } from '../program/program';
import type { Call } from '../ril/ril';
import { ANY, nominal } from '../types/type';
import { evaluateArgs, type Site } from './arguments';
import { runBlock } from './blocks';
import {
  type Catch,
  type Ctx,
  type Exit,
  fresh,
  note,
  notModelled,
  type Out,
  placeOf,
  taintFor,
  taintPart,
} from './context';
import { takes } from './handlers';
import { joinExits } from './join';
import { allocate } from './objects';
import { mayThrow } from './raising';
import { type State, withPath } from './state';
import { NIL_VAL, VALUE_SORT, type Val } from './value';

const UNCAUGHT = 'UncaughtThrowError';

/** Null: it is written in a way that is not modelled. */
export function evaluateCatch(ctx: Ctx, call: Call, state: State): Out | null {
  if (ctx.spec || call.block?.type !== 'block' || call.args.length > 1) return null;
  if (call.args.some(arg => arg.type !== 'positional')) return null;
  const given = evaluateArgs(ctx, call.args, call.block, state);
  const block = given.args.block!;
  const made = call.args.length === 0 ? allocate(ctx, given.state, 'Object', nominal('Object')) : null;
  const tag = made?.object ?? given.args.positional[0]!;
  ctx.run.counter++;
  const id = ctx.run.counter;
  const [raises, breaks]: [Exit[], Exit[]] = [[], []];
  const catches = [{ id, tag }, ...(ctx.sinks.catches ?? [])];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises, catches } };
  const out = runBlock(inner, block, [tag], made?.state ?? given.state, call, breaks);
  ctx.sinks.raises.push(...raises.filter(exit => exit.thrown !== id));
  return joinExits(ctx, [...raises.filter(exit => exit.thrown === id), ...breaks, out], call, out.state);
}

export function evaluateThrow(ctx: Ctx, call: Call, state: State): Out | null {
  const [first] = call.args;
  if (ctx.spec || call.block || !first || call.args.length > 2) return null;
  if (call.args.some(arg => arg.type !== 'positional')) return null;
  const { args, state: next } = evaluateArgs(ctx, call.args, null, state);
  const [tag, value = NIL_VAL] = args.positional;
  note(ctx, { operation: 'raise', text: 'throw' });
  let open = next;
  for (const each of ctx.sinks.catches ?? []) {
    const hit = isSameTag(tag!, each.tag);
    if (hit === null) return { value: NIL_VAL, state: toAnyCatch(ctx, call, open) };
    leave(ctx, call, withPath(open, and(open.path, hit)), each.id, value);
    open = withPath(open, and(open.path, not(hit)));
  }
  uncaught(ctx, call, open);
  return { value: NIL_VAL, state: withPath(open, FALSE) };
}

function leave(ctx: Ctx, site: Site, state: State, thrown: Exit['thrown'], value: Val): void {
  const exit = { value, state, place: placeOf(ctx, site), exception: UNCAUGHT };
  if (state.path !== FALSE) ctx.sinks.raises.push(thrown === undefined ? exit : { ...exit, thrown });
}

/** A caller may catch it; only if nobody does, it is an exception that a rescue here sees. */
function uncaught(ctx: Ctx, site: Site, state: State): void {
  const caught = ctx.sinks.observed ? fresh(ctx.run, 'caught', BOOL_SORT) : FALSE;
  leave(ctx, site, withPath(state, and(state.path, caught)), 'past', NIL_VAL);
  leave(ctx, site, withPath(state, and(state.path, not(caught))), undefined, NIL_VAL);
}

/** Null: it depends on which objects they are. */
function isSameTag(a: Val, b: Val): Formula | null {
  if (a.kind === 'boxed' || b.kind === 'boxed') return null;
  if (a.kind !== b.kind) return FALSE;
  if (a.kind === 'nil') return TRUE;
  if ((a.kind === 'sym' && b.kind === 'sym') || (a.kind === 'bool' && b.kind === 'bool')) return eq(a.term, b.term);
  return a.kind === 'ref' && b.kind === 'ref' && same(a.term, b.term) ? TRUE : null;
}

/** Where it leads is not known: every catch may be the one, and the rest of the method depends on it. */
function toAnyCatch(ctx: Ctx, call: Call, state: State): State {
  const what = 'throw of a tag that is not known';
  const taint = taintFor(ctx, what, call);
  const unknown = (): Formula => {
    const here = fresh(ctx.run, 'caught', BOOL_SORT);
    if (here.kind === 'symbol') ctx.run.taints.set(here.name, taint);
    return here;
  };
  let open = state;
  for (const { id } of ctx.sinks.catches ?? []) {
    const here = unknown();
    leave(ctx, call, withPath(open, and(open.path, here)), id, notModelled(ctx, what, call));
    open = withPath(open, and(open.path, not(here)));
  }
  return withPath(open, and(open.path, unknown()));
}

/** A callee that is read by contract may throw to a catch around; `info` null: code that nobody sees. */
export function throwEdge(ctx: Ctx, info: MethodInfo | null, state: State, site: Site): State {
  const { catches } = ctx.sinks;
  if (ctx.spec || !catches || catches.length === 0) return state;
  if (info && !(allows(ctx, info) && mayThrow(ctx.run.input, info))) return state;
  return catches.reduce((open, { id }) => edgeTo(ctx, id, open, site), state);
}

function edgeTo(ctx: Ctx, id: Catch['id'], state: State, site: Site): State {
  const thrown = fresh(ctx.run, 'thrown', BOOL_SORT);
  const value = fresh(ctx.run, 'thrown', VALUE_SORT);
  taintPart(ctx, value, 'what a callee may throw to this catch', site);
  leave(ctx, site, withPath(state, and(state.path, thrown)), id, { kind: 'boxed', term: value, type: ANY });
  return withPath(state, and(state.path, not(thrown)));
}

/** What it says of exceptions leaves room for a throw that nobody catches. */
function allows(ctx: Ctx, info: MethodInfo): boolean {
  const raises = info.signature?.labels.raises ?? null;
  return raises === null || takes(ctx, UNCAUGHT, raises) !== false;
}
