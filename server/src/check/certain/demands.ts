/**
 * Rule: a method raises if it is run with these arguments. The body is checked with the types of the arguments at hand;
 * what raises on every path is reported where it fails, with the call as a related place.
 */
import { anchorPath } from '../../base/span';
import type { MethodInfo } from '../../program/program';
import type { Call } from '../../ril/ril';
import { printType } from '../../types/print';
import { showType } from '../../types/show';
import type { Type } from '../../types/type';
import { generaliseType, replaceSelf, resolveType, widenLiterals } from '../../typing/typeOps';
import type { Lookup } from '../callees/callees';
import { overridesOf } from '../callees/callees';
import { runMethod } from '../run/run';
import type { Actuals } from '../state/call';
import type { Ctx } from '../state/context';
import { mayReport } from './reports';

/** Runs per unit, and calls inside each other. */
const MOST_RUNS = 30;
const DEEPEST = 3;

export function reportUnmetDemands(ctx: Ctx, call: Call, lookup: Lookup, actuals: Actuals): void {
  const [callee, ...others] = lookup.callees;
  const { inference } = ctx;
  if (inference === null || callee === undefined || others.length > 0 || !mayReport(ctx, actuals.env)) return;
  const info = callee.makes === null ? callee.info : null;
  if (info === null || !isRunnable(ctx, info) || overridesOf(ctx, callee).length > 0) return;
  if (inference.given !== null && !inference.isOnEveryPath) return;
  const assumed = assumedTypes(ctx, info, actuals);
  if (assumed === null || call.block !== null) return;
  const key = `${info.key} ${[...assumed].map(([name, type]) => `${name}: ${printType(type)}`).join(', ')}`;
  const { givenRuns, running } = ctx.memory;
  if (givenRuns.has(key) || givenRuns.size >= MOST_RUNS || running.size >= DEEPEST || running.has(info.key)) return;
  givenRuns.add(key);
  running.add(info.key);
  const shown = [...assumed.values()].map(type => showType(widenLiterals(type, ctx))).join(', ');
  const place = { anchor: ctx.frame.anchor, span: call.span };
  const given = inference.given ?? { place, note: `called here with ${shown}` };
  const base = { ...ctx, inference: { ...inference, given, isOnEveryPath: true, rescued: inference.rescued } };
  const self = resolveType(ctx, replaceSelf(ctx, callee.receiver));
  const run = runMethod(base, info, { arm: null, self: self.kind === 'nominal' ? self : null, assumed, silent: false });
  running.delete(info.key);
  ctx.out.problems.push(...run.out.problems);
}

/** A method of the same file without an annotation, which is not defined twice. */
function isRunnable(ctx: Ctx, { definition, signature, origin, redefinitions, singleton }: MethodInfo): boolean {
  return (
    origin === 'workspace' &&
    signature === null &&
    definition !== null &&
    !definition.broken &&
    definition.isBlock !== true &&
    !singleton &&
    redefinitions.length === 0 &&
    anchorPath(definition.anchor) === anchorPath(ctx.frame.anchor)
  );
}

/** The types of plain positional arguments; null unless one is known and each parameter gets one. */
function assumedTypes(ctx: Ctx, { definition }: MethodInfo, actuals: Actuals): ReadonlyMap<string, Type> | null {
  const params = definition?.params ?? [];
  if (actuals.open || params.length !== actuals.list.length || params.length === 0) return null;
  const types = new Map<string, Type>();
  for (const [i, { kind, name }] of params.entries()) {
    const actual = actuals.list[i];
    if (kind !== 'required' || name === null || actual?.kind !== 'positional' || actual.expr === null) return null;
    types.set(name, generaliseType(ctx, replaceSelf(ctx, actual.type)));
  }
  const isKnown = (type: Type): boolean => !['dynamic', 'any', 'bottom'].includes(resolveType(ctx, type).kind);
  return [...types.values()].some(isKnown) ? types : null;
}
