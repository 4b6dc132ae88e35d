/**
 * The editors that the tests drive, installed into a scratch folder outside of the repository: code-server (VS Code in
 * a browser) and playwright-core from npm, Chromium, Neovim and Emacs from Debian's packages. Missing ones are
 * reported.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CODE_SERVER = '4.100.3'; // the newest that runs on node 20
const PLAYWRIGHT = '1.65.0';

const toolsFolder = process.env.LOUPE_EDITORS_DIR ?? join(tmpdir(), 'loupe-editors');
export const codeServer = join(toolsFolder, 'node_modules/code-server/out/node/entry.js');
export const playwright = join(toolsFolder, 'node_modules/playwright-core/index.js');

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed (${result.status}):\n${result.stdout}\n${result.stderr}`);
  }
  return result.stdout;
}

/** The first of these that is on the PATH. */
function find(...names) {
  for (const name of names) {
    const found = spawnSync('which', [name], { encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return null;
}

function installFromDebian(what, ...packages) {
  const mayInstall = find('apt-get') !== null && process.getuid?.() === 0;
  if (!mayInstall) throw new Error(`${what} is missing: install the package ${packages[0]} and run this again`);
  console.log(`installing ${packages.join(' ')}`);
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', ...packages]);
}

export function chromium() {
  const known = () => process.env.CHROMIUM ?? find('chromium', 'chromium-browser', 'google-chrome');
  if (known() === null) installFromDebian('Chromium', 'chromium', 'fonts-dejavu-core');
  return known();
}

export function neovim() {
  if (find('nvim') === null) installFromDebian('Neovim', 'neovim');
  return find('nvim');
}

export function emacs() {
  if (find('emacs') === null) installFromDebian('Emacs', 'emacs-nox', 'elpa-eglot');
  return find('emacs');
}

/** The standard installation compiles and downloads; this one does neither. */
export function installCodeServer() {
  if (existsSync(codeServer) && existsSync(playwright)) return;
  console.log(`installing code-server ${CODE_SERVER} into ${toolsFolder}`);
  mkdirSync(toolsFolder, { recursive: true });
  const manifest = { private: true, overrides: { argon2: '0.44.0' } }; // prebuilt: nothing is compiled
  writeFileSync(join(toolsFolder, 'package.json'), JSON.stringify(manifest));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const packages = [`code-server@${CODE_SERVER}`, `playwright-core@${PLAYWRIGHT}`];
  run('npm', ['install', ...packages, ...quiet], { cwd: toolsFolder });
  const inside = join(toolsFolder, 'node_modules/code-server/lib/vscode');
  run('npm', ['install', '--omit=dev', ...quiet], { cwd: inside });
}
