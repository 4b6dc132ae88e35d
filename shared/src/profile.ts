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
  /** Sorted by path, line and fingerprint. */
  readonly sites: readonly LearnedSite[];
  /** Sorted by class. */
  readonly shapes: readonly LearnedShape[];
}

/** What a dynamic call computes. `missing`: a handler of missing names, whose name Ruby computes. */
export type SiteKind = 'eval' | 'define' | 'send' | 'missing' | 'variable' | 'constant' | 'load' | 'mixin';

/**
 * How far the values that were seen are all there are. `single`: one, while its own file is loaded; `collection`: those of a list
 * that is written there; `bounded`: only its own file calls it; `file-system`: they name files; `open`: others call it.
 */
export type SiteCategory = 'single' | 'collection' | 'bounded' | 'file-system' | 'open';

/** A dynamic call, and what it used in the runs. */
export interface LearnedSite {
  readonly path: string;
  /** Zero-based; of the run. */
  readonly line: number;
  readonly kind: SiteKind;
  /** The method that is called: `send`. */
  readonly method: string;
  /** Fingerprint of the method or class-body statement around it. What was learned is stale if there is no such source. */
  readonly unit: string;
  /** The call, relative to the start of that source. */
  readonly at: { readonly start: number; readonly end: number };
  readonly category: SiteCategory;
  readonly uses: readonly SiteUse[];
  /** More values were used than were recorded. */
  readonly more: boolean;
  /** Dynamic methods that its sources call, or that it calls by name: what these did is not recorded. */
  readonly nested: readonly string[];
}

export interface SiteUse {
  /** The class of the receiver; of an evaluated source, the class that it defines methods in; null: without a name. */
  readonly receiver: string | null;
  /** The receiver is the class or module itself. */
  readonly ofModule: boolean;
  /** A name, a path, or a source; null: a source that was not kept, because it has strings that no file of the workspace has. */
  readonly value: string | null;
  readonly count: number;
}

/** The methods and constants that a class had when a run ended, as far as no `def` or assignment of the workspace shows them. */
export interface LearnedShape {
  readonly name: string;
  readonly methods: readonly ShapeMethod[];
  /** Defined by code outside of the workspace. */
  readonly constants: readonly string[];
}

export interface ShapeMethod {
  readonly name: string;
  readonly singleton: boolean;
  readonly visibility: 'public' | 'protected' | 'private';
  /** Of `parameters`: `req:a`, `opt:b`. */
  readonly parameters: readonly string[];
  /** The file of the workspace that the method comes from; that of the class if `unit` is null. */
  readonly path: string;
  /** Zero-based; of the run. */
  readonly line: number;
  /** Fingerprint of the method or class-body statement around this line; null: code outside of the workspace defines it. */
  readonly unit: string | null;
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
  /** Absent: not recorded. */
  readonly values?: LearnedValues;
}

/** Numbers and sizes in the calls that were looked at and that returned: bounds only, no single value. */
export interface LearnedValues {
  readonly samples: number;
  /** The parameters that were measured. Position 0 is the result, then these. */
  readonly names: readonly string[];
  /** Null: of different kinds, or neither a number nor something with a size. */
  readonly positions: readonly (MeasuredPosition | null)[];
  readonly pairs: readonly MeasuredPair[];
}

export interface MeasuredPosition {
  /** Of an array, hash or string; else an Integer. */
  readonly isSize: boolean;
  readonly least: number;
  readonly most: number;
  /** At most 3 are counted. */
  readonly distinct: number;
  readonly hasZero: boolean;
}

/** How two positions differ: `left - right`. */
export interface MeasuredPair {
  readonly left: number;
  readonly right: number;
  readonly least: number;
  readonly most: number;
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
  /** Of the construct, relative to the start of the method; null: recorded by an earlier version. */
  readonly span: { readonly start: number; readonly end: number } | null;
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
  /** The line of a test that made the first call with these classes; null: not known. */
  readonly from: TestLine | null;
}

export interface TestLine {
  /** Relative to the workspace. */
  readonly path: string;
  /** Zero-based. */
  readonly line: number;
}
