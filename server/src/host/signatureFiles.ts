/**
 * Finds the RBS files of a workspace: its own `sig/`, the `sig/` of installed gems in Gemfile.lock,
 * `.gem_rbs_collection/` for gems without one, and Loupe's own for Active Support. No code is run to find gems; the
 * folders of RubyGems and Bundler are searched.
 */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { SignatureOrigin } from '../engine/signatures';
import { type LockedGem, parseGemfileLock } from '../parse/gemfileLock';
import { assetPath } from './assets';
import { diskFiles } from './files';

export interface SignatureFile {
  readonly path: string;
  readonly origin: SignatureOrigin;
}

const COLLECTION = '.gem_rbs_collection';

/** By precedence: the first file that declares a method of a gem wins. */
export async function findSignatureFiles(root: string): Promise<readonly SignatureFile[]> {
  const own = (await rbsFilesBelow(join(root, 'sig'))).map(path => ({ path, origin: 'workspace' as const }));
  const gems = await lockedGems(root);
  const homes = await gemFolders(root);
  const shipped = await Promise.all(gems.map(gem => signaturesShippedBy(root, gem, homes)));
  const silent = new Set(gems.filter((_, i) => shipped[i]!.length === 0).map(gem => gem.name));
  const collected = await signaturesFromCollection(
    root,
    name => silent.has(name) || !gems.some(gem => gem.name === name),
  );
  const foreign = [...shipped.flat(), ...collected];
  const known = foreign.some(path => /[\\/]activesupport[\\/-]/.test(path));
  const rails =
    gems.some(gem => gem.name === 'activesupport') && !known ? await rbsFilesBelow(assetPath('core', 'rails')) : [];
  return [...own, ...[...foreign, ...rails].map(path => ({ path, origin: 'gem' as const }))];
}

/** Whether a changed file may be one of these. */
export function isWorkspaceSignature(root: string, path: string): boolean {
  return path.endsWith('.rbs') && path.startsWith(join(root, 'sig', '/'));
}

async function lockedGems(root: string): Promise<readonly LockedGem[]> {
  const content = await diskFiles.read(join(root, 'Gemfile.lock'));
  return parseGemfileLock('text' in content ? content.text : '');
}

async function signaturesShippedBy(root: string, gem: LockedGem, homes: readonly string[]): Promise<readonly string[]> {
  if (gem.folder !== null) return rbsFilesBelow(join(resolve(root, gem.folder), 'sig'));
  for (const home of homes) {
    const found = await rbsFilesBelow(join(home, 'gems', `${gem.name}-${gem.version}`, 'sig'));
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

async function rbsFilesBelow(folder: string): Promise<readonly string[]> {
  return (await diskFiles.list(folder, ['**/*.rbs'], [])).paths;
}
