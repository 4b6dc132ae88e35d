/** What Struct and Data themselves offer: members by name, as a list, as a hash; `with`. Readers and writers are invoke.ts's. */
import { int } from '../../logic/build';
import { nominal, SYMBOL } from '../../types/type';
import { type Args, NO_ARGS, type Site } from '../arguments';
import { arrayTypeFor, makeArray } from '../arrays';
import { type Ctx, type Out, placeOf } from '../context';
import { readField, writeField } from '../fields';
import { EMPTY, makeHash, put } from '../hashes';
import { hashTypeFor, literalKey } from '../hashTypes';
import { leak } from '../leak';
import { allocate } from '../objects';
import { classNameOf } from '../shape';
import type { State } from '../state';
import { constructStruct, memberValues } from '../structObjects';
import { type Maker, makerOf, memberKey } from '../structs';
import { boxed, type Val } from '../value';
import { arrayIteration } from './arrayIteration';
import { hashIteration } from './hashIteration';
import type { Model } from './models';

type Ref = Val & { readonly kind: 'ref' };

export const structModel: Model = (ctx, receiver, method, args, site, state) => {
  if (receiver.kind !== 'ref' || args.irregular) return null;
  const className = classNameOf(receiver.type) ?? '';
  const maker = makerOf(ctx.run.input.program, className);
  if (maker === null) return null;
  if (maker.data && method === 'with') return changed(ctx, receiver, className, maker, args, site, state);
  if (args.keywords.size > 0) return null;
  if (method === 'deconstruct_keys' && args.positional[0]?.kind === 'nil')
    return asHash(ctx, maker, memberValues(ctx, receiver, maker, site, state), state);
  if (args.block) return eachMember(ctx, receiver, maker, method, args, site, state);
  switch (args.positional.length) {
    case 0:
      return whole(ctx, receiver, maker, method, site, state);
    case 1:
    case 2:
      return maker.data ? null : byName(ctx, receiver, maker, method, args, site, state);
    default:
      return null;
  }
};

function whole(ctx: Ctx, object: Ref, maker: Maker, method: string, site: Site, state: State): Out | null {
  const values = (): readonly Val[] => memberValues(ctx, object, maker, site, state);
  if (method === 'members') {
    const names = maker.members.map((name): Val => ({ kind: 'sym', term: textTerm(name) }));
    return makeArray(ctx, state, names, nominal('Array', [SYMBOL]), site);
  }
  if (method === 'to_h') return asHash(ctx, maker, values(), state);
  if (maker.data && method !== 'deconstruct') return null;
  switch (method) {
    case 'to_a':
    case 'deconstruct':
    case 'values':
      return makeArray(ctx, state, values(), arrayTypeFor(values()), site);
    case 'size':
    case 'length':
      return { value: { kind: 'int', term: int(maker.members.length) }, state };
    case 'dup':
      return copied(ctx, object, maker, state);
    default:
      return null;
  }
}

function textTerm(value: string) {
  return { kind: 'text', value, sort: { kind: 'string' } } as const;
}

function asHash(ctx: Ctx, maker: Maker, values: readonly Val[], state: State): Out | null {
  let parts = EMPTY;
  for (const [index, member] of maker.members.entries()) {
    const term = boxed(values[index]!);
    if (term === null) return null;
    parts = put(parts, literalKey({ type: 'symbol', value: member }), term);
  }
  const names = maker.members.map((name): Val => ({ kind: 'sym', term: textTerm(name) }));
  const made = makeHash(ctx, leak(state, ...values), hashTypeFor(names, values), parts);
  return { value: made.object, state: made.state };
}

function copied(ctx: Ctx, object: Ref, maker: Maker, state: State): Out | null {
  const className = classNameOf(object.type);
  if (className === null || !object.exact) return null;
  const made = allocate(ctx, state, className, object.type);
  const next = maker.members.reduce((s, member) => {
    const value = readField(ctx, state, object, memberKey(member), { span: { start: 0, end: 0 } });
    return writeField(ctx, s, made.object, memberKey(member), value, {
      anchor: ctx.frame.anchor,
      span: { start: 0, end: 0 },
    }).state;
  }, made.state);
  return { value: made.object, state: next };
}

/** `s[:x]`, `s['x']`, `s[0]` with a name or number that is written down. */
function byName(ctx: Ctx, object: Ref, maker: Maker, method: string, args: Args, site: Site, state: State): Out | null {
  const [name, value] = args.positional;
  const member = name && memberNamed(maker, name);
  if (!member) return null;
  if ((method === '[]' || method === 'dig') && !value)
    return { value: readField(ctx, state, object, memberKey(member), site), state };
  if (method !== '[]=' || !value) return null;
  return writeField(ctx, state, object, memberKey(member), value, placeOf(ctx, args.sites[1] ?? site));
}

function memberNamed(maker: Maker, name: Val): string | null {
  if (name.kind === 'sym' && name.term.kind === 'text')
    return maker.members.includes(name.term.value) ? name.term.value : null;
  if (name.kind !== 'int' || name.term.kind !== 'numeral') return null;
  const index = Number(name.term.value);
  return maker.members[index < 0 ? maker.members.length + index : index] ?? null;
}

/** `place.with(lat: 1)`: another one, made by `new` of the same class. */
function changed(
  ctx: Ctx,
  object: Ref,
  className: string,
  maker: Maker,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (args.positional.length > 0 || !isOnly(ctx, object, className)) return null;
  if (args.keywords.size === 0) return { value: object, state };
  const values = memberValues(ctx, object, maker, site, state);
  const keywords = new Map(maker.members.map((member, index) => [member, values[index]!] as const));
  for (const [name, value] of args.keywords) keywords.set(name, value);
  return constructStruct(ctx, className, maker, { ...NO_ARGS, keywords }, site, state);
}

/** No subclass in sight that could make something else. */
function isOnly(ctx: Ctx, object: Ref, className: string): boolean {
  return object.exact || (ctx.run.input.program.descendants.get(className) ?? []).length === 0;
}

function eachMember(
  ctx: Ctx,
  object: Ref,
  maker: Maker,
  method: string,
  args: Args,
  site: Site,
  state: State,
): Out | null {
  if (maker.data) return null;
  const values = memberValues(ctx, object, maker, site, state);
  if (method === 'each_pair') return eachPair(ctx, object, maker, values, args, site, state);
  if (!['each', 'map', 'sum', 'all?', 'any?', 'none?', 'count'].includes(method)) return null;
  const list = makeArray(ctx, state, values, arrayTypeFor(values), site);
  const out = arrayIteration(ctx, list.value, method, args, site, list.state);
  return out && { value: method === 'each' ? object : out.value, state: out.state };
}

/** As the hash of the members does it. */
function eachPair(
  ctx: Ctx,
  object: Ref,
  maker: Maker,
  values: readonly Val[],
  args: Args,
  site: Site,
  state: State,
): Out | null {
  const hash = asHash(ctx, maker, values, state);
  const out = hash && hashIteration(ctx, hash.value, 'each', args, site, hash.state);
  return out && { value: object, state: out.state };
}
