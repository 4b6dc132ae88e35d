/**
 * The one schema of settings: `loupe.*` in editors, the same keys in `.loupe.yml`. package.json's contributions are
 * generated from it (a test compares), and the command line validates against it.
 */
export type Severity = 'error' | 'warning' | 'information' | 'hint' | 'off';

export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly check: 'annotated' | 'labelled';
  readonly nil: 'lenient' | 'strict';
  readonly arrayBound: number;
  readonly loopDepth: number;
  readonly unrolling: number;
  readonly exactRecursion: number;
  readonly inlineNodes: number;
  readonly inlineDepth: number;
  /** 0: unbounded integers; else the width of bit vectors. */
  readonly integerBits: number;
  readonly floats: 'reals' | 'ieee';
  readonly rlimit: number;
  readonly rlimitTyping: number;
  readonly timeoutSeconds: number;
  readonly jobs: number; // 0: by cores
  readonly solver: 'wasm' | 'native' | 'auto';
  readonly ruby: 'embedded' | 'system';
  readonly replay: boolean;
  readonly severity: Readonly<Record<string, Severity>>;
  readonly baseline: string | null;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  readonly semanticTokens: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  include: ['**/*.rb'],
  exclude: ['**/node_modules/**', '**/vendor/**', '**/.git/**', '**/tmp/**'],
  check: 'annotated',
  nil: 'lenient',
  arrayBound: 10,
  loopDepth: 10,
  unrolling: 20,
  exactRecursion: 3,
  inlineNodes: 200,
  inlineDepth: 5,
  integerBits: 0,
  floats: 'reals',
  rlimit: 3_000_000,
  rlimitTyping: 300_000,
  timeoutSeconds: 20,
  jobs: 0,
  solver: 'wasm',
  ruby: 'embedded',
  replay: true,
  severity: {},
  baseline: null,
  codeLens: true,
  inlayHints: true,
  semanticTokens: true,
};
