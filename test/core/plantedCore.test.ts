/**
 * Wrong models of core methods, planted in the sources: the solver then proves false claims, and `loupe audit` must
 * report them. The unchanged models refute the same methods.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from '../cli/loupe';
import { buildWith, PLANTS } from '../harness/plantedModels';

const PROGRAM = `require 'loupe'
type '(Integer x) -> Integer r { r == x }'
def distance(x) = x.abs
type '(Integer x) -> Integer r { r < 0 }'
def rest(x) = x % 7
type '(Array<Integer> a { a.size > 1 }) -> Integer or nil r { r == a[0] }'
def taken(a) = a.pop
type '(Integer x) -> Integer r { r == x + 1 }'
def next_one(x) = x.succ
`;

describe('planted wrong models of core methods', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-audit-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const loupe = (
    cli: string,
    ...words: readonly string[]
  ): { readonly status: number | null; readonly out: string } => {
    const env = { ...process.env, LOUPE_CACHE_DIR: join(folder, '.cache', words[0]!), FORCE_COLOR: '', NO_COLOR: '1' };
    const run = spawnSync(process.execPath, [cli, ...words], { cwd: folder, env, encoding: 'utf8' });
    return { status: run.status, out: run.stdout + run.stderr };
  };

  it('are each caught by the audit', async () => {
    writeFileSync(join(folder, 'lies.rb'), PROGRAM);
    const planted = await buildWith(PLANTS);
    try {
      const { status, out } = loupe(planted.cli, 'audit', '--inputs', '200', 'lies.rb');
      assert.equal(status, 1, out);
      for (const name of ['distance', 'rest', 'taken']) assert.match(out, new RegExp(`\\b${name}\\b`), out);
      assert.doesNotMatch(out, /next_one.*is false/);
    } finally {
      planted.remove();
    }
  });

  it('differ from the real models', () => {
    writeFileSync(join(folder, 'lies.rb'), PROGRAM);
    const { status, out } = loupe(CLI, 'check', '--explain', '--no-run', 'lies.rb');
    assert.equal(status, 0, out); // not run, so only warnings
    for (const name of ['distance', 'rest', 'taken']) assert.match(out, new RegExp(`#?${name}\\s+may be unsafe`), out);
    assert.match(out, /next_one\s+safe/);
  });
});
