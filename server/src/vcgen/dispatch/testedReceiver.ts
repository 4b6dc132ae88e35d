/**
 * A receiver of any class that the code has tested (`o.is_a?(Point) && o.x`): the checker narrows its class, and an
 * obligation requires that class, so that the proof relies on the test, not on the checker.
 */
import type { Call } from '../../ril/ril';
import { addObligation } from '../obligations/obligations';
import { type Ctx, type Out, placeOf } from '../state/context';
import { isDynamic, representationOf, unionMembers } from '../state/representation';
import type { State } from '../state/state';
import { resolveTypeFor, tagsOf, typeGuard, valueFromTerm } from '../state/typeGuards';
import { typeOf, type Val } from '../state/value';

export function narrowTestedReceiver(ctx: Ctx, call: Call, receiver: Val, state: State): Out {
  const untested = { value: receiver, state };
  const on = call.receiver;
  if (receiver.kind !== 'boxed' || on?.kind !== 'var' || ctx.spec || tagsOf(receiver.type) !== null) return untested;
  const checked = ctx.frame.types.get(on);
  if (!checked || isDynamic(receiver.type) || !unionMembers(checked).every(isPlain)) return untested;
  const type = resolveTypeFor(ctx.run.input.program, checked, typeOf(ctx.frame.self));
  const there = addObligation(ctx, state, {
    kind: 'exception',
    goal: typeGuard(ctx.run, receiver.term, type, state.heap.alloc, receiver.type),
    place: placeOf(ctx, call),
    reason: { kind: 'has-method', method: call.method },
    raises: 'NoMethodError',
  });
  return { value: valueFromTerm(receiver.term, type), state: there };
}

/** Whether its values have a form of their own, and no elements of unknown types. */
function isPlain(type: Parameters<typeof representationOf>[0]): boolean {
  return (
    type.kind === 'nominal' && type.args.length === 0 && !['boxed', 'proc', 'class'].includes(representationOf(type))
  );
}
