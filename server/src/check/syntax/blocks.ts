/**
 * Blocks, lambdas and `&x` arguments. A block may run any number of times, so its effect on the locals around it is a
 * fixed point; a block that may run later sees every value that a captured local ever has.
 */
import type { Span } from '../../base/span';
import type { Block, BlockArg, Expr } from '../../ril/ril';
import { equalMethodTypes } from '../../types/equal';
import { showType } from '../../types/show';
import type { MethodType, ParamType, Type } from '../../types/type';
import { DYNAMIC, SELF } from '../../types/type';
import { EMPTY_METHOD, substituteSolution } from '../../typing/instantiate';
import { joinAllTypes, joinTwoTypes, resolveType, sameTypes, widenLiterals } from '../../typing/typeOps';
import { bindBlockParams, blockParamTypes } from '../binding/blockParams';
import { didYouMean, reportMismatch, reportMissingBlock } from '../binding/callReports';
import { chooseArms } from '../binding/overloads';
import { lookUpCallees } from '../callees/callees';
import { methodNames } from '../callees/unknownMethod';
import { selfOfBlock } from '../certain/blocks';
import { reportMissingInSymbol } from '../certain/missingMethods';
import { reportPassedValue } from '../certain/protocols';
import { resultOfPassedProcedure } from '../facts/knownLambdas';
import { mayChangeAfter } from '../facts/singleAssignment';
import { elementResult } from '../library/elementResults';
import { resultOfLiteral } from '../library/literalResults';
import type { BlockUse, CheckedBlock, Ctx, JumpScope, Typed } from '../state/context';
import { newJumps } from '../state/context';
import type { Env } from '../state/env';
import { dropFacts, dropFactsOfSelf, EMPTY_ENV, joinEnvs, keepLocals, sameEnvs } from '../state/env';
import { dropReports, markReports, mayReportBeforeFixedPoint, report } from '../state/report';

const MOST_ITERATIONS = 4;

export function checkBlock(ctx: Ctx, env: Env, block: Block, expected: MethodType | null, how: BlockUse): CheckedBlock {
  const join = (a: Type, b: Type): Type => joinTwoTypes(ctx, a, b);
  const { entry, last } = findFixedEntry(
    ctx,
    how.escapes ? enterEscapingBlock(ctx, env, block) : env,
    block,
    expected,
    how,
  );
  const final = last ?? runBlock(ctx, entry, block, expected, how);
  const after = joinEnvs(env, leaveBlock(entry, final.env, block), join);
  const exits = final.jumps.breaks.reduce(
    (all, typed) => joinEnvs(all, leaveBlock(entry, typed.env, block), join),
    after,
  );
  return {
    result: final.result,
    env: how.escapes ? enterEscapingBlock(ctx, exits, block) : exits,
    breaks: how.kind === 'lambda' ? [] : final.jumps.breaks.map(typed => typed.type),
    type: final.type,
  };
}

interface FixedEntry {
  readonly entry: Env;
  /** The run from there; null: it is still to be done, with reports. */
  readonly last: BlockRun | null;
}

