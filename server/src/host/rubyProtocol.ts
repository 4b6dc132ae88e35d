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

/** How a line at standard error begins that says what is about to be done. */
const STEP = '\u0001step ';

/** The last step that a piece of output tells. */
export function stepIn(output: string): string | undefined {
  const start = output.lastIndexOf(STEP);
  return start < 0 ? undefined : output.slice(start + STEP.length).split('\n')[0];
}

export type RubyMessage =
  | { readonly type: 'ready'; readonly start: RubyStart }
  /** What the running program is about to do. */
  | { readonly type: 'step'; readonly step: string }
  | { readonly type: 'value'; readonly id: number; readonly text: string; readonly output: string }
  /** Ruby ended without a value: an exception that nobody caught, exit, out of memory, a dead machine. */
  | { readonly type: 'failed'; readonly id: number; readonly why: string; readonly output: string }
  | { readonly type: 'broken'; readonly why: string };
