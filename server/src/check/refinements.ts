/**
 * The refinements of a method's signature: types and callees of everything in their clauses, and what is wrong with
 * them, at its place inside the annotation. A clause sees all binders of its signature, `self`, fields and constants;
 * a result's clause also the result and `old`.
 */
import type { Settings } from '../../../shared/src/settings';
import type { MethodInfo, Nesting, Program, SignatureArm } from '../program/program';
import type { Clause, MethodType, ParamType, Refinement, Type } from '../types/type';
import { nominal } from '../types/type';
import type { TypedClauses } from '../types/typedMethod';
import { baseOf } from './base';
import { checkClause } from './clause';
import type { Frame, Output } from './context';
import { newOutput } from './context';
import { refinementsIn } from './nestedRefinements';
import { hereSelf } from './relations';
import type { Base } from './run';
import { selfTypeOf } from './run';

export function checkRefinements(method: MethodInfo, program: Program, settings: Settings): TypedClauses {
  const base = baseOf(program, settings, null);
  const out = newOutput();
  const silent = method.origin !== 'workspace';
  for (const arm of method.signature?.arms ?? []) checkArm(base, out, method, arm, silent);
  checkOwnClass(base, out, method);
  const frame = frameFor(base, method, method.nesting);
  const ctx = { ...base, frame, out, jumps: null, lambda: null, silent: true, depth: 0 };
  const types = new Map([...out.types].map(([expr, type]) => [expr, hereSelf(ctx, type)]));
  return { key: method.key, types, calls: out.calls, problems: out.problems, uses: [...out.uses.values()] };
}

/** A name, and the type that it has in the clauses. */
export type Binders = ReadonlyMap<string, Type>;

function checkArm(base: Base, out: Output, method: MethodInfo, arm: SignatureArm, silent: boolean): void {
  const frame = frameFor(base, method, arm.nesting);
  const binders = bindersOf(arm.type);
  const all = { base, out, frame, silent };
  for (const param of arm.type.params) {
    for (const refinement of refinementsOf(param.refinement, param.type)) {
      checkOne(all, refinement, withBinder(binders, refinement, param.type), false);
    }
  }
  if (arm.type.precondition) checkOne(all, arm.type.precondition, binders, false);
  const result = method.name === 'initialize' ? frame.selfType : arm.type.result;
  const known = arm.type.resultName === null ? binders : new Map(binders).set(arm.type.resultName, result);
  for (const refinement of refinementsOf(arm.type.resultRefinement, arm.type.result)) {
    checkOne(all, refinement, withBinder(known, refinement, result), true);
  }
}

interface Scope {
  readonly base: Base;
  readonly out: Output;
  readonly frame: Frame;
  readonly silent: boolean;
}

function checkOne(scope: Scope, refinement: Refinement, binders: Binders, isResult: boolean): void {
  for (const clause of refinement.clauses) checkIn(scope, clause, binders, isResult);
}

function checkIn(scope: Scope, clause: Clause, binders: Binders, isResult: boolean): void {
  const frame: Frame = {
    ...scope.frame,
    anchor: clause.place.anchor,
    clause: { allowsOld: isResult, names: new Set(binders.keys()) },
  };
  checkClause(
    { ...scope.base, frame, out: scope.out, jumps: null, lambda: null, silent: scope.silent, depth: 0 },
    clause,
    binders,
  );
}

/** Field refinements and class invariants, for the verifier; said once per class, with its first method. */
function checkOwnClass(base: Base, out: Output, method: MethodInfo): void {
  const first = base.program.classes.get(method.owner)?.methods.keys().next().value;
  for (const name of base.hierarchy.ancestors(method.owner)) {
    const info = base.program.classes.get(name);
    if (info === undefined || info.origin !== 'workspace') continue;
    const silent = name !== method.owner || method.singleton || first !== method.name;
    for (const field of [...info.fields.values()]) {
      const scope = { base, out, frame: frameFor(base, method, field.nesting), silent };
      const type = field.type ?? nominal('Object');
      for (const refinement of refinementsOf(field.refinement, type))
        checkOne(scope, refinement, withBinder(new Map(), refinement, type), false);
    }
    for (const { refinement, nesting } of info.invariants) {
      checkOne({ base, out, frame: frameFor(base, method, nesting), silent }, refinement, new Map(), false);
    }
  }
}

function frameFor(base: Base, method: MethodInfo, nesting: Nesting): Frame {
  return {
    method,
    anchor: '',
    nesting,
    selfType: selfTypeOf(base, method),
    result: null,
    resultFrom: [],
    block: 'unknown',
    returns: [],
    params: new Map(),
    declared: new Map(),
    assigned: new Map(),
    clause: null,
  };
}

function refinementsOf(own: Refinement | null, type: Type): readonly Refinement[] {
  return own === null ? refinementsIn(type) : [own, ...refinementsIn(type)];
}

/** A rest parameter's name is the array, a keyword's the value. */
function bindersOf(type: MethodType): Binders {
  const binders = new Map<string, Type>();
  for (const param of type.params) if (param.name !== null) binders.set(param.name, typeInClause(param));
  for (const param of type.params) {
    if (param.refinement?.binder) binders.set(param.refinement.binder, typeInClause(param));
  }
  return binders;
}

function typeInClause(param: ParamType): Type {
  if (param.kind === 'rest') return nominal('Array', [param.type]);
  return param.kind === 'keyRest' ? nominal('Hash', [nominal('Symbol'), param.type]) : param.type;
}

function withBinder(binders: Binders, refinement: Refinement, type: Type): Binders {
  if (refinement.binder === null || binders.has(refinement.binder)) return binders;
  return new Map(binders).set(refinement.binder, type);
}
