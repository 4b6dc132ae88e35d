/**
 * Blocks, lambdas and `&x` arguments. A block may run any number of times, so what it does to the locals around it is a
 * fixed point; one that may run later sees every value that a captured local ever has.
 */
import type { Span } from '../base/span';
import type { Block, BlockArg, Expr } from '../ril/ril';
import { equalMethodTypes } from '../types/equal';
import { showType } from '../types/show';
import type { MethodType, ParamType, Type } from '../types/type';
import { DYNAMIC, SELF } from '../types/type';
import { bindBlockParams, blockParamTypes } from './blockParams';
import { lookUp } from './callees';
import { didYouMean, reportMismatch } from './callReports';
import type { BlockUse, CheckedBlock, Ctx, JumpScope, Typed } from './context';
import { newJumps } from './context';
import { elementResult } from './elementResults';
import type { Env } from './env';
import { dropFacts, EMPTY_ENV, joinEnvs, keepLocals, sameEnvs } from './env';
import { EMPTY_METHOD, solved } from './instantiate';
import { passedProcedure } from './knownLambdas';
import { methodNames } from './missing';
import { choose } from './overloads';
import { preciseResult } from './precise';
import { joined, joinedAll, resolved, sameTypes, widened } from './relations';
import { report } from './report';

const MOST_ROUNDS = 4;

export function checkBlock(ctx: Ctx, env: Env, block: Block, expected: MethodType | null, how: BlockUse): CheckedBlock {
  const join = (a: Type, b: Type): Type => joined(ctx, a, b);
  const entry = fixedEntry(ctx, how.escapes ? escaping(ctx, env) : env, block, expected, how);
  const final = runBlock(ctx, entry, block, expected, how);
  const after = joinEnvs(env, leave(entry, final.env, block), join);
  const exits = final.jumps.breaks.reduce((all, typed) => joinEnvs(all, leave(entry, typed.env, block), join), after);
  return {
    result: final.result,
    env: how.escapes ? escaping(ctx, exits) : exits,
    breaks: how.kind === 'lambda' ? [] : final.jumps.breaks.map(typed => typed.type),
    type: final.type,
  };
}

/** What is known whenever the block is run (again); found once for each way of entering it. */
function fixedEntry(ctx: Ctx, env: Env, block: Block, expected: MethodType | null, how: BlockUse): Env {
  const known = ctx.out.settled.get(block);
  if (known !== undefined && sameShape(known.expected, expected) && sameEnvs(known.entered, env, sameTypes)) {
    return known.fixed;
  }
  const silent: Ctx = { ...ctx, silent: true };
  let entry = env;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const once = runBlock(silent, entry, block, expected, how);
    const next = joinEnvs(entry, leave(entry, once.env, block), (a, b) => joined(ctx, a, b));
    if (sameEnvs(entry, next, sameTypes)) break;
    entry = next;
  }
  ctx.out.settled.set(block, { entered: env, expected, fixed: entry });
  return entry;
}

function sameShape(left: MethodType | null, right: MethodType | null): boolean {
  return left === right || (left !== null && right !== null && equalMethodTypes(left, right));
}

interface BlockRun {
  readonly result: Type;
  readonly env: Env;
  readonly jumps: JumpScope;
  readonly type: MethodType;
}

function runBlock(ctx: Ctx, entry: Env, block: Block, expected: MethodType | null, how: BlockUse): BlockRun {
  const jumps = newJumps(how.kind);
  const self = expected?.selfType ?? null;
  const frame = self === null ? ctx.frame : { ...ctx.frame, selfType: resolved(ctx, self) };
  const inner: Ctx = { ...ctx, jumps, lambda: how.kind === 'lambda' ? jumps : ctx.lambda, frame };
  const bound = bindBlockParams(inner, entry, block, expected);
  const body = inner.rules.expr(inner, bound.env, block.body, wantedResult(expected));
  const ends: readonly Typed[] = [body, ...jumps.nexts, ...jumps.returns];
  const live = ends.filter(end => end.env.reachable || end !== body);
  const result = joinedAll(
    ctx,
    live.map(end => end.type),
  );
  const env = ends.reduce((all, end) => joinEnvs(all, end.env, (a, b) => joined(ctx, a, b)), body.env);
  const exits = how.kind === 'lambda' ? [...jumps.breaks.map(one => one.type), result] : [result];
  const params = blockParamTypes(block.params, bound.types);
  return {
    result: joinedAll(ctx, exits),
    env,
    jumps,
    type: { ...EMPTY_METHOD, params, result: joinedAll(ctx, exits) },
  };
}

function wantedResult(expected: MethodType | null): Type | null {
  return expected === null || expected.result.kind === 'dynamic' ? null : expected.result;
}

