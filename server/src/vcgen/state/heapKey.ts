/**
 * Keys of the heap: which map (object -> value) or which single value. A key is a record with a canonical `id`, made only
 * here; keys are equal when their ids are. The id also names the map's symbols, so that printed queries can be read.
 */
import type { Sort } from '../../logic/formula';
import { arraySort, BOOL_SORT, INT_SORT, TEXT_SORT } from '../../logic/sorts';
import { VALUE_SORT } from './valueSort';

type ContentsPart = 'length' | 'elements' | 'text' | 'size' | 'present' | 'values' | 'default';

/** A field of objects (`@f`) or a member of a Struct or Data. */
export type SlotKey =
  | { readonly kind: 'field'; readonly name: string; readonly id: string }
  | { readonly kind: 'member'; readonly name: string; readonly id: string };

/** A variable that belongs to no instance: one value, no map. */
export type SharedKey =
  | { readonly kind: 'global'; readonly name: string; readonly id: string }
  | { readonly kind: 'class-variable'; readonly owner: string; readonly name: string; readonly id: string }
  /** `@x` of a class object. */
  | { readonly kind: 'class-field'; readonly owner: string; readonly name: string; readonly id: string };

export type HeapKey =
  | { readonly kind: 'contents'; readonly part: ContentsPart; readonly id: string }
  /** Whether an object is frozen. No havoc changes it: objects never thaw, and freezing is checked (frozen.ts). */
  | { readonly kind: 'frozen'; readonly id: string }
  /** Changes with each write to an object that has not escaped. */
  | { readonly kind: 'stamp'; readonly id: string }
  | SlotKey
  | SharedKey;

/** What an effect or a label names: one key, or the contents of containers as a whole. */
export type EffectKey = HeapKey | AllContents;

interface AllContents {
  readonly kind: 'all-contents';
  readonly id: string;
}

/** What a write may be checked for: a key, or everything that a callee can reach. */
export type WrittenKey = EffectKey | { readonly kind: 'anything'; readonly id: string };

export const ANYTHING: WrittenKey = { kind: 'anything', id: '*' };

export const LENGTH = contentsKey('length');
export const ELEMENTS = contentsKey('elements');
export const TEXT = contentsKey('text');
export const SIZE = contentsKey('size');
export const PRESENT = contentsKey('present');
export const VALUES = contentsKey('values');
export const DEFAULT = contentsKey('default');
export const FROZEN: HeapKey = { kind: 'frozen', id: '#frozen' };
export const STAMP: HeapKey = { kind: 'stamp', id: '#stamp' };

export const CONTENT_KEYS: readonly HeapKey[] = [LENGTH, ELEMENTS, TEXT, SIZE, PRESENT, VALUES, DEFAULT];

export const ALL_CONTENTS: AllContents = { kind: 'all-contents', id: 'contents' };

function contentsKey(part: ContentsPart): HeapKey {
  return { kind: 'contents', part, id: `#${part}` };
}

/** `name` as Ruby writes it: `@f`. */
export function fieldKey(name: string): SlotKey {
  return { kind: 'field', name, id: name };
}

/** `name` without a sigil. */
export function memberKey(name: string): SlotKey {
  return { kind: 'member', name, id: `#member:${name}` };
}

export function globalKey(name: string): SharedKey {
  return { kind: 'global', name, id: name };
}

export function classVariableKey(owner: string, name: string): SharedKey {
  return { kind: 'class-variable', owner, name, id: `${owner}${name}` };
}

export function classFieldKey(owner: string, name: string): SharedKey {
  return { kind: 'class-field', owner, name, id: `${owner}.${name}` };
}

export function isSlot(key: HeapKey): key is SlotKey {
  return key.kind === 'field' || key.kind === 'member';
}

/** The keys that an effect's key covers; members of Structs are among `#values` in havocs (state.ts). */
export function expandContents(keys: Iterable<EffectKey>): readonly HeapKey[] {
  return [...keys].flatMap(key => (key.kind === 'all-contents' ? CONTENT_KEYS : [key]));
}

const OBJECT_MAP = arraySort(INT_SORT, VALUE_SORT);
const NUMBER_MAP = arraySort(INT_SORT, INT_SORT);
const BIT_MAP = arraySort(INT_SORT, BOOL_SORT);

const CONTENT_SORTS: Readonly<Record<ContentsPart, Sort>> = {
  length: NUMBER_MAP,
  elements: arraySort(INT_SORT, OBJECT_MAP),
  text: arraySort(INT_SORT, TEXT_SORT),
  size: NUMBER_MAP,
  present: arraySort(INT_SORT, arraySort(VALUE_SORT, BOOL_SORT)),
  values: arraySort(INT_SORT, arraySort(VALUE_SORT, VALUE_SORT)),
  default: OBJECT_MAP,
};

export function sortOfKey(key: HeapKey): Sort {
  switch (key.kind) {
    case 'contents':
      return CONTENT_SORTS[key.part];
    case 'frozen':
      return BIT_MAP;
    case 'stamp':
      return NUMBER_MAP;
    case 'field':
    case 'member':
      return OBJECT_MAP;
    case 'global':
    case 'class-variable':
    case 'class-field':
      return VALUE_SORT;
  }
}
