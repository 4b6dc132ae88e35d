/**
 * Just-in-time annotations, as they cross the border to Ruby: which files to load, and what the hooks that ran on the
 * way annotated, each with the call that caused it.
 */
import type { ReplayFile } from './replay';

export interface HookRequest {
  readonly files: readonly ReplayFile[];
  /** Files to load, in order: those with hooks first. */
  readonly load: readonly string[];
  /** In which file each constant of the workspace is made. */
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

/** A hook that ran for a call; `failure`: what stopped it. */
export interface HookFiring {
  readonly method: string;
  /** `belongs_to :folder` */
  readonly origin: string;
  /** On which it was called; null: on no class, or on one without a name. */
  readonly className: string | null;
  readonly path: string;
  readonly line: number; // zero-based
  readonly failure: string | null;
}

export interface HookRun {
  readonly annotations: readonly HookAnnotation[];
  readonly fired: readonly HookFiring[];
  /** Files of the workspace that were loaded: what the annotations depend on. */
  readonly loaded: readonly string[];
  /** Those of them that stopped on the way, so that not all of their calls were made. */
  readonly failed: readonly string[];
  /** Why some may be missing; null: everything ran. */
  readonly excuse: string | null;
}
