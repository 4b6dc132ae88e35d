/**
 * One unit of a program that is visible as a whole, run with the types that its callers pass: what it passes on, writes
 * and returns. With `surroundings` it also reports. (engine/wholeScript.ts)
 */
import type { Problem } from '../base/problem';
import { methodByKey } from '../program/lookup';
import type { Unit } from '../program/unit';
import type { Arg, Call, Expr, Param, Super } from '../ril/ril';
import { withoutFlexible } from '../types/flexible';
import type { FieldWrite } from '../types/summary';
import { DYNAMIC, NIL, nominal, type Type } from '../types/type';
import type { MethodKey } from '../types/typedMethod';
import { openContents } from '../typing/openContents';
import { generaliseType, joinAllTypes, replaceSelf, widenLiterals } from '../typing/typeOps';
import { bindArguments } from './inference/argumentTypes';
import { paramsOf } from './inference/outgoingCalls';
import { findYieldedElement } from './inference/yieldedElement';
import { inferenceFor, runBodyUnit, type WorkspaceView } from './inferUnit';
import { runMethod } from './run/run';
import { type CheckInput, newContext } from './setup/newContext';
import type { Ctx, Output } from './state/context';
import { MOST_STEPS } from './transferFunction';

export interface ClosedRun {
  readonly calls: readonly PassedTypes[];
  /** What constructors and writers of Struct and Data classes are given. */
  readonly filled: readonly PassedTypes[];
  /** Some call of the library may fill members of any Struct or Data. */
  readonly fillsUnknown: boolean;
  /** Names of calls whose callee is not known: any method of that name may run, with any arguments. */
  readonly unresolved: ReadonlySet<string>;
  /** Methods that are called in a way that is not followed. */
  readonly opened: ReadonlySet<MethodKey>;
  readonly writes: readonly FieldWrite[];
  readonly result: Type;
  /** What one run of the block is given, several values as a tuple; null: no block, or unknown code may run it. */
  readonly element: Type | null;
  /** Types of the defaults of parameters that no type was given for. */
  readonly defaults: ReadonlyMap<string, Type>;
  readonly problems: readonly Problem[];
  readonly isTooLong: boolean;
}

export interface PassedTypes {
  readonly callee: MethodKey;
  /** By parameter. */
  readonly args: ReadonlyMap<string, Type>;
}

export function runClosed(
  input: CheckInput,
  unit: Unit,
  assumed: ReadonlyMap<string, Type>,
  surroundings: WorkspaceView | null,
): ClosedRun {
  const inference = surroundings && { ...inferenceFor(unit, surroundings), given: { call: null } };
  const base = newContext({ ...input, ...(inference && { inference }) }, inference ? null : MOST_STEPS);
  if (unit.kind !== 'method') return outcomeOf(runBodyUnit(base, unit), DYNAMIC, new Map());
  const { info } = unit;
  const silent = surroundings === null;
  const run = runMethod(base, info, { arm: null, self: null, assumed, silent });
  const { ctx, result } = run;
  const defaults = new Map<string, Type>();
  for (const { name, default: value } of info.definition?.params ?? []) {
    const type = value === null ? undefined : ctx.out.types.get(value);
    if (name !== null && type !== undefined) defaults.set(name, escapingType(ctx, value, type));
  }
  const body = info.definition?.body();
  const element = body ? findYieldedElement(run, body) : null;
  return { ...outcomeOf(ctx, withoutFlexible(widenLiterals(result, ctx)), defaults), element };
}

function outcomeOf(ctx: Ctx, result: Type, defaults: ReadonlyMap<string, Type>): ClosedRun {
  const calls: PassedTypes[] = [];
  const filled: PassedTypes[] = [];
  let fillsUnknown = false;
  const unresolved = new Set<string>();
  const opened = new Set<MethodKey>();
  for (const [expr, target] of ctx.out.calls) {
    if (expr.kind === 'yield') continue;
    for (const { method, receiver } of target.candidates) {
      if (method === null && expr.kind === 'call') unresolved.add(expr.method);
      if (method === null) continue;
      fillsUnknown ||= !isStructConstructor(receiver) && mayFillMembers(ctx, method, expr);
      if (expr.kind === 'super') opened.add(method);
      else {
        calls.push(...passedTo(ctx, method, expr));
        filled.push(...passedToMembers(ctx, method, expr));
      }
    }
    if (target.dynamic && expr.kind === 'call') unresolved.add(expr.method);
  }
  return {
    calls,
    filled,
    fillsUnknown,
    unresolved,
    opened,
    writes: writesIn(ctx, ctx.out),
    result,
    element: null,
    defaults,
    problems: ctx.out.problems,
    isTooLong: ctx.memory.steps.left < 0,
  };
}

