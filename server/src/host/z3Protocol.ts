/** Messages between the pool and its workers. */
import type { Budget, Query, Reply } from '../proof/query';

export interface Z3WorkerData {
  readonly module: WebAssembly.Module;
  readonly memoryMb: number;
}

export interface Z3Job {
  readonly id: number;
  readonly query: Query;
  readonly budget: Budget;
}

export type Z3Message =
  | { readonly type: 'ready'; readonly version: string }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply; readonly allocatedMb: number }
  /** The WASM instance is unusable; the pool replaces the worker. */
  | { readonly type: 'crashed'; readonly id: number; readonly message: string };
