/**
 * The checker as the transfer function of inference. An open run checks a body without knowing its callers: parameters
 * without a type are flexible. A given run checks it again with the types at hand. Both are silent.
 */
import type { Place } from '../base/span';
import { findConstant } from '../program/constants';
import type { MethodInfo } from '../program/program';
import type { BranchOutcome } from '../ril/branchOutcomes';
import type { Expr, Param } from '../ril/ril';
import { findUnconditional } from '../ril/unconditional';
import { flexibleType, YIELDED } from '../types/flexible';
import type {
  Effect,
  FieldSummary,
  FieldWrite,
  OutgoingCall,
  ParamSummary,
  PlacedConstraint,
  ResultOrigin,
} from '../types/summary';
import type { BlockType, Type } from '../types/type';
import { DYNAMIC, nominal, UNTYPED_METHOD } from '../types/type';
import type { TypedMethod } from '../types/typedMethod';
import type { SummaryCall } from '../typing/summaryReader';
import { generaliseType, widenLiterals } from '../typing/typeOps';
import { typeOfBlockArgument } from './binding/parameterTypes';
import { frameOf } from './declarations/refinements';
import { type FieldOf, summariseField } from './inference/fieldSummary';
import { findBlockUse, findOutgoingCalls } from './inference/outgoingCalls';
import { findPassedBlocks } from './inference/passedBlocks';
import { findStoredCalls, type StoredCall, typeOfKeptBlock } from './inference/storedBlocks';
import { findYieldedElement } from './inference/yieldedElement';
import { effectOfBody } from './run/effects';
import { type MethodRun, runMethod } from './run/run';
import { findTailExpressions } from './run/tailExpressions';
import { type CheckInput, newContext } from './setup/newContext';
import { type Ctx, type InsertedElement, newOutput } from './state/context';
import { typeOfConstantValue } from './syntax/constants';

/** Expressions that one run may check. */
export const MOST_STEPS = 200_000;

/** What one run found out, before it is simplified. */
export interface RunOutcome {
  readonly params: readonly ParamSummary[];
  /** `self` stays `self`. */
  readonly result: Type;
  readonly origins: readonly ResultOrigin[];
  readonly constraints: readonly PlacedConstraint[];
  readonly effect: Effect;
  readonly writes: readonly FieldWrite[];
  /** Into containers that fields hold, also those of other classes. */
  readonly insertions: readonly InsertedElement[];
  readonly calls: readonly OutgoingCall[];
  readonly block: { readonly args: readonly Type[]; readonly must: boolean } | null;
  /** What one run of the block is given, several values as a tuple; null: no block, or unknown code may run it. */
  readonly element: Type | null;
  /** What the methods to which the body passes its block yield to it. */
  readonly passedBlocks: readonly (readonly Type[])[];
  /** Calls of blocks that methods keep. */
  readonly storedCalls: readonly StoredCall[];
  readonly splits: readonly string[];
  /** Which methods it calls on itself depends on the class of the receiver. */
  readonly dependsOnSelf: boolean;
  readonly isTooLong: boolean;
}

/** `supplied`: types of parameters, from the visible callers; `self`: null for an instance of the method's owner. */
export function runOpen(
  input: CheckInput,
  method: MethodInfo,
  supplied: ReadonlyMap<string, Type> = new Map(),
  self: Type | null = null,
): RunOutcome {
  const base = newContext(input, MOST_STEPS);
  const params = method.definition?.params ?? [];
  const arm = method.signature?.arms[0] ?? null;
  const flexible = params.filter(isFlexible).map(({ name }) => [name ?? '', flexibleType(name ?? '')] as const);
  const assumed = new Map(arm === null ? [...flexible, ...supplied] : []);
  const given = arm === null ? supplied.get(YIELDED) : undefined;
  const own = input.summaries.isClosed && params.find(({ kind }) => kind === 'block')?.name;
  if (own) assumed.set(own, typeOfKeptBlock(method, given ?? DYNAMIC));
  const block = given && { block: { type: { ...UNTYPED_METHOD, result: given }, optional: false } };
  const run = runMethod(base, method, { arm, self, assumed, silent: true, ...block });
  const body = method.definition?.body() ?? null;
  const at = (expr: Expr): Place => ({ anchor: run.ctx.frame.anchor, span: expr.span });
  const sure = body === null ? new Set<Expr>() : findUnconditional(body);
  return {
    params: params.flatMap(param => summariseParam(run, param)),
    result: widenLiterals(run.result, run.ctx),
    origins: body === null ? [] : findTailExpressions(body).flatMap(tail => originOf(run, tail, at(tail))),
    constraints: [...run.out.constraints].map(([expr, requires]) => ({
      requires,
      must: sure.has(expr),
      place: at(expr),
    })),
    effect: body === null ? null : effectOfBody(run.ctx, body, run.out.calls.values()),
    writes: [...run.out.writes].map(([expr, { name, type, declares, allocated }]) => ({
      name,
      ...(allocated && { allocated }),
      type,
      place: at(expr),
      how: expr.kind === 'call' ? 'inserted' : declares ? 'declared' : 'assigned',
    })),
    insertions: [...run.out.insertions.values()],
    calls: findOutgoingCalls(run),
    block: findBlockUse(run, sure),
    element: body === null ? null : findYieldedElement(run, body),
    passedBlocks: findPassedBlocks(run),
    storedCalls: body === null ? [] : findStoredCalls(run, body),
    splits: [...run.out.splits].sort(),
    dependsOnSelf: dependsOnSelf(run),
    isTooLong: base.memory.steps.left < 0,
  };
}

