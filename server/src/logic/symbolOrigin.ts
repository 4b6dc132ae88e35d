/**
 * Where a symbol or a declared function comes from. Rules decide by this record, never by the name, which is for readers.
 * `serial` is the counter of the run when it was created; 0 means that it exists on entry.
 */
export type Origin =
  /** Exists on entry: `self`, whether a block is given, the version of the heap. */
  | { readonly kind: 'entry'; readonly serial: 0 }
  /** The object that a constant holds. */
  | { readonly kind: 'constant'; readonly serial: 0; readonly path: string }
  /** An unknown value, or a function that vcgen created for one. */
  | { readonly kind: 'fresh'; readonly serial: number }
  /** The number of the newest object at some moment. */
  | { readonly kind: 'allocation'; readonly serial: number }
  /** A map of the heap as a havoc left it; `key` is the id of its heap key. */
  | { readonly kind: 'heap-map'; readonly serial: number; readonly key: string }
  /** The value of one object in a map of the heap, as a havoc left it. */
  | { readonly kind: 'heap-cell'; readonly serial: number; readonly key: string }
  /** Of a function: its results are strings that Ruby itself has frozen, because they are keys of a hash. */
  | { readonly kind: 'frozen-key'; readonly serial: number };

export const ON_ENTRY: Origin = { kind: 'entry', serial: 0 };
