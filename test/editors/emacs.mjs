/** Emacs (eglot) in batch mode, configured by the snippet of docs/editors.md, with `loupe` on the PATH. */
import assert from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { emacs } from './tools.mjs';

export function askEmacs(repository) {
  const scratch = mkdtempSync(join(tmpdir(), 'loupe-emacs-'));
  const [project, bin] = ['clock', 'bin'].map(name => join(scratch, name));
  mkdirSync(project);
  mkdirSync(bin);
  const file = join(project, 'clock.rb');
  copyFileSync(join(import.meta.dirname, 'clock.rb'), file);
  const command = join(bin, 'loupe');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(repository, 'bin/loupe.js')}' "$@"\n`);
  chmodSync(command, 0o755);
  const snippet = join(scratch, 'snippet.el');
  writeFileSync(snippet, /```elisp\n([\s\S]*?)```/.exec(readFileSync(join(repository, 'docs/editors.md'), 'utf8'))[1]);
  try {
    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      LOUPE_SNIPPET: snippet,
      LOUPE_FILE: file,
    };
    const script = join(import.meta.dirname, 'emacs.el');
    const { stdout, stderr } = spawnSync(emacs(), ['--batch', '-q', '-l', script], {
      env,
      encoding: 'utf8',
      timeout: 400000,
    });
    assert.match(stdout, /^PASS/m, stdout + stderr);
    assert.match(stdout, /^DIAGNOSTIC 4 eglot-error .*the result 60 breaks `r < 60`$/m);
    assert.match(stdout, /incr_sec\(59\) {2}# => 60/);
    assert.match(stdout, /^ {2}##% @ticks : Integer$/m);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