/** The environment at the start of any run of the block; computed once per entry environment. */
function findFixedEntry(ctx: Ctx, env: Env, block: Block, expected: MethodType | null, how: BlockUse): FixedEntry {
  const known = ctx.out.settled.get(block);
  if (known !== undefined && sameShape(known.expected, expected) && sameEnvs(known.entered, env, sameTypes)) {
    return { entry: known.fixed, last: null };
  }
  const isLastEnough = ctx.silent || mayReportBeforeFixedPoint(ctx);
  const running = isLastEnough ? ctx : { ...ctx, silent: true };
  const before = markReports(ctx);
  let entry = env;
  let last: BlockRun | null = null;
  for (let pass = 0; pass < MOST_ITERATIONS; pass++) {
    const once = runBlock(running, entry, block, expected, how);
    const next = joinEnvs(entry, leaveBlock(entry, once.env, block), (a, b) => joinTwoTypes(ctx, a, b));
    if (sameEnvs(entry, next, sameTypes)) {
      last = isLastEnough ? once : null;
      break;
    }
    dropReports(ctx, before);
    entry = next;
  }
  ctx.out.settled.set(block, { entered: env, expected, fixed: entry });
  return { entry, last };
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
  const inner: Ctx = {
    ...ctx,
    jumps,
    lambda: how.kind === 'lambda' ? jumps : ctx.lambda,
    frame: frameOf(ctx, self, how),
  };
  const bound = bindBlockParams(inner, self === null ? entry : dropFactsOfSelf(entry), block, expected);
  const body = inner.rules.expr(inner, bound.env, block.body, expectedResult(expected));
  const ends: readonly Typed[] = [body, ...jumps.nexts, ...jumps.returns];
  const live = ends.filter(end => end.env.reachable || end !== body);
  const result = joinAllTypes(
    ctx,
    live.map(end => end.type),
  );
  const env = ends.reduce((all, end) => joinEnvs(all, end.env, (a, b) => joinTwoTypes(ctx, a, b)), body.env);
  const exits = how.kind === 'lambda' ? [...jumps.breaks.map(one => one.type), result] : [result];
  const params = blockParamTypes(block.params, bound.types);
  return {
    result: joinAllTypes(ctx, exits),
    env,
    jumps,
    type: { ...EMPTY_METHOD, params, result: joinAllTypes(ctx, exits) },
  };
}

/** `self`: the type that the block's own `self` has; null: that of the code around it. */
function frameOf(ctx: Ctx, self: Type | null, how: BlockUse): Ctx['frame'] {
  if (self === null) return how.defines ? { ...ctx.frame, otherSuper: true } : ctx.frame;
  return { ...ctx.frame, selfType: selfOfBlock(ctx, resolveType(ctx, self)), otherSuper: true };
}

function expectedResult(expected: MethodType | null): Type | null {
  return expected === null || expected.result.kind === 'dynamic' ? null : expected.result;
}

