/**
 * Destructuring: assigns the elements of a value to targets (`a, (b, *c) = …`, `|a, (b, c)|`). As in Ruby, the
 * receivers and indices of the targets are evaluated first; the writes happen from left to right. A splat takes what
 * the targets around it leave.
 */

import { add, compare, sub } from '../../../logic/arithmetic';
import { int, ite, or } from '../../../logic/build';
import { candidates, dynamicsOf } from '../../../program/lookup';
import type { Call, Const, Expr, MultiTarget, Var } from '../../../ril/ril';
import type { Type } from '../../../types/type';
import { havocHeap } from '../../fields/havoc';
import { arrayTypeFor, isArray, lengthOf, makeArray, readElement } from '../../heap/arrays';
import { positionalArgs } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, taintFor } from '../../state/context';
import { forkState } from '../../state/fork';
import { classNameOf, isDynamic, representationOf, unionMembers } from '../../state/representation';
import type { State } from '../../state/state';
import { tagsOf, typeGuard, valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, NIL_VAL, typeOf, type Val } from '../../state/value';
import { assignTarget } from './assignTarget';

type Site = { readonly span: Expr['span'] };

/** A target whose receiver and indices are evaluated: only the write remains. */
type Ready =
  | { readonly type: 'one' | 'splat'; readonly write: (value: Val, state: State) => State }
  | { readonly type: 'list'; readonly items: readonly Ready[] };

export function destructure(ctx: Ctx, targets: readonly MultiTarget[], value: Val, state: State, site: Site): State {
  const { ready, state: next } = prepareTargets(ctx, targets, state);
  return destructureValue(ctx, ready, value, next, site);
}

export function prepareTargets(
  ctx: Ctx,
  targets: readonly MultiTarget[],
  state: State,
): { readonly ready: readonly Ready[]; readonly state: State } {
  let next = state;
  const ready = targets.map((target): Ready => {
    if (target.type === 'list') {
      const inner = prepareTargets(ctx, target.items, next);
      next = inner.state;
      return { type: 'list', items: inner.ready };
    }
    if (target.target?.kind !== 'call') return { type: target.type, write: writeTo(ctx, target.target) };
    const call = preparedCall(ctx, target.target, next);
    next = call.state;
    return { type: target.type, write: call.write };
  });
  return { ready, state: next };
}

function writeTo(ctx: Ctx, target: Var | Const | null): (value: Val, state: State) => State {
  return (value, state) => (target ? assignTarget(ctx, target, value, state) : state);
}

/** `x.y, z[0] = …`: the target is the call without its last argument. */
function preparedCall(
  ctx: Ctx,
  target: Call,
  state: State,
): { readonly write: (value: Val, state: State) => State; readonly state: State } {
  const receiver = target.receiver
    ? ctx.run.rules.evaluate(ctx, target.receiver, state)
    : { value: ctx.frame.self, state };
  let next = receiver.state;
  const args: Val[] = [];
  for (const arg of target.args) {
    if (arg.type !== 'positional') {
      const write = (_: Val, s: State): State =>
        havocHeap(ctx, s, { taint: taintFor(ctx, { kind: 'splat-in-assignment' }, target) });
      return { write, state: next };
    }
    const out = ctx.run.rules.evaluate(ctx, arg.value, next);
    args.push(out.value);
    next = out.state;
  }
  const write = (value: Val, s: State): State =>
    ctx.run.rules.send(
      ctx,
      { receiver: receiver.value, method: target.method, args: positionalArgs([...args, value]), site: target },
      s,
    ).state;
  return { write, state: next };
}

/** Assigns a known number of values. */
export function assignValues(
  ctx: Ctx,
  targets: readonly Ready[],
  values: readonly Val[],
  state: State,
  site: Site,
): State {
  const at = targets.findIndex(target => target.type === 'splat');
  const after = at < 0 ? 0 : targets.length - at - 1;
  const rest = at < 0 ? [] : values.slice(at, Math.max(at, values.length - after));
  return targets.reduce((next, target, index) => {
    if (target.type === 'splat') {
      const made = makeArray(ctx, next, rest, arrayTypeFor(rest), site);
      return target.write(made.value, made.state);
    }
    const value = values[at >= 0 && index > at ? index - 1 + rest.length : index] ?? NIL_VAL;
    return write(ctx, target, value, next, site);
  }, state);
}

