/** T-VarAssn, T-InstAssn and multiple assignment. */
import type { Assign, Call, Const, Expr, MultiAssign, MultiTarget, Var } from '../ril/ril';
import { arrayTypeFor, elementAt, makeArray } from './arrays';
import { type Ctx, note, notModelled, type Out, placeOf, taintFor } from './context';
import { havoc, writeField } from './heap';
import type { State } from './state';
import { NIL_VAL, type Val } from './value';
import { assignLocal, writeShared } from './variables';

export function evaluateAssign(ctx: Ctx, expr: Assign, state: State): Out {
  const out = ctx.run.rules.evaluate(ctx, expr.value, state);
  return { value: out.value, state: assignTo(ctx, expr.target, out.value, out.state) };
}

export function assignTo(ctx: Ctx, target: Var | Const | Call, value: Val, state: State): State {
  if (target.kind === 'const') return havoc(ctx, state, { taint: taintFor(ctx, 'assignment of a constant', target) });
  if (target.kind === 'call') return assignByCall(ctx, target, value, state);
  note(ctx, { operation: 'let', text: target.name });
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

export function evaluateMultiAssign(ctx: Ctx, expr: MultiAssign, state: State): Out {
  const parts = literalParts(expr.value);
  if (!parts) {
    const out = ctx.run.rules.evaluate(ctx, expr.value, state);
    return { value: out.value, state: destructure(ctx, expr.targets, out.value, out.state, expr) };
  }
  const values: Val[] = [];
  let next = state;
  for (const part of parts) {
    const out = ctx.run.rules.evaluate(ctx, part, next);
    values.push(out.value);
    next = out.state;
  }
  const made = makeArray(ctx, next, values, arrayTypeFor(values), expr);
  return { value: made.value, state: spread(ctx, expr.targets, values, made.state, expr) };
}

function literalParts(value: Expr): readonly Expr[] | null {
  if (value.kind !== 'array') return null;
  const parts = value.elements.map(element => (element.type === 'positional' ? element.value : null));
  return parts.every(part => part !== null) && parts.length > 0 ? (parts as Expr[]) : null;
}

/** Positional values to targets; a splat target or a nested list over literal values is not modelled yet. */
function spread(
  ctx: Ctx,
  targets: readonly MultiTarget[],
  values: readonly Val[],
  state: State,
  site: MultiAssign,
): State {
  return targets.reduce((next, target, index) => {
    if (target.type === 'one') return assignTo(ctx, target.target, values[index] ?? NIL_VAL, next);
    if (target.type === 'list') return destructure(ctx, target.items, values[index] ?? NIL_VAL, next, site);
    return target.target
      ? assignTo(ctx, target.target, notModelled(ctx, 'a splat in an assignment', target), next)
      : next;
  }, state);
}

export function destructure(
  ctx: Ctx,
  targets: readonly MultiTarget[],
  value: Val,
  state: State,
  site: { readonly span: Expr['span'] },
): State {
  const splat = targets.some(target => target.type === 'splat');
  const values = targets.map((_, index) =>
    splat ? notModelled(ctx, 'a splat in an assignment', site) : elementAt(ctx, state, value, index, site),
  );
  return spread(ctx, targets, values, state, site as MultiAssign);
}
