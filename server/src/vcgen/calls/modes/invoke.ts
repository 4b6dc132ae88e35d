/**
 * Calls one known method; its labels select the call mode, as in the table "labels and call modes".
 *   :exact                      the body (T-Exact); recursion to a bound
 *   :pure                       an uninterpreted function with its contract (T-Pure1)
 *   modifies:, protects:        by contract with that frame (T-Impure1)
 *   modular:, or no label       the body while it is small and not recursive; else by contract, frame from the body
 */

import { FALSE } from '../../../logic/build';
import type { Construct } from '../../../problems/constructs';
import { keyParts } from '../../../program/methodKey';
import type { MethodInfo } from '../../../program/program';
import { type Labels, NO_LABELS } from '../../../types/annotation';
import type { CallMode } from '../../analysis/callMode';
import { effectsOf } from '../../analysis/effects';
import { countNodes } from '../../analysis/writes';
import { hasInvariants, requireInvariants } from '../../fields/classInvariants';
import { readField, writeField } from '../../fields/fields';
import { havocHeap } from '../../fields/havoc';
import { markEscaped } from '../../heap/escape';
import type { Args, Send } from '../../state/call';
import { type Ctx, makeUnmodelled, type Out, placeOf, recordAssumption, taintFor } from '../../state/context';
import { fieldKey, memberKey } from '../../state/heapKey';
import { representationOf } from '../../state/representation';
import { type State, withPath } from '../../state/state';
import { NIL_VAL, type Val } from '../../state/value';
import { callWithBracelessHash } from '../binding/braceless';
import { callWithDoubleSplat } from '../binding/doubleSplat';
import { callWithSplat } from '../binding/splat';
import { usesBlock } from '../binding/superArgs';
import { havocAfterUnknownBlock } from '../blocks/blockToContract';
import { callByContract } from './callByContract';
import { invokeDelegate } from './delegates';
import { withInferredContract } from './inferredContract';
import { inlineCall } from './inline';

export function invoke(ctx: Ctx, info: MethodInfo, send: Send, state: State): Out {
  const { receiver, args } = send;
  if (info.synthetic && receiver.kind === 'ref') {
    const out = invokeSynthetic(ctx, info, { ...send, receiver }, state);
    if (out) return out;
  }
  const again = (given: Args, s: State): Out => invoke(ctx, info, { ...send, args: given }, s);
  if (args.irregular === 'block' && !usesBlock(info)) return again({ ...args, irregular: args.besideBlock }, state);
  const fitted =
    callWithSplat(ctx, send, info, state, again) ??
    callWithDoubleSplat(ctx, send, info, state, again) ??
    callWithBracelessHash(ctx, send, info, state, again);
  if (fitted) return fitted;
  const labels = info.signature?.labels ?? NO_LABELS;
  const depth = ctx.frame.stack.filter(key => key === info.key).length;
  if (labels.exact && info.definition && depth < ctx.run.input.settings.exactRecursion)
    return inlineCall(ctx, info, send, state);
  if (labels.exact && info.definition && depth > 0) return callBeyondRecursionBound(ctx, info, send, state);
  if (canInline(ctx, info, labels)) return inlineCall(ctx, info, send, state);
  if (!info.signature) return callUnannotated(ctx, info, send, state);
  return callByContract(ctx, info, callModeOf(ctx, info, labels), send, state);
}

/** By the inferred contract; a callee whose result type is empty never returns. */
function callUnannotated(ctx: Ctx, info: MethodInfo, send: Send, state: State): Out {
  const callee = withInferredContract(ctx, info, send);
  const result = callee?.signature?.arms[0]?.type.result;
  if (!callee || !result) return noContract(ctx, info, send, state);
  recordAssumption(ctx.run, { owner: info.key, what: 'contract', place: info.place });
  const out = callByContract(ctx, callee, callModeOf(ctx, callee, NO_LABELS), send, state);
  return result.kind === 'bottom' ? { value: NIL_VAL, state: withPath(out.state, FALSE) } : out;
}

