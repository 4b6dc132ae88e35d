/** Work done, in counts that do not depend on the clock; tests and benchmarks read them. */
export interface WorkCounts {
  readonly lowered: number;
  readonly checked: number;
  readonly verified: number;
  readonly queries: number;
  readonly rlimit: number;
}

/** What is held in memory now, and the work that led here; tests and benchmarks read them. */
export interface Holdings {
  readonly trees: number;
  readonly files: number;
  /** Files that were parsed again for the body of a method. */
  readonly reread: number;
  /** How often the program was built as a whole, and in part. */
  readonly wholes: number;
  readonly parts: number;
}

/** Runs of inference. */
export interface InferenceCounts {
  /** Of bodies: without callers, and with the argument types at hand. */
  readonly open: number;
  readonly given: number;
  readonly fields: number;
  readonly constants: number;
  /** Of units, for their reports. */
  readonly reports: number;
  /** Groups that depend on each other, and the most iterations that a member took. */
  readonly cycles: number;
  readonly mostIterations: number;
}
