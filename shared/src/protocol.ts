/**
 * What crosses between the language server and its own client beyond plain LSP: the client asks for it in
 * `initializationOptions`; other editors never see it.
 */
export interface InitializationOptions {
  /** False: nothing of the workspace may be run. */
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
  /** Of the unsafe ones: their counterexample was run, and did not break anything. */
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
  /** What the lens says. */
  readonly title: string;
  /** For the failed ones: headline and story, plain text. */
  readonly details: string;
}

/** Commands that the server runs (workspace/executeCommand). */
export const SERVER_COMMANDS = {
  verifyMethod: 'loupe.verifyMethod',
  verifyFile: 'loupe.verifyFile',
  verifyWorkspace: 'loupe.verifyWorkspace',
  /** Arguments: address, method (its name, or a line inside it). */
  showDetails: 'loupe.showDetails',
  /** Writes the type that its calls suggest above a method that has none. */
  annotate: 'loupe.annotate',
  /** As a test that fails: its text. */
  counterexampleTest: 'loupe.counterexampleTest',
  /** Third argument: `lambda`, `obligations` or `smt`. */
  showForm: 'loupe.showForm',
} as const;
