/**
 * Rule: a call raises ArgumentError if every method that it may run refuses the number of its arguments or a keyword.
 * Methods are compared by their definitions; a signature alone is not believed.
 */
import type { RelatedPlace } from '../../base/problem';
import { candidates } from '../../program/lookup';
import type { MethodInfo } from '../../program/program';
import { acceptedCounts, classesOf } from '../../program/refusal';
import type { Call, Param, Super } from '../../ril/ril';
import type { MethodType, ParamType, ParamTypeKind } from '../../types/type';
import { DYNAMIC } from '../../types/type';
import { EMPTY_METHOD } from '../../typing/instantiate';
import { className } from '../../typing/narrow';
import { mayHaveUnknownMethods } from '../../typing/openClasses';
import { resolveType } from '../../typing/typeOps';
import { calleeName, didYouMean, showArgumentCount, showCount } from '../binding/callReports';
import type { Mismatch } from '../binding/matchArguments';
import { matchArguments } from '../binding/matchArguments';
import { overridesOf } from '../callees/callees';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { creatingCall } from '../types/structs';
import { mayReport, reportCertain } from './certainReports';
import { isExact } from './knownClasses';
import { mayHaveHiddenConstructor } from './misspelt';

type StructNew = Extract<NonNullable<MethodInfo['synthetic']>, { type: 'structNew' }>;

export type Refusal = Exclude<Mismatch, { readonly why: 'type' }>;

/** Returns true if the call was found to raise. */
export function reportRefusedArguments(
  ctx: Ctx,
  env: Env,
  call: Call,
  callees: readonly Callee[],
  actuals: Actuals,
): boolean {
  if (!mayReport(ctx, env) || callees.length === 0 || actuals.list.some(isFromSplat)) return false;
  // `self.class.new`, `klass.new`: which class it is may not be visible.
  if (callees.some(callee => callee.makes !== null) && call.receiver?.kind !== 'const') return false;
  if (callees.some(callee => callee.info === null) && !isOwnLocal(ctx, call)) return false;
  const exact = isExact(call.receiver) || (call.receiver === null && (ctx.inference?.isScript ?? false));
  if (callees.some(callee => isDefinedLater(ctx, callee))) return false;
  const refusals = callees.map(callee => refusalOf(ctx, callee, actuals, exact));
  const [first] = refusals;
  if (first === undefined || first === null || refusals.includes(null)) return false;
  const info = callees[0]?.info ?? null;
  const name = calleeName(info, call.method, callees[0]?.makes ?? null);
  reportRefusal(ctx, env, { refusal: first, span: call.methodSpan, method: call.method, shown: name, info });
  return true;
}

/** A class body may call a method before it defines another one of that name (`NULL = new(nil)`, then `def self.new`). */
function isDefinedLater(ctx: Ctx, { info }: Callee): boolean {
  const anchor = info?.definition?.anchor;
  return ctx.frame.method === null && anchor !== undefined && (ctx.inference?.later.has(anchor) ?? false);
}

/** A local that this unit assigns, so that a lambda in it is one that the unit creates. */
function isOwnLocal(ctx: Ctx, { receiver }: Call): boolean {
  return receiver?.kind === 'var' && receiver.scope === 'local' && ctx.frame.assigned.has(receiver.name);
}

/** The elements of `*list`: how many there are is known only up to changes that the checker does not follow. */
function isFromSplat(actual: Actuals['list'][number]): boolean {
  return actual.expr === null && actual.isSure !== true;
}

export function reportRefusedSuper(ctx: Ctx, env: Env, expr: Super, above: MethodInfo, actuals: Actuals): void {
  const owner = ctx.frame.method?.owner;
  if (!mayReport(ctx, env) || owner === undefined || mayHaveUnknownMethods(ctx, owner)) return;
  if (isImplicitConstructor(above) && mayHaveHiddenConstructor(ctx, owner)) return;
  const refusal = refusalOfMethod(ctx, above, actuals);
  if (refusal !== null)
    reportRefusal(ctx, env, { refusal, span: expr.span, method: above.name, shown: 'super', info: above });
}

interface Refused {
  readonly refusal: Refusal;
  readonly span: Call['methodSpan'];
  readonly method: string;
  readonly shown: string;
  readonly info: MethodInfo | null;
}