function callBeyondRecursionBound(ctx: Ctx, info: MethodInfo, send: Send, state: State): Out {
  const { exactRecursion: bound } = ctx.run.input.settings;
  return noContract(ctx, info, send, state, { kind: 'recursion-beyond-bound', method: info.name, bound });
}

function canInline(ctx: Ctx, info: MethodInfo, labels: Labels): boolean {
  const { settings } = ctx.run.input;
  if (!info.definition || info.definition.broken) return false;
  if (labels.pure || labels.modular || labels.modifies || labels.protects) return false;
  if (ctx.frame.stack.includes(info.key)) return false;
  return ctx.frame.stack.length <= settings.inlineDepth && countNodes(info.definition.body()) <= settings.inlineNodes;
}

function callModeOf(ctx: Ctx, info: MethodInfo, labels: Labels): CallMode {
  if (labels.pure) return { kind: 'pure', reads: effectsOf(ctx.run, info.key).reads };
  if (labels.modifies) return { kind: 'modifies', entries: labels.modifies };
  if (labels.protects) return { kind: 'protects', entries: labels.protects };
  const effects = effectsOf(ctx.run, info.key);
  if (effects.writes === 'everything') return { kind: 'havoc' };
  if (effects.writes.size === 0 && effects.deterministic && !mayBeNewObject(info))
    return { kind: 'pure', reads: effects.reads };
  return { kind: 'writes', keys: effects.writes };
}

/** A function returns the same object for the same input; a method that allocates one does not. */
function mayBeNewObject(info: MethodInfo): boolean {
  return (info.signature?.arms ?? []).some(
    arm => !['nil', 'int', 'bool', 'real', 'rat', 'sym'].includes(representationOf(arm.type.result)),
  );
}

/** Readers and writers of attributes become field accesses. */
function invokeSynthetic(ctx: Ctx, info: MethodInfo, send: Send<Val & { kind: 'ref' }>, state: State): Out | null {
  const { receiver, args, site } = send;
  switch (info.synthetic!.type) {
    case 'attributeReader':
      return { value: readField(ctx, state, receiver, fieldKey(info.synthetic!.field), site), state };
    case 'attributeWriter': {
      const [value] = args.positional;
      if (!value) return null;
      const out = writeField(
        ctx,
        state,
        { object: receiver, value, place: placeOf(ctx, args.sites[0] ?? site) },
        fieldKey(info.synthetic!.field),
      );
      const own = ctx.frame.self.kind === 'ref' && ctx.frame.self.term === receiver.term;
      if (!own && !ctx.spec && hasInvariants(ctx, receiver))
        requireInvariants(ctx, out.state, receiver, placeOf(ctx, site), { kind: 'after-assignment' });
      return out;
    }
    case 'structReader':
      return { value: readField(ctx, state, receiver, memberKey(info.synthetic!.member), site), state };
    case 'structWriter': {
      const [value] = args.positional;
      const key = memberKey(info.synthetic!.member);
      return value
        ? writeField(ctx, state, { object: receiver, value, place: placeOf(ctx, args.sites[0] ?? site) }, key)
        : null;
    }
    case 'delegate':
      return invokeDelegate(ctx, info, send, state);
    default:
      return null;
  }
}

/** The callee has no annotation and no body to evaluate instead. */
function noContract(ctx: Ctx, info: MethodInfo, { receiver, args, site }: Send, state: State, why?: Construct): Out {
  const what = why ?? { kind: 'unannotated-method', method: keyParts(info.key).name };
  const taint = taintFor(ctx, what, site);
  const next = havocHeap(ctx, markEscaped(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  return { value: makeUnmodelled(ctx, what, site), state: havocAfterUnknownBlock(ctx, what, args.block, site, next) };
}
