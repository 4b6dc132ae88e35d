/** Array and range literals, and interpolated strings. */

import { apply, ite, text } from '../../logic/build';
import type { Formula } from '../../logic/formula';
import { TEXT_SORT } from '../../logic/sorts';
import { namesCalledByShowing, withMissing } from '../../program/implicitCalls';
import { candidates } from '../../program/lookup';
import type { ArrayLit, Interpolate, RangeLit } from '../../ril/ril';
import { nominal, type Type } from '../../types/type';
import { findImplicitCallOn } from '../analysis/implicitCalls';
import { areEffectsUnobserved, havocUnknownEffects } from '../calls/modes/openCall';
import { havocHeap } from '../fields/havoc';
import { arrayTypeFor, copyOf, elementType, isArray, makeArray } from '../heap/arrays';
import { withFrozenObject } from '../heap/preexistingObjects';
import { decimalText, makeString, textOf } from '../heap/strings';
import { concatArrays } from '../library/arrays/insertRemove';
import { canBeRangeEnds } from '../library/ranges/rangeEnds';
import { flowInto } from '../obligations/flowInto';
import { addObligation } from '../obligations/obligations';
import { positionalArgs } from '../state/call';
import {
  assume,
  type Ctx,
  freshSymbol,
  makeUnmodelled,
  noteUnmodelledPart,
  type Out,
  placeOf,
  taintFor,
  taintSymbol,
} from '../state/context';
import { classNameOf, isDynamic } from '../state/representation';
import type { State } from '../state/state';
import { makeArbitraryValue } from '../state/typeGuards';
import { typeOf, type Val } from '../state/value';

export function evaluateArray(ctx: Ctx, expr: ArrayLit, state: State): Out {
  if (expr.elements.some(element => element.type === 'splat')) return evaluateSpread(ctx, expr, state);
  const values: Val[] = [];
  let next = state;
  for (const element of expr.elements) {
    if (element.type !== 'positional')
      return { value: makeUnmodelled(ctx, { kind: 'splat-in-array' }, expr), state: next };
    const out = ctx.run.rules.evaluate(ctx, element.value, next);
    values.push(out.value);
    next = out.state;
  }
  const type = literalType(ctx.frame.types.get(expr), values);
  return makeArray(ctx, next, ctx.spec ? values : conformElements(ctx, next, values, type, expr), type, expr);
}

/** `[a, *list, b]`: each splat is taken as it is when Ruby comes to it. */
function evaluateSpread(ctx: Ctx, expr: ArrayLit, state: State): Out {
  const empty = makeArray(ctx, state, [], arrayTypeFor([]), expr);
  let whole = empty.value;
  let next = empty.state;
  for (const [index, element] of expr.elements.entries()) {
    const given = element.type === 'positional' || element.type === 'splat' ? element.value : null;
    const out = given && ctx.run.rules.evaluate(ctx, given, next);
    const list = out && (element.type === 'splat' ? spreadSplat(ctx, out, expr) : makeSingletonArray(ctx, out, expr));
    if (!list || !isArray(whole) || !isArray(list.value))
      return { value: makeUnmodelled(ctx, { kind: 'splat-in-array' }, expr), state: out?.state ?? next };
    const joined =
      index === 0 ? copyOf(ctx, list.state, list.value) : concatArrays(ctx, whole, list.value, expr, list.state);
    whole = joined.value;
    next = joined.state;
  }
  return { value: whole, state: next };
}

function makeSingletonArray(ctx: Ctx, { value, state }: Out, expr: ArrayLit): Out {
  return makeArray(ctx, state, [value], arrayTypeFor([value]), expr);
}

/** The elements of a splat; null for values that may convert to an array in a way of their own. */
function spreadSplat(ctx: Ctx, out: Out, expr: ArrayLit): Out | null {
  const { value, state } = out;
  if (isArray(value)) return out;
  if (value.kind === 'nil') return makeArray(ctx, state, [], arrayTypeFor([]), expr);
  if (value.kind === 'range')
    return ctx.run.rules.send(ctx, { receiver: value, method: 'to_a', args: positionalArgs([]), site: expr }, state);
  const name = value.kind === 'boxed' ? null : classNameOf(typeOf(value));
  const isPlain = name !== null && (value.kind !== 'ref' || name === 'String');
  return isPlain && candidates(ctx.run.input.program, name, 'to_a').length === 0
    ? makeSingletonArray(ctx, out, expr)
    : null;
}

/** A literal that was checked against an expected type: its elements are, too. */
function conformElements(ctx: Ctx, state: State, values: readonly Val[], type: Type, expr: ArrayLit): readonly Val[] {
  return values.map((value, i) => {
    const element = elementType(type);
    const given = expr.elements[i]!;
    const site = given.type === 'positional' ? given.value : expr;
    return isDynamic(element)
      ? value
      : flowInto(ctx, state, { value, type: element, place: placeOf(ctx, site), subject: { kind: 'element' } });
  });
}

