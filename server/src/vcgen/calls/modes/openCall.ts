/**
 * Library methods and constructs that call methods of the program of which only effects are known (`h[k]` calls `k.hash`): everything
 * that these may write, and the result, may be any value of its type. An obligation that needs more is not modelled.
 */
import type { Construct } from '../../../problems/constructs';
import type { MethodInfo } from '../../../program/program';
import { mentionsVariable } from '../../../types/substitute';
import { havocHeap } from '../../fields/havoc';
import { markEscaped } from '../../heap/escape';
import type { Send, Site } from '../../state/call';
import { type Ctx, makeOpen, type Out, openPart, openSymbol } from '../../state/context';
import type { State } from '../../state/state';
import type { Val } from '../../state/value';
import { callByContract } from './callByContract';

/** Whether no label and no rescue asks what the hidden calls write or raise. */
export function isUnobserved(ctx: Ctx): boolean {
  return ctx.mode.limit === null && !ctx.sinks.observed && ctx.run.input.method.signature?.labels.raises == null;
}

/** A call of a library method by its types alone. Null: it does more than calling methods, or something observes their effects. */
export function callOpen(ctx: Ctx, found: MethodInfo | null, what: Construct, send: Send, state: State): Out | null {
  if (!found?.signature || send.args.irregular !== null || send.args.block || !isUnobserved(ctx)) return null;
  if (found.facts?.reflects || found.facts?.runsReceiver || takesParts(found)) return null;
  const open = openPart(ctx, what, send.site);
  const escaped = markEscaped(state, send.receiver, ...send.args.positional, ...send.args.keywords.values());
  const out = callByContract(ctx, withoutPostconditions(found), { kind: 'havoc', open }, send, escaped);
  if (mayReturnWhatIsCalled(found)) return { value: makeOpen(ctx, what, send.site), state: out.state };
  if ('term' in out.value) openSymbol(ctx, out.value.term, open);
  return out;
}

/** Only the models know that `h[k]` and `list.include?(x)` take anything. */
function takesParts(info: MethodInfo): boolean {
  return info.signature!.arms.some(({ type }) => type.params.some(param => mentionsVariable(param.type)));
}

/** Like a default that `h[k]` finds: the program's method need not return what the container's type says. */
function mayReturnWhatIsCalled(info: MethodInfo): boolean {
  return info.signature!.arms.some(({ type: { result } }) => result.kind === 'union' || mentionsVariable(result));
}

/** The state after a construct that calls methods of these values. Null: something observes the effects of these calls. */
export function havocOpen(ctx: Ctx, what: Construct, values: readonly Val[], site: Site, state: State): State | null {
  if (!isUnobserved(ctx)) return null;
  return havocHeap(ctx, markEscaped(state, ...values), { open: openPart(ctx, what, site) });
}

/** They say what is true if nothing changes meanwhile. */
function withoutPostconditions(info: MethodInfo): MethodInfo {
  const arms = info.signature!.arms.map(arm => ({ ...arm, type: { ...arm.type, resultRefinement: null } }));
  return { ...info, signature: { ...info.signature!, arms } };
}
