/**
 * The ways into CI without their services: the GitHub action and the pre-commit hook satisfy their schemas and their scripts
 * run as a runner would run them; the commands of the Dockerfile's last stage run on the packed files. A runner and a Docker
 * engine themselves are not needed.
 */
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { describeNeeds, GIT, itNeeds, NPM } from '../harness/requirements';
import { CLI, SAFE, UNSAFE } from './loupe';

const ROOT = join(__dirname, '..', '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

describe('ways into CI', () => {
  let folder: string;
  let bin: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-ways-'));
    bin = mkdtempSync(join(tmpdir(), 'loupe-bin-'));
  });
  afterEach(() => {
    for (const each of [folder, bin]) rmSync(each, { recursive: true, force: true });
  });

  const program = (name: string, script: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const run = (command: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const env = { ...process.env, NODE_OPTIONS: '', LOUPE_CACHE_DIR: join(bin, 'cache'), ...environment, PATH };
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, env, encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  };

  it('the action and the hook satisfy the schemas of their formats', () => {
    assert.strictEqual(wrongBy('github-action.json', parse(read('action.yml'))), '');
    assert.notStrictEqual(wrongBy('github-action.json', { name: 'x' }), '');
    assert.strictEqual(wrongBy('pre-commit-hooks.json', parse(read('.pre-commit-hooks.yaml'))), '');
  });

  /** The step of the action that checks, with the inputs that a workflow gives. */
  const act = (given: Readonly<Record<string, string>>) => {
    const { inputs, runs } = parse(read('action.yml')) as Action;
    const step = runs.steps.find(each => each.run !== undefined)!;
    const inputAt = (expression: string): string => {
      const input = /^inputs\.(.+)$/.exec(expression)?.[1];
      if (input !== undefined) return given[input] ?? inputs[input]!.default;
      assert.strictEqual(expression, 'runner.temp');
      return bin;
    };
    const fill = (text: string): string => text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression) => inputAt(expression));
    const environment = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]);
    // What npx would install; its first words are its own.
    program('npx', `echo "$*" >> "${join(bin, 'npx.log')}"; shift 4; exec "${process.execPath}" "${CLI}" "$@"`);
    const script = join(bin, 'step.sh');
    writeFileSync(script, step.run!);
    return run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], Object.fromEntries(environment));
  };

  it('the action fails with an annotation at the mistake, and passes without one', () => {
    writeFileSync(join(folder, 'clock.rb'), SAFE);
    assert.strictEqual(act({}).status, 0);
    writeFileSync(join(folder, 'watch.rb'), UNSAFE);
    const failed = act({ version: '1.2.3' });
    assert.strictEqual(failed.status, 1, failed.err);
    assert.match(failed.out, /^::error .*file=watch\.rb/m);
    assert.match(readFileSync(join(bin, 'npx.log'), 'utf8'), /--package loupe-ruby@1\.2\.3 loupe check/);
    assert.strictEqual(act({ paths: 'clock.rb' }).status, 0, 'only these paths');
  });

  it('the action writes SARIF where the next step uploads it, also when it fails', () => {
    writeFileSync(join(folder, 'watch.rb'), UNSAFE);
    assert.strictEqual(act({ sarif: 'true' }).status, 1);
    const { runs } = parse(read('action.yml')) as Action;
    const upload = runs.steps.find(step => step.uses?.startsWith('github/codeql-action/upload-sarif'))!;
    const file = String(upload.with?.sarif_file).replace(/\$\{\{ runner\.temp \}\}/, bin);
    assert.strictEqual(JSON.parse(readFileSync(file, 'utf8')).runs[0].results[0].ruleId, 'LP4001');
    assert.match(upload.if ?? '', /always\(\)/);
  });

  describeNeeds(GIT, 'the pre-commit hook', () => {
    it('stops a commit of a mistake', () => {
      const [hook] = parse(read('.pre-commit-hooks.yaml')) as readonly [{ entry: string; pass_filenames: boolean }];
      program('loupe', `exec "${process.execPath}" "${CLI}" "$@"`);
      const git = (...words: readonly string[]) => run('git', words).status;
      assert.strictEqual(git('init', '-q'), 0);
      writeFileSync(join(folder, 'watch.rb'), UNSAFE);
      git('add', '.');
      assert.strictEqual(hook.pass_filenames, false, 'Loupe asks git itself');
      assert.strictEqual(run('sh', ['-c', hook.entry]).status, 1);
      writeFileSync(join(folder, 'watch.rb'), SAFE);
      assert.strictEqual(run('sh', ['-c', hook.entry]).status, 1, 'what is staged counts');
      git('add', '.');
      assert.strictEqual(run('sh', ['-c', hook.entry]).status, 0);
    });
  });

  itNeeds(NPM, 'npm pack prints the name of the archive alone, which pre-commit installs', () => {
    const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
    const scripts = { prepare: 'echo built' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, scripts }));
    writeFileSync(join(folder, '.npmrc'), read('.npmrc'));
    assert.strictEqual(run('npm', ['pack']).out, `${name}-${version}.tgz\n`);
  });

  itNeeds(NPM, "the Dockerfile's last stage installs the packed files and checks the mounted folder", () => {
    const stages = instructionsOf(read('Dockerfile'));
    const [build, last] = stages as readonly [Stage, Stage];
    assert.ok(build.some(([name, rest]) => name === 'RUN' && /npm pack --pack-destination \/packed/.test(rest)));
    const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', bin, ROOT]);
    assert.strictEqual(packed.status, 0, packed.err);
    const archive = readdirSync(bin).find(each => each.endsWith('.tgz'))!;
    const root = join(bin, 'root');
    mkdirSync(join(root, 'tmp'), { recursive: true });
    const inside = (text: string): string => text.replace(/(?<![\w./])\/(tmp|cache|packed|src)\b/g, `${root}/$1`);
    const environment: Record<string, string> = { npm_config_prefix: root, npm_config_offline: 'true' };
    let command: readonly string[] = [];
    for (const [name, rest] of last) {
      if (name === 'ENV') environment[rest.split('=')[0]!] = inside(rest.split('=')[1]!);
      if (name === 'COPY') run('cp', [join(bin, archive), inside(rest.split(' ').at(-1)!)]);
      if (name === 'RUN') {
        const ran = run('sh', ['-ec', inside(rest).replace(/chown node/, 'ls -d')], environment);
        assert.strictEqual(ran.status, 0, `${rest}: ${ran.err}`);
      }
      if (name === 'ENTRYPOINT' || name === 'CMD') command = [...command, ...(JSON.parse(rest) as string[])];
    }
    assert.deepStrictEqual(command, ['loupe', 'check']);
    writeFileSync(join(folder, 'watch.rb'), UNSAFE);
    const checked = run(join(root, 'bin', command[0]!), command.slice(1), environment);
    assert.strictEqual(checked.status, 1, checked.err);
    assert.match(checked.out, /LP4001/);
    assert.ok(existsSync(join(root, 'cache')) && readdirSync(folder).join() === 'watch.rb', 'writes only to its cache');
    assert.ok(/^node_modules$/m.test(read('.dockerignore')), 'nothing of this machine gets into the image');
  });
});

type Stage = readonly (readonly [name: string, rest: string])[];

/** A stage begins with FROM. */
function instructionsOf(dockerfile: string): readonly Stage[] {
  const stages: [string, string][][] = [];
  for (const line of dockerfile.split('\n')) {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)!.push([name, rest]);
  }
  return stages;
}

function wrongBy(schema: string, data: unknown): string {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  const text = readFileSync(require.resolve(`schemastore/schemas/json/${schema}`), 'utf8');
  const isValid = ajv.compile(JSON.parse(text));
  return isValid(data) ? '' : ajv.errorsText(isValid.errors);
}
