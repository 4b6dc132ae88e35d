/**
 * Locates the files of dist/ at run time. A bundle is in dist/ itself. Tests run the sources in server/src/host
 * (through tsx) and use the repository's dist/, so they need a build.
 */
import { join } from 'node:path';

declare const LOUPE_BUNDLED: boolean | undefined;
declare const LOUPE_VERSION: string | undefined;
declare const LOUPE_BUILD: string | undefined;

export type Asset =
  | 'web-tree-sitter.wasm'
  | 'tree-sitter-ruby.wasm'
  | 'z3-built.js'
  | 'z3-built.wasm'
  | 'ruby+stdlib.wasm'
  | 'ruby.image'
  | 'z3Worker.js'
  | 'rubyWorker.js'
  | 'lsp.js'
  | 'core'
  | 'packages'
  | 'ruby'
  | 'problems';

function assetFolder(): string {
  return typeof LOUPE_BUNDLED === 'undefined' ? join(__dirname, '..', '..', '..', 'dist') : __dirname;
}

/** A file or folder of dist/, or a file inside one of its folders: `assetPath('problems', 'LP3001.md')`. */
export function assetPath(asset: Asset | (string & {}), ...inside: readonly string[]): string {
  return join(assetFolder(), asset, ...inside);
}

/** What the embedded Ruby consists of. */
export interface RubyAssets {
  readonly workerFile: string;
  readonly wasmFile: string;
  /** Memory of a Ruby that has started (rubyImage.ts). Without the file, Ruby starts from scratch. */
  readonly imageFile: string;
  /** Our own library, which installed Rubies load as well. */
  readonly libraryFolder: string;
}

export function rubyAssets(): RubyAssets {
  return {
    workerFile: assetPath('rubyWorker.js'),
    wasmFile: assetPath('ruby+stdlib.wasm'),
    imageFile: assetPath('ruby.image'),
    libraryFolder: assetPath('ruby'),
  };
}

/** Names the code that runs; null: it runs from its sources, which may change. */
export function productBuild(): string | null {
  return typeof LOUPE_BUILD === 'undefined' ? null : LOUPE_BUILD;
}

export function productVersion(): string {
  return typeof LOUPE_VERSION === 'undefined' ? '0.0.0-source' : LOUPE_VERSION;
}