/** What happened to the locals of the enclosing scope (`for` has no scope of its own). */
function leave(outer: Env, inner: Env, block: Block): Env {
  if (!block.ownScope) return inner;
  const own = new Set([...block.locals, ...block.params.flatMap(param => (param.name === null ? [] : [param.name]))]);
  const names = new Set([...outer.locals.keys()].filter(name => !own.has(name)));
  const kept = keepLocals(inner, names);
  const locals = new Map(kept.locals);
  for (const name of own) {
    const before = outer.locals.get(name);
    if (before !== undefined) locals.set(name, before);
  }
  return { ...kept, locals };
}

/** A block that runs who knows when: captured locals have any of the types they ever get, facts about fields are gone. */
function escaping(ctx: Ctx, env: Env): Env {
  const locals = new Map(env.locals);
  for (const [name, type] of env.locals) {
    const ever = ctx.frame.assigned.get(name);
    if (ever !== undefined) locals.set(name, joined(ctx, widened(type, ctx), widened(ever, ctx)));
  }
  return dropFacts({ ...env, locals });
}

/** `{ … }`, `&:sym`, `&proc`. */
export function checkBlockArg(
  ctx: Ctx,
  env: Env,
  arg: BlockArg,
  expected: MethodType | null,
  how: BlockUse,
): CheckedBlock {
  if (arg.type === 'block') return checkBlock(ctx, env, arg.block, expected, how);
  if (arg.value === null) return passed(passedBlock(ctx), env);
  const value = ctx.rules.expr(ctx, env, arg.value, null);
  const type = resolved(ctx, value.type);
  const method = methodBlock(ctx, arg.value, expected);
  if (method !== null) return passed(method, dropFacts(value.env));
  if (type.kind === 'literal' && type.value.type === 'symbol')
    return passed(symbolBlock(ctx, arg.span, type.value.value, expected), value.env);
  const declared = type.kind === 'proc' ? type.method.result : DYNAMIC;
  const run = declared.kind === 'dynamic' ? passedProcedure(ctx, arg.value, expected) : null;
  return passed(run ?? declared, dropFacts(value.env));
}

function passed(result: Type, env: Env): CheckedBlock {
  return { result, env, breaks: [], type: null };
}

function passedBlock(ctx: Ctx): Type {
  const { block } = ctx.frame;
  return block === null || block === 'unknown' ? DYNAMIC : block.type.result;
}

/** `&method(:name)` hands everything yielded to that method. */
function methodBlock(ctx: Ctx, value: Expr, expected: MethodType | null): Type | null {
  if (value.kind !== 'call' || value.method !== 'method' || expected === null) return null;
  const [name] = value.args;
  if (value.args.length !== 1 || name?.type !== 'positional') return null;
  const symbol = ctx.out.types.get(name.value);
  if (symbol?.kind !== 'literal' || symbol.value.type !== 'symbol') return null;
  const receiver = value.receiver === null ? SELF : (ctx.out.types.get(value.receiver) ?? DYNAMIC);
  return calledWith(ctx, receiver, symbol.value.value, expected.params, value.span);
}

/** `&:name` calls `name` on the first thing yielded, with the others as arguments. */
function symbolBlock(ctx: Ctx, span: Span, method: string, expected: MethodType | null): Type {
  const [first, ...rest] = expected?.params ?? [];
  return first === undefined ? DYNAMIC : calledWith(ctx, first.type, method, rest, span);
}

function calledWith(ctx: Ctx, receiver: Type, method: string, given: readonly ParamType[], span: Span): Type {
  const lookup = lookUp(ctx, receiver, method, 'no');
  const [missing] = lookup.missing;
  if (missing !== undefined) {
    const hint = didYouMean(method, methodNames(ctx, missing));
    report(ctx, 'LP3004', span, { type: showType(widened(missing, ctx)), method, hint });
  }
  if (lookup.dynamic || lookup.callees.length === 0) return DYNAMIC;
  const list = given.map(param => ({ kind: 'positional' as const, type: param.type, span, expr: null }));
  const results = lookup.callees.map(callee => {
    const choice = choose(ctx, callee, { list, env: EMPTY_ENV, open: false }, false);
    const [arm] = choice.chosen;
    if (arm !== undefined) return solved(arm.arm, arm.match.bounds).result;
    if (choice.mismatches.every(one => one.mismatch.why === 'type'))
      reportMismatch(ctx, choice, method, span, { list, env: EMPTY_ENV, open: false });
    return callee.info !== null && callee.arms.length === 0
      ? ctx.rules.resultOf(ctx, callee.info, callee.receiver, null)
      : DYNAMIC;
  });
  const declared = joinedAll(ctx, results);
  const own = lookup.callees.some(callee => callee.info?.origin === 'workspace');
  return own || given.length > 0 ? declared : shapedResult(ctx, receiver, method, declared);
}

/** `pairs.map(&:first)` knows as much as `pairs.map { |pair| pair.first }`. */
function shapedResult(ctx: Ctx, receiver: Type, method: string, declared: Type): Type {
  const call = { receiver: null, method, args: [], block: null };
  return preciseResult(ctx, receiver, call, elementResult(ctx, receiver, call, null) ?? declared);
}
