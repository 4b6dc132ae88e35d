/**
 * The refinements of a method's signature -> the types and callees of the expressions in their clauses, and problems
 * placed inside the annotation. A clause sees all binders of its signature, `self`, fields and constants; a clause of
 * the result also sees the result and `old`.
 */
import type { Place, Span } from '../../base/span';
import type { ClassInfo, MethodInfo, Nesting, SignatureArm } from '../../program/program';
import { type BrokenBound, findBrokenBounds, findBrokenBoundsOfMethod } from '../../types/bounds';
import { resultNames } from '../../types/exceptionalOutcome';
import { showType } from '../../types/show';
import { isSubtype } from '../../types/subtype';
import type { Clause, MethodType, ParamType, Refinement, Type } from '../../types/type';
import { nominal } from '../../types/type';
import type { TypedClauses } from '../../types/typedMethod';
import { replaceSelf } from '../../typing/typeOps';
import type { Base } from '../run/run';
import { selfTypeOf } from '../run/run';
import { type CheckInput, newContext } from '../setup/newContext';
import type { Frame, Output } from '../state/context';
import { newOutput } from '../state/context';
import { checkClause } from './clause';
import { findNestedRefinements } from './nestedRefinements';

export function checkRefinements(method: MethodInfo, input: CheckInput): TypedClauses {
  const base = newContext({ ...input, readType: null });
  const out = newOutput();
  const silent = method.origin !== 'workspace';
  for (const arm of method.signature?.arms ?? []) checkArm(base, out, method, arm, silent);
  for (const name of base.hierarchy.ancestors(method.owner)) {
    const info = base.program.classes.get(name);
    if (info?.origin !== 'workspace') continue;
    checkFields({ base, out, method, silent: name !== method.owner || method.singleton }, info);
  }
  const frame = frameFor(base, method, method.nesting);
  const ctx = { ...base, frame, out, jumps: null, lambda: null, silent: true };
  const types = new Map([...out.types].map(([expr, type]) => [expr, replaceSelf(ctx, type)]));
  return { key: method.key, types, calls: out.calls, problems: out.problems };
}

/** The type of each name in the clauses. */
type Binders = ReadonlyMap<string, Type>;

function checkArm(base: Base, out: Output, method: MethodInfo, arm: SignatureArm, silent: boolean): void {
  const frame = frameFor(base, method, arm.nesting);
  const binders = bindersOf(arm.type);
  const all = { base, out, frame, silent };
  for (const param of arm.type.params) {
    for (const refinement of refinementsOf(param.refinement, param.type)) {
      checkOne(all, refinement, withBinder(binders, refinement, param.type), null);
    }
    reportNested(all, param.type, placeIn(arm, param.span));
  }
  reportBounds(all, findBrokenBoundsOfMethod(typeIn(base, method, arm), base.hierarchy, fitsIn(base)), span =>
    placeIn(arm, span),
  );
  if (arm.type.precondition) checkOne(all, arm.type.precondition, binders, null);
  const result = method.name === 'initialize' ? frame.selfType : arm.type.result;
  const known = arm.type.resultName === null ? binders : new Map(binders).set(arm.type.resultName, result);
  for (const refinement of refinementsOf(arm.type.resultRefinement, arm.type.result)) {
    checkOne(all, refinement, withBinder(known, refinement, result), resultNames(arm.type));
  }
  reportNested(all, arm.type.result, placeIn(arm, arm.type.resultSpan));
}

interface Scope {
  readonly base: Base;
  readonly out: Output;
  readonly frame: Frame;
  readonly silent: boolean;
}

/** `results`: the names of the result in its own clauses; null for clauses about anything else. */
function checkOne(scope: Scope, refinement: Refinement, binders: Binders, results: readonly string[] | null): void {
  for (const clause of refinement.clauses) checkIn(scope, clause, binders, results);
}

function checkIn(scope: Scope, clause: Clause, binders: Binders, results: readonly string[] | null): void {
  const frame: Frame = {
    ...scope.frame,
    anchor: clause.place.anchor,
    clause: {
      allowsOld: results !== null,
      results: clause.isRuby ? [] : (results ?? []),
      names: new Set(binders.keys()),
    },
  };
  checkClause(
    { ...scope.base, frame, out: scope.out, jumps: null, lambda: null, silent: scope.silent },
    clause,
    binders,
  );
}

/** Reports refinements that would never be proved. */
function reportNested({ base, out, silent }: Scope, type: Type, whole: Place | null): void {
  if (silent) return;
  for (const { refinement, instead, ofAlias } of findNestedRefinements(base, type)) {
    const place = (ofAlias ? whole : null) ?? refinement.place;
    out.problems.push({ code: 'LP3035', place, args: { text: refinement.text.trim(), instead } });
  }
}

/** Reports type arguments that violate the bounds of a generic class. */
function reportBounds(
  { out, silent }: Scope,
  broken: readonly BrokenBound[],
  placeOf: (span: Span | null) => Place | null,
): void {
  for (const { className, param, bound, given, span } of silent ? [] : broken) {
    const place = placeOf(span);
    const args = { name: className, param, bound: showType(bound), given: showType(given) };
    if (place !== null) out.problems.push({ code: 'LP2514', place, args });
  }
}

/** Adds the type parameters of the class to those of the method, so that their bounds are known inside the type. */
function typeIn(base: Base, method: MethodInfo, { type }: SignatureArm): MethodType {
  return { ...type, typeParams: [...base.hierarchy.typeParams(method.owner), ...type.typeParams] };
}

function fitsIn({ hierarchy }: Base) {
  return (given: Type, bound: Type): boolean => isSubtype(given, bound, hierarchy);
}

function placeIn({ place }: SignatureArm, span: Span | null): Place | null {
  return place && { anchor: place.anchor, span: span ?? place.span };
}

interface ClassScope {
  readonly base: Base;
  readonly out: Output;
  /** Null if no particular method is checked. */
  readonly method: MethodInfo | null;
  readonly silent: boolean;
}

/** Field refinements and class invariants: those of the class itself, and those that a method relies on. */
export function checkFields({ base, out, method, silent }: ClassScope, info: ClassInfo): void {
  const frameIn = (nesting: Nesting): Frame =>
    method === null ? frameOf(null, nominal(info.name), nesting) : frameFor(base, method, nesting);
  for (const field of [...info.fields.values()]) {
    const scope = { base, out, frame: frameIn(field.nesting), silent };
    const type = field.type ?? nominal('Object');
    for (const refinement of refinementsOf(field.refinement, type))
      checkOne(scope, refinement, withBinder(new Map(), refinement, type), null);
    reportNested(scope, type, field.place);
    reportBounds(scope, findBrokenBounds(type, base.hierarchy, fitsIn(base)), () => field.place);
  }
  for (const { refinement, nesting } of info.invariants)
    checkOne({ base, out, frame: frameIn(nesting), silent }, refinement, new Map(), null);
}

function frameFor(base: Base, method: MethodInfo, nesting: Nesting): Frame {
  return frameOf(method, selfTypeOf(base, method), nesting);
}

export function frameOf(method: MethodInfo | null, selfType: Type, nesting: Nesting): Frame {
  return {
    method,
    anchor: '',
    nesting,
    selfType,
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
  const inside = type.kind === 'refined' ? [type.refinement] : [];
  return own === null ? inside : [own, ...inside];
}

/** The name of a rest parameter denotes the array, that of a keyword its value. */
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
