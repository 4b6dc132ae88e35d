/** `delegate :name, to: :folder`: what it asks, and whom, is known; the answer is the other's. */
import type { MethodInfo } from '../program/program';
import type { Args, Site } from './arguments';
import { fork } from './branch';
import type { Ctx, Out } from './context';
import { readField } from './fields';
import type { State } from './state';
import { isNil, NIL_VAL, type Val } from './value';

/** Null: nobody knows whom it asks, or how. */
export function invokeDelegate(
  ctx: Ctx,
  info: MethodInfo,
  receiver: Val & { kind: 'ref' },
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (info.synthetic?.type !== 'delegate' || info.signature) return null;
  if (args.irregular || args.spread || args.block || args.keywords.size > 0) return null;
  const { to, method, allowNil } = info.synthetic;
  const asked = target(ctx, receiver, to, site, state);
  if (!asked) return null;
  const ask = (s: State): Out => ctx.run.rules.send(ctx, asked.value, method, args.positional, site, s);
  if (!allowNil) return ask(asked.state);
  if (asked.value.kind === 'nil') return asked;
  if (asked.value.kind !== 'boxed') return ask(asked.state);
  return fork(ctx, isNil(asked.value), asked.state, site, s => ({ value: NIL_VAL, state: s }), ask);
}

function target(ctx: Ctx, receiver: Val & { kind: 'ref' }, to: string, site: Site, state: State): Out | null {
  if (/^@[^@]/.test(to)) return { value: readField(ctx, state, receiver, to, site), state };
  return /^[a-z_]\w*$/.test(to) && to !== 'class' ? ctx.run.rules.send(ctx, receiver, to, [], site, state) : null;
}
