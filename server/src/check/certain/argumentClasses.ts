/**
 * Rule: a call of a library method raises if Ruby refuses every class of values that the type of an argument leaves
 * (program/refusal.ts). Each method that the call may run must refuse the same argument.
 */
import { findMethod } from '../../program/lookup';
import { type ClassOfValue, classesOf, isRefused, messageFor, type Refusal, refusalsOf } from '../../program/refusal';
import type { Call, Expr } from '../../ril/ril';
import { showType } from '../../types/show';
import { NIL, type Type } from '../../types/type';
import { substituteSolution } from '../../typing/instantiate';
import { joinAllTypes, mayBeNil, membersOf, resolveType, widenLiterals } from '../../typing/typeOps';
import { calleeName } from '../binding/callReports';
import { resultOfMatch } from '../binding/matchArguments';
import { type Choice, chooseArms } from '../binding/overloads';
import { type Lookup, overridesOf } from '../callees/callees';
import type { Actual, Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import type { Env } from '../state/env';
import type { Callee } from '../types/methodTypes';
import { mayReport, type RaisedClass, reportCertain } from './certainReports';

type Positional = Extract<Actual, { readonly kind: 'positional' }>;

export function reportRefusedClass(ctx: Ctx, env: Env, call: Call, lookup: Lookup, actuals: Actuals): void {
  if (!mayReport(ctx, env) || lookup.dynamic || lookup.callees.length === 0 || actuals.open) return;
  if (!isReceiverThere(ctx, call)) return;
  const args = actuals.list.flatMap(actual => (actual.kind === 'positional' ? [actual] : []));
  if (args.length !== actuals.list.length) return;
  for (const [position, actual] of args.entries()) {
    const refusals = lookup.callees.map(callee => refusalsBy(ctx, callee, args.length, position, actual));
    if (refusals.includes(null)) continue;
    reportRefusal(ctx, env, call, lookup.callees[0] ?? null, {
      actual,
      refusals: refusals.flatMap(each => each ?? []),
    });
    return;
  }
}

/**
 * The result of a call that Ruby refuses for some classes of its argument: that of the others, since nothing is evaluated
 * after a refusal. If it refuses all of them, any type is right. Null: it may accept what no arm does.
 */
export function resultWithoutRefused(ctx: Ctx, { callee, chosen }: Choice, actuals: Actuals): Type | null {
  const [actual, ...others] = actuals.list;
  if ((ctx.inference === null && !ctx.infers) || chosen.length > 0 || callee.info?.origin !== 'core') return null;
  if (actual?.kind !== 'positional' || others.length > 0 || actuals.open) return null;
  const results: Type[] = [];
  for (const type of membersOf(ctx, actual.type)) {
    const one = { ...actual, type };
    const accepted = chooseArms(ctx, callee, { ...actuals, list: [one] }, false).chosen;
    if (accepted.length === 0 && refusalsBy(ctx, callee, 1, 0, one) === null) return null;
    results.push(...accepted.map(({ arm, match }) => resultOfMatch(arm, match)));
  }
  const [arm] = callee.arms;
  if (results.length > 0 || arm === undefined) return results.length > 0 ? joinAllTypes(ctx, results) : null;
  return substituteSolution(arm, new Map()).result;
}

/** The checker is lenient about nil, so any receiver may be nil; then its method runs, if it has one. */
function isReceiverThere(ctx: Ctx, { receiver, method }: Call): boolean {
  return (
    receiver === null ||
    receiver.kind === 'self' ||
    isLiteralValue(receiver) ||
    findMethod(ctx.program, 'NilClass', method) === null
  );
}

/** Null: the callee may accept the argument. */
function refusalsBy(
  ctx: Ctx,
  callee: Callee,
  count: number,
  position: number,
  actual: Positional,
): readonly Refusal[] | null {
  const { info } = callee;
  if (info === null || callee.makes !== null || overridesOf(ctx, callee).length > 0) return null;
  const receivers = classesOf(resolveType(ctx, callee.receiver));
  if (receivers === null || receivers.length === 0) return null;
  const type = widenLiterals(resolveType(ctx, actual.type), ctx);
  const isSure = mayBeNil(ctx, type) || (actual.expr !== null && isLiteralValue(actual.expr));
  const found: Refusal[] = [];
  for (const receiver of receivers) {
    const target = { receiver, method: info, count };
    const refused = refusalsOf(ctx.program, target, position, type);
    if (refused === null || (!isSure && !isRefused(ctx.program, target, position, NIL))) return null;
    found.push(...refused);
  }
  return found;
}

/** A value of exactly the class that its type names. */
function isLiteralValue(expr: Expr): boolean {
  return LITERALS.has(expr.kind);
}

const LITERALS: ReadonlySet<Expr['kind']> = new Set(['lit', 'array', 'hash', 'range', 'interpolate', 'lambda']);

interface Refused {
  readonly actual: Positional;
  readonly refusals: readonly Refusal[];
}

function reportRefusal(ctx: Ctx, env: Env, call: Call, callee: Callee | null, { actual, refusals }: Refused): void {
  const raises = [...new Set(refusals.flatMap(({ errors }) => errors))].filter(isRaised);
  const [first] = refusals;
  if (!first || raises.length === 0) return;
  const args = {
    method: calleeName(callee?.info ?? null, call.method, null),
    given: [...new Set(refusals.map(({ refused }) => showClass(refused)))].join(' or '),
    error: raises.join(' or '),
    message: refusals.length === 1 ? (messageFor(first) ?? '') : '',
  };
  reportCertain(ctx, env, { code: 'LP5015', span: actual.span, raises, name: call.method, args });
}

function isRaised(error: string): error is RaisedClass {
  return error === 'TypeError' || error === 'ArgumentError' || error === 'NoMethodError';
}

function showClass({ name, isObject }: ClassOfValue): string {
  if (name === 'NilClass') return 'nil';
  if (name === 'TrueClass' || name === 'FalseClass') return name === 'TrueClass' ? 'true' : 'false';
  return showType(isObject ? { kind: 'classOf', name } : { kind: 'nominal', name, args: [] });
}
