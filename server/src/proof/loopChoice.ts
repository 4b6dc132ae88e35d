/**
 * How loops are read when the number of their rounds is not known: round by round up to a bound, or once and for all by
 * an arbitrary round. `dropped`: guessed invariants that turned out not to hold, by their ids.
 */
export type LoopChoice =
  | { readonly kind: 'unrolled' }
  | { readonly kind: 'general'; readonly dropped: ReadonlySet<string> };

export const UNROLLED: LoopChoice = { kind: 'unrolled' };
export const IN_GENERAL: LoopChoice = { kind: 'general', dropped: new Set() };
