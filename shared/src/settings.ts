/**
 * The table of settings: `loupe.*` in editors, the same keys in `.loupe.yml`. The `Settings` type and the defaults are
 * derived from it here. `npm run settings` generates the configuration of package.json, the JSON schema of `.loupe.yml`
 * and the table in docs/settings.md; a test fails if one of them differs.
 */
export type Severity = 'error' | 'warning' | 'information' | 'hint' | 'off';

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint', 'off'];

/** How much of a file is checked. */
export type Level = 'off' | 'types' | 'proofs' | 'strict';

export const LEVELS: readonly Level[] = ['off', 'types', 'proofs', 'strict'];

/** Where answers of the solver are shared between machines. */
export interface RemoteCacheSetting {
  readonly remote: string | null;
  readonly mode: 'read' | 'write';
}

/** The sections of the settings editor. */
export type SettingGroup = 'Checking' | 'Display' | 'Learning' | 'Advanced';

export const SETTING_GROUPS: readonly SettingGroup[] = ['Checking', 'Display', 'Learning', 'Advanced'];

export interface SettingSchema {
  readonly type:
    | 'string'
    | 'integer'
    | 'boolean'
    | 'strings'
    | 'severities'
    | 'levels'
    | 'optional-string'
    | 'remote-cache';
  readonly default: unknown;
  /** One or two sentences in Markdown, without a line break. */
  readonly description: string;
  readonly choices?: readonly string[];
  /** One for each of `choices`. */
  readonly choiceDescriptions?: readonly string[];
  readonly group?: SettingGroup;
  readonly minimum?: number;
  /** Only user settings may set it, not a workspace. */
  readonly userOnly?: true;
  /** How the user sets it on the command line; by default, by the option of its name. */
  readonly variable?: string;
}

interface Setting<Value> extends SettingSchema {
  readonly default: Value;
}

