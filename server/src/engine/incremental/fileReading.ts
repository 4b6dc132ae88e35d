import type { Problem } from '../../base/problem';
import type { RilFile } from '../../ril/declarations';
import type { Annotation } from '../../types/annotation';

/** The result of parsing one file, without the rest of the program. */
export interface FileReading {
  readonly ril: RilFile;
  readonly annotations: readonly Annotation[];
  readonly problems: readonly Problem[];
  /** Fingerprint of everything but bodies and positions. */
  readonly shape: string;
}
