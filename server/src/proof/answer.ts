/** The solver's word on one obligation. */
import type { ModelValue } from '../logic/formula';

export type Answer =
  | { readonly kind: 'proved'; readonly rlimit: number }
  | {
      readonly kind: 'refuted';
      /** By Watched.id. */
      readonly model: ReadonlyMap<string, ModelValue>;
      readonly rlimit: number;
    }
  | {
      readonly kind: 'unknown';
      readonly reason: 'limit' | 'gave-up' | 'timeout' | 'memory' | 'size' | 'cancelled';
      readonly detail: string;
      readonly rlimit: number;
    }
  /** A bug of ours: the text was rejected, or the worker died twice. */
  | { readonly kind: 'failed'; readonly message: string };
