/**
 * `double = ->(x) { x * 2 }`, and nothing else is ever `double`: what `double.(2)` and `map(&double)` give is read off its
 * body, run silently with the types that it is given there. What the body's own expressions are stays as it was.
 */
import type { Block, Expr } from '../ril/ril';
import type { MethodType, ParamType, Type } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import { newOutput } from './context';
import type { Env } from './env';
import { EMPTY_METHOD } from './instantiate';
import { onlyValue } from './onlyValue';
import { generalised, hereSelf } from './relations';

/** Bodies of lambdas that call lambdas. */
const DEEPEST = 4;

interface Procedure {
  readonly block: Block;
  readonly kind: 'lambda' | 'block';
}

const CALLS: ReadonlySet<string> = new Set(['call', '()', '[]', 'yield', '===']);

export function procedureIn(value: Expr): Procedure | null {
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

/** The locals as they were where it was made. */
export function noteProcedure(ctx: Ctx, env: Env, value: Expr): void {
  if (procedureIn(value) !== null) ctx.out.procedures.set(value, env);
}

/** What a call of it gives; null: it is not known what is called, or with what. */
export function calledProcedure(ctx: Ctx, receiver: Expr | null, method: string, actuals: Actuals): Type | null {
  if (receiver === null || !CALLS.has(method) || actuals.open) return null;
  if (actuals.list.some(actual => actual.kind !== 'positional')) return null;
  return resultFor(
    ctx,
    receiver,
    actuals.list.map(actual => generalised(ctx, hereSelf(ctx, actual.type))),
  );
}

/** What it gives where `&it` stands for a block. */
export function passedProcedure(ctx: Ctx, value: Expr, expected: MethodType | null): Type | null {
  if (expected === null || expected.params.some(({ kind }) => kind !== 'required')) return null;
  return resultFor(
    ctx,
    value,
    expected.params.map(({ type }) => type),
  );
}

function resultFor(ctx: Ctx, value: Expr, given: readonly Type[]): Type | null {
  const made = value.kind === 'var' && value.scope === 'local' ? onlyValue(ctx, value.name) : null;
  const procedure = made && procedureIn(made);
  const env = made && ctx.out.procedures.get(made);
  if (!made || !procedure || !env || !takes(procedure, given.length)) return null;
  const key = `procedure ${ctx.frame.anchor} ${made.span.start}`;
  const { running } = ctx.memory;
  if (running.has(key) || running.size >= DEEPEST) return null;
  running.add(key);
  const out = { ...newOutput(), uses: ctx.out.uses, procedures: new Map(ctx.out.procedures) };
  const silent: Ctx = { ...ctx, out, frame: { ...ctx.frame, returns: [] }, silent: true };
  const expected: MethodType = { ...EMPTY_METHOD, params: given.map(parameter) };
  const how = { kind: procedure.kind, escapes: true };
  const { result } = ctx.rules.block(silent, env, procedure.block, expected, how);
  running.delete(key);
  return result;
}

function parameter(type: Type): ParamType {
  return { kind: 'required', name: null, type, refinement: null, span: null };
}

/** Plain parameters, as many as are given: arrays that are taken apart, defaults and keywords are not looked into. */
function takes({ block }: Procedure, count: number): boolean {
  return block.params.length === count && block.params.every(({ kind }) => kind === 'required');
}