export function reportRefusal(ctx: Ctx, env: Env, { refusal, span, method, shown, info }: Refused): void {
  const related = definedAt(info);
  const common = { raises: 'ArgumentError', name: method, related } as const;
  switch (refusal.why) {
    case 'count': {
      const expected = showCount(refusal.least, refusal.most);
      const args = { method: shown, expected, got: showArgumentCount(refusal.given) };
      reportCertain(ctx, env, { code: 'LP5005', span, args, ...common });
      return;
    }
    case 'unknownKeyword': {
      const { actual } = refusal;
      const at = (actual.kind === 'keyword' ? actual.nameSpan : undefined) ?? actual.span;
      const args = { method: shown, keyword: refusal.name, hint: didYouMean(refusal.name, refusal.known) };
      reportCertain(ctx, env, { code: 'LP5006', span: at, args, ...common });
      return;
    }
    case 'missingKeywords': {
      const keywords = refusal.names.map(name => `\`${name}:\``).join(', ');
      const args = { method: shown, many: String(refusal.names.length > 1), keywords };
      reportCertain(ctx, env, { code: 'LP5007', span, args, ...common });
      return;
    }
  }
}

function definedAt(info: MethodInfo | null): readonly RelatedPlace[] {
  const place = info?.definition ? { anchor: info.definition.anchor, span: info.definition.nameSpan } : info?.place;
  return place && info?.origin === 'workspace' ? [{ place, note: 'defined here' }] : [];
}

/** Null unless the callee and every override of it refuse the arguments. */
export function refusalOf(ctx: Ctx, callee: Callee, actuals: Actuals, exact: boolean): Refusal | null {
  const { info } = callee;
  if (callee.isData) return null;
  if (info === null) return exact ? null : refusalOfLambda(ctx, callee, actuals);
  if (info.origin === 'core' && callee.makes === null)
    return refusalOfMembers(ctx, callee, info, actuals) ?? refusalOfLibrary(ctx, callee, info, actuals);
  const own = hasHiddenConstructor(ctx, callee, info) ? null : refusalOfMethod(ctx, info, actuals);
  if (own === null || !isReceiverKnown(ctx, callee)) return null;
  if (callee.makes !== null || exact) return own;
  const overrides = overridesOf(ctx, callee)
    .filter(override => override.info.origin === 'workspace' || info.origin !== 'workspace')
    .map(override => refusalOfMethod(ctx, override.info, actuals));
  return overrides.includes(null) ? null : own;
}

/** Every class of receivers takes another number of arguments. Keywords may be a last argument: they are not compared. */
function refusalOfLibrary(ctx: Ctx, callee: Callee, info: MethodInfo, { list, open }: Actuals): Refusal | null {
  const own = overridesOf(ctx, callee).filter(override => override.info.origin === 'workspace');
  if (open || own.length > 0 || list.some(({ kind }) => kind !== 'positional')) return null;
  const given = list.length;
  const ranges = (classesOf(resolveType(ctx, callee.receiver)) ?? []).map(one =>
    acceptedCounts(ctx.program, one, info),
  );
  const [first] = ranges;
  if (!first || ranges.some(range => range === null || !isOutOfRange(range, given))) return null;
  return { why: 'count', given, least: first.least, most: first.most };
}

/** `point.with(z: 1)` of a Data class without such a member; its own `initialize` may take others. */
function refusalOfMembers(ctx: Ctx, callee: Callee, info: MethodInfo, actuals: Actuals): Refusal | null {
  const name = className(resolveType(ctx, callee.receiver));
  const [arm, ...others] = callee.arms;
  if (info.owner !== 'Data' || name === null || arm === undefined || others.length > 0) return null;
  if (creatingCall(ctx, name) === null || overridesOf(ctx, callee).length > 0 || !isReceiverKnown(ctx, callee))
    return null;
  if (candidates(ctx.program, name, 'initialize').some(({ method }) => method.origin === 'workspace')) return null;
  if (actuals.open || !actuals.list.every(({ kind }) => kind === 'keyword')) return null;
  const params = arm.params.map(param => ({ ...param, type: DYNAMIC }));
  const { mismatch } = matchArguments(ctx, { ...arm, params }, actuals, null);
  return mismatch?.why === 'unknownKeyword' ? mismatch : null;
}

function isOutOfRange(
  { least, most }: { readonly least: number; readonly most: number | null },
  count: number,
): boolean {
  return count < least || (most !== null && count > most);
}

