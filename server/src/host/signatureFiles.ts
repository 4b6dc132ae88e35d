/**
 * Finds the files that describe libraries: RBS in the workspace's own `sig/`, in the `sig/` of installed gems in
 * Gemfile.lock, in `.gem_rbs_collection/` for gems without one, Sorbet's RBI in `sorbet/rbi/` and in the `rbi/` of gems,
 * packages in `loupe/` of the same, and Loupe's own signatures of Active Support. No code is run to find gems; the folders of RubyGems and Bundler are searched.
 */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { SignatureOrigin } from '../engine/signatures';
import { type LockedGem, parseGemfileLock } from '../parse/gemfileLock';
import { assetPath } from './assets';
import { diskFiles } from './files';

export interface SignatureFile {
  readonly path: string;
  readonly origin: SignatureOrigin;
}

/** The RBI files that Tapioca writes, and those that people add. */
const RBI = join('sorbet', 'rbi');

const COLLECTION = '.gem_rbs_collection';

/** The folder with the packages of a workspace or gem (docs/library.md). */
const PACKAGES = 'loupe';

/** Gems that Loupe itself describes, in server/packages. */
const RAILS = ['activesupport', 'activerecord'];

/** By precedence: the first file that declares a method of a gem wins. */
export async function findSignatureFiles(root: string): Promise<readonly SignatureFile[]> {
  const own = [
    ...(await rbsFilesBelow(join(root, 'sig'))),
    ...(await rbiFilesBelow(join(root, RBI))),
    ...(await packageFilesIn(root)),
  ];
  const gems = await lockedGems(root);
  const homes = await gemFolders(root);
  const folders = await Promise.all(gems.map(gem => foldersOf(root, gem, homes)));
  const shipped = await Promise.all(folders.map(signaturesShippedIn));
  const packages = await Promise.all(folders.map(packagesShippedIn));
  const rbi = await Promise.all(folders.map(rbiShippedIn));
  const silent = new Set(gems.filter((_, i) => shipped[i]!.length === 0).map(gem => gem.name));
  const collected = await signaturesFromCollection(
    root,
    name => silent.has(name) || !gems.some(gem => gem.name === name),
  );
  const foreign = [...shipped.flat(), ...collected];
  const known = foreign.some(path => /[\\/]activesupport[\\/-]/.test(path));
  const rails = gems.some(gem => gem.name === 'activesupport') && !known ? RAILS : [];
  const ofLoupe = await Promise.all(
    rails.map(gem => diskFiles.list(assetPath('packages', gem), ['**/*.{rb,rbs}'], [])),
  );
  return [
    ...own.map(path => ({ path, origin: 'workspace' as const })),
    ...[...foreign, ...rbi.flat(), ...packages.flat()].map(path => ({ path, origin: 'gem' as const })),
    ...ofLoupe.flatMap(({ paths }) => paths).map(path => ({ path, origin: 'loupe' as const })),
  ];
}

export function packageFolder(root: string): string {
  return join(root, PACKAGES);
}

/** Whether a changed file may be one of these. */
export function isWorkspaceSignature(root: string, path: string): boolean {
  return (
    (path.endsWith('.rbs') && path.startsWith(join(root, 'sig', '/'))) ||
    (path.endsWith('.rbi') && path.startsWith(join(root, RBI, '/'))) ||
    (path.endsWith('.rb') && dirname(path) === packageFolder(root))
  );
}

/** Whether Bundler may load the library that defines `type`: the Gemfile or its lock names it. */
export async function isRuntimeInBundle(root: string): Promise<boolean> {
  const gems = await lockedGems(root);
  if (gems.some(({ name }) => RUNTIMES.includes(name))) return true;
  const gemfile = await diskFiles.read(join(root, 'Gemfile'));
  return 'text' in gemfile && RUNTIMES.some(name => new RegExp(`\\bgem\\b[\\s(]*['"]${name}['"]`).test(gemfile.text));
}

const RUNTIMES: readonly string[] = ['loupe', 'rdl'];

