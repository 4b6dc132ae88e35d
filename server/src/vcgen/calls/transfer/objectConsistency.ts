/**
 * Objects that may be inconsistent: self of every method being evaluated, since a class invariant may be broken
 * temporarily, and `initialize` leaves fields unset for a while. A callee taken by its contract was proved for
 * consistent objects: every object that it can reach must be consistent before the call. An inlined body sees the
 * actual state; only a public method with its own contract requires its object's invariant.
 */

import type { Place } from '../../../base/span';
import { and, eq, same } from '../../../logic/build';
import { type Moment, methodNamed } from '../../../problems/reason';
import { ancestors } from '../../../program/ancestors';
import { namesCalledBy } from '../../../program/implicitCalls';
import { candidates } from '../../../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../../../program/program';
import { workspaceMethods } from '../../../program/workspace';
import type { Refinement } from '../../../types/type';
import type { CallMode } from '../../analysis/callMode';
import { effectsOf } from '../../analysis/effects';
import { forEachExpr } from '../../analysis/writes';
import { refinementsOf } from '../../clauses/signatureClauses';
import { assumeInvariants, hasInvariants, requireInvariants } from '../../fields/classInvariants';
import { requireFieldTypes } from '../../fields/fields';
import { markEscaped } from '../../heap/escape';
import type { Args, Site } from '../../state/call';
import { type Ctx, placeOf } from '../../state/context';
import type { EffectKey } from '../../state/heapKey';
import { KeySet, type ReadonlyKeySet } from '../../state/keyedMap';
import { classNameOf } from '../../state/representation';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';

type Ref = Val & { readonly kind: 'ref' };

/** The method begins on this object: whatever is called meanwhile may find the object inconsistent. */
export function beginMethodOn(ctx: Ctx, method: MethodInfo, self: Val, place: Place): Ctx {
  const constructing = method.name === 'initialize' && self.kind === 'ref';
  return { ...ctx, mode: { ...ctx.mode, active: [...ctx.mode.active, { object: self, constructing, place }] } };
}

/** Objects whose methods are being evaluated, each once. */
function activeObjects(ctx: Ctx): readonly Ref[] {
  const found: Ref[] = [];
  for (const object of [...ctx.mode.active.map(each => each.object), ctx.frame.self])
    if (object.kind === 'ref' && !found.some(each => same(each.term, object.term))) found.push(object);
  return found;
}

function unfinishedObjects(ctx: Ctx): readonly Ref[] {
  const found = ctx.mode.active.filter(each => each.constructing).map(each => each.object as Ref);
  return found.filter((object, at) => found.findIndex(each => same(each.term, object.term)) === at);
}

export interface ContractCall {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly mode: CallMode;
  readonly receiver: Val;
  readonly args: Args;
  readonly site: Site;
}

/**
 * Requires the objects that a callee by contract relies on to be consistent; returns those that it leaves consistent.
 */
export function requireConsistent(ctx: Ctx, state: State, call: ContractCall): readonly Ref[] {
  if (ctx.spec) return [];
  const place = placeOf(ctx, call.site);
  for (const object of unfinishedObjects(ctx)) {
    if (!canReach(ctx, state, call, object, false)) continue;
    if (call.info.name === 'initialize' && isSame(call.receiver, object)) continue;
    requireFieldTypes(
      ctx,
      state,
      { value: object, place, when: { kind: 'before-call', callee: methodNamed(call.info.name) } },
      fieldsReadByCallee(ctx, call),
    );
  }
  const broken = activeObjects(ctx).filter(
    object => hasInvariants(ctx, object) && canReach(ctx, state, call, object, call.args.block !== null),
  );
  for (const object of broken) requireInvariants(ctx, state, object, place, { kind: 'before-call', callee: null });
  return broken;
}

export function assumeConsistent(ctx: Ctx, state: State, objects: readonly Ref[]): void {
  for (const object of objects) assumeInvariants(ctx, state, object);
}

/** The callee is unknown: requires all invariants. */
export function requireAllConsistent(ctx: Ctx, state: State, place: Place, when: Moment): readonly Ref[] {
  const found = ctx.spec ? [] : activeObjects(ctx).filter(object => hasInvariants(ctx, object));
  for (const object of found) requireInvariants(ctx, state, object, place, when);
  return found;
}

