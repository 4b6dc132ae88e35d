/**
 * The files of dist/. Ruby's library is read once, and its classes are decoded on first access, for all workspaces that
 * share the assets: the folders of an editor, the workspaces of a test run.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assets } from '../engine/host';
import { loadLibrary } from '../parse/library';
import type { Program } from '../program/program';
import { assetPath } from './assets';

export class DiskAssets implements Assets {
  readonly treeSitterWasm = assetPath('web-tree-sitter.wasm');
  readonly rubyGrammarWasm = assetPath('tree-sitter-ruby.wasm');
  private library: Promise<Program | null> | null = null;

  coreLibrary(): Promise<Program | null> {
    this.library ??= readFile(assetPath('core.snapshot')).then(loadLibrary, () => null);
    return this.library;
  }

  async coreOverlay(): Promise<readonly { readonly path: string; readonly text: string }[]> {
    const folder = assetPath('core');
    const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.rb')).sort();
    return Promise.all(
      names.map(async name => ({ path: `core/${name}`, text: await readFile(join(folder, name), 'utf8') })),
    );
  }
}
