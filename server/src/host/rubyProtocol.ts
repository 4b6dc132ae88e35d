/** Messages between the embedded Ruby's worker and its owner. */
import type { ReplayFile } from '../proof/replay';
import type { RunDependencyList } from './runDependencies';

/** Without a `start`, the worker starts Ruby from the stored image or from scratch, and returns its image. */
export interface RubyWorkerData {
  readonly wasmFile: string;
  readonly imageFile: string;
  readonly libraryFolder: string;
  readonly maxPages: number;
  readonly quota: number;
  /** Of each job (fuel.ts); null: any amount. */
  readonly mostWork: number | null;
  /** Workspace folder on disk, read lazily; null: only the files of each job. */
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

/** Prefix of lines on standard error that announce a step. */
const STEP = '\u0001step ';

/** The last step announced in a piece of output. */
export function stepIn(output: string): string | undefined {
  const start = output.lastIndexOf(STEP);
  return start < 0 ? undefined : output.slice(start + STEP.length).split('\n')[0];
}

export type RubyMessage =
  | { readonly type: 'ready'; readonly start: RubyStart }
  /** The step that the running program announced. */
  | { readonly type: 'step'; readonly step: string }
  | {
      readonly type: 'value';
      readonly id: number;
      readonly text: string;
      readonly output: string;
      readonly seen: RunDependencyList | null;
    }
  /** Ruby ended without a value: an uncaught exception, exit, out of memory, a crash. */
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly why: string;
      readonly output: string;
      /** Whether the interpreter itself crashed (a trap of its WebAssembly). */
      readonly crashed: boolean;
    }
  | { readonly type: 'broken'; readonly why: string };
