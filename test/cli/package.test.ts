/** The packed npm package, installed into an empty folder with nothing else, checks a file. */
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itNeeds, NPM } from '../harness/requirements';
import { UNSAFE } from './loupe';

const ROOT = join(__dirname, '..', '..');

describe('the npm package', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-package-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (cwd: string, command: string, ...words: readonly string[]) => {
    const env = { ...process.env, LOUPE_CACHE_DIR: join(folder, 'cache'), NODE_OPTIONS: '' };
    const { status, stdout, stderr } = spawnSync(command, words, { cwd, env, encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  };

  itNeeds(NPM, 'is installed without a network and runs', () => {
    const packed = run(ROOT, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
    assert.strictEqual(packed.status, 0, packed.err);
    const name = readdirSync(folder).find(each => each.endsWith('.tgz'));
    assert.ok(name !== undefined);
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'watch.rb'), UNSAFE);
    const installed = run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, name));
    assert.strictEqual(installed.status, 0, installed.err);
    const checked = run(folder, 'npx', '--no-install', 'loupe', 'check');
    assert.match(checked.out, /Watch\.new\.incr_sec\(59\) {2}# => 60/);
    assert.strictEqual(checked.status, 1);
  });
});
