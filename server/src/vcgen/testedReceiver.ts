/**
 * A receiver of any class that the code has tested (`o.is_a?(Point) && o.x`): the checker says which class it has here, and
 * that it has it is asked, so that the test itself, not the checker, is what the proof leans on.
 */
import type { Call } from '../ril/ril';
import { type Ctx, type Out, placeOf } from './context';
import { oblige } from './obligations';
import { isDynamic, members, shapeOf } from './shape';
import type { State } from './state';
import { concrete, fromTerm, tagsOf, typeGuard } from './typing';
import { typeOf, type Val } from './value';

export function testedReceiver(ctx: Ctx, call: Call, receiver: Val, state: State): Out {
  const untested = { value: receiver, state };
  const on = call.receiver;
  if (receiver.kind !== 'boxed' || on?.kind !== 'var' || ctx.spec || tagsOf(receiver.type) !== null) return untested;
  const checked = ctx.frame.types.get(on);
  if (!checked || isDynamic(receiver.type) || !members(checked).every(isPlain)) return untested;
  const type = concrete(ctx.run.input.program, checked, typeOf(ctx.frame.self));
  const there = oblige(ctx, state, {
    kind: 'exception',
    goal: typeGuard(ctx.run, receiver.term, type, state.heap.alloc, receiver.type),
    place: placeOf(ctx, call),
    about: `the receiver has a method ${call.method}`,
    raises: 'NoMethodError',
  });
  return { value: fromTerm(receiver.term, type), state: there };
}

/** Its values have a form of their own, and no elements of unknown types. */
function isPlain(type: Parameters<typeof shapeOf>[0]): boolean {
  return type.kind === 'nominal' && type.args.length === 0 && !['boxed', 'proc', 'class'].includes(shapeOf(type));
}
