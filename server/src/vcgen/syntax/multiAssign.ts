/**
 * Multiple assignment, and destructuring in blocks. As in Ruby, the receivers and indices of the targets are evaluated
 * first, then the values, then the writes happen from left to right. A splat takes what the targets around it leave.
 */
import type { Expr, MultiAssign } from '../../ril/ril';
import { assignValues, destructureValue, prepareTargets } from '../calls/binding/destructure';
import { arrayTypeFor, makeArray } from '../heap/arrays';
import type { Ctx, Out } from '../state/context';
import type { State } from '../state/state';
import type { Val } from '../state/value';

export function evaluateMultiAssign(ctx: Ctx, expr: MultiAssign, state: State): Out {
  const { ready, state: next } = prepareTargets(ctx, expr.targets, state);
  const parts = literalParts(expr.value);
  if (!parts) {
    const out = ctx.run.rules.evaluate(ctx, expr.value, next);
    return { value: out.value, state: destructureValue(ctx, ready, out.value, out.state, expr) };
  }
  const values: Val[] = [];
  let after = next;
  for (const part of parts) {
    const out = ctx.run.rules.evaluate(ctx, part, after);
    values.push(out.value);
    after = out.state;
  }
  const made = makeArray(ctx, after, values, arrayTypeFor(values), expr);
  return { value: made.value, state: assignValues(ctx, ready, values, made.state, expr) };
}

function literalParts(value: Expr): readonly Expr[] | null {
  if (value.kind !== 'array') return null;
  const parts = value.elements.map(element => (element.type === 'positional' ? element.value : null));
  return parts.every(part => part !== null) && parts.length > 0 ? (parts as Expr[]) : null;
}
