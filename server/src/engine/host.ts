/** The outside, as the engine sees it. host/ implements these; tests may too. */
import type { HookRequest, HookRun } from '../proof/hookRun';
import type { Budget, Query, Reply } from '../proof/query';
import type { ReplayFile, ReplayResult, ReplayScript, RubyReply } from '../proof/replay';
import type { PackedFile } from './packedFile';

/** Solves the queries of one method in order. Resolves always, never rejects. */
export interface SolverHost {
  /** As the solver reports itself; part of every cache key. */
  readonly version: string;
  solve(queries: readonly Query[], budget: Budget, signal: AbortSignal): Promise<readonly Reply[]>;
  close(): Promise<void>;
}

export interface AnswerCache {
  get(key: string): Reply | null;
  set(key: string, reply: Reply): void;
  flush(): Promise<void>;
}

export interface RubyHost {
  /** "3.4.1", or null when no Ruby can be run here. */
  replay(script: ReplayScript, signal: AbortSignal): Promise<ReplayResult>;
  /** Loads files with the workspace's hooks in place. Resolves always; what could not be run is an excuse. */
  hooks(request: HookRequest, signal: AbortSignal): Promise<HookRun>;
  /** Any script: the text that its last expression gives, or why there is none. */
  evaluate(source: string, files: readonly ReplayFile[], signal: AbortSignal): Promise<RubyReply>;
  close(): Promise<void>;
}

export type ReadFailure = 'missing' | 'unreadable' | 'not-utf8' | 'too-large' | 'is-directory';

export interface FileFailure {
  readonly failure: ReadFailure;
  readonly detail: string;
}

export interface FileHost {
  read(path: string): Promise<{ readonly text: string } | FileFailure>;
  /** Ruby files below a folder, sorted. */
  list(folder: string, include: readonly string[], exclude: readonly string[]): Promise<readonly string[]>;
}

export type FileOnDisk =
  | { readonly path: string; readonly text: string; readonly packed: PackedFile }
  | { readonly path: string; readonly failure: ReadFailure; readonly detail: string };

/** Reads many Ruby files at the same time, in other threads. */
export interface ReaderHost {
  /** Resolves with those that are left for the caller to read; none when aborted. */
  readAll(paths: readonly string[], each: (file: FileOnDisk) => void, signal: AbortSignal): Promise<readonly string[]>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  /** For the user's eyes: something was asked for that cannot be had here. */
  warn(message: string): void;
  error(message: string): void;
}

/** What the product brings along. */
export interface Assets {
  readonly treeSitterWasm: Uint8Array | string;
  readonly rubyGrammarWasm: Uint8Array | string;
  /** Ruby's own library, compiled from RBS; null: not built. */
  coreSnapshot(): Promise<Uint8Array | null>;
  /** server/core/*.rb: purity, frames, refinements on top of RBS. */
  coreOverlay(): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

export interface Host {
  readonly assets: Assets;
  readonly files: FileHost;
  readonly readers: ReaderHost;
  readonly solver: SolverHost;
  readonly cache: AnswerCache;
  readonly ruby: RubyHost;
  readonly log: Log;
}
