/**
 * Objects in the middle of something: self of every method that is being read, as a class invariant may be broken for a
 * moment, and `initialize` leaves fields unset for a while. A callee that is taken by its contract was proved for objects at
 * rest: each that it can reach is asked to be at rest before the call. A body that is read in place of the call sees what is
 * there; only where it is a public method with a contract of its own, its object's invariant is asked.
 */
import type { Place } from '../base/span';
import { and, eq, same } from '../logic/build';
import { ancestors } from '../program/ancestors';
import { candidates } from '../program/lookup';
import type { MethodInfo, Program, SignatureArm } from '../program/program';
import { workspaceMethods } from '../program/workspace';
import type { Refinement } from '../types/type';
import type { Args, Site } from './arguments';
import { QUIET } from './callbacks';
import type { Mode } from './callEffects';
import { CALLED_BACK } from './calledBack';
import { askInvariants, assumeInvariants, hasInvariants } from './classInvariants';
import { type Ctx, placeOf, type Run } from './context';
import { effectsOf } from './effects';
import { askPromises } from './fields';
import { leak } from './leak';
import { classNameOf } from './shape';
import { refinementsOf } from './signatureClauses';
import type { State } from './state';
import type { Val } from './value';
import { eachExpr } from './writes';

type Ref = Val & { readonly kind: 'ref' };

/** A method begins on this object: whoever is called meanwhile may find it in the middle of that. */
export function beginOn(run: Run, method: MethodInfo, self: Val, place: Place): void {
  run.active.push({ object: self, constructing: method.name === 'initialize' && self.kind === 'ref', place });
}

export function endOn(run: Run): void {
  run.active.pop();
}

/** Objects whose methods are being read, each once. */
function inTheMiddle(ctx: Ctx): readonly Ref[] {
  const found: Ref[] = [];
  for (const object of [...ctx.run.active.map(each => each.object), ctx.frame.self])
    if (object.kind === 'ref' && !found.some(each => same(each.term, object.term))) found.push(object);
  return found;
}

function unfinished(ctx: Ctx): readonly Ref[] {
  const found = ctx.run.active.filter(each => each.constructing).map(each => each.object as Ref);
  return found.filter((object, at) => found.findIndex(each => same(each.term, object.term)) === at);
}

export interface ContractCall {
  readonly info: MethodInfo;
  readonly arm: SignatureArm;
  readonly mode: Mode;
  readonly receiver: Val;
  readonly args: Args;
  readonly site: Site;
}

/** Asks what a callee by contract relies on; gives the objects that it leaves at rest. */
export function askAtRest(ctx: Ctx, state: State, call: ContractCall): readonly Ref[] {
  if (ctx.spec) return [];
  const place = placeOf(ctx, call.site);
  for (const object of unfinished(ctx)) {
    if (!canSee(ctx, state, call, object, false)) continue;
    if (call.info.name === 'initialize' && isSame(call.receiver, object)) continue;
    askPromises(ctx, state, object, place, `before this call of ${call.info.name}`, fieldsSeen(ctx, call));
  }
  const broken = inTheMiddle(ctx).filter(
    object => hasInvariants(ctx, object) && canSee(ctx, state, call, object, call.args.block !== null),
  );
  for (const object of broken) askInvariants(ctx, state, object, place, 'before this call');
  return broken;
}

export function assumeAtRest(ctx: Ctx, state: State, objects: readonly Ref[]): void {
  for (const object of objects) assumeInvariants(ctx, state, object);
}

/** Whoever is called may be anybody: all invariants hold. */
export function askAllAtRest(ctx: Ctx, state: State, place: Place, when: string): readonly Ref[] {
  const found = ctx.spec ? [] : inTheMiddle(ctx).filter(object => hasInvariants(ctx, object));
  for (const object of found) askInvariants(ctx, state, object, place, when);
  return found;
}

/** A public method with a contract was proved for an object at rest, also where its body is read instead. */
export function askBeforeBody(ctx: Ctx, state: State, info: MethodInfo, receiver: Val, site: Site): void {
  if (ctx.spec || !info.signature || info.visibility !== 'public' || receiver.kind !== 'ref') return;
  if (info.name === 'initialize' || !hasInvariants(ctx, receiver)) return;
  for (const object of inTheMiddle(ctx)) {
    if (!hasInvariants(ctx, object) || !mayBeOne(ctx.run.input.program, object, receiver)) continue;
    const subject = same(object.term, receiver.term) ? state : onlyIf(state, object, receiver);
    askInvariants(ctx, subject, object, placeOf(ctx, site), `before this call of ${info.name}`);
  }
}

function mayBeOne(program: Program, a: Ref, b: Ref): boolean {
  const [one, other] = [classNameOf(a.type) ?? 'Object', classNameOf(b.type) ?? 'Object'];
  return ancestors(program, one).includes(other) || ancestors(program, other).includes(one);
}

/** Two names may be one object. */
function onlyIf(state: State, a: Ref, b: Ref): State {
  return { ...state, path: and(state.path, eq(a.term, b.term)) };
}

function isSame(val: Val, object: Ref): boolean {
  return val.kind === 'ref' && same(val.term, object.term);
}

/**
 * Who cannot come to this object: the library, which knows nothing of it unless it is given it, and others as long as nobody
 * else has it. (Also a method that writes nothing was proved for objects at rest.)
 */
function canSee(ctx: Ctx, state: State, call: ContractCall, object: Ref, throughBlock: boolean): boolean {
  const { info, mode, receiver, args } = call;
  const given = [receiver, ...args.positional, ...args.keywords.values()];
  const isGiven = leak({ ...state, fresh: [object.term], apart: [] }, ...given).fresh.length === 0;
  const isQuiet = mode.kind === 'pure' || mode.kind === 'modifies';
  if (info.origin !== 'workspace' && isQuiet && !throughBlock)
    return isGiven && !QUIET.has(info.name) && callsBack(ctx, object);
  const isKept = [...state.fresh, ...state.apart].some(each => same(each, object.term));
  return isGiven || !isKept || throughBlock;
}

/** The library runs methods of the object that the program has written. */
function callsBack(ctx: Ctx, object: Ref): boolean {
  const className = classNameOf(object.type) ?? 'Object';
  return CALLED_BACK.some(name =>
    candidates(ctx.run.input.program, className, name).some(
      each => each.method.origin === 'workspace' && each.method.signature !== null,
    ),
  );
}

/** Fields that the callee or its contract may read; null: any. */
function fieldsSeen(ctx: Ctx, { info, arm }: ContractCall): ReadonlySet<string> | null {
  if (!info.definition) return null;
  const { reads } = effectsOf(ctx.run, info.key);
  if (reads === 'everything' || speaksOfObjects(ctx.run.input.program, arm)) return null;
  return new Set([...reads.own, ...reads.others]);
}

/** A clause reads a field, or calls something that may. */
function speaksOfObjects(program: Program, { type }: SignatureArm): boolean {
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
      eachExpr(expr, each => {
        if (each.kind === 'self' || each.kind === 'opaque' || each.kind === 'super') speaks = true;
        if (each.kind === 'var' && each.scope !== 'local') speaks = true;
        if (each.kind === 'call' && each.receiver === null && !(each.bare && binders.has(each.method))) speaks = true;
        if (each.kind === 'call' && each.receiver !== null && workspaceMethods(program, each.method).length > 0)
          speaks = true;
      });
  return speaks;
}
