/**
 * `catch` and `throw`. A throw is an exceptional exit that no rescue handles and that runs every ensure
 * (`Exit.thrown`), up to the catch whose tag is the same object. A throw that leaves the method is an
 * UncaughtThrowError unless a caller catches it: a rescue around it handles that error, not the throw. Tags are
 * compared as symbols, nil, booleans, or by identity.
 */
import { and, eq, FALSE, not, same, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { BOOL_SORT } from '../../logic/sorts';
import type { Call } from '../../ril/ril';
import { nominal } from '../../types/type';
import { evaluateArgs } from '../calls/binding/arguments';
import { runBlock } from '../calls/blocks/blocks';
import { exitByThrow } from '../calls/raises/throwEdge';
import { allocate } from '../heap/objects';
import type { Site } from '../state/call';
import { type Ctx, freshSymbol, makeUnmodelled, noteStep, type Out, taintFor } from '../state/context';
import type { ExitList } from '../state/frame';
import { joinExits } from '../state/join';
import { type State, withPath } from '../state/state';
import { NIL_VAL, type Val } from '../state/value';

/** Null: this form is not modelled. */
export function evaluateCatch(ctx: Ctx, call: Call, state: State): Out | null {
  if (ctx.spec || call.block?.type !== 'block' || call.args.length > 1) return null;
  if (call.args.some(arg => arg.type !== 'positional')) return null;
  const given = evaluateArgs(ctx, call.args, call.block, state);
  const block = given.args.block!;
  const made = call.args.length === 0 ? allocate(ctx, given.state, 'Object', nominal('Object')) : null;
  const tag = made?.object ?? given.args.positional[0]!;
  ctx.run.names.counter++;
  const id = ctx.run.names.counter;
  const [raises, breaks]: [ExitList, ExitList] = [ctx.run.trail.list(), ctx.run.trail.list()];
  const catches = [{ id, tag }, ...(ctx.sinks.catches ?? [])];
  const inner: Ctx = { ...ctx, sinks: { ...ctx.sinks, raises, catches } };
  const out = runBlock(inner, { closure: block, args: [tag], site: call, breaks }, made?.state ?? given.state);
  ctx.sinks.raises.push(...raises.all.filter(exit => exit.thrown !== id));
  return joinExits(ctx, [...raises.all.filter(exit => exit.thrown === id), ...breaks, out], call, out.state);
}

export function evaluateThrow(ctx: Ctx, call: Call, state: State): Out | null {
  const [first] = call.args;
  if (ctx.spec || call.block || !first || call.args.length > 2) return null;
  if (call.args.some(arg => arg.type !== 'positional')) return null;
  const { args, state: next } = evaluateArgs(ctx, call.args, null, state);
  const [tag, value = NIL_VAL] = args.positional;
  noteStep(ctx, { operation: 'raise', text: 'throw' });
  let open = next;
  for (const each of ctx.sinks.catches ?? []) {
    const hit = isSameTag(tag!, each.tag);
    if (hit === null) return { value: NIL_VAL, state: exitToAnyCatch(ctx, call, open) };
    exitByThrow(ctx, call, withPath(open, and(open.path, hit)), each.id, value);
    open = withPath(open, and(open.path, not(hit)));
  }
  addUncaughtExit(ctx, call, open);
  return { value: NIL_VAL, state: withPath(open, FALSE) };
}

/** A caller may catch it; only if no caller does is it an exception that a rescue here handles. */
function addUncaughtExit(ctx: Ctx, site: Site, state: State): void {
  const caught = ctx.sinks.observed ? freshSymbol(ctx.run, 'caught', BOOL_SORT) : FALSE;
  exitByThrow(ctx, site, withPath(state, and(state.path, caught)), 'past', NIL_VAL);
  exitByThrow(ctx, site, withPath(state, and(state.path, not(caught))), undefined, NIL_VAL);
}

/** Null: it depends on the identity of the objects. */
function isSameTag(a: Val, b: Val): Formula | null {
  if (a.kind === 'boxed' || b.kind === 'boxed') return null;
  if (a.kind !== b.kind) return FALSE;
  if (a.kind === 'nil') return TRUE;
  if ((a.kind === 'sym' && b.kind === 'sym') || (a.kind === 'bool' && b.kind === 'bool')) return eq(a.term, b.term);
  return a.kind === 'ref' && b.kind === 'ref' && same(a.term, b.term) ? TRUE : null;
}

/** The target is unknown: every catch may be the one, and the rest of the method depends on it. */
function exitToAnyCatch(ctx: Ctx, call: Call, state: State): State {
  const what = { kind: 'unknown-throw' } as const;
  const taint = taintFor(ctx, what, call);
  const unknown = (): Formula => {
    const here = freshSymbol(ctx.run, 'caught', BOOL_SORT);
    if (here.kind === 'symbol') ctx.run.results.taints.set(here.name, taint);
    return here;
  };
  let open = state;
  for (const { id } of ctx.sinks.catches ?? []) {
    const here = unknown();
    exitByThrow(ctx, call, withPath(open, and(open.path, here)), id, makeUnmodelled(ctx, what, call));
    open = withPath(open, and(open.path, not(here)));
  }
  return withPath(open, and(open.path, unknown()));
}
