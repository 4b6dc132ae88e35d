/**
 * `double = ->(x) { x * 2 }`, and nothing else is ever `double`: what `double.(2)` and `map(&double)` give is read off its
 * body, run silently with the types that it is given there. What the body's own expressions are stays as it was.
 */
import type { Assign, Block, Call, Expr, Pattern } from '../ril/ril';
import { walk } from '../ril/walk';
import type { MethodType, ParamType, Type } from '../types/type';
import type { Actuals } from './arguments';
import type { Ctx } from './context';
import { newOutput } from './context';
import type { Env } from './env';
import { EMPTY_METHOD } from './instantiate';
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

const values = new WeakMap<Expr, Map<string, Expr | null>>();

/** The value of the only assignment to this local, if no parameter, block or pattern binds the name too. */
function onlyValue(ctx: Ctx, name: string): Expr | null {
  const definition = ctx.frame.method?.definition;
  if (!definition || definition.params.some(param => param.name === name)) return null;
  const { body } = definition;
  const known = values.get(body) ?? new Map<string, Expr | null>();
  values.set(body, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = findOnlyValue(body, name);
  known.set(name, found);
  return found;
}

function findOnlyValue(body: Expr, name: string): Expr | null {
  const assigned: Assign[] = [];
  let elsewhere = false;
  let seen = 0;
  let read = 0;
  const isIt = (expr: Expr | null): boolean => expr?.kind === 'var' && expr.scope === 'local' && expr.name === name;
  walk(body, expr => {
    if (isIt(expr)) seen++;
    if (expr.kind === 'assign' && isIt(expr.target)) assigned.push(expr);
    if (expr.kind === 'call') read += readsIn(expr, isIt);
    if (bindsElsewhere(expr, name)) elsewhere = true;
    return undefined;
  });
  const [only] = assigned;
  // Whatever else the name stands in may bind it: destructuring, a rescue.
  return only !== undefined && assigned.length === 1 && !elsewhere && seen === read + 1 ? only.value : null;
}

/** Where the name is certainly only read: as the receiver, an argument or the block of a call. */
function readsIn(call: Call, isIt: (expr: Expr | null) => boolean): number {
  const passed = call.block?.type === 'pass' ? [call.block.value] : [];
  const args = call.args.map(arg => (arg.type === 'positional' ? arg.value : null));
  return [call.receiver, ...args, ...passed].filter(isIt).length;
}

function bindsElsewhere(expr: Expr, name: string): boolean {
  switch (expr.kind) {
    case 'lambda':
      return bindsAsParameter(expr.block, name);
    case 'call':
      if (expr.receiver === null && expr.method === 'binding') return true;
      return expr.block?.type === 'block' && bindsAsParameter(expr.block.block, name);
    case 'super':
      return expr.block?.type === 'block' && bindsAsParameter(expr.block.block, name);
    case 'match':
      return bindsInPattern(expr.pattern, name);
    case 'opaque':
      return expr.assigns.includes(name);
    case 'define':
      return true;
    default:
      return false;
  }
}

function bindsAsParameter({ params, locals }: Block, name: string): boolean {
  return locals.includes(name) || params.some(param => param.name === name);
}

function bindsInPattern(pattern: Pattern, name: string): boolean {
  switch (pattern.type) {
    case 'value':
      return false;
    case 'bind':
      return pattern.name === name;
    case 'capture':
      return pattern.name === name || bindsInPattern(pattern.pattern, name);
    case 'alternative':
      return pattern.alternatives.some(one => bindsInPattern(one, name));
    case 'array':
      return (
        pattern.rest?.name === name || [...pattern.before, ...pattern.after].some(one => bindsInPattern(one, name))
      );
    case 'find':
      return pattern.before === name || pattern.after === name || pattern.middle.some(one => bindsInPattern(one, name));
    case 'hash': {
      const { rest } = pattern;
      if (rest !== null && rest !== 'nil' && rest.name === name) return true;
      return pattern.entries.some(one => (one.pattern ? bindsInPattern(one.pattern, name) : one.key === name));
    }
  }
}
