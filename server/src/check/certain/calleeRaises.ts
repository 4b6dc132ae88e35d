/**
 * Rule: a method raises if it is run with these arguments. The body is checked with the types of the arguments, the
 * block and the receiver at hand; what raises on every path is reported where it fails, with the call as a related
 * place.
 */
import { anchorPath } from '../../base/span';
import { findMethod } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import type { Call } from '../../ril/ril';
import { walk } from '../../ril/walk';
import { printType } from '../../types/print';
import { showType } from '../../types/show';
import type { BlockType, Type } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { replaceSelf, resolveType, widenLiterals } from '../../typing/typeOps';
import { parameterTypesAtCall, type TypesAtCall, typeOfBlockArgument } from '../binding/parameterTypes';
import type { Lookup } from '../callees/callees';
import { overridesOf } from '../callees/callees';
import { dependsOnBlock } from '../facts/blockUse';
import { runMethod } from '../run/run';
import type { Actuals } from '../state/call';
import type { CheckedBlock, Ctx } from '../state/context';
import type { Callee } from '../types/methodTypes';
import { mayReturnNormally } from './blocks';
import { isCertainlyReached, isUncertain, mayReport } from './certainReports';
import { isExact } from './knownClasses';

/** Runs per unit, and calls inside each other. */
const MOST_RUNS = 30;
const DEEPEST = 4;

/** A method with everything that one call passes to it. */
interface RunForCall {
  readonly info: MethodInfo;
  readonly types: TypesAtCall;
  readonly self: Type;
  readonly block: BlockType | null | 'unknown';
}

export function reportRaisingCallee(
  ctx: Ctx,
  call: Call,
  lookup: Lookup,
  actuals: Actuals,
  checked: CheckedBlock | null,
): void {
  const [callee, ...others] = lookup.callees;
  const { inference } = ctx;
  if (inference === null || callee === undefined || others.length > 0 || !mayReport(ctx, actuals.env)) return;
  if (isUncertain(inference, actuals.env)) return;
  // An error that the callee raises on purpose may be taken before the body fails.
  if (inference.rescued === null || inference.rescued.length > 0) return;
  if (inference.given !== null && !isCertainlyReached(ctx, inference)) return;
  const given = runForCall(ctx, call, findComparisonOperator(ctx, callee) ?? callee, actuals, checked);
  if (given === null) return;
  const { info, types, self, block } = given;
  const key = keyOf(given);
  const { givenRuns, running } = ctx.memory;
  if (givenRuns.has(key) || givenRuns.size >= MOST_RUNS || running.size >= DEEPEST || running.has(info.key)) return;
  givenRuns.add(key);
  running.add(info.key);
  const place = { anchor: ctx.frame.anchor, span: call.span };
  const from = inference.given?.call ? inference.given : { call: { place, note: showArgumentTypes(ctx, given) } };
  const progress = inference.given === null ? { mayHaveEnded: false } : inference.progress;
  const isScript = isCalledOnMainObject(ctx, call) && info.owner === 'Object';
  const runInference = { ...inference, given: from, isOnEveryPath: true, isScript, progress };
  const run = runMethod({ ...ctx, inference: runInference }, info, {
    arm: null,
    self,
    assumed: types.params,
    silent: false,
    block,
    ...(types.forwarded && { forwarded: types.forwarded }),
  });
  running.delete(info.key);
  ctx.out.problems.push(...run.out.problems);
}

function keyOf({ info, types, self, block }: RunForCall): string {
  const params = [...types.params].map(([name, type]) => `${name}: ${printType(type)}`);
  const forwarded = (types.forwarded ?? []).map(({ kind, type }) => `${kind} ${printType(type)}`);
  return [info.key, printType(self), printType(typeOfBlockArgument(block)), ...params, ...forwarded].join(' ');
}

/** After a call in such a run: what follows is not sure to be evaluated if the callee may raise on purpose. */
export function noteCalleeMayRaise({ inference, program, silent }: Ctx, { callees }: Lookup): void {
  if (inference === null || inference.given === null || silent || inference.progress.mayHaveEnded) return;
  const own = callees.flatMap(({ info }) => (info?.origin === 'workspace' ? [info] : []));
  if (own.some(info => mayRaiseOnPurpose(program, info, 3))) inference.progress.mayHaveEnded = true;
}

