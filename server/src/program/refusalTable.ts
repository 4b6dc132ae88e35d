/**
 * Which argument classes the methods of Ruby's library always refuse, as found by calling them (server/build/refusals).
 * The table is data of the library: it never changes with the program. `refusal.ts` reads it.
 */

/** How Ruby refuses a class. */
export interface Refused {
  /** The classes of the errors, mostly one. */
  readonly errors: readonly string[];
  /** Ruby's message, with {} for what it says about the argument; null: it varies. */
  readonly message: string | null;
}

/** One position of a method, for a certain number of arguments. */
export interface RefusingPosition {
  /** By class of the argument. */
  readonly refused: ReadonlyMap<string, Refused>;
  /** Methods that Ruby looks for in the argument: a class that has one of its own may be accepted. */
  readonly asks: readonly string[];
}

export interface RefusalTable {
  /** Classes whose instances were used as receivers. */
  readonly receivers: ReadonlySet<string>;
  /** Classes whose instances were used as arguments. */
  readonly samples: ReadonlySet<string>;
  /** By `Class#method` or `Class.method`, then by number of arguments; null: the position refuses no class. */
  readonly methods: ReadonlyMap<string, ReadonlyMap<number, readonly (RefusingPosition | null)[]>>;
  /** Numbers of arguments that Ruby takes, where the signature says otherwise; `most` null: any. */
  readonly counts: ReadonlyMap<string, { readonly least: number; readonly most: number | null }>;
}

/** The table as JSON. Positions are shared: most methods refuse what some other method refuses. */
export interface RefusalCodes {
  /** Fingerprint of the signatures and trials that the table was measured with. */
  readonly madeFrom: string;
  readonly samples: readonly string[];
  readonly receivers: readonly string[];
  readonly positions: readonly PositionCode[];
  /** By key: for 1, 2, 3 arguments, the index of each position; null: refuses nothing. */
  readonly methods: Readonly<Record<string, readonly (readonly (number | null)[])[]>>;
  readonly counts: Readonly<Record<string, readonly [least: number, most: number | null]>>;
}

export interface PositionCode {
  readonly asks: readonly string[];
  readonly refuses: readonly (readonly [errors: string, message: string | null, classes: readonly number[]])[];
}

export function decodeRefusals(codes: RefusalCodes): RefusalTable {
  const positions = codes.positions.map(position => decodePosition(codes.samples, position));
  const byCount = (counts: readonly (readonly (number | null)[])[]) =>
    new Map(counts.map((row, i) => [i + 1, row.map(at => (at === null ? null : (positions[at] ?? null)))]));
  return {
    receivers: new Set(codes.receivers),
    samples: new Set(codes.samples),
    methods: new Map(Object.entries(codes.methods).map(([key, counts]) => [key, byCount(counts)])),
    counts: new Map(Object.entries(codes.counts).map(([key, [least, most]]) => [key, { least, most }])),
  };
}

/** By these, an object may have any method that Ruby looks for. */
const ANY_NAME = ['respond_to_missing?', 'method_missing'] as const;

function decodePosition(samples: readonly string[], { asks, refuses }: PositionCode): RefusingPosition {
  const refused = new Map<string, Refused>();
  for (const [errors, message, classes] of refuses) {
    const how = { errors: errors.split(' '), message };
    for (const at of classes) refused.set(samples[at] ?? '', how);
  }
  return { refused, asks: asks.length === 0 ? asks : [...asks, ...ANY_NAME] };
}
