/**
 * `merge`, `merge!`, `update`. Known entries of the other hash are added individually; otherwise a quantifier over all
 * keys defines which are present, and the intersection determines their number (sets.ts). A block decides for common
 * keys.
 */
import { add, compare, sub } from '../../../logic/arithmetic';
import { ite, or } from '../../../logic/build';
import type { Formula } from '../../../logic/formula';
import { select } from '../../../logic/maps';
import { nominal, type Type } from '../../../types/type';
import { runBlock } from '../../calls/blocks/blocks';
import { elementsOf, lengthOf, makeArray } from '../../heap/arrays';
import { markEscaped } from '../../heap/escape';
import { type KnownEntry, knownEntries } from '../../heap/hashEntries';
import {
  type Contents,
  contentsOf,
  hasKeyModel,
  isHash,
  isKeyPresent,
  makeHash,
  makeMapByKey,
  putEntry,
  valueAt,
  withHash,
} from '../../heap/hashes';
import { assumeKeyType, keyForm, keyValue } from '../../heap/hashKeys';
import { keywordsAsHash } from '../../heap/hashLiterals';
import { countCommonMembers } from '../../heap/sets';
import { findInvariant } from '../../loops/loopInvariants';
import { summarizeMap } from '../../loops/mapSummary';
import { flowInto } from '../../obligations/flowInto';
import type { Send, Site } from '../../state/call';
import { type Ctx, checkedType, type Out, placeOf } from '../../state/context';
import { forkState } from '../../state/fork';
import type { ExitList } from '../../state/frame';
import { keyTypeOf, valueTypeOf } from '../../state/hashTypes';
import { PRESENT, VALUES } from '../../state/heapKey';
import { joinExits } from '../../state/join';
import { isDynamic, makeUnionType } from '../../state/representation';
import type { State } from '../../state/state';
import { valueFromTerm } from '../../state/typeGuards';
import { type ArrayVal, boxValue, type HashVal, type Val } from '../../state/value';
import { mayHaveChangedContents } from '../arrays/mayHaveChanged';
import { termFor } from './selectTransform';
import { changedWhileIterating, listKeysUnordered } from './unorderedIteration';

export type WriteHash = (hash: HashVal, parts: Contents, state: State) => State;

export function mergeModel(ctx: Ctx, send: Send<HashVal>, state: State, write: WriteHash): Out | null {
  const { args } = send;
  if (args.keywords.size > 0) {
    const other = args.positional.length > 0 || args.block ? null : keywordsAsHash(ctx, args, state);
    return other && mergeHashes(ctx, send, other.value, other.state, write);
  }
  const [other] = args.positional;
  if (!other || args.positional.length > 1) return null;
  return args.block ? mergeWithBlock(ctx, send, other, state) : mergeHashes(ctx, send, other, state, write);
}

function mergeHashes(ctx: Ctx, send: Send<HashVal>, other: Val, state: State, write: WriteHash): Out | null {
  const { receiver: hash, method, site } = send;
  if (!isHash(other)) {
    if (method !== 'merge') requireEntryTypes(ctx, hash, other, site, state);
    return null;
  }
  const entries = knownEntries(ctx, state, other);
  if (entries === null && ctx.spec) return null;
  if (entries === null && method !== 'merge') requireEntryTypes(ctx, hash, other, site, state);
  if (entries === null && ![hash, other].every(each => hasKnownKeys(ctx, state, each))) return null;
  const parts = entries
    ? mergeEachEntry(ctx, send, other, entries, state)
    : mergeEntries(ctx, state, contentsOf(ctx, state, hash), contentsOf(ctx, state, other));
  if (method !== 'merge') return { value: hash, state: write(hash, parts, markEscaped(state, other)) };
  const made = makeHash(ctx, markEscaped(state, hash, other), mergedType(ctx, hash, other, site), parts);
  return { value: made.object, state: made.state };
}

/** Whether its keys are compared as the models do, or are known individually. */
function hasKnownKeys(ctx: Ctx, state: State, hash: HashVal): boolean {
  return hasKeyModel(ctx, state, keyTypeOf(hash.type)) || knownEntries(ctx, state, hash) !== null;
}

function requireEntryTypes(ctx: Ctx, hash: HashVal, other: Val, site: Site, state: State): void {
  const held = nominal('Hash', [keyTypeOf(hash.type), valueTypeOf(hash.type)]);
  flowInto(ctx, state, { value: other, type: held, place: placeOf(ctx, site), subject: { kind: 'inserted' } });
}

function mergedType(ctx: Ctx, hash: HashVal, other: HashVal, site: Site): Type {
  const type = checkedType(ctx, site);
  if (type && isHash({ ...hash, type })) return type;
  return nominal(
    'Hash',
    [keyTypeOf, valueTypeOf].map(of => makeUnionType([of(hash.type), of(other.type)])),
  );
}

function mergeEachEntry(
  ctx: Ctx,
  { receiver: hash, method, site }: Send<HashVal>,
  other: HashVal,
  entries: readonly KnownEntry[],
  state: State,
): Contents {
  for (const { key } of entries) isKeyPresent(ctx, state, hash, key);
  const place = placeOf(ctx, site);
  const checked = (value: Formula, key: Formula): Formula => {
    const type = valueTypeOf(hash.type, key);
    const val = valueFromTerm(value, valueTypeOf(other.type, key));
    const flowed =
      isDynamic(type) || method === 'merge'
        ? val
        : flowInto(ctx, state, { value: val, type, place, subject: { kind: 'new-value' } });
    return boxValue(flowed) ?? value;
  };
  return entries.reduce((all, { key, value }) => putEntry(all, key, checked(value, key)), contentsOf(ctx, state, hash));
}

