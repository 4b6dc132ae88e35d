/**
 * A value flows into a place with a declared type: an argument, a result, a field, an element. Where the type has no nil
 * and the value may be nil, that is an obligation (non-nil); the value comes out in the form of its new type.
 */
import type { Place } from '../base/span';
import { FALSE, not, TRUE } from '../logic/build';
import type { Formula } from '../logic/formula';
import type { Type } from '../types/type';
import { fitsByClass } from './classFits';
import { type Ctx, fresh } from './context';
import { oblige } from './obligations';
import { isDynamic, mayBeNil, shapeOf } from './shape';
import type { State } from './state';
import { fromTerm, tagsOf, typeGuard } from './typing';
import { boxed, isNil, typeOf, VALUE_SORT, type Val } from './value';

export function flowInto(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): Val {
  if (isDynamic(type) || type.kind === 'any') return val;
  if (!mayBeNil(type)) demandNonNil(ctx, state, val, place, about);
  if (val.kind === 'nil') return mayBeNil(type) ? val : deadValue(ctx, type);
  ctx.run.rules.demandLengths(ctx, state, val, type, place, about);
  ctx.run.rules.demandCalls(ctx, state, val, type, place, about);
  ctx.run.rules.demandNoNilInside(ctx, state, val, type, place, about);
  demandKind(ctx, state, val, type, place, about);
  return val.kind === 'boxed' ? fromTerm(val.term, type) : widened(val, type);
}

/** It is of a class that the type names, where its own type does not say so. */
export function demandKind(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): void {
  if (val.kind !== 'boxed') demandSameKind(ctx, state, val, type, place, about);
  else if (!fits(ctx, val.type, type)) demandType(ctx, state, val, type, place, about);
}

/** Unboxed values keep their better form; a reference takes the declared class where its own is not known. */
function widened(val: Val, type: Type): Val {
  if (val.kind !== 'ref' || shapeOf(type) !== 'ref' || !isDynamic(val.type)) return val;
  return { ...val, type };
}

export function demandNonNil(ctx: Ctx, state: State, val: Val, place: Place, about: string, raises?: string): State {
  const goal = not(isNil(val));
  if (val.kind !== 'nil' && val.kind !== 'boxed') return state;
  if (val.kind === 'boxed' && !mayBeNil(val.type)) return state;
  const demand = { kind: 'non-nil', goal, place, about: `${about} is not nil` } as const;
  return oblige(ctx, state, raises ? { ...demand, raises } : demand);
}

/** After a nil that could not be here the path is dead; any value will do. */
function deadValue(ctx: Ctx, type: Type): Val {
  return fromTerm(fresh(ctx.run, 'dead', VALUE_SORT), type);
}

function fits(ctx: Ctx, from: Type, to: Type): boolean {
  const [a, b] = [tagsOf(from), tagsOf(to)];
  if (b === null) return true;
  const isOfTags = a !== null && [...a].every(tag => b.has(tag) || tag === 'nil');
  return isOfTags && fitsByClass(ctx.run.input.program, from, to);
}

/** What the checker let through because a container was seen as holding more than it does: `Array<Integer>` as `Array<Object>`. */
function demandSameKind(ctx: Ctx, state: State, val: Val, type: Type, place: Place, about: string): void {
  const [own, wanted] = [tagsOf(typeOf(val)), tagsOf(type)];
  if (own === null || wanted === null) return;
  const goal = [...own].some(tag => wanted.has(tag)) ? ofClass(ctx, state, val, type) : FALSE;
  if (goal !== TRUE)
    oblige(ctx, state, { kind: 'exception', goal, place, about: `${about} has the type that is needed` });
}

function ofClass(ctx: Ctx, state: State, val: Val, type: Type): Formula {
  if (val.kind !== 'ref' || fitsByClass(ctx.run.input.program, val.type, type)) return TRUE;
  return typeGuard(ctx.run, boxed(val)!, type, state.heap.alloc, val.type);
}

/** The checker narrowed the type by what the code tested; the solver follows the same tests. */
function demandType(
  ctx: Ctx,
  state: State,
  val: Val & { kind: 'boxed' },
  type: Type,
  place: Place,
  about: string,
): void {
  const goal = typeGuard(ctx.run, val.term, type, state.heap.alloc, val.type);
  if (goal === FALSE && isDynamic(val.type)) return;
  oblige(ctx, state, { kind: 'exception', goal, place, about: `${about} has the type that is needed` });
}
