/**
 * A value flows into a place with a declared type: an argument, a result, a field, an element. Where the type has no nil
 * and the value may be nil, that is an obligation (non-nil). Returns the value in the representation of its new type.
 */
import { FALSE, not, TRUE } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import type { Type } from '../../types/type';
import { noteContentsRead } from '../analysis/aliasedContainers';
import { isAssignableByClass } from '../analysis/classAssignability';
import { type Ctx, type Flow, freshSymbol, type Use } from '../state/context';
import { isDynamic, mayBeNil, representationOf } from '../state/representation';
import type { State } from '../state/state';
import { tagsOf, typeGuard, valueFromTerm } from '../state/typeGuards';
import { boxValue, isNil, typeOf, type Val } from '../state/value';
import { VALUE_SORT } from '../state/valueSort';
import { addObligation } from './obligations';

export function flowInto(ctx: Ctx, state: State, flow: Flow): Val {
  const { value: val, type } = flow;
  if (isDynamic(type) || type.kind === 'any') return val;
  if (!mayBeNil(type)) requireNonNil(ctx, state, flow);
  if (val.kind === 'nil') return mayBeNil(type) ? val : deadValue(ctx, type);
  if (val.kind === 'ref') noteContentsRead(ctx, state, val);
  ctx.run.rules.requireFixedShapes(ctx, state, flow);
  ctx.run.rules.requireProcConformance(ctx, state, flow);
  ctx.run.rules.requireElementConformance(ctx, state, flow);
  requireKind(ctx, state, flow);
  return val.kind === 'boxed' ? valueFromTerm(val.term, type) : widenToDeclared(val, type);
}

/** Requires the value's class to be among those of the type, if its static type does not guarantee it. */
export function requireKind(ctx: Ctx, state: State, flow: Flow): void {
  const { value: val, type } = flow;
  if (val.kind !== 'boxed') requireSameKind(ctx, state, flow);
  else if (!fits(ctx, val.type, type)) requireNarrowedType(ctx, state, { ...flow, value: val });
}

/** Unboxed values keep their representation; a reference of unknown class takes the declared class. */
function widenToDeclared(val: Val, type: Type): Val {
  if (val.kind !== 'ref' || representationOf(type) !== 'ref' || !isDynamic(val.type)) return val;
  return { ...val, type };
}

export function requireNonNil(ctx: Ctx, state: State, { value: val, place, subject }: Use, raises?: string): State {
  const goal = not(isNil(val));
  if (val.kind !== 'nil' && val.kind !== 'boxed') return state;
  if (val.kind === 'boxed' && !mayBeNil(val.type)) return state;
  const request = { kind: 'non-nil', goal, place, reason: { kind: 'not-nil', subject } } as const;
  return addObligation(ctx, state, raises ? { ...request, raises } : request);
}

/** After an excluded nil the path is dead, so any value is correct. */
function deadValue(ctx: Ctx, type: Type): Val {
  return valueFromTerm(freshSymbol(ctx.run, 'dead', VALUE_SORT), type);
}

function fits(ctx: Ctx, from: Type, to: Type): boolean {
  const [a, b] = [tagsOf(from), tagsOf(to)];
  if (b === null) return true;
  const isOfTags = a !== null && [...a].every(tag => b.has(tag) || tag === 'nil');
  return isOfTags && isAssignableByClass(ctx.run.input.program, from, to);
}

/** What the checker accepts by covariance: `Array<Integer>` as `Array<Object>`. */
function requireSameKind(ctx: Ctx, state: State, { value: val, type, place, subject }: Flow): void {
  const [own, wanted] = [tagsOf(typeOf(val)), tagsOf(type)];
  if (own === null || wanted === null) return;
  const goal = [...own].some(tag => wanted.has(tag)) ? ofClass(ctx, state, val, type) : FALSE;
  if (goal !== TRUE)
    addObligation(ctx, state, { kind: 'exception', goal, place, reason: { kind: 'has-type', subject } });
}

function ofClass(ctx: Ctx, state: State, val: Val, type: Type): Formula {
  if (val.kind !== 'ref' || isAssignableByClass(ctx.run.input.program, val.type, type)) return TRUE;
  return typeGuard(ctx.run, boxValue(val)!, type, state.heap.alloc, val.type);
}

/** The checker narrowed the type by what the code tested; the solver follows the same tests. */
function requireNarrowedType(
  ctx: Ctx,
  state: State,
  { value: val, type, place, subject }: Flow<Val & { kind: 'boxed' }>,
): void {
  const goal = typeGuard(ctx.run, val.term, type, state.heap.alloc, val.type);
  const isOpen = ctx.run.results.taints.below([val.term]).size > 0;
  if (goal === FALSE && isDynamic(val.type) && !isOpen) return;
  addObligation(ctx, state, { kind: 'exception', goal, place, reason: { kind: 'has-type', subject } });
}
