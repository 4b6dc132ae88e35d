/**
 * The table of settings: `loupe.*` in editors, the same keys in `.loupe.yml`. The `Settings` type and the defaults are
 * derived from it here. `npm run settings` generates the configuration of package.json, the JSON schema of `.loupe.yml`
 * and the table in the README; a test fails if one of them differs.
 */
export type Severity = 'error' | 'warning' | 'information' | 'hint' | 'off';

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint', 'off'];

export interface SettingSchema {
  readonly type: 'string' | 'integer' | 'boolean' | 'strings' | 'severities' | 'optional-string';
  readonly default: unknown;
  /** One or two sentences in Markdown, without a line break. */
  readonly description: string;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  /** Only user settings may set it, not a workspace. */
  readonly userOnly?: true;
}

interface Setting<Value> extends SettingSchema {
  readonly default: Value;
}

const TABLE = {
  include: strings(['**/*.rb'], 'Globs of the Ruby files to read, relative to the folder.'),
  exclude: strings(
    ['**/node_modules/**', '**/vendor/**', '**/.git/**', '**/tmp/**'],
    'Globs of files and folders to skip.',
  ),
  check: choice(
    ['annotated', 'labelled'],
    'annotated',
    'Check every annotated method, or only methods with a `typecheck:` or `verify:` label, as RDL does.',
  ),
  infer: choice(
    ['off', 'show', 'report', 'confirm'],
    'report',
    'Types of code without annotations: not inferred, only shown, or used to report errors that Ruby raises; `confirm` also runs scripts in the sandbox to find errors that depend on values.',
  ),
  signatureStyle: choice(
    ['auto', 'comment', 'type', 'rbs'],
    'auto',
    'How signatures are added: `##%` comments, `type` calls, RBS comments (`#:`), or `auto`: `type` in files that use it, otherwise comments.',
  ),
  nil: choice(
    ['lenient', 'strict'],
    'lenient',
    'Whether the type checker accepts nil for every type. The verifier never does: it decides path by path.',
  ),
  arrayBound: integer(10, 0, 'Maximum array length where a loop over an array must be unrolled. Verdicts name it.'),
  loopDepth: integer(10, 0, 'Maximum number of iterations of a loop without an invariant. Verdicts name it.'),
  unrolling: integer(20, 0, 'Loops with a known number of iterations up to this one are unrolled exactly.'),
  exactRecursion: integer(3, 0, 'Maximum depth to which recursive `:exact` methods are inlined.'),
  inlineNodes: integer(200, 0, 'Maximum size, in nodes, of an unlabelled callee whose body is inlined.'),
  inlineDepth: integer(5, 0, 'Maximum depth to which bodies are inlined into each other.'),
  integerBits: integer(
    0,
    0,
    '0: Integers are unbounded, as in Ruby. Otherwise arguments are assumed to fit into this many bits, and verdicts say so.',
  ),
  floats: choice(
    ['reals', 'ieee'],
    'reals',
    'Model Floats as real numbers (verdicts say so) or as IEEE doubles (slower).',
  ),
  rlimit: integer(
    3_000_000,
    1,
    'Solver resource limit per query on save and on the command line; the same on every machine.',
  ),
  rlimitTyping: integer(300_000, 1, 'Solver resource limit per query while you type.'),
  timeoutSeconds: integer(20, 1, 'Time limit per query, as a guard against hangs.'),
  jobs: integer(0, 0, 'Number of solvers that run at the same time; 0: by the number of cores.'),
  solver: userOnly(
    choice<'wasm' | 'native' | 'auto'>(
      ['wasm', 'native', 'auto'],
      'wasm',
      'Use the bundled solver (`wasm`), an installed `z3` (`native`), or the installed one if there is one (`auto`). A `.loupe.yml` cannot choose an installed one.',
    ),
  ),
  ruby: userOnly(
    choice<'embedded' | 'system'>(
      ['embedded', 'system'],
      'embedded',
      'The Ruby that runs counterexamples: the bundled one, which is a sandbox, or the installed one, which is not. A `.loupe.yml` cannot choose `system`.',
    ),
  ),
  replay: boolean('Run counterexamples in Ruby to confirm them. Never done in an untrusted workspace.'),
  audit: boolean('In idle time, run proved methods on many inputs in Ruby to catch wrong proofs. Needs `replay`.'),
  severity: {
    type: 'severities',
    default: {},
    description: 'Severity by code or name of a problem: `{ "LP4101": "warning" }`; `off` hides it.',
  } as Setting<Readonly<Record<string, Severity>>>,
  baseline: {
    type: 'optional-string',
    default: null,
    description: 'A file of known problems that are not reported again.',
  } as Setting<string | null>,
  codeLens: boolean('Show the verdict above each annotated method.'),
  inlayHints: boolean('Show the types of locals, and the values of a counterexample on the lines that it executes.'),
  semanticTokens: boolean('Colour type strings as types, not as strings.'),
  gutter: boolean('Show a mark beside each annotated method.'),
};

export type Settings = { readonly [Key in keyof typeof TABLE]: (typeof TABLE)[Key]['default'] };

export const SETTINGS_SCHEMA: Readonly<Record<keyof Settings, SettingSchema>> = TABLE;

export const DEFAULT_SETTINGS: Settings = Object.fromEntries(
  Object.entries(TABLE).map(([key, setting]) => [key, setting.default]),
) as Settings;

/**
 * The settings of a folder's own file, with `base` in place of what only the user may set: a folder must not choose
 * which programs are started. `refused` names the settings that the file tried to change.
 */
export function keepUserOnly(
  settings: Settings,
  base: Settings,
): { readonly settings: Settings; readonly refused: readonly (keyof Settings)[] } {
  const keys = Object.keys(TABLE) as (keyof Settings)[];
  const refused = keys.filter(key => SETTINGS_SCHEMA[key].userOnly && settings[key] !== base[key]);
  const kept = Object.fromEntries(refused.map(key => [key, base[key]]));
  return { settings: { ...settings, ...kept }, refused };
}

function strings(standard: readonly string[], description: string): Setting<readonly string[]> {
  return { type: 'strings', default: standard, description };
}

function choice<Choice extends string>(
  choices: readonly Choice[],
  standard: NoInfer<Choice>,
  description: string,
): Setting<Choice> {
  return { type: 'string', choices, default: standard, description };
}

function integer(standard: number, minimum: number, description: string): Setting<number> {
  return { type: 'integer', minimum, default: standard, description };
}

/** Every switch is on by default. */
function boolean(description: string): Setting<boolean> {
  return { type: 'boolean', default: true, description };
}

function userOnly<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, userOnly: true };
}