function mayRaiseOnPurpose(program: Ctx['program'], { definition, owner }: MethodInfo, depth: number): boolean {
  if (definition === null) return false;
  let found = false;
  walk(definition.body(), expr => {
    if (expr.kind !== 'call' || expr.receiver !== null) return !found;
    const callee = findMethod(program, owner, expr.method);
    const isOwn = callee?.origin === 'workspace';
    found ||= isOwn
      ? depth === 0 || mayRaiseOnPurpose(program, callee, depth - 1)
      : callee === null || !mayReturnNormally(program, expr.method);
    return !found;
  });
  return found;
}

/** The main object has no subclasses. */
function isCalledOnMainObject({ inference }: Ctx, { receiver }: Call): boolean {
  return inference?.isScript === true && (receiver === null || receiver.kind === 'self');
}

function showArgumentTypes(ctx: Ctx, { types, self, block }: RunForCall): string {
  const shown = [...types.params.values()].filter(type => type.kind !== 'dynamic' && type.kind !== 'proc');
  const list = shown.map(type => showType(widenLiterals(type, ctx))).join(', ');
  if (list !== '') return `called here with ${list}`;
  if (block !== null && block !== 'unknown') return `called here with a block of ${showType(block.type.result)}`;
  return types.params.size > 0 ? 'called here' : `called here on ${showType(widenLiterals(self, ctx))}`;
}

/** Null: the run would say nothing that the open run of the method does not say. */
function runForCall(
  ctx: Ctx,
  call: Call,
  callee: Callee,
  actuals: Actuals,
  checked: CheckedBlock | null,
): RunForCall | null {
  const { info } = callee;
  if (info === null || !isRunnable(ctx, info)) return null;
  const made = callee.makes === null ? null : resolveType(ctx, callee.makes);
  const receiver = resolveType(ctx, replaceSelf(ctx, callee.receiver));
  const self = made ?? receiver;
  if (made !== null && call.receiver?.kind !== 'const') return null;
  if (info.singleton ? self.kind !== 'classOf' : self.kind !== 'nominal') return null;
  if (
    !(info.singleton || isExact(call.receiver) || isCalledOnMainObject(ctx, call)) &&
    overridesOf(ctx, callee).length > 0
  )
    return null;
  const block = blockTypeAtCall(call, checked);
  const types = parameterTypesAtCall(ctx, info.definition?.params ?? [], actuals, block);
  if (types === null) return null;
  const given = { info, types, self, block };
  return types.isKnown || addsInformation(ctx, call, given) ? given : null;
}

/** Besides the types of its arguments. */
function addsInformation(ctx: Ctx, call: Call, { info, types, self, block }: RunForCall): boolean {
  const isNearer = 'name' in self && self.name !== info.owner;
  // In a script that is the whole program, fields and parameters have the types of its calls.
  const isGiven = ctx.inference !== null && ctx.inference.given !== null;
  if (isGiven || isNearer || isCalledOnMainObject(ctx, call) || info.definition === null) return true;
  const takesDefault = info.definition.params.some(
    ({ name, default: value }) => value && !types.params.has(name ?? ''),
  );
  return takesDefault || (block !== 'unknown' && dependsOnBlock(ctx.program, info.definition));
}

/** `a < b` of Comparable runs the `<=>` of a with b. */
function findComparisonOperator(ctx: Ctx, callee: Callee): Callee | null {
  const { info, receiver } = callee;
  const operator = info?.origin === 'core' && info.owner === 'Comparable' ? info.facts?.combines : undefined;
  const self = resolveType(ctx, replaceSelf(ctx, receiver));
  const run = operator && self.kind === 'nominal' ? findMethod(ctx.program, self.name, operator) : null;
  return run === null ? null : { ...callee, info: run };
}

/** What the block returns counts, whatever it is given. */
function blockTypeAtCall(call: Call, checked: CheckedBlock | null): RunForCall['block'] {
  if (call.block === null) return null;
  if (call.block.type !== 'block' || checked?.type === null || checked === null) return 'unknown';
  const params = checked.type.params.map(param => ({ ...param, type: DYNAMIC }));
  return { type: { ...checked.type, params, anyArgs: true }, optional: false };
}

/** A method of the same file without an annotation, which is not defined twice. */
function isRunnable(ctx: Ctx, { definition, signature, origin, redefinitions }: MethodInfo): boolean {
  return (
    origin === 'workspace' &&
    signature === null &&
    definition !== null &&
    !definition.broken &&
    definition.isBlock !== true &&
    redefinitions.length === 0 &&
    anchorPath(definition.anchor) === anchorPath(ctx.frame.anchor)
  );
}
