/** What a call may write, by the labels of its method or by its body. */
import type { FrameEntry } from '../../types/annotation';
import type { EffectKey } from '../state/heapKey';
import type { ReadonlyKeySet } from '../state/keyedMap';
import type { Reads } from './declaredEffects';

export type CallMode =
  | { readonly kind: 'pure'; readonly reads: Reads }
  | { readonly kind: 'modifies'; readonly entries: readonly FrameEntry[] }
  | { readonly kind: 'protects'; readonly entries: readonly FrameEntry[] }
  | { readonly kind: 'writes'; readonly keys: ReadonlyKeySet<EffectKey> }
  /** `open`: what leaves the new values open. */
  | { readonly kind: 'havoc'; readonly open?: number };
