/**
 * Instances of Struct and Data classes: constructed from positional or keyword arguments; Data instances are then
 * frozen.
 */

import { TRUE } from '../../../logic/build';
import { findMethod } from '../../../program/lookup';
import { nominal } from '../../../types/type';
import type { Maker } from '../../analysis/structClasses';
import { invoke } from '../../calls/modes/invoke';
import { readField, writeField } from '../../fields/fields';
import { withFrozen } from '../../heap/frozen';
import { allocate } from '../../heap/objects';
import { type Args, NO_ARGS, type Send, type Site } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { memberKey } from '../../state/heapKey';
import type { State } from '../../state/state';
import { NIL_VAL, type Val } from '../../state/value';

type Ref = Val & { readonly kind: 'ref' };

/** `Point.new(…)`; null: these arguments have no model. */
export function constructStruct(ctx: Ctx, send: Send, className: string, maker: Maker, state: State): Out | null {
  const { args } = send;
  if (args.irregular) return null;
  const initialize = findMethod(ctx.run.input.program, className, 'initialize');
  const made = allocate(ctx, state, className, nominal(className));
  const own = initialize?.origin === 'workspace';
  const filled = own
    ? invoke(
        ctx,
        initialize,
        {
          ...send,
          method: initialize.name,
          receiver: made.object,
          args: maker.data ? passAsKeywords(maker, args) : args,
        },
        made.state,
      ).state
    : initializeStruct(ctx, { ...send, receiver: made.object }, maker, made.state);
  if (filled === null) return null;
  return { value: made.object, state: maker.data ? withFrozen(ctx, filled, made.object.term, TRUE) : filled };
}

/** Data passes keywords to its `initialize`, however `new` was called. */
function passAsKeywords(maker: Maker, args: Args): Args {
  if (args.positional.length === 0) return args;
  const keywords = args.positional.flatMap((value, index) => {
    const member = maker.members[index];
    return member === undefined ? [] : [[member, value] as const];
  });
  return { ...NO_ARGS, keywords: new Map(keywords) };
}

/** Ruby's own `initialize`: each member gets its argument, in a Struct nil if there is none. */
export function initializeStruct(
  ctx: Ctx,
  { receiver: object, args, site }: Send<Ref>,
  maker: Maker,
  state: State,
): State | null {
  const given = valuesByMember(maker, args);
  if (given === null) return null;
  let next = state;
  for (const [index, member] of maker.members.entries()) {
    const value = given.get(member);
    if (value === undefined && maker.data) return null;
    const place = placeOf(ctx, args.sites[index] ?? site);
    next = writeField(ctx, next, { object, value: value ?? NIL_VAL, place }, memberKey(member)).state;
  }
  return next;
}

function valuesByMember(maker: Maker, args: Args): ReadonlyMap<string, Val> | null {
  const { positional, keywords } = args;
  const byKeyword = maker.keywordInit === true || (maker.keywordInit !== false && positional.length === 0);
  if (byKeyword) {
    const known = positional.length === 0 && [...keywords.keys()].every(name => maker.members.includes(name));
    return known ? keywords : null;
  }
  if (keywords.size > 0 || positional.length > maker.members.length) return null;
  return new Map(positional.map((value, index) => [maker.members[index]!, value]));
}

export function memberValues(ctx: Ctx, object: Ref, maker: Maker, site: Site, state: State): readonly Val[] {
  return maker.members.map(member => readField(ctx, state, object, memberKey(member), site));
}
