/**
 * `double = ->(x) { x * 2 }` as the only assignment to `double`: the results of `double.(2)` and `map(&double)` come
 * from checking the body silently with the argument types. The recorded types of the body's expressions stay unchanged.
 */
import type { Problem } from '../../base/problem';
import { callsProc } from '../../program/libraryFacts';
import type { Block, Expr } from '../../ril/ril';
import type { MethodType, ParamType, Type } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { generaliseType, replaceSelf } from '../../typing/typeOps';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import { newOutput } from '../state/context';
import type { Env } from '../state/env';
import { findSingleAssignment } from './singleAssignment';

/** Limits the nesting of lambdas that call lambdas. */
const DEEPEST = 4;

interface Procedure {
  readonly block: Block;
  readonly kind: 'lambda' | 'block';
}

export function findProcLiteral(value: Expr): Procedure | null {
  if (value.kind === 'lambda') return { block: value.block, kind: 'lambda' };
  if (value.kind !== 'call' || value.block?.type !== 'block') return null;
  const { block } = value.block;
  if (value.receiver === null && value.args.length === 0)
    return value.method === 'lambda' || value.method === 'proc'
      ? { block, kind: value.method === 'lambda' ? 'lambda' : 'block' }
      : null;
  const isProc = value.receiver?.kind === 'const' && value.receiver.name === 'Proc';
  return isProc && value.method === 'new' ? { block, kind: 'block' } : null;
}

/** Records the locals at the point where the lambda is created. */
export function noteProcEnvironment(ctx: Ctx, env: Env, value: Expr): void {
  if (findProcLiteral(value) !== null) ctx.out.procedures.set(value, { env, anchor: ctx.frame.anchor });
}

/** The result of calling it; null if the procedure or the arguments are unknown. */
export function resultOfProcedureCall(ctx: Ctx, receiver: Expr | null, method: string, actuals: Actuals): Type | null {
  if (receiver === null || !callsProc(ctx.program, method) || actuals.open) return null;
  if (actuals.list.some(actual => actual.kind !== 'positional')) return null;
  return runProcedure(ctx, receiver, signatureOfKnownProc(ctx, actuals), null)?.result ?? null;
}

export function signatureOfKnownProc(ctx: Ctx, { list }: Actuals): readonly Type[] {
  return list.map(actual => generaliseType(ctx, replaceSelf(ctx, actual.type)));
}

/** The result of a procedure that is passed as `&value`. */
export function resultOfPassedProcedure(ctx: Ctx, value: Expr, expected: MethodType | null): Type | null {
  if (expected === null || expected.params.some(({ kind }) => kind !== 'required')) return null;
  const given = expected.params.map(({ type }) => type);
  return runProcedure(ctx, value, given, null)?.result ?? null;
}

/** `reporting`: what the reports of this run depend on; null: the run is silent. */
export function runProcedure(
  ctx: Ctx,
  value: Expr,
  given: readonly Type[],
  reporting: Ctx['inference'],
): { readonly result: Type; readonly problems: readonly Problem[] } | null {
  const made = value.kind === 'var' && value.scope === 'local' ? findSingleAssignment(ctx, value.name) : null;
  const procedure = made && findProcLiteral(made);
  const created = made && ctx.out.procedures.get(made);
  if (!made || !procedure || !created || !acceptsPlainArguments(procedure, given.length)) return null;
  const key = `procedure ${ctx.frame.anchor} ${made.span.start}`;
  const { running } = ctx.memory;
  if (running.has(key) || running.size >= DEEPEST) return null;
  running.add(key);
  const out = { ...newOutput(), procedures: new Map(ctx.out.procedures) };
  const frame = { ...ctx.frame, anchor: created.anchor, returns: [] };
  const inside: Ctx = { ...ctx, out, frame, silent: reporting === null, inference: reporting ?? ctx.inference };
  const expected: MethodType = { ...EMPTY_METHOD, params: given.map(requiredParam) };
  const how = { kind: procedure.kind, escapes: true };
  const { result } = ctx.rules.block(inside, created.env, procedure.block, expected, how);
  running.delete(key);
  return { result, problems: out.problems };
}

function requiredParam(type: Type): ParamType {
  return { kind: 'required', name: null, type, refinement: null, span: null };
}

/** Only plain parameters, exactly as many as there are arguments; no destructuring, defaults or keywords. */
function acceptsPlainArguments({ block }: Procedure, count: number): boolean {
  return block.params.length === count && block.params.every(({ kind }) => kind === 'required');
}
