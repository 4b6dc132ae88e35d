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

export type MethodPresence = 'stale' | 'queued' | 'verifying' | 'safe' | 'unsafe' | 'undecided';

export const STATUS_NOTIFICATION = 'loupe/status';
export interface StatusParams {
  readonly safe: number;
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

/** Commands that the server runs (workspace/executeCommand). */
export const SERVER_COMMANDS = {
  verifyMethod: 'loupe.verifyMethod',
  verifyFile: 'loupe.verifyFile',
  verifyWorkspace: 'loupe.verifyWorkspace',
  /** Arguments: URI, method (its name, or a line inside it). */
  showDetails: 'loupe.showDetails',
  /** Inserts the type that the calls suggest above a method that has none. */
  annotate: 'loupe.annotate',
  /** Writes a contract for the method, if one can be proved. */
  suggestContract: 'loupe.suggestContract',
  /** Returns the source of a failing test. */
  counterexampleTest: 'loupe.counterexampleTest',
  /** Third argument: `lambda`, `obligations` or `smt`. */
  showForm: 'loupe.showForm',
} as const;
