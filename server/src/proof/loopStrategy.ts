/**
 * How to verify a loop with an unknown number of iterations: unroll it up to a bound, or verify an arbitrary iteration.
 * `dropped`: ids of invariant candidates that were found not to hold.
 */
export type LoopChoice =
  | { readonly kind: 'unrolled' }
  | { readonly kind: 'general'; readonly dropped: ReadonlySet<string> };

export const UNROLLED: LoopChoice = { kind: 'unrolled' };
export const IN_GENERAL: LoopChoice = { kind: 'general', dropped: new Set() };
