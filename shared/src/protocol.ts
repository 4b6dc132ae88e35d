/**
 * The protocol between the language server and its own client beyond LSP. The client requests it in
 * `initializationOptions`; other editors never see it.
 */
export interface InitializationOptions {
  /** False: no code of the workspace may run. Missing: only counterexamples, and only in the sandbox. */
  readonly trusted?: boolean;
  /** Send `loupe/status` and `loupe/methods`. */
  readonly presence?: boolean;
}

/** `unfounded`: proved, but the proof relies on a method that fails. */
export type MethodPresence = 'stale' | 'queued' | 'verifying' | 'safe' | 'unfounded' | 'unsafe' | 'undecided';

export const STATUS_NOTIFICATION = 'loupe/status';
export interface StatusParams {
  /** With those that are unfounded. */
  readonly safe: number;
  readonly unfounded: number;
  readonly unsafe: number;
  readonly undecided: number;
  readonly verifying: number;
  /** Unsafe methods whose counterexample ran and broke nothing. */
  readonly notReproduced: number;
}

export const METHODS_NOTIFICATION = 'loupe/methods';
export interface MethodsParams {
  readonly uri: string;
  readonly methods: readonly PresentMethod[];
}
export interface PresentMethod {
  readonly name: string;
  readonly line: number;
  readonly character: number;
  readonly endCharacter: number;
  readonly presence: MethodPresence;
  /** The title of the code lens. */
  readonly title: string;
  /** For failed methods: headline and trace, as plain text. */
  readonly details: string;
}

/** A place in a file, zero-based. */
export interface DetailPlace {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** A line of the details of a method, with the place that it is about. */
export interface DetailLine {
  readonly text: string;
  readonly at: DetailPlace | null;
}

/** Something that a proof may use: a clause, a condition, what was proved before. */
export interface FactLine extends DetailLine {
  /** `precondition`, `condition`, `result of Cart#total` … */
  readonly source: string;
  /** Null: not known, as nothing is proved here. */
  readonly isUsed: boolean | null;
}

/** Everything that is known about the verdict of a method. All strings are plain text; parts of them come from sources. */
export interface MethodDetails {
  readonly name: string;
  /** As in the lens: `✓ proved`. */
  readonly title: string;
  readonly at: DetailPlace;
  readonly failures: readonly FailureDetails[];
  readonly obligations: readonly (DetailLine & {
    readonly mark: string;
    readonly status: 'safe' | 'unsafe' | 'open';
    readonly clause: string | null;
    /** What is known where it is required. */
    readonly facts: readonly FactLine[];
  })[];
  /** What is known at the line of the cursor; null: there is no such line. */
  readonly here: { readonly line: number; readonly facts: readonly FactLine[] } | null;
  /** Loop invariants that were found and proved, as Ruby source. */
  readonly invariants: readonly DetailLine[];
  readonly assumptions: readonly DetailLine[];
  readonly notModelled: readonly DetailLine[];
  readonly caveats: readonly string[];
  /** How the answers were found: `2 queries, 12 ms`. */
  readonly effort: string;
}

export interface FailureDetails {
  readonly message: string;
  /** How certain it is: `Fails in Ruby 3.4.1:` */
  readonly lead: string;
  /** Ruby source, to copy. */
  readonly call: string;
  /** `=> 60`, `raises ZeroDivisionError: divided by 0`; empty: unknown. */
  readonly outcome: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** What happened along the lines. */
  readonly steps: readonly DetailLine[];
  readonly advice: string;
  /** A test can be written. */
  readonly isConfirmed: boolean;
}

/** What `loupe.applyFix` looks for. */
export type FixPurpose = 'annotate' | 'precondition' | 'test';

/** Commands that the server runs (workspace/executeCommand). */
export const SERVER_COMMANDS = {
  verifyMethod: 'loupe.verifyMethod',
  verifyFile: 'loupe.verifyFile',
  verifyWorkspace: 'loupe.verifyWorkspace',
  /** Arguments: URI, method (its name, or a line inside it, whose facts are shown). */
  showDetails: 'loupe.showDetails',
  /** What runs showed of a method: its type, calls in tests, what never ran. */
  showLearned: 'loupe.showLearned',
  /** Arguments: as above. Returns `MethodDetails`. */
  methodDetails: 'loupe.methodDetails',
  /** Third argument: a `FixPurpose`. Applies the first verified fix of that kind. */
  applyFix: 'loupe.applyFix',
  /** Inserts the type that the calls suggest above a method that has none. */
  annotate: 'loupe.annotate',
  /** Writes a contract for the method, if one can be proved. */
  suggestContract: 'loupe.suggestContract',
  /** Writes a test that takes a path of the method which no recorded run took. */
  testMissingPath: 'loupe.testMissingPath',
  /** Returns the source of a failing test. */
  counterexampleTest: 'loupe.counterexampleTest',
  /** Shows a file that an action has created. Argument: its URI. */
  openCreated: 'loupe.openCreated',
  /** Third argument: `lambda`, `obligations` or `smt`. */
  showForm: 'loupe.showForm',
} as const;
