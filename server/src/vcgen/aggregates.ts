/** Array and range literals, and interpolated strings. */
import { apply, ite, text } from '../logic/build';
import type { Formula } from '../logic/formula';
import { TEXT_SORT } from '../logic/sorts';
import type { ArrayLit, Interpolate, RangeLit } from '../ril/ril';
import type { Type } from '../types/type';
import { arrayTypeFor, elementType, makeArray } from './arrays';
import { callbackOn } from './callbacks';
import { type Ctx, fresh, notModelled, type Out, placeOf, taintFor } from './context';
import { flowInto } from './flow';
import { havoc } from './havoc';
import { oblige } from './obligations';
import { canBeEnds } from './rangeEnds';
import { classNameOf, isDynamic } from './shape';
import type { State } from './state';
import { decimal, makeString, textOf } from './strings';
import type { Val } from './value';

export function evaluateArray(ctx: Ctx, expr: ArrayLit, state: State): Out {
  const values: Val[] = [];
  let next = state;
  for (const element of expr.elements) {
    if (element.type !== 'positional') return { value: notModelled(ctx, 'a splat in an array', expr), state: next };
    const out = ctx.run.rules.evaluate(ctx, element.value, next);
    values.push(out.value);
    next = out.state;
  }
  const type = literalType(ctx.frame.types.get(expr), values);
  return makeArray(ctx, next, ctx.spec ? values : inPlace(ctx, next, values, type, expr), type, expr);
}

/** A literal that was taken for what is wanted of it: so are its elements. */
function inPlace(ctx: Ctx, state: State, values: readonly Val[], type: Type, expr: ArrayLit): readonly Val[] {
  return values.map((value, i) => {
    const element = elementType(type);
    const given = expr.elements[i]!;
    const site = given.type === 'positional' ? given.value : expr;
    return isDynamic(element) ? value : flowInto(ctx, state, value, element, placeOf(ctx, site), 'the element');
  });
}

/** The checker's type where it says more than the elements do (an empty array that is filled later). */
function literalType(checked: Type | undefined, values: readonly Val[]): Type {
  const useful = checked?.kind === 'nominal' && classNameOf(checked) === 'Array' && checked.args.length === 1;
  return useful && !isDynamic(checked.args[0]!) && checked.args[0]!.kind !== 'bottom' ? checked : arrayTypeFor(values);
}

export function evaluateRange(ctx: Ctx, expr: RangeLit, state: State): Out {
  const from = expr.from ? ctx.run.rules.evaluate(ctx, expr.from, state) : null;
  const to = expr.to ? ctx.run.rules.evaluate(ctx, expr.to, from?.state ?? state) : null;
  const value: Val = { kind: 'range', from: from?.value ?? null, to: to?.value ?? null, exclusive: expr.exclusive };
  const made = { value, state: to?.state ?? from?.state ?? state };
  // Ruby asks the ends whether they can be compared.
  const callback = !ctx.spec && from && to ? callbackOn(ctx, '<=>', [value]) : null;
  if (callback) return runs(ctx, 'a range', callback, expr, made.state);
  if (ctx.spec || !from || !to) return made;
  const goal = canBeEnds(ctx.run.input.program, from.value, to.value);
  const [place, about] = [placeOf(ctx, expr), 'the ends of the range can be compared'];
  return {
    value,
    state: oblige(ctx, made.state, { kind: 'core-precondition', goal, place, about, raises: 'ArgumentError' }),
  };
}

/** Known texts are joined; how other values look as text is left open. */
export function evaluateInterpolate(ctx: Ctx, expr: Interpolate, state: State): Out {
  if (expr.as !== 'string') return { value: notModelled(ctx, `an interpolated ${expr.as}`, expr), state };
  let next = state;
  const parts: Formula[] = [];
  for (const part of expr.parts) {
    if (part.kind === 'lit' && part.value.type === 'string') {
      parts.push(text(part.value.value));
      continue;
    }
    const out = ctx.run.rules.evaluate(ctx, part, next);
    next = out.state;
    const callback = ctx.spec ? null : callbackOn(ctx, 'to_s', [out.value]);
    if (callback) return runs(ctx, 'an interpolation', callback, expr, next);
    parts.push(shown(ctx, out.value, next));
  }
  const joined = parts.reduce<Formula>((all, part) => apply('str.++', [all, part], TEXT_SORT), text(''));
  return makeString(ctx, next, joined);
}

/** A method of one of the program's own classes may write: what it leaves behind is not known. */
function runs(ctx: Ctx, construct: string, callback: string, expr: Interpolate | RangeLit, state: State): Out {
  const what = `${construct}, which may call ${callback}`;
  const taint = taintFor(ctx, what, expr);
  return { value: notModelled(ctx, what, expr), state: havoc(ctx, state, { taint }) };
}

function shown(ctx: Ctx, val: Val, state: State): Formula {
  if (val.kind === 'ref' && classNameOf(val.type) === 'String') return textOf(ctx, state, val);
  if (val.kind === 'sym') return val.term;
  if (val.kind === 'int') return decimal(val.term);
  if (val.kind === 'nil') return text('');
  if (val.kind === 'bool') return ite(val.term, text('true'), text('false'));
  return fresh(ctx.run, 'shown', TEXT_SORT);
}
