/** The outside world, as the engine sees it. host/ implements these interfaces; tests may too. */
import type { Program } from '../program/program';
import type { HookRequest, HookRun } from '../proof/hookRun';
import type { Budget, Query, Reply } from '../proof/query';
import type { ReplayFile, ReplayResult, ReplayScript, RubyReply } from '../proof/replay';
import type { PackedFile } from './incremental/packedFile';
import type { Stage } from './stages';

/** Solves the queries of one method in order. Resolves always, never rejects. */
export interface SolverHost {
  /** As the solver reports it; part of every cache key. */
  readonly version: string;
  solve(queries: readonly Query[], budget: Budget, signal: AbortSignal): Promise<readonly Reply[]>;
  close(): Promise<void>;
}

export interface AnswerCache {
  get(key: string): Reply | null;
  set(key: string, reply: Reply): void;
  flush(): Promise<void>;
  /** Where answers that are not known here may be found. */
  readonly remote?: RemoteAnswers;
  /** One line about where answers came from, for the user. */
  describe?(): string;
}

/** Answers shared with other machines. Keys have 64 hexadecimal digits. Never rejects: what fails is a miss. */
export interface RemoteAnswers {
  /** False: an answer was found to be wrong, so none counts any more. */
  readonly isTrusted: boolean;
  find(key: string): Promise<Reply | null>;
  /** Whether to solve a query again whose answer was found, to see if the remote can be trusted. */
  shouldVerify(): boolean;
  /** An answer of this machine's solver. */
  offer(key: string, reply: Reply): void;
  /** A query that was solved again has another answer. */
  distrust(): void;
}

/** Results of earlier starts, as plain data. What is missing, damaged or of another build is null. */
export interface ResultStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

export interface RubyHost {
  /** "3.4.1", or null if no Ruby can run here. */
  replay(script: ReplayScript, signal: AbortSignal): Promise<ReplayResult>;
  /** Loads files with the workspace's hooks in place. Always resolves; what could not run is reported as an excuse. */
  hooks(request: HookRequest, signal: AbortSignal): Promise<HookRun>;
  /** Evaluates any script: the string that its last expression returns, or why there is none. */
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
  /** Ruby files below a folder, sorted, and the links that were skipped because they leave it. */
  list(
    folder: string,
    include: readonly string[],
    exclude: readonly string[],
  ): Promise<{ readonly paths: readonly string[]; readonly outside: readonly string[] }>;
}

export type FileOnDisk =
  | { readonly path: string; readonly text: string; readonly packed: PackedFile }
  | { readonly path: string; readonly failure: ReadFailure; readonly detail: string };

/** Reads many Ruby files at the same time, in other threads. */
export interface ReaderHost {
  /** Resolves with the paths that are left for the caller to read; none when aborted. */
  readAll(paths: readonly string[], each: (file: FileOnDisk) => void, signal: AbortSignal): Promise<readonly string[]>;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  /** Shown to the user: a requested feature is not available here. */
  warn(message: string): void;
  error(message: string): void;
}

/** A gem that Loupe describes: its RBS files and `loupe/*.rb`. */
export interface ShippedPackage {
  readonly gem: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** The files that ship with the product. */
export interface Assets {
  readonly treeSitterWasm: Uint8Array | string;
  readonly rubyGrammarWasm: Uint8Array | string;
  /** Ruby's library, compiled from RBS; null: not built. Workspaces share its classes, which never change. */
  coreLibrary(): Promise<Program | null>;
  /** What Ruby's documentation says about the methods of its library, as Markdown by key; empty: not built. */
  coreDocs(): Promise<ReadonlyMap<string, string>>;
  /** server/packages: what Loupe says about gems. */
  packages(): Promise<readonly ShippedPackage[]>;
  /** server/core/*.rb: purity, frames, refinements on top of RBS. */
  coreOverlay(): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

export interface Host {
  readonly assets: Assets;
  readonly files: FileHost;
  readonly readers: ReaderHost;
  readonly solver: SolverHost;
  readonly cache: AnswerCache;
  /** Null: nothing is kept between starts. */
  readonly results: ResultStore | null;
  /** The same for what was read from files. */
  readonly readings: ResultStore | null;
  readonly ruby: RubyHost;
  readonly log: Log;
  /** Called when a stage of work begins; tests throw there. */
  readonly onStage?: (stage: Stage) => void;
}
