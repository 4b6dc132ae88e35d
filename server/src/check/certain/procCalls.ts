/**
 * Rule: a call of a lambda or of a method object raises ArgumentError if it refuses the number of arguments. Which one
 * is called must be visible: a constant's value, the value of a frozen constant hash at a literal key, or the one value
 * of a local. So does an iteration that passes a lambda (`&lambda`) another number of values than it takes.
 */
import { findConstantExpr } from '../../program/constants';
import { callsProc } from '../../program/libraryFacts';
import type { Call, Expr, Param } from '../../ril/ril';
import { printType } from '../../types/print';
import { showType } from '../../types/show';
import { DYNAMIC, SELF, type Type } from '../../types/type';
import { resolveType, widenLiterals } from '../../typing/typeOps';
import { type Lookup, lookUpCallees } from '../callees/callees';
import { findProcLiteral, runProcedure, signatureOfKnownProc } from '../facts/knownLambdas';
import { findSingleAssignment } from '../facts/singleAssignment';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import { type Refusal, refusalOf, refusalOfParams, reportRefusal } from './arity';
import { isCertainlyReached, isUncertain, mayReport } from './certainReports';
import { isExact } from './knownClasses';

/** Runs per unit. */
const MOST_RUNS = 30;

/** Rule: a visible procedure raises if it is run with these arguments; reported where it fails. */
export function reportRaisingProc(ctx: Ctx, env: Env, call: Call, actuals: Actuals): void {
  const { inference, memory, frame } = ctx;
  const { receiver } = call;
  if (inference === null || receiver === null || !mayReport(ctx, env) || isUncertain(inference, env)) return;
  if (!callsProc(ctx.program, call.method) || actuals.open || actuals.list.length === 0) return;
  if (inference.rescued === null || inference.rescued.length > 0 || !actuals.list.every(isPlain)) return;
  if (inference.given !== null && !isCertainlyReached(ctx, inference)) return;
  const types = signatureOfKnownProc(ctx, actuals);
  const key = `procedure ${frame.anchor} ${call.span.start} ${types.map(printType).join(' ')}`;
  if (memory.givenRuns.has(key) || memory.givenRuns.size >= MOST_RUNS) return;
  memory.givenRuns.add(key);
  const shown = types.map(type => showType(widenLiterals(type, ctx))).join(', ');
  const note = { place: { anchor: frame.anchor, span: call.span }, note: `called here with ${shown}` };
  const given = inference.given?.call ? inference.given : { call: note };
  const reporting = { ...inference, given, isOnEveryPath: true, progress: { mayHaveEnded: false } };
  const run = runProcedure(ctx, receiver, types, reporting);
  for (const problem of run?.problems ?? []) {
    const identity = `${problem.code} ${problem.place.anchor} ${problem.place.span.start} ${problem.place.span.end}`;
    if (problem.level !== 'certain' || ctx.out.reported.has(identity)) continue;
    ctx.out.reported.add(identity);
    ctx.out.problems.push(problem);
  }
}

function isPlain({ kind, type }: Actuals['list'][number]): boolean {
  return kind === 'positional' && type.kind !== 'dynamic';
}

/** Returns true if the call was found to raise. */
export function reportRefusedProcCall(ctx: Ctx, env: Env, call: Call, lookup: Lookup, actuals: Actuals): boolean {
  if (!mayReport(ctx, env)) return false;
  const refusal = refusalOfProcCall(ctx, call, actuals) ?? refusalOfBlock(ctx, call, lookup, actuals);
  if (refusal === null) return false;
  const { method, methodSpan: name } = call;
  const span = name.start < name.end ? name : call.span; // `f.(1)` has no name
  reportRefusal(ctx, env, { refusal, span, method, shown: method, info: null });
  return true;
}

function refusalOfProcCall(ctx: Ctx, call: Call, actuals: Actuals): Refusal | null {
  if (call.receiver === null || !callsProc(ctx.program, call.method)) return null;
  if (actuals.open || !actuals.list.every(({ kind, expr }) => kind === 'positional' && expr !== null)) return null;
  const params = paramsOfLambda(findCreation(ctx, call.receiver));
  if (params === null) return refusalOfMethodObject(ctx, call.receiver, actuals);
  return countRefusal(refusalOfParams(ctx, params, actuals));
}