/** A public method with a contract was proved for a consistent object, even if its body is inlined. */
export function requireConsistentBeforeInlining(
  ctx: Ctx,
  state: State,
  info: MethodInfo,
  receiver: Val,
  site: Site,
): void {
  if (ctx.spec || !info.signature || info.visibility !== 'public' || receiver.kind !== 'ref') return;
  if (info.name === 'initialize' || !hasInvariants(ctx, receiver)) return;
  for (const object of activeObjects(ctx)) {
    if (!hasInvariants(ctx, object) || !mayAlias(ctx.run.input.program, object, receiver)) continue;
    const subject = same(object.term, receiver.term) ? state : assumeAlias(state, object, receiver);
    requireInvariants(ctx, subject, object, placeOf(ctx, site), {
      kind: 'before-call',
      callee: methodNamed(info.name),
    });
  }
}

function mayAlias(program: Program, a: Ref, b: Ref): boolean {
  const [one, other] = [classNameOf(a.type) ?? 'Object', classNameOf(b.type) ?? 'Object'];
  return ancestors(program, one).includes(other) || ancestors(program, other).includes(one);
}

/** Two references may alias. */
function assumeAlias(state: State, a: Ref, b: Ref): State {
  return { ...state, path: and(state.path, eq(a.term, b.term)) };
}

function isSame(val: Val, object: Ref): boolean {
  return val.kind === 'ref' && same(val.term, object.term);
}

/**
 * Whether the callee can reach this object: the library cannot unless it is passed to it, nor can others while it has
 * not escaped. (Even a method that writes nothing was proved for consistent objects.)
 */
function canReach(ctx: Ctx, state: State, call: ContractCall, object: Ref, throughBlock: boolean): boolean {
  const { info, mode, receiver, args } = call;
  const given = [receiver, ...args.positional, ...args.keywords.values()];
  const isGiven = markEscaped({ ...state, fresh: [object.term], apart: [] }, ...given).fresh.length === 0;
  const isQuiet = mode.kind === 'pure' || mode.kind === 'modifies';
  if (info.origin !== 'workspace' && isQuiet && !throughBlock)
    return isGiven && mayCallUserMethods(ctx, object, namesCalledBy(ctx.run.input.program, info));
  const isKept = [...state.fresh, ...state.apart].some(each => same(each, object.term));
  return isGiven || !isKept || throughBlock;
}

/** Whether the library may call user-defined methods of the object. */
function mayCallUserMethods(ctx: Ctx, object: Ref, names: readonly string[]): boolean {
  const className = classNameOf(object.type) ?? 'Object';
  return names.some(name =>
    candidates(ctx.run.input.program, className, name).some(
      each => each.method.origin === 'workspace' && each.method.signature !== null,
    ),
  );
}

/** Fields that the callee or its contract may read; null: any. */
function fieldsReadByCallee(ctx: Ctx, { info, arm }: ContractCall): ReadonlyKeySet<EffectKey> | null {
  if (!info.definition) return null;
  const { reads } = effectsOf(ctx.run, info.key);
  if (reads === 'everything' || mayReadFields(ctx.run.input.program, arm)) return null;
  return new KeySet<EffectKey>([...reads.own, ...reads.others]);
}

/** Whether a clause reads a field, or calls a method that may. */
function mayReadFields(program: Program, { type }: SignatureArm): boolean {
  const refinements: readonly Refinement[] = [
    ...type.params.flatMap(param => refinementsOf(param.refinement, param.type)),
    ...refinementsOf(type.resultRefinement, type.result),
    ...(type.precondition ? [type.precondition] : []),
  ];
  const binders = new Set<string | null | undefined>([
    type.resultName,
    ...type.params.map(param => param.name),
    ...refinements.map(each => each.binder),
  ]);
  let speaks = false;
  for (const { clauses } of refinements)
    for (const { expr } of clauses)
      forEachExpr(expr, each => {
        if (each.kind === 'self' || each.kind === 'opaque' || each.kind === 'super') speaks = true;
        if (each.kind === 'var' && each.scope !== 'local') speaks = true;
        if (each.kind === 'call' && each.receiver === null && !(each.bare && binders.has(each.method))) speaks = true;
        if (each.kind === 'call' && each.receiver !== null && workspaceMethods(program, each.method).length > 0)
          speaks = true;
      });
  return speaks;
}