/** A constructor or writer of a Struct or Data. */
function passedToMembers(ctx: Ctx, callee: MethodKey, call: Call): readonly PassedTypes[] {
  const info = methodByKey(ctx.program, callee);
  const params = info?.definition === null ? paramsOf(info, call) : null;
  return params === null ? [] : [{ callee, args: bindEscapingArguments(ctx, params, call) }];
}

/** `Struct.new(:left)` creates a class, not an instance. */
function isStructConstructor(receiver: Type): boolean {
  return receiver.kind === 'classOf' && (receiver.name === 'Struct' || receiver.name === 'Data');
}

/** `pair[:left] = 1`, `Pair[1, 2]`, `point.with(x: 1)`: what fills which member is not followed. */
function mayFillMembers(ctx: Ctx, callee: MethodKey, { args }: Call | Super): boolean {
  const info = methodByKey(ctx.program, callee);
  if (info?.origin !== 'core' || (info.owner !== 'Struct' && info.owner !== 'Data')) return false;
  const isReader = info.signature?.labels.modifies?.length === 0 && args?.every(({ type }) => type === 'positional');
  return !isReader && args?.length !== 0;
}

function bindEscapingArguments(ctx: Ctx, params: readonly Param[], call: Call): Map<string, Type> {
  return new Map(
    bindArguments(params, call.args, {
      typeOf: expr => escapingType(ctx, expr, ctx.out.types.get(expr) ?? DYNAMIC),
      join: types => joinAllTypes(ctx, types),
    }),
  );
}

function passedTo(ctx: Ctx, callee: MethodKey, call: Call): readonly PassedTypes[] {
  const info = methodByKey(ctx.program, callee);
  if (info?.origin !== 'workspace' || info.definition === null) return [];
  const { params } = info.definition;
  const args = bindEscapingArguments(ctx, params, call);
  const block = params.find(({ kind }) => kind === 'block')?.name;
  if (block) args.set(block, call.block === null ? NIL : call.block.type === 'block' ? nominal('Proc') : DYNAMIC);
  return [{ callee, args }];
}

function writesIn({ frame }: Ctx, { writes }: Output): readonly FieldWrite[] {
  return [...writes].map(([expr, { name, type, declares }]) => ({
    name,
    type: withoutFlexible(type),
    place: { anchor: frame.anchor, span: expr.span },
    how: expr.kind === 'call' ? 'inserted' : declares ? 'declared' : 'assigned',
  }));
}

/** The type for a callee, which may keep the value: a container that the caller holds too may be filled later. */
function escapingType(ctx: Ctx, expr: Expr | null, type: Type): Type {
  const plain = withoutFlexible(generaliseType(ctx, replaceSelf(ctx, type)));
  return expr !== null && isFresh(ctx, expr) ? plain : openContents(plain);
}

/** A literal that holds no container which something else may hold as well. */
function isFresh(ctx: Ctx, expr: Expr): boolean {
  if (expr.kind === 'array') return expr.elements.every(each => isFreshArg(ctx, each));
  if (expr.kind === 'hash') return expr.entries.every(each => isFreshArg(ctx, each));
  const type = ctx.out.types.get(expr) ?? DYNAMIC;
  return openContents(type) === type;
}

function isFreshArg(ctx: Ctx, arg: Arg): boolean {
  if (arg.type === 'pair') return isFresh(ctx, arg.key) && isFresh(ctx, arg.value);
  return (arg.type === 'positional' || arg.type === 'keyword') && isFresh(ctx, arg.value);
}
