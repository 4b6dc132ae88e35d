/**
 * One known method is called: how depends on its labels, as the table "labels and call modes" says.
 *   :exact                      the body (T-Exact); recursion to a bound
 *   :pure                       an uninterpreted function with its contract (T-Pure1)
 *   modifies:, protects:        by contract with that frame (T-Impure1)
 *   modular:, or no label       the body while it is small and not recursive; else by contract, frame from the body
 */

import { keyParts } from '../program/methodKey';
import type { MethodInfo } from '../program/program';
import type { Labels } from '../types/annotation';
import { NO_LABELS } from '../types/annotation';
import { type Args, IRREGULAR, type Site } from './arguments';
import { afterUnknownBlock } from './blocksByContract';
import type { Mode } from './callEffects';
import { askInvariants, hasInvariants } from './classInvariants';
import { type Ctx, notModelled, type Out, placeOf, taintFor } from './context';
import { byContract } from './contract';
import { invokeDelegate } from './delegates';
import { effectsOf } from './effects';
import { readField, writeField } from './fields';
import { havoc } from './havoc';
import { inline } from './inline';
import { leak } from './leak';
import { shapeOf } from './shape';
import { spreadOver } from './spread';
import { spreadKeywords } from './spreadKeywords';
import type { State } from './state';
import { memberKey } from './structs';
import { usesBlock } from './superArgs';
import type { Val } from './value';
import { sizeOf } from './writes';

export function invoke(ctx: Ctx, info: MethodInfo, receiver: Val, args: Args, site: Site, state: State): Out {
  if (info.synthetic && receiver.kind === 'ref') {
    const out = invokeSynthetic(ctx, info, receiver, args, site, state);
    if (out) return out;
  }
  const again = (given: Args, s: State): Out => invoke(ctx, info, receiver, given, site, s);
  if (args.irregular === IRREGULAR.block && !usesBlock(info))
    return again({ ...args, irregular: args.besideBlock }, state);
  const fitted = spreadOver(ctx, info, args, site, state, again) ?? spreadKeywords(ctx, info, args, site, state, again);
  if (fitted) return fitted;
  const labels = info.signature?.labels ?? NO_LABELS;
  const depth = ctx.frame.stack.filter(key => key === info.key).length;
  if (labels.exact && info.definition && depth < ctx.run.input.settings.exactRecursion)
    return inline(ctx, info, receiver, args, site, state);
  if (labels.exact && info.definition && depth > 0) return beyondRecursion(ctx, info, receiver, args, site, state);
  if (canInline(ctx, info, labels)) return inline(ctx, info, receiver, args, site, state);
  if (!info.signature) return noContract(ctx, info, receiver, args, site, state);
  return byContract(ctx, info, mode(ctx, info, labels), receiver, args, site, state);
}

function beyondRecursion(ctx: Ctx, info: MethodInfo, receiver: Val, args: Args, site: Site, state: State): Out {
  const { exactRecursion } = ctx.run.input.settings;
  const help = 'without :exact its contract counts, at any depth';
  const why = `${info.name} called by itself beyond the bound (exactRecursion: ${exactRecursion}; ${help})`;
  return noContract(ctx, info, receiver, args, site, state, why);
}

function canInline(ctx: Ctx, info: MethodInfo, labels: Labels): boolean {
  const { settings } = ctx.run.input;
  if (!info.definition || info.definition.broken) return false;
  if (labels.pure || labels.modular || labels.modifies || labels.protects) return false;
  if (ctx.frame.stack.includes(info.key)) return false;
  return ctx.frame.stack.length <= settings.inlineDepth && sizeOf(info.definition.body) <= settings.inlineNodes;
}

function mode(ctx: Ctx, info: MethodInfo, labels: Labels): Mode {
  if (labels.pure) return { kind: 'pure', reads: effectsOf(ctx.run, info.key).reads };
  if (labels.modifies) return { kind: 'modifies', entries: labels.modifies };
  if (labels.protects) return { kind: 'protects', entries: labels.protects };
  const effects = effectsOf(ctx.run, info.key);
  if (effects.writes === 'everything') return { kind: 'havoc' };
  if (effects.writes.size === 0 && effects.deterministic && !mayBeNewObject(info))
    return { kind: 'pure', reads: effects.reads };
  return { kind: 'writes', keys: effects.writes };
}

/** A function gives the same object for the same input; a method that makes one does not. */
function mayBeNewObject(info: MethodInfo): boolean {
  return (info.signature?.arms ?? []).some(
    arm => !['nil', 'int', 'bool', 'real', 'rat', 'sym'].includes(shapeOf(arm.type.result)),
  );
}

/** Readers and writers of attributes are what they stand for. */
function invokeSynthetic(
  ctx: Ctx,
  info: MethodInfo,
  receiver: Val & { kind: 'ref' },
  args: Args,
  site: Site,
  state: State,
): Out | null {
  switch (info.synthetic!.type) {
    case 'attributeReader':
      return { value: readField(ctx, state, receiver, info.synthetic!.field, site), state };
    case 'attributeWriter': {
      const [value] = args.positional;
      if (!value) return null;
      const out = writeField(ctx, state, receiver, info.synthetic!.field, value, placeOf(ctx, args.sites[0] ?? site));
      const own = ctx.frame.self.kind === 'ref' && ctx.frame.self.term === receiver.term;
      if (!own && !ctx.spec && hasInvariants(ctx, receiver))
        askInvariants(ctx, out.state, receiver, placeOf(ctx, site), 'after this assignment');
      return out;
    }
    case 'structReader':
      return { value: readField(ctx, state, receiver, memberKey(info.synthetic!.member), site), state };
    case 'structWriter': {
      const [value] = args.positional;
      const key = memberKey(info.synthetic!.member);
      return value ? writeField(ctx, state, receiver, key, value, placeOf(ctx, args.sites[0] ?? site)) : null;
    }
    case 'delegate':
      return invokeDelegate(ctx, info, receiver, args, site, state);
    default:
      return null;
  }
}

/** No annotation and no body that could be read in its place. */
function noContract(
  ctx: Ctx,
  info: MethodInfo,
  receiver: Val,
  args: Args,
  site: Site,
  state: State,
  why?: string,
): Out {
  const what = why ?? `${keyParts(info.key).name}, which has no annotation`;
  const taint = taintFor(ctx, what, site);
  const next = havoc(ctx, leak(state, receiver, ...args.positional, ...args.keywords.values()), { taint });
  return { value: notModelled(ctx, what, site), state: afterUnknownBlock(ctx, what, args.block, site, next) };
}
