/** T-VarAssn and T-InstAssn. */
import type { Assign, Call, Const, Var } from '../ril/ril';
import { type Ctx, note, type Out, placeOf, taintFor } from './context';
import { writeField } from './fields';
import { havoc } from './havoc';
import { writeShared } from './sharedVariables';
import type { State } from './state';
import { boxed, type Val } from './value';
import { assignLocal } from './variables';

export function evaluateAssign(ctx: Ctx, expr: Assign, state: State): Out {
  const out = ctx.run.rules.evaluate(ctx, expr.value, state);
  return { value: out.value, state: assignTo(ctx, expr.target, out.value, out.state) };
}

export function assignTo(ctx: Ctx, target: Var | Const | Call, value: Val, state: State): State {
  if (target.kind === 'const') return havoc(ctx, state, { taint: taintFor(ctx, 'assignment of a constant', target) });
  if (target.kind === 'call') return assignByCall(ctx, target, value, state);
  if (target.scope === 'local') note(ctx, { operation: 'let', text: target.name, value: boxed(value) });
  if (target.scope === 'local') return assignLocal(ctx, state, target.name, value);
  if (target.scope === 'instance' && ctx.frame.self.kind === 'ref')
    return writeField(ctx, state, ctx.frame.self, target.name, value, placeOf(ctx, target)).state;
  return writeShared(ctx, target, value, state);
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
      return havoc(ctx, next, { taint: taintFor(ctx, 'a splat in an assignment', target) });
    const out = ctx.run.rules.evaluate(ctx, arg.value, next);
    args.push(out.value);
    next = out.state;
  }
  return ctx.run.rules.send(ctx, receiver.value, target.method, [...args, value], target, next).state;
}
