/** Instances of Struct and Data classes: made from positional or keyword arguments; those of Data are frozen then. */
import { TRUE } from '../logic/build';
import { findMethod } from '../program/lookup';
import { nominal } from '../types/type';
import { type Args, NO_ARGS, type Site } from './arguments';
import { type Ctx, type Out, placeOf } from './context';
import { readField, writeField } from './fields';
import { withFrozen } from './frozen';
import { invoke } from './invoke';
import { allocate } from './objects';
import type { State } from './state';
import { type Maker, memberKey } from './structs';
import { NIL_VAL, type Val } from './value';

type Ref = Val & { readonly kind: 'ref' };

/** `Point.new(…)`; null: these arguments have no model. */
export function constructStruct(
  ctx: Ctx,
  className: string,
  maker: Maker,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (args.irregular) return null;
  const initialize = findMethod(ctx.run.input.program, className, 'initialize');
  const made = allocate(ctx, state, className, nominal(className));
  const own = initialize?.origin === 'workspace';
  const filled = own
    ? invoke(ctx, initialize, made.object, maker.data ? asKeywords(maker, args) : args, site, made.state).state
    : initialized(ctx, made.object, maker, args, site, made.state);
  if (filled === null) return null;
  return { value: made.object, state: maker.data ? withFrozen(ctx, filled, made.object.term, TRUE) : filled };
}

/** Data hands its `initialize` keywords, however `new` was called. */
function asKeywords(maker: Maker, args: Args): Args {
  if (args.positional.length === 0) return args;
  const keywords = args.positional.flatMap((value, index) => {
    const member = maker.members[index];
    return member === undefined ? [] : [[member, value] as const];
  });
  return { ...NO_ARGS, keywords: new Map(keywords) };
}

/** What Ruby's own `initialize` does: each member gets its argument, in a Struct nil where there is none. */
export function initialized(ctx: Ctx, object: Ref, maker: Maker, args: Args, site: Site, state: State): State | null {
  const given = valuesByMember(maker, args);
  if (given === null) return null;
  let next = state;
  for (const [index, member] of maker.members.entries()) {
    const value = given.get(member);
    if (value === undefined && maker.data) return null;
    const place = placeOf(ctx, args.sites[index] ?? site);
    next = writeField(ctx, next, object, memberKey(member), value ?? NIL_VAL, place).state;
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
