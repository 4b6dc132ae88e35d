/** Work done, and what is held: for those who watch over speed and memory, in numbers that no clock makes. */
export interface WorkCounts {
  readonly lowered: number;
  readonly checked: number;
  readonly verified: number;
  readonly queries: number;
  readonly rlimit: number;
}

/** What is held right now, and what it took to get here: for those who watch over memory. */
export interface Holdings {
  readonly trees: number;
  readonly files: number;
  /** Files that were read again for the body of a method. */
  readonly reread: number;
  /** How often the program was made as a whole, and in part. */
  readonly wholes: number;
  readonly parts: number;
}
