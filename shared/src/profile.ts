/**
 * What runs of the user's tests showed (`.loupe/profile.json`), as data. A profile contains names, lines and counts: no
 * values, no absolute paths, no times. It comes from outside and may be forged; parse/profile.ts reads it.
 */
export const PROFILE_SCHEMA = 1;

/** The limits of its reader, and of the reader of traces. */
export const PROFILE_LIMITS = { bytes: 64 << 20, entries: 1_000_000 } as const;

export interface Profile {
  readonly schema: typeof PROFILE_SCHEMA;
  /** Versions of Ruby that ran, sorted. */
  readonly ruby: readonly string[];
  readonly processes: number;
  /** Classes that the workspace defines -> the file that defines them, relative to the workspace. */
  readonly classes: Readonly<Record<string, string>>;
  /** Sorted by path, name and fingerprint. */
  readonly methods: readonly LearnedMethod[];
}

export interface LearnedMethod {
  /** `Money#split`, `Money.parse` */
  readonly name: string;
  readonly path: string;
  /** Zero-based; of the run. */
  readonly line: number;
  /** Of its source. What was learned is stale if the source has another one. */
  readonly fingerprint: string;
  readonly parameters: readonly LearnedParameter[];
  readonly fields: readonly string[];
  readonly outcomes: readonly LearnedOutcome[];
  readonly calls: readonly ObservedCalls[];
}

export interface LearnedParameter {
  readonly name: string;
  readonly kind: string;
  /** False: its class was not recorded. */
  readonly recorded: boolean;
}

/** An outcome of a branch: bit `index` of a path. */
export interface LearnedOutcome {
  readonly kind: string;
  readonly outcome: 'taken' | 'else';
  /** Relative to the line of the method. */
  readonly line: number;
}

/** Calls with the same classes, path and result. */
export interface ObservedCalls {
  /** Of the recorded parameters, then of the fields, on entry; null: one of many classes. */
  readonly classes: readonly (string | null)[];
  /** Hexadecimal; null: one of many paths. */
  readonly path: string | null;
  /** Null: left by an exception, `throw` or `break`. */
  readonly result: string | null;
  readonly count: number;
}
