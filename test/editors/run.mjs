/**
 * `npm run test:editors`: the packaged product in real editors. Screenshots go to test/out/editors; `--update-pictures`
 * also copies them to where the README shows them. `--only NAME` runs one part, `--packaged` uses the package of the
 * previous run.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryCommands } from './commands.mjs';
import { askEmacs } from './emacs.mjs';
import { askNeovim } from './neovim.mjs';
import { tryPlayground } from './playground.mjs';
import { installCodeServer, run } from './tools.mjs';
import { askInside, firstMinute, lookAtIt, lookWithoutIt } from './vscode.mjs';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const out = join(repository, 'test/out/editors');
const vsix = join(out, 'loupe-ruby.vsix');
const driver = join(out, 'loupe-test-driver.vsix');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null;

const PARTS = {
  neovim: async () => askNeovim(repository),
  emacs: async () => askEmacs(repository),
  inside: () => askInside({ vsix, driver }),
  pictures: () => lookAtIt({ vsix, pictures: out }),
  commands: () => tryCommands({ vsix, pictures: out }),
  'first-minute': () => firstMinute({ vsix, pictures: out }),
  without: () => lookWithoutIt(),
  playground: () => tryPlayground({ repository, pictures: out }),
};

mkdirSync(out, { recursive: true });
const vsce = join(repository, 'node_modules/@vscode/vsce/vsce');
if (only === 'neovim' || only === 'emacs') run('npm', ['run', 'build'], { cwd: repository });
else {
  installCodeServer();
  if (only !== 'playground' && !process.argv.includes('--packaged'))
    run('npm', ['run', 'package', '--', '--out', vsix], { cwd: repository });
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', driver];
  run(process.execPath, [vsce, 'package', ...options], { cwd: join(repository, 'test/editors/driver') });
}
let failed = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (only !== null && only !== name) continue;
  const started = Date.now();
  try {
    await part();
    console.log(`passed: ${name} (${Math.round((Date.now() - started) / 1000)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
if (process.argv.includes('--update-pictures')) {
  for (const name of ['hover', 'quick-fix', 'safe', 'testing']) {
    copyFileSync(join(out, `${name}.png`), join(repository, 'docs/images', `${name}.png`));
  }
}
console.log(failed === 0 ? `all passed; pictures in ${out}` : `${failed} failed; pictures in ${out}`);
process.exit(failed === 0 ? 0 : 1);
