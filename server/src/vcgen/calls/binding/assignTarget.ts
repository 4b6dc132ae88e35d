/** Writes a value to a target: a local, a field, a class variable, `x.y`, `z[0]`. */

import type { Call, Const, Var } from '../../../ril/ril';
import { writeField } from '../../fields/fields';
import { havocHeap } from '../../fields/havoc';
import { writeSharedVariable } from '../../fields/sharedVariables';
import { assignLocal } from '../../fields/variables';
import { positionalArgs } from '../../state/call';
import { type Ctx, noteStep, placeOf, taintFor } from '../../state/context';
import { fieldKey } from '../../state/heapKey';
import type { State } from '../../state/state';
import { boxValue, type Val } from '../../state/value';

export function assignTarget(ctx: Ctx, target: Var | Const | Call, value: Val, state: State): State {
  if (target.kind === 'const')
    return havocHeap(ctx, state, { taint: taintFor(ctx, { kind: 'constant-assignment' }, target) });
  if (target.kind === 'call') return assignByCall(ctx, target, value, state);
  if (target.scope === 'local') noteStep(ctx, { operation: 'let', text: target.name, value: boxValue(value) });
  if (target.scope === 'local') return assignLocal(ctx, state, target.name, value);
  if (target.scope === 'instance' && ctx.frame.self.kind === 'ref')
    return writeField(ctx, state, { object: ctx.frame.self, value, place: placeOf(ctx, target) }, fieldKey(target.name))
      .state;
  return writeSharedVariable(ctx, target, value, state);
}

/** `x.y, z[0] = …`: the target is the call without its last argument. */
function assignByCall(ctx: Ctx, target: Call, value: Val, state: State): State {
  const receiver = target.receiver
    ? ctx.run.rules.evaluate(ctx, target.receiver, state)
    : { value: ctx.frame.self, state };
  let next = receiver.state;
  const args: Val[] = [];
  for (const arg of target.args) {
    if (arg.type !== 'positional')
      return havocHeap(ctx, next, { taint: taintFor(ctx, { kind: 'splat-in-assignment' }, target) });
    const out = ctx.run.rules.evaluate(ctx, arg.value, next);
    args.push(out.value);
    next = out.state;
  }
  return ctx.run.rules.send(
    ctx,
    { receiver: receiver.value, method: target.method, args: positionalArgs([...args, value]), site: target },
    next,
  ).state;
}