const TABLE = {
  ...inGroup('Checking', {
    include: strings(['**/*.rb'], 'Globs of the Ruby files to read, relative to the folder.'),
    exclude: strings(
      ['**/node_modules/**', '**/vendor/**', '**/.git/**', '**/tmp/**'],
      'Globs of files and folders to skip.',
    ),
    check: choice('annotated', 'Which methods to verify.', {
      annotated: 'every annotated method',
      labelled: 'only methods with a `typecheck:` or `verify:` label, as in RDL',
    }),
    infer: choice('report', 'Types of code without annotations.', {
      off: 'infer nothing',
      show: 'show inferred types, report nothing',
      report: 'also report what is certain to raise, and what a run of a script in the sandbox raises',
      confirm: 'also run scripts that load code which is not visible',
    }),
    nil: choice(
      'lenient',
      'Whether nil is a value of every type for the type checker. The verifier decides path by path.',
      {
        lenient: 'nil is accepted for every type',
        strict: 'nil needs `or nil` in the type',
      },
    ),
    severity: {
      type: 'severities',
      default: {},
      description: 'Severity by code or name of a problem: `{ "LP4101": "warning" }`; `off` hides it.',
    } as Setting<Readonly<Record<string, Severity>>>,
    baseline: {
      type: 'optional-string',
      default: null,
      description: 'Hide the problems listed in this file.',
    } as Setting<string | null>,
    levels: {
      type: 'levels',
      default: {},
      description:
        'How much of a file is checked, by globs: `{ "lib/legacy/**": "types" }`. `off`: nothing; `types`: types only; `proofs`: all, the default; `strict`: every method needs a type and a proof. The last glob that matches counts; `# loupe: types` in the file counts more.',
    } as Setting<Readonly<Record<string, Level>>>,
    replay: boolean('Run counterexamples in Ruby to confirm them. Never done in an untrusted workspace.'),
    audit: boolean('When idle, fuzz proved methods in Ruby to catch wrong proofs. Needs `replay`.'),
  }),
  ...inGroup('Display', {
    codeLens: boolean('Show the verdict above each annotated method.'),
    inlayHints: boolean('Show the types of locals, and the values of a counterexample on the lines that it executes.'),
    semanticTokens: boolean('Colour type strings as types, not as strings.'),
    gutter: boolean('Show a mark beside each annotated method.'),
    signatureStyle: choice('auto', 'How *Add inferred signature* writes a signature.', {
      auto: '`type` in files that use it, otherwise a `##%` comment',
      comment: 'a `##%` comment',
      type: 'a `type` call',
      rbs: 'an RBS comment (`#:`)',
    }),
  }),
  ...inGroup('Learning', {
    profile: boolean('Use what `loupe learn` has recorded: types from runs, and methods that only runs define.'),
  }),
  ...inGroup('Advanced', {
    arrayBound: integer(10, 0, 'Array length checked where a loop over an array must be unrolled. Verdicts name it.'),
    loopDepth: integer(10, 0, 'Iterations checked when no loop invariant is found. Verdicts name it.'),
    unrolling: integer(20, 0, 'Unroll loops with a known number of iterations up to this one.'),
    exactRecursion: integer(3, 0, 'Depth to which recursive `:exact` methods are inlined.'),
    inlineNodes: integer(200, 0, 'Largest callee, in syntax nodes, that is inlined without a label.'),
    inlineDepth: integer(5, 0, 'Depth to which callees are inlined into each other.'),
    integerBits: integer(0, 0, 'Limit integer arguments to this many bits (0 = unlimited, as in Ruby).'),
    floats: choice('reals', 'How Floats are modelled.', {
      reals: 'as real numbers (verdicts say so)',
      ieee: 'as IEEE doubles (slower)',
    }),
    rlimit: integer(3_000_000, 1, 'Solver work per query on save and on the command line; the same on every machine.'),
    rlimitTyping: integer(300_000, 1, 'Solver work per query while you type.'),
    timeoutSeconds: integer(
      300,
      1,
      'Give up on a single query after this many seconds. A guard against hangs only: `rlimit` is the limit.',
    ),
    jobs: integer(0, 0, 'Number of solvers that run at the same time (0 = by the number of cores).'),
    solver: userOnly(
      choice<'wasm' | 'native' | 'auto'>('wasm', 'The solver. A `.loupe.yml` cannot choose an installed one.', {
        wasm: 'the bundled Z3',
        native: 'an installed `z3`',
        auto: 'an installed `z3` if there is one, otherwise the bundled one',
      }),
    ),
    cache: {
      type: 'remote-cache',
      default: { remote: null, mode: 'read' },
      userOnly: true,
      variable: 'LOUPE_CACHE_URL',
      description:
        'Share answers of the solver with other machines: `{ "remote": "https://cache.example.org/loupe/", "mode": "read" }`. `write` also needs `LOUPE_CACHE_TOKEN`. A `.loupe.yml` cannot choose it.',
    } as Setting<RemoteCacheSetting>,
    ruby: userOnly(
      choice<'embedded' | 'system'>(
        'embedded',
        'The Ruby that runs counterexamples. A `.loupe.yml` cannot choose `system`.',
        { embedded: 'the bundled Ruby, in a sandbox', system: 'the installed Ruby, without a sandbox' },
      ),
    ),
  }),
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

/** `choices`: each value with its description. */
function choice<Choice extends string>(
  standard: NoInfer<Choice>,
  description: string,
  choices: Readonly<Record<Choice, string>>,
): Setting<Choice> {
  const values = Object.keys(choices) as Choice[];
  return {
    type: 'string',
    choices: values,
    choiceDescriptions: Object.values(choices),
    default: standard,
    description,
  };
}

function integer(standard: number, minimum: number, description: string): Setting<number> {
  return { type: 'integer', minimum, default: standard, description };
}

/** Every switch is on by default. */
function boolean(description: string): Setting<boolean> {
  return { type: 'boolean', default: true, description };
}

function inGroup<Settings extends Record<string, SettingSchema>>(group: SettingGroup, settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, { ...setting, group }])) as Settings;
}

function userOnly<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, userOnly: true };
}