/** A lambda that a local holds: its own parameters, with any types. */
function refusalOfLambda(ctx: Ctx, { receiver, arms }: Callee, actuals: Actuals): Refusal | null {
  const [arm] = arms;
  if (resolveType(ctx, receiver).kind !== 'proc' || arm === undefined || arms.length !== 1 || arm.anyArgs) return null;
  const params = arm.params.map(param => ({ ...param, type: DYNAMIC }));
  const { mismatch } = matchArguments(ctx, { ...EMPTY_METHOD, params }, actuals, null);
  return mismatch?.why === 'count' && actuals.list.every(({ kind }) => kind === 'positional') ? mismatch : null;
}

/** Nothing redefines methods of the receiver's class at run time; `method_missing` answers only for those that it has not. */
function isReceiverKnown(ctx: Ctx, { receiver }: Callee): boolean {
  const type = resolveType(ctx, receiver);
  const name = type.kind === 'classOf' ? type.name : className(type);
  return name !== null && !mayHaveUnknownMethods(ctx, name, ({ cause }) => cause.kind === 'method-missing');
}

function refusalOfMethod(ctx: Ctx, info: MethodInfo, actuals: Actuals): Refusal | null {
  const arm = acceptedBy(info, actuals);
  // `f(**options)` passes nothing if the hash is empty.
  if (arm === null || actuals.list.some(actual => actual.kind === 'keywords')) return null;
  const { mismatch } = matchArguments(ctx, arm, actuals, null);
  return mismatch === null || mismatch.why === 'type' ? null : mismatch;
}

/** Of a lambda with these parameters. */
export function refusalOfParams(ctx: Ctx, params: readonly Param[], actuals: Actuals): Refusal | null {
  const arm = acceptedByParams(params);
  const mismatch = arm && matchArguments(ctx, arm, actuals, null).mismatch;
  return mismatch === null || mismatch.why === 'type' ? null : mismatch;
}

/** What the definition accepts, with any types; null: unknown. */
function acceptedBy(info: MethodInfo, actuals: Actuals): MethodType | null {
  if (info.redefinitions.length > 0) return null;
  if (info.definition !== null && info.origin === 'workspace')
    return info.definition.broken ? null : acceptedByParams(info.definition.params);
  if (info.synthetic?.type === 'attributeReader') return EMPTY_METHOD;
  if (info.synthetic?.type === 'structNew') return acceptedByMembers(info.synthetic, actuals);
  // Without an `initialize` anywhere, `new` takes no arguments.
  return isImplicitConstructor(info) ? EMPTY_METHOD : null;
}

/** Struct takes at most one argument or keyword per member, Data exactly one. */
function acceptedByMembers({ members, keywordInit, data }: StructNew, { list }: Actuals): MethodType | null {
  const isNamed = list.length > 0 && list.every(actual => actual.kind === 'keyword');
  if (!isNamed && (keywordInit === true || list.some(actual => actual.kind !== 'positional'))) return null;
  if (isNamed && !data && keywordInit !== true) return null;
  const kind: ParamTypeKind = isNamed ? (data ? 'key' : 'optionalKey') : 'optional';
  const params = members.map((name): ParamType => ({ kind, name, type: DYNAMIC, refinement: null, span: null }));
  return { ...EMPTY_METHOD, params };
}

function isImplicitConstructor({ owner, name }: MethodInfo): boolean {
  return owner === 'BasicObject' && name === 'initialize';
}

/** No visible class above has a constructor, but code that is not visible may define one. */
function hasHiddenConstructor(ctx: Ctx, { receiver }: Callee, info: MethodInfo): boolean {
  if (!isImplicitConstructor(info)) return false;
  const type = resolveType(ctx, receiver);
  return mayHaveHiddenConstructor(ctx, type.kind === 'classOf' ? type.name : (className(type) ?? 'Object'));
}

function acceptedByParams(params: readonly Param[]): MethodType | null {
  const types: ParamType[] = [];
  for (const { kind, name } of params) {
    if (kind === 'block') continue;
    if (kind === 'forward' || kind === 'noKey') return null;
    types.push({ kind: kind satisfies ParamTypeKind, name, type: DYNAMIC, refinement: null, span: null });
  }
  return { ...EMPTY_METHOD, params: types };
}
