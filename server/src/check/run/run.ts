/**
 * One pass over a method's body under one signature arm (or none): sets up a frame, binds the parameters, checks the
 * body.
 */
import type { Settings } from '../../../../shared/src/settings';
import type { RelatedPlace } from '../../base/problem';
import { methodByKey } from '../../program/lookup';
import { memoOfPart, PartMemoKey } from '../../program/memos';
import type { MethodInfo, Program, SignatureArm } from '../../program/program';
import type { UntakenBranches } from '../../ril/branchOutcomes';
import type { Expr } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { ATTACHED, attachedClassOf, mentionsAttachedClass } from '../../types/attachedClass';
import { boundedVariables } from '../../types/bounds';
import type { Hierarchy } from '../../types/hierarchy';
import { substituteMethod } from '../../types/substitute';
import type { Type } from '../../types/type';
import { DYNAMIC, nominal } from '../../types/type';
import type { SummaryReader } from '../../typing/summaryReader';
import { joinAllTypes, sameTypes } from '../../typing/typeOps';
import { bindParams } from '../binding/bindParams';
import { mismatchProblem } from '../binding/definitionMismatch';
import type { Ctx, Frame, Inference, Memory, Output, Rules, Typed, TypeReader } from '../state/context';
import { newOutput } from '../state/context';
import type { Env } from '../state/env';
import { bindLocal, EMPTY_ENV } from '../state/env';
import { noteParamType } from '../state/paramNames';
import { dropReports, markReports } from '../state/report';
import { checkResult } from './results';

/** What all frames of one check share. */
export interface Base {
  readonly program: Program;
  readonly hierarchy: Hierarchy;
  readonly settings: Settings;
  readonly rules: Rules;
  readonly memory: Memory;
  readonly infers: boolean;
  readonly notTaken: UntakenBranches | null;
  readonly readType: TypeReader | null;
  readonly inference: Inference | null;
  readonly summaries: SummaryReader;
}

export interface RunOptions {
  readonly arm: SignatureArm | null;
  /** The type of `self`; null for an instance of the method's owner. */
  readonly self: Type | null;
  /** Types of parameters, by name, for methods without a signature. */
  readonly assumed: ReadonlyMap<string, Type>;
  readonly silent: boolean;
  /** The block that a call without a signature passes; absent: unknown. */
  readonly block?: Frame['block'];
  readonly forwarded?: Frame['forwarded'];
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
  const ctx: Ctx = { ...base, frame, out, jumps: null, lambda: null, silent: options.silent };
  const { definition } = method;
  if (definition === null) return { ctx, out, params: new Map(), result: frame.result ?? DYNAMIC };
  if (hasBlocks(base, definition.body())) {
    const isFirstEnough = options.silent || base.inference !== null;
    const before = markReports(ctx);
    const first = runBody(isFirstEnough ? ctx : { ...ctx, silent: true }, method, options);
    if (isFirstEnough && capturesAreFinal(ctx)) return { ctx, out, params: first.params, result: first.result };
    dropReports(ctx, before);
  }
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
  const { depth } = ctx.memory;
  const outer = depth.now;
  depth.now = 0;
  const bound = bindParams(ctx, entryEnv(definition), definition.params, options.arm?.type ?? null, options.assumed);
  if (bound.mismatch !== null) reportMisfit(ctx, method, options.arm, bound.mismatch);
  for (const param of definition.params)
    if (param.name !== null) noteParamType(ctx, param, bound.env.locals.get(param.name) ?? DYNAMIC);
  const framed: Ctx = { ...ctx, frame: { ...ctx.frame, params: bound.types } };
  const body = ctx.rules.expr(framed, bound.env, definition.body(), ctx.frame.result);
  if (body.env.reachable) checkResult(framed, definition.body(), body.type);
  depth.now = outer;
  return { params: bound.types, result: resultOf(framed, body) };
}

/** The block of a `define_method` sees the locals around it, whose values are unknown. */
function entryEnv({ isBlock, body }: NonNullable<MethodInfo['definition']>): Env {
  let env = EMPTY_ENV;
  if (isBlock)
    walk(body(), expr => {
      if (expr.kind === 'var' && expr.scope === 'local') env = bindLocal(env, expr.name, DYNAMIC);
      return true;
    });
  return env;
}

function resultOf(ctx: Ctx, body: Typed): Type {
  const ends = [...(body.env.reachable ? [body.type] : []), ...ctx.frame.returns.map(typed => typed.type)];
  return joinAllTypes(ctx, ends);
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
    block: arm === null ? (options.block ?? (options.block === null ? null : 'unknown')) : arm.type.block,
    returns: [],
    params: new Map(),
    declared: new Map(),
    assigned: new Map(),
    clause: null,
    ...(options.forwarded && { forwarded: options.forwarded }),
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

/** Inside the body, type parameters are replaced by their bounds. */
function armInBody(base: Base, method: MethodInfo, arm: SignatureArm): SignatureArm {
  const params = [...base.hierarchy.typeParams(method.owner), ...arm.type.typeParams];
  if (mentionsAttachedClass(arm.type)) {
    const bindings = new Map([[ATTACHED, attachedClassOf(selfTypeOf(base, method))]]);
    return { ...arm, type: substituteMethod(arm.type, bindings) };
  }
  if (!params.some(param => param.bound !== null)) return arm;
  return { ...arm, type: substituteMethod({ ...arm.type, typeParams: [] }, boundedVariables(params)) };
}

/** Reported at the annotation; for an inherited annotation, at the definition. */
function reportMisfit(ctx: Ctx, method: MethodInfo, arm: SignatureArm | null, why: string): void {
  if (ctx.silent) return;
  const inherited = methodByKey(ctx.program, method.key)?.signature === null;
  const problem = mismatchProblem(method, arm, why, inherited);
  if (problem !== null) ctx.out.problems.push(problem);
}

/** A second pass would see the same: nothing was assigned to a captured local after its block. */
export function capturesAreFinal({ out, frame }: Ctx): boolean {
  return [...out.captured].every(([name, then]) => {
    const now = frame.assigned.get(name) ?? null;
    return now === then || (now !== null && then !== null && sameTypes(now, then));
  });
}

/** If there are blocks, the types of captured locals are known only after a first pass. */
function hasBlocks({ program }: Base, body: Expr): boolean {
  return memoOfPart(program, WITH_BLOCKS, body, () => {
    let found = false;
    walk(body, expr => {
      found ||= expr.kind === 'lambda' || (expr.kind === 'call' && expr.block?.type === 'block');
      return !found;
    });
    return found;
  });
}

const WITH_BLOCKS = new PartMemoKey<Expr, boolean>();