async function lockedGems(root: string): Promise<readonly LockedGem[]> {
  const content = await diskFiles.read(join(root, 'Gemfile.lock'));
  return parseGemfileLock('text' in content ? content.text : '');
}

/** The folders where the gem may be installed, by precedence. */
function foldersOf(root: string, gem: LockedGem, homes: readonly string[]): readonly string[] {
  if (gem.folder !== null) return [resolve(root, gem.folder)];
  return homes.map(home => join(home, 'gems', `${gem.name}-${gem.version}`));
}

function signaturesShippedIn(folders: readonly string[]): Promise<readonly string[]> {
  return firstFound(folders, folder => rbsFilesBelow(join(folder, 'sig')));
}

function rbiShippedIn(folders: readonly string[]): Promise<readonly string[]> {
  return firstFound(folders, folder => rbiFilesBelow(join(folder, 'rbi')));
}

function packagesShippedIn(folders: readonly string[]): Promise<readonly string[]> {
  return firstFound(folders, packageFilesIn);
}

async function firstFound(
  folders: readonly string[],
  find: (folder: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (const folder of folders) {
    const found = await find(folder);
    if (found.length > 0) return found;
  }
  return [];
}

/** `.gem_rbs_collection/<gem>/<version>/…` */
async function signaturesFromCollection(root: string, wanted: (gem: string) => boolean): Promise<readonly string[]> {
  const folder = join(root, COLLECTION);
  const gems = (await foldersIn(folder)).filter(wanted);
  return (await Promise.all(gems.map(gem => rbsFilesBelow(join(folder, gem))))).flat();
}

/** Folders that contain `gems/<name>-<version>`, the workspace's own first. */
async function gemFolders(root: string): Promise<readonly string[]> {
  const { GEM_HOME, GEM_PATH, BUNDLE_PATH } = process.env;
  const named = [GEM_HOME, ...(GEM_PATH?.split(delimiter) ?? [])].filter(path => path !== undefined && path !== '');
  const bundles = [
    BUNDLE_PATH,
    await configuredBundle(root),
    join(root, 'vendor', 'bundle'),
    join(root, '.bundle'),
    '/usr/local/bundle',
    join(homedir(), '.gem'),
    join(homedir(), '.local', 'share', 'gem'),
  ].filter(path => path !== undefined && path !== null);
  const rubies = [
    ...(await listInside(join(homedir(), '.rbenv', 'versions'), 'lib', 'ruby', 'gems')),
    ...(await listInside(join(homedir(), '.asdf', 'installs', 'ruby'), 'lib', 'ruby', 'gems')),
    ...(await listInside('/opt/rubies', 'lib', 'ruby', 'gems')),
    '/usr/local/lib/ruby/gems',
    '/usr/lib/ruby/gems',
    '/var/lib/gems',
  ];
  const perVersion = await Promise.all(
    [...bundles.map(bundle => join(resolve(root, bundle), 'ruby')), ...rubies].map(folder => listInside(folder)),
  );
  return [...(named as string[]), ...bundles.map(bundle => resolve(root, bundle)), ...perVersion.flat()];
}

/** `BUNDLE_PATH: "vendor/bundle"` of `bundle config`. */
async function configuredBundle(root: string): Promise<string | null> {
  const content = await diskFiles.read(join(root, '.bundle', 'config'));
  return 'text' in content ? (/^BUNDLE_PATH: *"?([^"\n]+?)"? *$/m.exec(content.text)?.[1] ?? null) : null;
}

async function listInside(folder: string, ...inner: readonly string[]): Promise<readonly string[]> {
  return (await foldersIn(folder)).map(name => join(folder, name, ...inner));
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort();
}

async function packageFilesIn(folder: string): Promise<readonly string[]> {
  return (await diskFiles.list(join(folder, PACKAGES), ['*.rb'], [])).paths;
}

async function rbsFilesBelow(folder: string): Promise<readonly string[]> {
  return (await diskFiles.list(folder, ['**/*.rbs'], [])).paths;
}

async function rbiFilesBelow(folder: string): Promise<readonly string[]> {
  return (await diskFiles.list(folder, ['**/*.rbi'], [])).paths;
}
