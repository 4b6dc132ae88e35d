/** One pass over a method's body under one signature arm (or none): a frame is set up, parameters bound, the body checked. */
import type { Settings } from '../../../shared/src/settings';
import type { RelatedPlace } from '../base/problem';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import type { Expr } from '../ril/ril';
import { walk } from '../ril/walk';
import { boundedVariables } from '../types/bounds';
import type { Hierarchy } from '../types/hierarchy';
import { substituteMethod } from '../types/substitute';
import type { Type } from '../types/type';
import { DYNAMIC, nominal } from '../types/type';
import { bindParams } from './bindParams';
import type { Ctx, Frame, Memory, Output, Rules, Typed, TypeReader } from './context';
import { newOutput } from './context';
import { EMPTY_ENV } from './env';
import { noteParam } from './paramNames';
import { joinedAll } from './relations';
import { checkResult } from './results';

/** What every frame of one check shares. */
export interface Base {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly settings: Settings;
  readonly rules: Rules;
  readonly memory: Memory;
  readonly readType: TypeReader | null;
}

export interface RunOptions {
  readonly arm: SignatureArm | null;
  /** What `self` is; null: an instance of the method's owner. */
  readonly self: Type | null;
  /** Types of parameters, by name, where no signature says them. */
  readonly assumed: ReadonlyMap<string, Type>;
  readonly silent: boolean;
}

export interface MethodRun {
  readonly ctx: Ctx;
  readonly out: Output;
  readonly params: ReadonlyMap<string, Type>;
  readonly result: Type;
}

export function runMethod(base: Base, method: MethodInfo, given: RunOptions): MethodRun {
  const out = newOutput();
  const options = { ...given, arm: given.arm && armInBody(base, method, given.arm) };
  const frame = frameOf(base, method, options);
  const ctx: Ctx = { ...base, frame, out, jumps: null, lambda: null, silent: options.silent, depth: 0 };
  const { definition } = method;
  if (definition === null) return { ctx, out, params: new Map(), result: frame.result ?? DYNAMIC };
  if (runsLater(definition.body)) runBody({ ...ctx, silent: true }, method, options);
  frame.returns.length = 0;
  frame.declared.clear();
  const run = runBody(ctx, method, options);
  return { ctx, out, params: run.params, result: run.result };
}

function runBody(
  ctx: Ctx,
  method: MethodInfo,
  options: RunOptions,
): { params: ReadonlyMap<string, Type>; result: Type } {
  const { definition } = method;
  if (definition === null) return { params: new Map(), result: DYNAMIC };
  const bound = bindParams(ctx, EMPTY_ENV, definition.params, options.arm?.type ?? null, options.assumed);
  if (bound.mismatch !== null) reportMisfit(ctx, method, options.arm, bound.mismatch);
  for (const param of definition.params)
    if (param.name !== null) noteParam(ctx, param, bound.env.locals.get(param.name) ?? DYNAMIC);
  const framed: Ctx = { ...ctx, frame: { ...ctx.frame, params: bound.types } };
  const body = ctx.rules.expr(framed, bound.env, definition.body, ctx.frame.result);
  if (body.env.reachable) checkResult(framed, definition.body, body.type);
  return { params: bound.types, result: resultOf(framed, body) };
}

function resultOf(ctx: Ctx, body: Typed): Type {
  const ends = [...(body.env.reachable ? [body.type] : []), ...ctx.frame.returns.map(typed => typed.type)];
  return joinedAll(ctx, ends);
}

function frameOf(base: Base, method: MethodInfo, options: RunOptions): Frame {
  const { arm } = options;
  const ignored = method.name === 'initialize' && !method.singleton;
  return {
    method,
    anchor: method.definition?.anchor ?? method.place?.anchor ?? '',
    nesting: method.nesting,
    selfType: options.self ?? selfTypeOf(base, method),
    result: arm === null || ignored ? null : arm.type.result,
    resultFrom: arm === null ? [] : declaredBy(arm),
    block: arm === null ? 'unknown' : arm.type.block,
    returns: [],
    params: new Map(),
    declared: new Map(),
    assigned: new Map(),
    clause: null,
  };
}

function declaredBy(arm: SignatureArm): readonly RelatedPlace[] {
  return arm.place === null ? [] : [{ place: arm.place, note: 'the type is declared here' }];
}

export function selfTypeOf(base: Pick<Base, 'hierarchy'>, method: MethodInfo): Type {
  if (method.singleton) return { kind: 'classOf', name: method.owner };
  const params = base.hierarchy.typeParams(method.owner);
  return nominal(method.owner, [...boundedVariables(params).values()]);
}

/** The body sees type parameters as what their bounds say. */
function armInBody(base: Base, method: MethodInfo, arm: SignatureArm): SignatureArm {
  const params = [...base.hierarchy.typeParams(method.owner), ...arm.type.typeParams];
  if (!params.some(param => param.bound !== null)) return arm;
  return { ...arm, type: substituteMethod({ ...arm.type, typeParams: [] }, boundedVariables(params)) };
}

/** Said at the annotation: it is the annotation that was written for this definition. */
function reportMisfit(ctx: Ctx, method: MethodInfo, arm: SignatureArm | null, why: string): void {
  const place = arm?.place ?? method.place;
  if (ctx.silent || place === null) return;
  const related: RelatedPlace[] = method.place === null ? [] : [{ place: method.place, note: 'the definition' }];
  ctx.out.problems.push({ code: 'LP3017', place, args: { method: method.name, why }, related });
}

/** With blocks around, what a captured local may hold is known only after a first pass. */
function runsLater(body: Expr): boolean {
  let found = false;
  walk(body, expr => {
    if (expr.kind === 'lambda' || (expr.kind === 'call' && expr.block?.type === 'block')) found = true;
    return !found;
  });
  return found;
}
