/**
 * Just-in-time annotations, exchanged with Ruby: which files to load, and which annotations the hooks added, each with
 * the call that triggered it.
 */
import type { ReplayFile } from './replay';

export interface HookRequest {
  readonly files: readonly ReplayFile[];
  /** Files to load, in order: files with hooks first. */
  readonly load: readonly string[];
  /** The file that defines each constant of the workspace. */
  readonly constants: Readonly<Record<string, string>>;
}

export interface HookAnnotation {
  readonly className: string;
  readonly module: boolean;
  /** `type "folder=", "(Folder i) -> Folder o { folder == i }"` */
  readonly source: string;
  /** `belongs_to :folder` */
  readonly origin: string;
  readonly path: string;
  readonly line: number; // zero-based
}

/** A hook that ran for a call. `failure`: what stopped it. */
export interface HookFiring {
  readonly method: string;
  /** `belongs_to :folder` */
  readonly origin: string;
  /** The receiver's class; null: not a class, or an anonymous one. */
  readonly className: string | null;
  readonly path: string;
  readonly line: number; // zero-based
  readonly failure: string | null;
}

export interface HookRun {
  readonly annotations: readonly HookAnnotation[];
  readonly fired: readonly HookFiring[];
  /** Workspace files that were loaded: the annotations depend on them. */
  readonly loaded: readonly string[];
  /** Files that stopped early, so that some of their calls did not run. */
  readonly failed: readonly string[];
  /** Why annotations may be missing; null: everything ran. */
  readonly excuse: string | null;
}