/** `[1, 2].map(&->(a, b) { … })`: each element is one argument. An array may be spread over the parameters. */
function refusalOfBlock(ctx: Ctx, { block, receiver, args }: Call, lookup: Lookup, { env }: Actuals): Refusal | null {
  const [callee, ...others] = lookup.callees;
  if (block?.type !== 'pass' || block.value === null || receiver === null || args.length > 0) return null;
  if (callee === undefined || others.length > 0 || callee.info?.facts?.yields !== 'elements') return null;
  const list = resolveType(ctx, ctx.out.types.get(receiver) ?? DYNAMIC);
  const first = list.kind === 'tuple' ? list.elements[0] : undefined;
  const params = paramsOfLambda(findCreation(ctx, block.value));
  if (first === undefined || params === null || !isNoArray(ctx, first)) return null;
  const only = { kind: 'positional', type: first, span: block.span, expr: null } as const;
  return countRefusal(refusalOfParams(ctx, params, { list: [only], open: false, env }));
}

function isNoArray(ctx: Ctx, type: Type): boolean {
  const plain = resolveType(ctx, type);
  if (plain.kind === 'literal') return true;
  return plain.kind === 'nominal' && ctx.program.classes.get(plain.name)?.origin === 'core' && plain.name !== 'Array';
}

/** The expression that made the value, if there is just one; null: unknown. */
function findCreation(ctx: Ctx, expr: Expr): Expr | null {
  if (expr.kind === 'lambda') return expr;
  if (expr.kind === 'var' && expr.scope === 'local')
    return (ctx.inference?.mayWriteLocals() ?? true) ? null : findSingleAssignment(ctx, expr.name);
  if (expr.kind === 'const') return findConstantExpr(ctx.program, ctx.frame.nesting, expr)?.constant?.value ?? null;
  if (expr.kind !== 'call' || expr.method !== '[]' || expr.receiver?.kind !== 'const') return null;
  const held = findCreation(ctx, expr.receiver);
  const [key, ...others] = expr.args;
  const isFrozen = held?.kind === 'call' && held.method === 'freeze' && held.receiver?.kind === 'hash';
  if (!isFrozen || held.receiver?.kind !== 'hash' || key?.type !== 'positional' || others.length > 0) return null;
  return entryAt(held.receiver, key.value);
}

/** The last entry with this key; null if a key is computed. */
function entryAt({ entries }: Extract<Expr, { kind: 'hash' }>, wanted: Expr): Expr | null {
  if (wanted.kind !== 'lit' || wanted.value.type !== 'symbol') return null;
  let found: Expr | null = null;
  for (const entry of entries) {
    if (entry.type === 'keyword') found = entry.name === wanted.value.value ? entry.value : found;
    else if (entry.type !== 'pair' || entry.key.kind !== 'lit') return null;
    else if (entry.key.value.type === 'symbol' && entry.key.value.value === wanted.value.value) found = entry.value;
  }
  return found;
}

function paramsOfLambda(made: Expr | null): readonly Param[] | null {
  const procedure = made && findProcLiteral(made);
  return procedure?.kind === 'lambda' && !procedure.block.implicitParams ? procedure.block.params : null;
}

/** `m = x.method(:name)`, then `m.call(…)`. */
function refusalOfMethodObject(ctx: Ctx, receiver: Expr, actuals: Actuals): Refusal | null {
  const made = receiver.kind === 'var' ? findCreation(ctx, receiver) : receiver;
  const [name, ...others] = made?.kind === 'call' ? made.args : [];
  if (made?.kind !== 'call' || name?.type !== 'positional' || others.length > 0) return null;
  const type = resolveType(ctx, ctx.out.types.get(made) ?? DYNAMIC);
  if (type.kind !== 'nominal' || type.name !== 'Method') return null;
  if (name.value.kind !== 'lit' || name.value.value.type !== 'symbol') return null;
  const isSelf = made.receiver === null || made.receiver.kind === 'self';
  const on = isSelf ? SELF : (ctx.out.types.get(made.receiver) ?? DYNAMIC);
  const { callees, dynamic, missing } = lookUpCallees(ctx, on, name.value.value.value, 'no');
  const [callee, ...more] = callees;
  if (callee === undefined || more.length > 0 || dynamic || missing.length > 0 || callee.info === null) return null;
  const exact = isSelf ? (ctx.inference?.isScript ?? false) : isExact(made.receiver);
  return callee.makes === null ? refusalOf(ctx, callee, actuals, exact) : null;
}

function countRefusal(refusal: Refusal | null): Refusal | null {
  return refusal?.why === 'count' ? refusal : null;
}
