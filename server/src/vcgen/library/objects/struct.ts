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
import { NO_ARGS, type Send } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, type Out, placeOf } from '../../state/context';
import { hashTypeFor, literalKey } from '../../state/hashTypes';
import { memberKey } from '../../state/heapKey';
import { classNameOf } from '../../state/representation';
import type { State } from '../../state/state';
import { boxValue, type Val } from '../../state/value';
import { arrayIteration } from '../arrays/iteration';
import { argumentAt, integerResult, MANY, type ModelRow, modelOf } from '../rows/rows';
import { iterateHash } from '../tables/hashIteration';
import { constructStruct, memberValues } from './newStruct';

type Ref = Val & { readonly kind: 'ref' };

/** The struct, its class and how that was made. */
interface StructSend extends Send<Ref> {
  readonly className: string;
  readonly maker: Maker;
}

type StructModel = (ctx: Ctx, send: StructSend, state: State) => Out | null;

const row = (of: 'Struct' | 'Data', names: string, arity: ModelRow['arity'], model: StructModel): ModelRow<Ref> => ({
  class: of,
  names,
  arity,
  model: (ctx, send, state) => {
    const className = classNameOf(send.receiver.type) ?? '';
    const maker = makerOf(ctx.run.input.program, className);
    const isMeant = maker !== null && maker.data === (of === 'Data');
    const isPlain = send.args.keywords.size === 0 || names === 'with';
    return isMeant && isPlain ? model(ctx, { ...send, className, maker }, state) : null;
  },
});

const withBlock = (names: string, model: StructModel): ModelRow<Ref> => ({
  ...row('Struct', names, [0, MANY], model),
  block: 'required',
});

const valuesOf = (ctx: Ctx, { receiver, maker, site }: StructSend, state: State): readonly Val[] =>
  memberValues(ctx, receiver, maker, site, state);

const MEMBERS: StructModel = (ctx, { maker, site }, state) => {
  const names = maker.members.map((name): Val => ({ kind: 'sym', term: textTerm(name) }));
  return makeArray(ctx, state, names, nominal('Array', [SYMBOL]), site);
};

const TO_HASH: StructModel = (ctx, send, state) => asHash(ctx, send.maker, valuesOf(ctx, send, state), state);

const KEYS: StructModel = (ctx, send, state) =>
  send.args.positional[0]?.kind === 'nil' ? TO_HASH(ctx, send, state) : null;

const TO_LIST: StructModel = (ctx, send, state) => {
  const values = valuesOf(ctx, send, state);
  return makeArray(ctx, state, values, arrayTypeFor(values), send.site);
};

export const STRUCTS: readonly ModelRow<Ref>[] = [
  row('Data', 'with', [0, MANY], (ctx, send, state) => copyWith(ctx, send, state)),
  row('Data', 'members', 0, MEMBERS),
  row('Data', 'to_h', 0, TO_HASH),
  row('Data', 'deconstruct_keys', [1, MANY], KEYS),
  row('Data', 'deconstruct', 0, TO_LIST),
  row('Struct', 'members', 0, MEMBERS),
  row('Struct', 'to_h', 0, TO_HASH),
  row('Struct', 'deconstruct_keys', [1, MANY], KEYS),
  row('Struct', 'to_a deconstruct values', 0, TO_LIST),
  row('Struct', 'size length', 0, (_, { maker }, state) => integerResult(int(maker.members.length), state)),
  row('Struct', 'dup', 0, (ctx, { receiver, maker }, state) => copyStruct(ctx, receiver, maker, state)),
  row('Struct', '[] dig', 1, (ctx, send, state) => {
    const member = memberNamed(send.maker, argumentAt(send, 0));
    return member === null
      ? null
      : { value: readField(ctx, state, send.receiver, memberKey(member), send.site), state };
  }),
  row('Struct', '[]=', 2, (ctx, send, state) => {
    const member = memberNamed(send.maker, argumentAt(send, 0));
    if (member === null) return null;
    const place = placeOf(ctx, send.args.sites[1] ?? send.site);
    return writeField(ctx, state, { object: send.receiver, value: argumentAt(send, 1), place }, memberKey(member));
  }),
  withBlock('each_pair', (ctx, send, state) => eachPair(ctx, send, valuesOf(ctx, send, state), state)),
  withBlock('each', (ctx, send, state) => {
    const out = iterateMembers(ctx, send, state);
    return out && { value: send.receiver, state: out.state };
  }),
  withBlock('map sum all? any? none? count', (ctx, send, state) => iterateMembers(ctx, send, state)),
];

const find = modelOf(STRUCTS);

export const structModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  return receiver.kind !== 'ref' || args.irregular ? null : find(ctx, { ...send, receiver }, state);
};

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

/** A literal name or index. */
function memberNamed(maker: Maker, name: Val): string | null {
  if (name.kind === 'sym' && name.term.kind === 'text')
    return maker.members.includes(name.term.value) ? name.term.value : null;
  if (name.kind !== 'int' || name.term.kind !== 'numeral') return null;
  const index = Number(name.term.value);
  return maker.members[index < 0 ? maker.members.length + index : index] ?? null;
}

/** `place.with(lat: 1)`: a copy, constructed by `new` of the same class. */
function copyWith(ctx: Ctx, send: StructSend, state: State): Out | null {
  const { receiver: object, className, maker, args } = send;
  if (args.positional.length > 0 || !hasNoSubclass(ctx, object, className)) return null;
  if (args.keywords.size === 0) return { value: object, state };
  const values = valuesOf(ctx, send, state);
  const keywords = new Map(maker.members.map((member, index) => [member, values[index]!] as const));
  for (const [name, value] of args.keywords) keywords.set(name, value);
  return constructStruct(ctx, { ...send, args: { ...NO_ARGS, keywords } }, className, maker, state);
}

/** No visible subclass could construct something else. */
function hasNoSubclass(ctx: Ctx, object: Ref, className: string): boolean {
  return object.exact || (ctx.run.input.program.descendants.get(className) ?? []).length === 0;
}

/** Iterates as an array of the members does. */
function iterateMembers(ctx: Ctx, send: StructSend, state: State): Out | null {
  const values = valuesOf(ctx, send, state);
  const list = makeArray(ctx, state, values, arrayTypeFor(values), send.site);
  return arrayIteration(ctx, { ...send, receiver: list.value }, list.state);
}

/** Iterates as the hash of the members does. */
function eachPair(ctx: Ctx, send: StructSend, values: readonly Val[], state: State): Out | null {
  const hash = asHash(ctx, send.maker, values, state);
  const out = hash && iterateHash(ctx, { ...send, receiver: hash.value, method: 'each' }, hash.state);
  return out && { value: send.receiver, state: out.state };
}
