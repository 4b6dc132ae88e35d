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
  /** 0: unbounded integers; else the bits that those given to methods have. */
  readonly integerBits: number;
  readonly floats: 'reals' | 'ieee';
  readonly rlimit: number;
  readonly rlimitTyping: number;
  readonly timeoutSeconds: number;
  readonly jobs: number; // 0: by cores
  readonly solver: 'wasm' | 'native' | 'auto';
  readonly ruby: 'embedded' | 'system';
  readonly replay: boolean;
  readonly audit: boolean;
  readonly severity: Readonly<Record<string, Severity>>;
  readonly baseline: string | null;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  readonly semanticTokens: boolean;
  readonly gutter: boolean;
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
  audit: true,
  severity: {},
  baseline: null,
  codeLens: true,
  inlayHints: true,
  semanticTokens: true,
  gutter: true,
};

export interface SettingSchema {
  readonly description: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'strings' | 'severities' | 'optional-string';
  readonly choices?: readonly string[];
  readonly minimum?: number;
  /** The user's own: no workspace sets it. */
  readonly userOnly?: true;
}

export const SETTINGS_SCHEMA: Readonly<Record<keyof Settings, SettingSchema>> = {
  include: { type: 'strings', description: 'Globs of the Ruby files to read, relative to the folder.' },
  exclude: { type: 'strings', description: 'Globs of files and folders to leave out.' },
  check: {
    type: 'string',
    choices: ['annotated', 'labelled'],
    description:
      'Check every annotated method, or only those that a `typecheck:` or `verify:` label asks for, as RDL does.',
  },
  nil: {
    type: 'string',
    choices: ['lenient', 'strict'],
    description: 'Whether the type checker accepts nil anywhere. The verifier never does: it decides path by path.',
  },
  arrayBound: {
    type: 'integer',
    minimum: 0,
    description: 'Arrays up to this size, where a loop over them must be unrolled. Verdicts say so.',
  },
  loopDepth: { type: 'integer', minimum: 0, description: 'Rounds of a loop that has no invariant. Verdicts say so.' },
  unrolling: { type: 'integer', minimum: 0, description: 'Loops with a known bound up to this are unrolled exactly.' },
  exactRecursion: { type: 'integer', minimum: 0, description: 'How deep recursive `:exact` methods are inlined.' },
  inlineNodes: {
    type: 'integer',
    minimum: 0,
    description: 'Size up to which the body of a callee without a label is inlined.',
  },
  inlineDepth: { type: 'integer', minimum: 0, description: 'How deep bodies are inlined into each other.' },
  integerBits: {
    type: 'integer',
    minimum: 0,
    description:
      '0: Integers are unbounded, as in Ruby; else those that methods are given fit into so many bits. Verdicts say so.',
  },
  floats: {
    type: 'string',
    choices: ['reals', 'ieee'],
    description: 'Floats as reals (verdicts say so) or as IEEE doubles (slower).',
  },
  rlimit: {
    type: 'integer',
    minimum: 1,
    description: 'Effort per question on save and on the command line; the same on every machine.',
  },
  rlimitTyping: { type: 'integer', minimum: 1, description: 'Effort per question while typing.' },
  timeoutSeconds: { type: 'integer', minimum: 1, description: 'A guard against hangs, per question.' },
  jobs: { type: 'integer', minimum: 0, description: 'Solvers at a time; 0: by the number of cores.' },
  solver: {
    type: 'string',
    choices: ['wasm', 'native', 'auto'],
    description: 'The solver that is built in, or one that is installed.',
  },
  ruby: {
    type: 'string',
    choices: ['embedded', 'system'],
    userOnly: true,
    description:
      'The Ruby that runs counterexamples: the one built in, which is a sandbox, or the one installed, which is not. A `.loupe.yml` cannot choose the latter.',
  },
  replay: {
    type: 'boolean',
    description: 'Run counterexamples in Ruby, to confirm them. Never in a workspace that is not trusted.',
  },
  audit: {
    type: 'boolean',
    description: 'In idle time, run proved methods on many inputs in Ruby, to catch wrong proofs. Needs `replay`.',
  },
  severity: {
    type: 'severities',
    description: 'Severity by code or name of a problem: `{ "LP4101": "warning" }`; `off` hides it.',
  },
  baseline: { type: 'optional-string', description: 'A file of known problems, which are not shown.' },
  codeLens: { type: 'boolean', description: 'Show the verdict above each annotated method.' },
  inlayHints: {
    type: 'boolean',
    description: 'Show types of locals, and the values of a counterexample where it passes.',
  },
  semanticTokens: { type: 'boolean', description: 'Colour type strings as types, not as strings.' },
  gutter: { type: 'boolean', description: 'Show a mark beside each annotated method.' },
};

/** The same as JSON schema properties: `contributes.configuration` of package.json. */
export function configurationProperties(): Record<string, object> {
  const entries = Object.entries(SETTINGS_SCHEMA).map(([key, schema]) => {
    const standard = DEFAULT_SETTINGS[key as keyof Settings];
    const scope = schema.userOnly ? { scope: 'machine' } : {};
    const { description } = schema;
    return [`loupe.${key}`, { ...jsonSchemaOf(schema), ...scope, default: standard, markdownDescription: description }];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

function jsonSchemaOf({ type, choices, minimum }: SettingSchema): object {
  switch (type) {
    case 'strings':
      return { type: 'array', items: { type: 'string' } };
    case 'severities':
      return { type: 'object', additionalProperties: { enum: ['error', 'warning', 'information', 'hint', 'off'] } };
    case 'optional-string':
      return { type: ['string', 'null'] };
    default:
      return { type, ...(choices ? { enum: choices } : {}), ...(minimum === undefined ? {} : { minimum }) };
  }
}