function write(ctx: Ctx, target: Ready, value: Val, state: State, site: Site): State {
  return target.type === 'list' ? destructureValue(ctx, target.items, value, state, site) : target.write(value, state);
}

/** An array yields its elements, any other value itself; values that may convert to an array are not modelled. */
export function destructureValue(ctx: Ctx, targets: readonly Ready[], value: Val, state: State, site: Site): State {
  if (isArray(value)) return spreadArray(ctx, targets, value, state, site);
  const types = value.kind === 'boxed' || value.kind === 'ref' ? unionMembers(typeOf(value)) : [];
  if (isUnknown(value) || types.some(type => mayTurnIntoArray(ctx, type)))
    return assignValues(
      ctx,
      targets,
      targets.map(() => makeUnmodelled(ctx, NO_ARRAY, site)),
      state,
      site,
    );
  const arrays = types.filter(type => classNameOf(type) === 'Array');
  if (value.kind !== 'boxed' || arrays.length === 0) return assignValues(ctx, targets, [value], state, site);
  if (arrays.length > 1)
    return assignValues(
      ctx,
      targets,
      targets.map(() => makeUnmodelled(ctx, NO_ARRAY, site)),
      state,
      site,
    );
  const isOne = or(...arrays.map(type => typeGuard(ctx.run, value.term, type, state.heap.alloc)));
  const out = forkState(ctx, isOne, state, site, {
    yes: s => ({
      value: NIL_VAL,
      state: destructureValue(ctx, targets, valueFromTerm(value.term, arrays[0]!), s, site),
    }),
    no: s => ({ value: NIL_VAL, state: assignValues(ctx, targets, [value], s, site) }),
  });
  return out.state;
}

const NO_ARRAY = { kind: 'non-array-destructuring' } as const;

function isUnknown(value: Val): boolean {
  if (value.kind === 'proc' || value.kind === 'range' || value.kind === 'class') return true;
  return value.kind === 'boxed' && (isDynamic(value.type) || tagsOf(value.type) === null);
}

/** `to_ary` decides; only arrays and classes that define it have it. */
function mayTurnIntoArray(ctx: Ctx, type: Type): boolean {
  const className = classNameOf(type);
  if (representationOf(type) !== 'ref' || className === 'Array') return false;
  if (className === null) return true;
  const { program } = ctx.run.input;
  return (
    className === 'Object' ||
    program.classes.get(className)?.kind !== 'class' ||
    dynamicsOf(program, className).length > 0 ||
    candidates(program, className, 'to_ary').length > 0
  );
}

/** An array of any length: a splat takes the elements in the middle, the targets after it the last ones. */
function spreadArray(ctx: Ctx, targets: readonly Ready[], array: ArrayVal, state: State, site: Site): State {
  const at = targets.findIndex(target => target.type === 'splat');
  const element = (index: number, s: State): Val => readElement(ctx, s, array, int(index));
  const values: Val[] = [];
  let next = state;
  if (at < 0) values.push(...targets.map((_, index) => element(index, state)));
  else {
    const after = targets.length - at - 1;
    const length = lengthOf(ctx, state, array);
    const enough = compare('>=', length, int(at + after));
    for (let index = 0; index < at; index++) values.push(element(index, state));
    const rest = takeMiddle(ctx, array, { before: at, after }, state, site);
    values.push(rest.value);
    next = rest.state;
    for (let index = 0; index < after; index++) {
      const from = ite(enough, add(sub(length, int(after)), int(index)), int(at + index));
      values.push(readElement(ctx, state, array, from));
    }
  }
  return targets.reduce((s, target, index) => write(ctx, target, values[index]!, s, site), next);
}

/** The number of targets before and after the splat. */
interface SplatNeighbours {
  readonly before: number;
  readonly after: number;
}

function takeMiddle(ctx: Ctx, array: ArrayVal, { before, after }: SplatNeighbours, state: State, site: Site): Out {
  const dropped = ctx.run.rules.send(
    ctx,
    { receiver: array, method: 'drop', args: positionalArgs([{ kind: 'int', term: int(before) }]), site },
    state,
  );
  if (after === 0) return dropped;
  const left = sub(lengthOf(ctx, state, array), int(before + after));
  const count: Val = { kind: 'int', term: ite(compare('>=', left, int(0)), left, int(0)) };
  return ctx.run.rules.send(
    ctx,
    { receiver: dropped.value, method: 'first', args: positionalArgs([count]), site },
    dropped.state,
  );
}
