/** Messages between the reading threads and their pool: a few files at a time. */
import type { FileOnDisk } from '../engine/host';

export interface ReadJob {
  readonly paths: readonly string[];
  /** Whether the bodies of methods are sent, too. */
  readonly withBodies: boolean;
}

export interface ReadMessage {
  readonly files: readonly FileOnDisk[];
}
