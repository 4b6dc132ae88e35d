/** The only stream of results that both front ends read, so that editor and command line cannot disagree. */
import type { Problem } from '../base/problem';
import type { Verdict } from '../proof/verdict';
import type { MethodKey } from '../types/typedMethod';

type MethodState = 'queued' | 'verifying' | 'done';

export type EngineEvent =
  | { readonly kind: 'parsed'; readonly path: string; readonly problems: readonly Problem[] }
  | { readonly kind: 'checked'; readonly path: string; readonly problems: readonly Problem[] }
  | { readonly kind: 'state'; readonly path: string; readonly method: MethodKey; readonly state: MethodState }
  | { readonly kind: 'judged'; readonly path: string; readonly method: MethodKey; readonly verdict: Verdict }
  | {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number;
      readonly what: 'indexing' | 'checking' | 'verifying' | 'inferring';
    }
  | { readonly kind: 'idle' };

export type Listener = (event: EngineEvent) => void;

/** Everything that listens. An exception in one listener does not keep an event from the others. */
export class Listeners {
  private readonly all = new Set<Listener>();

  constructor(private readonly report: (what: string, error: unknown) => void) {}

  /** Returns a function that removes the listener. */
  add(listener: Listener): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }

  emit(event: EngineEvent): void {
    for (const listener of this.all) {
      try {
        listener(event);
      } catch (error) {
        this.report(`telling of ${event.kind}`, error);
      }
    }
  }
}