/** The types of all expressions, if callers pass these types. */
export function typeWithCallerTypes(
  input: CheckInput,
  method: MethodInfo,
  supplied: ReadonlyMap<string, Type>,
): TypedMethod {
  const base = newContext(input, MOST_STEPS);
  const { out, params, result } = runMethod(base, method, { arm: null, self: null, assumed: supplied, silent: true });
  return { key: method.key, types: out.types, calls: out.calls, params, result, problems: [] };
}

/** By `if`: the outcome that types exclude if callers pass these types. */
export function findExcludedBranches(
  input: CheckInput,
  method: MethodInfo,
  supplied: ReadonlyMap<string, Type>,
): ReadonlyMap<Expr, BranchOutcome> {
  const base = newContext(input, MOST_STEPS);
  const { out } = runMethod(base, method, { arm: null, self: null, assumed: supplied, silent: true });
  return new Map(
    [...out.excludedBranches].flatMap(([expr, never]) => (never === 'both' ? [] : [[expr, never] as const])),
  );
}

/** The result for these argument types; `self` is replaced. */
export function inferResultFor(input: CheckInput, { method, self, assumed }: SummaryCall): Type {
  const base = newContext(input, MOST_STEPS);
  const block = blockOf(assumed.get(YIELDED));
  const own = method.definition?.params.find(({ kind }) => kind === 'block')?.name;
  const types = own ? new Map([...assumed, [own, typeOfBlockArgument(block)] as const]) : assumed;
  const run = runMethod(base, method, { arm: null, self, assumed: types, silent: true, block });
  return base.memory.steps.left < 0 ? DYNAMIC : widenLiterals(run.result, run.ctx);
}

/** A block that returns this type, whatever it is given; %bot: there is none. */
function blockOf(result: Type | undefined): BlockType | null | 'unknown' {
  if (result === undefined) return 'unknown';
  return result.kind === 'bottom' ? null : { type: { ...UNTYPED_METHOD, result }, optional: false };
}

/** The type of a constant's value, evaluated in its class body. */
export function runConstant(input: CheckInput, path: string): Type {
  const base = newContext(input, MOST_STEPS);
  const found = findConstant(input.program, [], `::${path}`);
  if (!found?.constant) return DYNAMIC;
  return typeOfConstantValue(contextOf(base), found.constant);
}

/** What is known of an undeclared field; null: nothing visible writes it. */
export function runField(input: CheckInput, of: FieldOf): FieldSummary | null {
  return summariseField(contextOf(newContext(input, MOST_STEPS)), of);
}

/** Outside of every method. */
function contextOf(base: ReturnType<typeof newContext>): Ctx {
  const frame = frameOf(null, nominal('Object'), []);
  return { ...base, frame, out: newOutput(), jumps: null, lambda: null, silent: true };
}

function isFlexible({ kind, name }: Param): boolean {
  return name !== null && kind !== 'rest' && kind !== 'keyRest' && kind !== 'block' && kind !== 'forward';
}

function summariseParam(run: MethodRun, { name, kind, default: value }: Param): readonly ParamSummary[] {
  if (name === null) return [];
  const type = value === null ? null : (run.out.types.get(value) ?? DYNAMIC);
  return [{ name, kind, default: type && generaliseType(run.ctx, type) }];
}

function originOf(run: MethodRun, tail: Expr, place: Place): readonly ResultOrigin[] {
  const type = run.out.types.get(tail);
  return type === undefined || type.kind === 'bottom' ? [] : [{ type: widenLiterals(type, run.ctx), place }];
}

function dependsOnSelf(run: MethodRun): boolean {
  for (const [expr, target] of run.out.calls) {
    const onSelf = expr.kind === 'super' || (expr.kind === 'call' && isSelf(expr.receiver));
    if (onSelf && (target.dynamic || target.candidates.length > 1)) return true;
  }
  return false;
}

function isSelf(receiver: Expr | null): boolean {
  return receiver === null || receiver.kind === 'self';
}
