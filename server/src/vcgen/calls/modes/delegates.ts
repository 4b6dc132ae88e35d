/** `delegate :name, to: :folder`: the target and the method are known; the result is the target's. */
import type { MethodInfo } from '../../../program/program';
import { scopeOfName } from '../../analysis/variableKeys';
import { readField } from '../../fields/fields';
import { positionalArgs, type Send, type Site } from '../../state/call';
import type { Ctx, Out } from '../../state/context';
import { forkState } from '../../state/fork';
import { fieldKey } from '../../state/heapKey';
import type { State } from '../../state/state';
import { isNil, NIL_VAL, type Val } from '../../state/value';

/** Null: the target or the method is unknown. */
export function invokeDelegate(
  ctx: Ctx,
  info: MethodInfo,
  send: Send<Val & { kind: 'ref' }>,
  state: State,
): Out | null {
  const { receiver, args, site } = send;
  if (info.synthetic?.type !== 'delegate' || info.signature) return null;
  if (args.irregular || args.spread || args.block || args.keywords.size > 0) return null;
  const { to, method, allowNil } = info.synthetic;
  const evaluated = target(ctx, receiver, to, site, state);
  if (!evaluated) return null;
  const sendToTarget = (s: State): Out => ctx.run.rules.send(ctx, { ...send, receiver: evaluated.value, method }, s);
  if (!allowNil) return sendToTarget(evaluated.state);
  if (evaluated.value.kind === 'nil') return evaluated;
  if (evaluated.value.kind !== 'boxed') return sendToTarget(evaluated.state);
  return forkState(ctx, isNil(evaluated.value), evaluated.state, site, {
    yes: s => ({ value: NIL_VAL, state: s }),
    no: sendToTarget,
  });
}

function target(ctx: Ctx, receiver: Val & { kind: 'ref' }, to: string, site: Site, state: State): Out | null {
  if (scopeOfName(to) === 'instance') return { value: readField(ctx, state, receiver, fieldKey(to), site), state };
  return /^[a-z_]\w*$/.test(to) && to !== 'class'
    ? ctx.run.rules.send(ctx, { receiver, method: to, args: positionalArgs([]), site }, state)
    : null;
}
