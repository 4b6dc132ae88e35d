/**
 * Library methods and constructs that call methods of the program of which only effects are known (`h.inspect` calls
 * `inspect` of what h holds): everything that these may write, and the result, may be any value of its type. An
 * obligation that needs more is not modelled.
 */

import { and, same } from '../../../logic/build';
import { BOOL_SORT } from '../../../logic/sorts';
import type { Construct } from '../../../problems/constructs';
import type { MethodInfo, SignatureArm } from '../../../program/program';
import { mentionsVariable } from '../../../types/substitute';
import type { Type } from '../../../types/type';
import { havocHeap } from '../../fields/havoc';
import { markEscaped } from '../../heap/escape';
import type { Send, Site } from '../../state/call';
import {
  type Ctx,
  freshSymbol,
  makeUnmodelledValue,
  noteUnmodelledPart,
  type Out,
  taintSymbol,
} from '../../state/context';
import { type State, withPath } from '../../state/state';
import type { Val } from '../../state/value';
import { callByContract } from './callByContract';

/** Whether no label and no rescue depends on what the hidden calls write or raise. */
export function areEffectsUnobserved(ctx: Ctx): boolean {
  return ctx.mode.limit === null && !ctx.sinks.observed && ctx.run.input.method.signature?.labels.raises == null;
}

/**
 * A call of a library method by its types alone. Null: it does more than calling methods, or something observes their
 * effects.
 */
export function callWithUnknownEffects(
  ctx: Ctx,
  found: MethodInfo | null,
  what: Construct,
  send: Send,
  state: State,
): Out | null {
  const { signature } = found ?? {};
  if (!found || !signature || send.args.irregular !== null || send.args.block || !areEffectsUnobserved(ctx))
    return null;
  if (found.facts?.reflects || found.facts?.runsReceiver || signature.arms.some(takesElements)) return null;
  const open = noteUnmodelledPart(ctx, what, send.site);
  const arms = signature.arms.map(withoutPostcondition);
  const escaped = markEscaped(state, send.receiver, ...send.args.positional, ...send.args.keywords.values());
  const ready = withUnmodelledPath(ctx, open, escaped);
  const mode = { kind: 'havoc', open } as const;
  const out = callByContract(ctx, { ...found, signature: { ...signature, arms } }, mode, send, ready);
  const after = same(out.state.path, ready.path) ? withPath(out.state, state.path) : out.state;
  if (!arms.every(({ type }) => isCreatedByRuby(type.result)))
    return { value: makeUnmodelledValue(ctx, what, send.site), state: after };
  if ('term' in out.value) taintSymbol(ctx, out.value.term, open);
  return { value: out.value, state: after };
}

/** Implicit conversions (`coerce`, `to_str`) may change arguments that do not fit the signature. */
function withUnmodelledPath(ctx: Ctx, open: number, state: State): State {
  const fits = freshSymbol(ctx.run, 'open', BOOL_SORT);
  taintSymbol(ctx, fits, open);
  return withPath(state, and(state.path, fits));
}

/**
 * The state after a construct that calls methods of these values. Null: something observes the effects of these calls.
 */
export function havocUnknownEffects(
  ctx: Ctx,
  what: Construct,
  values: readonly Val[],
  site: Site,
  state: State,
): State | null {
  if (!areEffectsUnobserved(ctx)) return null;
  return havocHeap(ctx, markEscaped(state, ...values), { open: noteUnmodelledPart(ctx, what, site) });
}

/** It says what is true if nothing changes meanwhile. */
function withoutPostcondition(arm: SignatureArm): SignatureArm {
  return { ...arm, type: { ...arm.type, resultRefinement: null } };
}

/** Only the models know that `h[k]` and `list.include?(x)` take anything. */
function takesElements({ type }: SignatureArm): boolean {
  return type.params.some(param => mentionsVariable(param.type));
}

/** Like a default that `h[k]` finds, what the program's method returns need not be what the container's type says. */
function isCreatedByRuby(type: Type): boolean {
  return type.kind === 'nominal' ? type.args.length === 0 : ['bool', 'nil', 'self'].includes(type.kind);
}
