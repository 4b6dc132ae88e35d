/**
 * Hash: contents in the heap, see hashes.ts. Methods that depend on the order of entries only if all entries are known.
 */
import { compare } from '../../../logic/arithmetic';
import { and, eq, FALSE, int, ite, TRUE } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { noteContentsRead } from '../../analysis/aliasedContainers';
import { runBlock } from '../../calls/blocks/blocks';
import { markEscaped } from '../../heap/escape';
import { copyFrozenBit } from '../../heap/frozen';
import {
  type Contents,
  compareByIdentity,
  contentsOf,
  defaultOf,
  EMPTY,
  isHash,
  isKeyPresent,
  keyTerm,
  lookUpValue,
  makeHash,
  putEntry,
  removeEntry,
  valueAt,
  withHash,
} from '../../heap/hashes';
import { touchObject } from '../../heap/objects';
import { checkWrite } from '../../obligations/checkWrite';
import { flowInto } from '../../obligations/flowInto';
import { positionalArgs, type Send, type Site } from '../../state/call';
import type { Model } from '../../state/context';
import { type Ctx, makeUnmodelled, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import { entriesThatMayBe, valueTypeOf } from '../../state/hashTypes';
import { VALUES } from '../../state/heapKey';
import { isDynamic, makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { BOXED_NIL, boxValue, type HashVal, isNil, NIL_VAL, type Val } from '../../state/value';
import { argumentAt, boolResult, integerResult, MANY, type ModelOf, type ModelRow, modelOf } from '../rows/rows';
import { iterateHash } from './hashIteration';
import { fetchValue, lookUpMany } from './lookupMany';
import { mergeModel } from './merge';
import { selectTransformModel } from './selectTransform';

const row = (names: string, arity: ModelRow['arity'], model: ModelOf<HashVal>): ModelRow<HashVal> => ({
  class: 'Hash',
  names,
  arity,
  model,
});

const withBlock = (names: string, model: ModelOf<HashVal>): ModelRow<HashVal> => ({
  ...row(names, [0, MANY], model),
  block: 'required',
});

/** The receiver's contents alone. */
const ofContents = (names: string, model: (parts: Contents, state: State) => Out): ModelRow<HashVal> =>
  row(names, 0, (ctx, { receiver }, state) => model(contentsOf(ctx, state, receiver), state));

/** Its first argument is a key. */
const byKey = (names: string, arity: ModelRow['arity'], model: KeyModel): ModelRow<HashVal> =>
  row(names, arity, (ctx, send, state) => {
    const key = keyTerm(ctx, state, argumentAt(send, 0));
    return key && model(ctx, { ...send, key }, state);
  });

/** Without an entry for the key it returns what the block returns. */
function keyOrBlockRow(names: string, model: TotalKeyModel): ModelRow<HashVal> {
  return { class: 'Hash', names, arity: 1, block: 'required', model: withBlockFallback(model) };
}

function withBlockFallback(model: TotalKeyModel): ModelRow<HashVal>['model'] {
  return (ctx, send, state) => {
    const { receiver, args, site } = send;
    const key = keyTerm(ctx, state, argumentAt(send, 0));
    if (!key) return null;
    return forkState(ctx, isKeyPresent(ctx, state, receiver, key), state, site, {
      yes: s => model(ctx, { ...send, key }, s),
      no: s => runBlock(ctx, { closure: args.block!, args: [argumentAt(send, 0)], site }, s),
    });
  };
}

interface KeySend extends Send<HashVal> {
  readonly key: Formula;
}

type TotalKeyModel = (ctx: Ctx, send: KeySend, state: State) => Out;
type KeyModel = (...args: Parameters<TotalKeyModel>) => Out | null;

/** They take keywords, too. */
export const MERGES: readonly ModelRow<HashVal>[] = [
  {
    class: 'Hash',
    names: 'merge merge! update',
    arity: [0, 1],
    block: 'allowed',
    model: (ctx, send, state) =>
      mergeModel(ctx, send, state, (hash, parts, on) => writeContents(ctx, hash, parts, send.site, on)),
  },
];

export const HASHES: readonly ModelRow<HashVal>[] = [
  row('compare_by_identity', 0, (ctx, { receiver, site }, state) => compareByIdentity(ctx, receiver, site, state)),
  ofContents('size length count', (parts, state) => integerResult(parts.size, state)),
  ofContents('empty? none?', (parts, state) => boolResult(eq(parts.size, int(0)), state)),
  ofContents('any?', (parts, state) => boolResult(compare('>', parts.size, int(0)), state)),
  row('default', 0, (ctx, { receiver }, state) => ({ value: defaultOf(ctx, state, receiver), state })),
  row('to_h to_hash', 0, (_, { receiver }, state) => ({ value: receiver, state })),
  row('dup', 0, (ctx, { receiver }, state) => copyHash(ctx, receiver, state)),
  row('clone', 0, (ctx, { receiver }, state) => {
    const made = copyHash(ctx, receiver, state);
    return { ...made, state: copyFrozenBit(ctx, made.state, receiver.term, made.value.term) };
  }),
  row('clear', 0, (ctx, { receiver, site }, state) => {
    const parts = { ...EMPTY, default: contentsOf(ctx, state, receiver).default };
    return { value: receiver, state: writeContents(ctx, receiver, parts, site, state) };
  }),
  row('keys values to_a', 0, iterateHash),
  row('values_at fetch_values except slice', [0, MANY], lookUpMany),
  byKey('[] dig', 1, (ctx, { receiver, key }, state) => ({ value: lookUpValue(ctx, state, receiver, key), state })),
  byKey('key? has_key? include? member?', 1, (ctx, { receiver, key }, state) =>
    boolResult(isKeyPresent(ctx, state, receiver, key), state),
  ),
  byKey('fetch', 1, (ctx, { receiver, key, args, site }, state) =>
    fetchValue(ctx, receiver, key, args.sites[0] ?? site, state),
  ),
  byKey('delete', 1, (ctx, { receiver, key, site }, state) => deleteKey(ctx, receiver, key, site, state)),
  byKey('[]= store', 2, (ctx, send, state) => assign(ctx, send, send.key, argumentAt(send, 1), state)),
  byKey('fetch', 2, (ctx, send, state) => fetchWithDefault(ctx, send, send.key, argumentAt(send, 1), state)),
  byKey('dig', [2, MANY], dig),
  keyOrBlockRow('fetch', (ctx, { receiver, key }, state) => ({ value: valueAt(ctx, state, receiver, key), state })),
  keyOrBlockRow('delete', (ctx, { receiver, key, site }, state) => deleteKey(ctx, receiver, key, site, state)),
  withBlock('select filter reject transform_values', selectTransformModel),
  withBlock('each_key each_value', iterateHash),
  withBlock(
    'each each_pair each_with_index map collect flat_map collect_concat filter_map all? any? none? one? sum count find detect ' +
      'find_index reduce inject min_by max_by minmax_by sort_by partition group_by each_with_object',
    iterateHash,
  ),
];

const find = modelOf(HASHES);
const findMerge = modelOf(MERGES);

export const hashModel: Model = (ctx, send, state) => {
  const { receiver, args } = send;
  // `&:first` calls the method on the pair itself.
  if (!isHash(receiver) || args.irregular || args.block?.sends) return null;
  const narrowed = { ...send, receiver };
  const out = findMerge(ctx, narrowed, state) ?? (args.keywords.size > 0 ? null : find(ctx, narrowed, state));
  // That no size is negative helps where there is no model, too.
  if (!out && !args.block && args.positional.length === 0) contentsOf(ctx, state, receiver);
  return out;
};

function copyHash(ctx: Ctx, hash: HashVal, state: State) {
  noteContentsRead(ctx, state, hash);
  const made = makeHash(ctx, state, hash.type, contentsOf(ctx, state, hash));
  return { value: made.object, state: made.state };
}

/** Looks up one value, then continues with it unless it is nil. */
function dig(ctx: Ctx, send: KeySend, state: State): Out {
  const value = lookUpValue(ctx, state, send.receiver, send.key);
  const args = positionalArgs(send.args.positional.slice(1));
  return forkState(ctx, isNil(value), state, send.site, {
    yes: s => ({ value: NIL_VAL, state: s }),
    no: s => ctx.run.rules.send(ctx, { receiver: value, method: 'dig', args, site: send.site }, s),
  });
}

function fetchWithDefault(
  ctx: Ctx,
  { receiver: hash, site }: Send<HashVal>,
  key: Formula,
  otherwise: Val,
  state: State,
): Out {
  const there = isKeyPresent(ctx, state, hash, key);
  return forkState(ctx, there, state, site, {
    yes: s => ({ value: valueAt(ctx, s, hash, key), state: s }),
    no: s => ({ value: otherwise, state: s }),
  });
}

/** Returns the removed value, or nil: the default is ignored. */
function deleteKey(ctx: Ctx, hash: HashVal, key: Formula, site: Site, state: State): Out {
  const there = isKeyPresent(ctx, state, hash, key);
  const parts = contentsOf(ctx, state, hash);
  const type = valueTypeOf(hash.type, key);
  const value: Val =
    there === FALSE
      ? NIL_VAL
      : there === TRUE
        ? valueAt(ctx, state, hash, key)
        : {
            kind: 'boxed',
            term: ite(there, select(parts.values, key), BOXED_NIL),
            type: makeUnionType([type, { kind: 'nil' }]),
          };
  return { value, state: writeContents(ctx, hash, removeEntry(parts, key), site, state) };
}

function assign(ctx: Ctx, { receiver: hash, args, site }: Send<HashVal>, key: Formula, value: Val, state: State): Out {
  isKeyPresent(ctx, state, hash, key);
  const type = valueTypeOf(hash.type, key);
  const place = placeOf(ctx, args.sites[1] ?? site);
  const stored = isDynamic(type) ? value : flowInto(ctx, state, { value, type, place, subject: { kind: 'new-value' } });
  for (const entry of entriesThatMayBe(hash.type, key)) {
    const there = { ...state, path: and(state.path, eq(key, entry.key)) };
    flowInto(ctx, there, { value, type: entry.type, place, subject: { kind: 'new-value' } });
  }
  const term = boxValue(stored) ?? boxValue(makeUnmodelled(ctx, { kind: 'value-in-hash', value: value.kind }, site))!;
  const parts = putEntry(contentsOf(ctx, state, hash), key, term);
  return { value: stored, state: writeContents(ctx, hash, parts, site, markEscaped(state, stored)) };
}

function writeContents(ctx: Ctx, hash: HashVal, parts: Contents, site: Site, state: State): State {
  checkWrite(ctx, state, VALUES, hash.term, placeOf(ctx, site));
  return withHash(ctx, touchObject(ctx, state, hash.term), hash, parts);
}