/** All keys of both; for a key of the second, its value. */
function mergeEntries(ctx: Ctx, state: State, a: Contents, b: Contents, chosen = b.values): Contents {
  const shared = countCommonMembers(ctx, state, a, b);
  return {
    present: makeMapByKey(ctx, key => or(select(a.present, key), select(b.present, key))),
    values: makeMapByKey(ctx, key => ite(select(b.present, key), select(chosen, key), select(a.values, key))),
    size: sub(add(a.size, b.size), shared),
    default: a.default,
  };
}

/** `merge` with a block; its results for the keys of the other hash are an array in the order of these. */
function mergeWithBlock(ctx: Ctx, send: Send<HashVal>, other: Val, state: State): Out | null {
  const { receiver: hash, method, args, site } = send;
  const block = args.block!;
  if (method !== 'merge' || ctx.spec || !isHash(other) || block.lambda || block.sends !== undefined) return null;
  if (findInvariant(block.block.body) !== null) return null;
  const known = knownEntries(ctx, state, other);
  if (!known && ![hash, other].every(each => hasKnownKeys(ctx, state, each))) return null;
  if (known) return mergeEachByBlock(ctx, send, other, known, state);
  const [a, b] = [contentsOf(ctx, state, hash), contentsOf(ctx, state, other)];
  const list = listKeysUnordered(ctx, b, keyTypeOf(other.type), site, state);
  const type = mergedType(ctx, hash, other, site);
  if (list === null) return null;
  const made = makeArray(ctx, list.state, [], nominal('Array', [valueTypeOf(type)]), site);
  const breaks: ExitList = ctx.run.trail.list();
  const { settings } = ctx.run.input;
  const end = summarizeMap(ctx, made.state, site, {
    array: made.value as ArrayVal,
    count: () => list.size,
    element: (k, s) => {
      const key = select(list.elements, k);
      assumeKeyType(ctx, s, other, key);
      isKeyPresent(ctx, state, other, key); // assumes the types of its entries
      const there = isKeyPresent(ctx, state, hash, key);
      const [old, now] = [valueAt(ctx, state, hash, key), valueAt(ctx, state, other, key)];
      const both = (on: State): Out =>
        runBlock(ctx, { closure: block, args: [keyValue(ctx, on, list.form, key), old, now], site, breaks }, on);
      return forkState(ctx, there, s, site, { yes: both, no: on => ({ value: now, state: on }) });
    },
    iterations: {
      more: (k, s) => ({ condition: compare('<', k, lengthOf(ctx, s, list.array)), state: s }),
      bound: settings.arrayBound,
      exactly: settings.unrolling,
      caveat: { type: 'arrays', bound: settings.arrayBound },
      gathers: [breaks],
      counted: true,
    },
  });
  const maps = [PRESENT, VALUES];
  if ([hash, other].some(each => mayHaveChangedContents(ctx, each.term, maps, state, end)))
    return changedWhileIterating(ctx, site, end);
  const all = elementsOf(ctx, end, made.value as ArrayVal);
  const chosen = makeMapByKey(ctx, key => select(all, list.place(key)));
  const union = makeHash(ctx, markEscaped(end, hash, other), type, mergeEntries(ctx, end, a, b, chosen));
  return joinExits(ctx, [...breaks, { value: union.object, state: union.state }], site, union.state);
}

function mergeEachByBlock(
  ctx: Ctx,
  { receiver: hash, args, site }: Send<HashVal>,
  other: HashVal,
  entries: readonly KnownEntry[],
  state: State,
): Out | null {
  const form = keyForm(ctx, state, keyTypeOf(other.type));
  if (form === null) return null;
  const made = makeHash(
    ctx,
    markEscaped(state, hash, other),
    mergedType(ctx, hash, other, site),
    contentsOf(ctx, state, hash),
  );
  const breaks: ExitList = ctx.run.trail.list();
  const end = entries.reduce((s, { key, value }) => {
    const there = isKeyPresent(ctx, state, hash, key);
    const now = valueFromTerm(value, valueTypeOf(other.type, key));
    const both = (on: State): Out =>
      runBlock(
        ctx,
        {
          closure: args.block!,
          args: [keyValue(ctx, on, form, key), valueAt(ctx, state, hash, key), now],
          site,
          breaks,
        },
        on,
      );
    const out = forkState(ctx, there, s, site, { yes: both, no: on => ({ value: now, state: on }) });
    const parts = contentsOf(ctx, out.state, made.object);
    return withHash(
      ctx,
      markEscaped(out.state, out.value),
      made.object,
      putEntry(parts, key, termFor(ctx, out.value, site)),
    );
  }, made.state);
  const maps = [PRESENT, VALUES];
  if ([hash, other].some(each => mayHaveChangedContents(ctx, each.term, maps, made.state, end)))
    return changedWhileIterating(ctx, site, end);
  return joinExits(ctx, [...breaks, { value: made.object, state: end }], site, end);
}
