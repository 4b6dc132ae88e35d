/** Neovim, headless, with the built server over stdio. */
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neovim } from './tools.mjs';

export function askNeovim(repository) {
  const project = mkdtempSync(join(tmpdir(), 'loupe-neovim-'));
  const file = join(project, 'clock.rb');
  copyFileSync(join(import.meta.dirname, 'clock.rb'), file);
  try {
    const script = join(import.meta.dirname, 'neovim.lua');
    const env = { ...process.env, LOUPE_SERVER: join(repository, 'bin/loupe.js'), LOUPE_FILE: file };
    const { stdout, stderr } = spawnSync(
      neovim(),
      ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-c', `luafile ${script}`],
      {
        env,
        encoding: 'utf8',
        timeout: 240000,
      },
    );
    const seen = stdout + stderr;
    assert.match(seen, /^PASS$/m, seen);
    assert.match(seen, /^DIAGNOSTIC 3 6 loupe .*the result 60 breaks `r < 60`$/m);
    assert.match(seen, /incr_sec\(59\) {2}# => 60/);
    assert.match(seen, /^LENS [✓✗…]/m);
    assert.match(seen, /##% @ticks : Integer/);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