/** Propagates writes to the locals of the enclosing scope (`for` has no scope of its own). */
function leaveBlock(outer: Env, inner: Env, block: Block): Env {
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

/** The block may run at any later time: captured locals have any of their types, and facts about fields are dropped. */
function enterEscapingBlock(ctx: Ctx, env: Env, block: Block): Env {
  const locals = new Map(env.locals);
  for (const [name, type] of env.locals) {
    const ever = ctx.frame.assigned.get(name);
    if (ever !== undefined && !sameTypes(ever, type) && !mayChangeAfter(ctx, name, block)) continue;
    if (!ctx.out.captured.has(name)) ctx.out.captured.set(name, ever ?? null);
    if (ever !== undefined) locals.set(name, joinTwoTypes(ctx, widenLiterals(type, ctx), widenLiterals(ever, ctx)));
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
  if (arg.value === null) return passedBlockResult(passedBlock(ctx), env);
  const value = ctx.rules.expr(ctx, env, arg.value, null);
  const type = resolveType(ctx, value.type);
  reportPassedValue(ctx, value.env, arg.value, type);
  const method = methodBlock(ctx, value.env, arg.value, expected);
  if (method !== null) return passedBlockResult(method, dropFacts(value.env));
  if (type.kind === 'literal' && type.value.type === 'symbol')
    return passedBlockResult(symbolBlock(ctx, value.env, arg.span, type.value.value, expected), value.env);
  if (type.kind === 'proc' && expected !== null && expected.block === null && !expected.anyArgs)
    reportMissingBlock(ctx, type.method, arg.span, { method: arg.value.kind === 'var' ? arg.value.name : 'call' });
  const declared = type.kind === 'proc' ? type.method.result : DYNAMIC;
  const run = declared.kind === 'dynamic' ? resultOfPassedProcedure(ctx, arg.value, expected) : null;
  return passedBlockResult(run ?? declared, dropFacts(value.env));
}

function passedBlockResult(result: Type, env: Env): CheckedBlock {
  return { result, env, breaks: [], type: null };
}

function passedBlock(ctx: Ctx): Type {
  const { block } = ctx.frame;
  return block === null || block === 'unknown' ? DYNAMIC : block.type.result;
}

/** `&method(:name)` passes the yielded values to that method. */
function methodBlock(ctx: Ctx, env: Env, value: Expr, expected: MethodType | null): Type | null {
  if (value.kind !== 'call' || value.method !== 'method' || expected === null) return null;
  const [name] = value.args;
  if (value.args.length !== 1 || name?.type !== 'positional') return null;
  const symbol = ctx.out.types.get(name.value);
  if (symbol?.kind !== 'literal' || symbol.value.type !== 'symbol') return null;
  const receiver = value.receiver === null ? SELF : (ctx.out.types.get(value.receiver) ?? DYNAMIC);
  return resultOfYieldedCall(ctx, env, {
    receiver,
    method: symbol.value.value,
    given: expected.params,
    span: value.span,
    isSymbol: false,
  });
}

/** `&:name` calls `name` on the first yielded value, with the others as arguments. */
function symbolBlock(ctx: Ctx, env: Env, span: Span, method: string, expected: MethodType | null): Type {
  const [first, ...rest] = expected?.params ?? [];
  return first === undefined
    ? DYNAMIC
    : resultOfYieldedCall(ctx, env, { receiver: first.type, method, given: rest, span, isSymbol: true });
}

interface YieldedCall {
  readonly receiver: Type;
  readonly method: string;
  readonly given: readonly ParamType[];
  readonly span: Span;
  /** `&:name`; `&method(:name)` is reported where it is looked up. */
  readonly isSymbol: boolean;
}

function resultOfYieldedCall(ctx: Ctx, env: Env, { receiver, method, given, span, isSymbol }: YieldedCall): Type {
  const lookup = lookUpCallees(ctx, receiver, method, 'no');
  const [missing] = lookup.missing;
  if (missing !== undefined) {
    const hint = didYouMean(method, methodNames(ctx, missing));
    report(ctx, 'LP3004', span, { type: showType(widenLiterals(missing, ctx)), method, hint });
    if (isSymbol && !lookup.dynamic && lookup.callees.length === 0)
      reportMissingInSymbol(ctx, env, span, method, receiver);
  }
  if (lookup.dynamic || lookup.callees.length === 0) return DYNAMIC;
  const list = given.map(param => ({ kind: 'positional' as const, type: param.type, span, expr: null }));
  const results = lookup.callees.map(callee => {
    const choice = chooseArms(ctx, callee, { list, env: EMPTY_ENV, open: false }, false);
    const [arm] = choice.chosen;
    if (arm !== undefined) return substituteSolution(arm.arm, arm.match.bounds).result;
    if (choice.mismatches.every(one => one.mismatch.why === 'type'))
      reportMismatch(ctx, choice, { method }, span, { list, env: EMPTY_ENV, open: false });
    return callee.info !== null && callee.arms.length === 0
      ? ctx.rules.resultOf(ctx, callee.info, callee.receiver, null)
      : DYNAMIC;
  });
  const declared = joinAllTypes(ctx, results);
  const own = lookup.callees.some(callee => callee.info?.origin === 'workspace');
  return own || given.length > 0 ? declared : preciseResult(ctx, receiver, method, declared);
}

/** `pairs.map(&:first)` is as precise as `pairs.map { |pair| pair.first }`. */
function preciseResult(ctx: Ctx, receiver: Type, method: string, declared: Type): Type {
  const call = { receiver: null, method, args: [], block: null };
  return resultOfLiteral(ctx, receiver, call, elementResult(ctx, receiver, call, null) ?? declared);
}
