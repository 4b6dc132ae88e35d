/**
 * Methods of Struct and Data themselves: members by name, as a list, as a hash; `with`. invoke.ts models readers and
 * writers.
 */

import { int } from '../../../logic/build';
import { nominal, SYMBOL } from '../../../types/type';
import { type Maker, makerOf } from '../../analysis/structClasses';
import { readField, writeField } from '../../fields/fields';
import { arrayTypeFor, makeArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { EMPTY, makeHash, putEntry } from '../../heap/hashes';
import { allocate } from '../../heap/objects';
import { type Model, NO_ARGS, type Send } from '../../state/call';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { hashTypeFor, literalKey } from '../../state/hashTypes';
import { memberKey } from '../../state/heapKey';
import { classNameOf } from '../../state/representation';
import type { State } from '../../state/state';
import { boxValue, type Val } from '../../state/value';
import { arrayIteration } from '../arrays/iteration';
import { iterateHash } from '../tables/hashIteration';
import { constructStruct, memberValues } from './newStruct';

type Ref = Val & { readonly kind: 'ref' };

export const structModel: Model = (ctx, send, state) => {
  const { receiver, method, args, site } = send;
  if (receiver.kind !== 'ref' || args.irregular) return null;
  const className = classNameOf(receiver.type) ?? '';
  const maker = makerOf(ctx.run.input.program, className);
  if (maker === null) return null;
  const narrowed = { ...send, receiver };
  if (maker.data && method === 'with') return copyWith(ctx, narrowed, className, maker, state);
  if (args.keywords.size > 0) return null;
  if (method === 'deconstruct_keys' && args.positional[0]?.kind === 'nil')
    return asHash(ctx, maker, memberValues(ctx, receiver, maker, site, state), state);
  if (args.block) return eachMember(ctx, narrowed, maker, state);
  switch (args.positional.length) {
    case 0:
      return whole(ctx, narrowed, maker, state);
    case 1:
    case 2:
      return maker.data ? null : byName(ctx, narrowed, maker, state);
    default:
      return null;
  }
};

function whole(ctx: Ctx, { receiver: object, method, site }: Send<Ref>, maker: Maker, state: State): Out | null {
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
      return copyStruct(ctx, object, maker, state);
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
    const term = boxValue(values[index]!);
    if (term === null) return null;
    parts = putEntry(parts, literalKey({ type: 'symbol', value: member }), term);
  }
  const names = maker.members.map((name): Val => ({ kind: 'sym', term: textTerm(name) }));
  const made = makeHash(ctx, markEscaped(state, ...values), hashTypeFor(names, values), parts);
  return { value: made.object, state: made.state };
}

function copyStruct(ctx: Ctx, object: Ref, maker: Maker, state: State): Out | null {
  const className = classNameOf(object.type);
  if (className === null || !object.exact) return null;
  const made = allocate(ctx, state, className, object.type);
  const next = maker.members.reduce((s, member) => {
    const value = readField(ctx, state, object, memberKey(member), { span: { start: 0, end: 0 } });
    return writeField(
      ctx,
      s,
      {
        object: made.object,
        value,
        place: {
          anchor: ctx.frame.anchor,
          span: { start: 0, end: 0 },
        },
      },
      memberKey(member),
    ).state;
  }, made.state);
  return { value: made.object, state: next };
}

/** `s[:x]`, `s['x']`, `s[0]` with a literal name or index. */
function byName(ctx: Ctx, { receiver: object, method, args, site }: Send<Ref>, maker: Maker, state: State): Out | null {
  const [name, value] = args.positional;
  const member = name && memberNamed(maker, name);
  if (!member) return null;
  if ((method === '[]' || method === 'dig') && !value)
    return { value: readField(ctx, state, object, memberKey(member), site), state };
  if (method !== '[]=' || !value) return null;
  return writeField(ctx, state, { object, value, place: placeOf(ctx, args.sites[1] ?? site) }, memberKey(member));
}

function memberNamed(maker: Maker, name: Val): string | null {
  if (name.kind === 'sym' && name.term.kind === 'text')
    return maker.members.includes(name.term.value) ? name.term.value : null;
  if (name.kind !== 'int' || name.term.kind !== 'numeral') return null;
  const index = Number(name.term.value);
  return maker.members[index < 0 ? maker.members.length + index : index] ?? null;
}

/** `place.with(lat: 1)`: a copy, constructed by `new` of the same class. */
function copyWith(ctx: Ctx, send: Send<Ref>, className: string, maker: Maker, state: State): Out | null {
  const { receiver: object, args, site } = send;
  if (args.positional.length > 0 || !isOnly(ctx, object, className)) return null;
  if (args.keywords.size === 0) return { value: object, state };
  const values = memberValues(ctx, object, maker, site, state);
  const keywords = new Map(maker.members.map((member, index) => [member, values[index]!] as const));
  for (const [name, value] of args.keywords) keywords.set(name, value);
  return constructStruct(ctx, { ...send, args: { ...NO_ARGS, keywords } }, className, maker, state);
}

/** No visible subclass could construct something else. */
function isOnly(ctx: Ctx, object: Ref, className: string): boolean {
  return object.exact || (ctx.run.input.program.descendants.get(className) ?? []).length === 0;
}

function eachMember(ctx: Ctx, send: Send<Ref>, maker: Maker, state: State): Out | null {
  const { receiver: object, method, site } = send;
  if (maker.data) return null;
  const values = memberValues(ctx, object, maker, site, state);
  if (method === 'each_pair') return eachPair(ctx, send, maker, values, state);
  if (!['each', 'map', 'sum', 'all?', 'any?', 'none?', 'count'].includes(method)) return null;
  const list = makeArray(ctx, state, values, arrayTypeFor(values), site);
  const out = arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
  return out && { value: method === 'each' ? object : out.value, state: out.state };
}

/** Iterates as the hash of the members does. */
function eachPair(ctx: Ctx, send: Send<Ref>, maker: Maker, values: readonly Val[], state: State): Out | null {
  const { receiver: object } = send;
  const hash = asHash(ctx, maker, values, state);
  const out = hash && iterateHash(ctx, { ...send, receiver: hash.value, method: 'each' }, hash.state);
  return out && { value: object, state: out.state };
}
