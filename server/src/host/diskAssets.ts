/**
 * The files of dist/. Ruby's library is read once, and its classes are decoded on first access, for all workspaces that
 * share the assets: the folders of an editor, the workspaces of a test run.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assets, ShippedPackage } from '../engine/host';
import { loadLibrary } from '../parse/library';
import type { Program } from '../program/program';
import { assetPath } from './assets';
import { diskFiles } from './files';

export class DiskAssets implements Assets {
  readonly treeSitterWasm: Uint8Array | string = assetPath('web-tree-sitter.wasm');
  readonly rubyGrammarWasm: Uint8Array | string = assetPath('tree-sitter-ruby.wasm');
  private library: Promise<Program | null> | null = null;
  private docs: Promise<ReadonlyMap<string, string>> | null = null;
  private shipped: Promise<readonly ShippedPackage[]> | null = null;

  coreLibrary(): Promise<Program | null> {
    this.library ??= readFile(assetPath('core.snapshot')).then(loadLibrary, () => null);
    return this.library;
  }

  coreDocs(): Promise<ReadonlyMap<string, string>> {
    this.docs ??= readFile(assetPath('core.docs.json'), 'utf8').then(
      text => new Map(Object.entries(JSON.parse(text) as Record<string, string>)),
      () => new Map(),
    );
    return this.docs;
  }

  packages(): Promise<readonly ShippedPackage[]> {
    this.shipped ??= readPackages();
    return this.shipped;
  }

  async coreOverlay(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    const folder = assetPath('core');
    const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.rb')).sort();
    return Promise.all(
      names.map(async name => ({ path: `core/${name}`, text: await readFile(join(folder, name), 'utf8') })),
    );
  }
}

async function readPackages(): Promise<readonly ShippedPackage[]> {
  const folder = assetPath('packages');
  const gems = (await readdir(folder).catch(() => [])).sort();
  return Promise.all(
    gems.map(async gem => {
      const { paths } = await diskFiles.list(join(folder, gem), ['**/*.{rb,rbs}'], []);
      const files = await Promise.all(paths.map(async path => ({ path, text: await readFile(path, 'utf8') })));
      return { gem, files };
    }),
  );
}
