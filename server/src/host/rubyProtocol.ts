/** What the embedded Ruby's owner and its worker say to each other. */
import type { ReplayFile } from '../proof/replay';

/** Without a `start`, the worker boots Ruby from the beginning and hands back what makes the next ones start fast. */
export interface RubyWorkerData {
  readonly wasmFile: string;
  readonly libraryFolder: string;
  readonly maxPages: number;
  readonly quota: number;
  /** Workspace folder on disk to show, read only when asked; null: only the files of each job. */
  readonly root: string | null;
  readonly start: RubyStart | null;
}

export interface RubyStart {
  readonly module: WebAssembly.Module;
  readonly image: SharedArrayBuffer;
}

export interface RubyJob {
  readonly id: number;
  readonly source: string;
  readonly files: readonly ReplayFile[];
}

export type RubyMessage =
  | { readonly type: 'ready'; readonly start: RubyStart }
  | { readonly type: 'value'; readonly id: number; readonly text: string; readonly output: string }
  /** Ruby ended without a value: an exception that nobody caught, exit, out of memory, a dead machine. */
  | { readonly type: 'failed'; readonly id: number; readonly why: string; readonly output: string }
  | { readonly type: 'broken'; readonly why: string };