/** The checker's type if it is more precise than the elements (an empty array that is filled later). */
function literalType(checked: Type | undefined, values: readonly Val[]): Type {
  const useful = checked?.kind === 'nominal' && classNameOf(checked) === 'Array' && checked.args.length === 1;
  return useful && !isDynamic(checked.args[0]!) && checked.args[0]!.kind !== 'bottom' ? checked : arrayTypeFor(values);
}

export function evaluateRange(ctx: Ctx, expr: RangeLit, state: State): Out {
  const from = expr.from ? ctx.run.rules.evaluate(ctx, expr.from, state) : null;
  const to = expr.to ? ctx.run.rules.evaluate(ctx, expr.to, from?.state ?? state) : null;
  const value: Val = { kind: 'range', from: from?.value ?? null, to: to?.value ?? null, exclusive: expr.exclusive };
  const made = { value, state: to?.state ?? from?.state ?? state };
  // Ruby calls `<=>` on the ends.
  const callback = !ctx.spec && from && to ? findImplicitCallOn(ctx, withMissing(['<=>']), [value]) : null;
  if (callback) return havocAfterUserCode(ctx, 'range', callback, expr, made.state);
  if (ctx.spec || !from || !to) return made;
  const goal = canBeRangeEnds(ctx.run.input.program, from.value, to.value);
  const place = placeOf(ctx, expr);
  const reason = { kind: 'comparable-range-ends' } as const;
  return {
    value,
    state: addObligation(ctx, made.state, { kind: 'core-precondition', goal, place, reason, raises: 'ArgumentError' }),
  };
}

/** Concatenates known strings; the string form of other values is unknown. */
export function evaluateInterpolate(ctx: Ctx, expr: Interpolate, state: State): Out {
  // What a pattern or a command raises is not modelled.
  if ((expr.as === 'regexp' || expr.as === 'command') && (ctx.spec || !areEffectsUnobserved(ctx)))
    return { value: makeUnmodelled(ctx, { kind: 'interpolation', as: expr.as }, expr), state };
  let next = state;
  const parts: Formula[] = [];
  let open: number | null = null;
  for (const part of expr.parts) {
    if (part.kind === 'lit' && part.value.type === 'string') {
      parts.push(text(part.value.value));
      continue;
    }
    const out = ctx.run.rules.evaluate(ctx, part, next);
    next = out.state;
    const callback = ctx.spec
      ? null
      : findImplicitCallOn(ctx, namesCalledByShowing(ctx.run.input.program), [out.value]);
    if (callback) {
      const what = { kind: 'implicit-call', from: 'interpolation', callee: callback } as const;
      const left = havocUnknownEffects(ctx, what, [out.value], expr, next);
      if (left === null) return havocAfterUserCode(ctx, 'interpolation', callback, expr, next);
      open = noteUnmodelledPart(ctx, what, expr);
      next = left;
    } else parts.push(showInterpolated(ctx, out.value, next));
  }
  const joined = parts.reduce<Formula>((all, part) => apply('str.++', [all, part], TEXT_SORT), text(''));
  return makeInterpolated(ctx, expr, open === null ? joined : makeUnmodelledText(ctx, open), next);
}

function makeUnmodelledText(ctx: Ctx, open: number): Formula {
  const unknown = freshSymbol(ctx.run, 'shown', TEXT_SORT);
  taintSymbol(ctx, unknown, open);
  return unknown;
}

function makeInterpolated(ctx: Ctx, expr: Interpolate, contents: Formula, state: State): Out {
  switch (expr.as) {
    case 'string':
      return makeString(ctx, state, contents);
    case 'symbol':
      return { value: { kind: 'sym', term: contents }, state };
    case 'command':
      return makeString(
        ctx,
        state,
        makeUnmodelledText(ctx, noteUnmodelledPart(ctx, { kind: 'interpolation', as: expr.as }, expr)),
      );
    case 'regexp': {
      const { val, guard } = makeArbitraryValue(ctx, nominal('Regexp'), 'regexp', state.heap.alloc, expr);
      assume(ctx, state, guard);
      return { value: val, state: val.kind === 'ref' ? withFrozenObject(ctx, state, val) : state };
    }
  }
}

/** A method of a class of the program may write: the state after it is unknown. */
function havocAfterUserCode(
  ctx: Ctx,
  from: 'range' | 'interpolation',
  callee: string,
  expr: Interpolate | RangeLit,
  state: State,
): Out {
  const what = { kind: 'implicit-call', from, callee } as const;
  const taint = taintFor(ctx, what, expr);
  return { value: makeUnmodelled(ctx, what, expr), state: havocHeap(ctx, state, { taint }) };
}

function showInterpolated(ctx: Ctx, val: Val, state: State): Formula {
  if (val.kind === 'ref' && classNameOf(val.type) === 'String') return textOf(ctx, state, val);
  if (val.kind === 'sym') return val.term;
  if (val.kind === 'int') return decimalText(val.term);
  if (val.kind === 'nil') return text('');
  if (val.kind === 'bool') return ite(val.term, text('true'), text('false'));
  return freshSymbol(ctx.run, 'shown', TEXT_SORT);
}
