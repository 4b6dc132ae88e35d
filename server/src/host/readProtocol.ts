/** What the reading threads are told and what they answer: a few files at a time. */
import type { FileOnDisk } from '../engine/host';

export interface ReadJob {
  readonly paths: readonly string[];
}

export interface ReadMessage {
  readonly files: readonly FileOnDisk[];
}
