/** The files of the product in a browser: those that the language server reads, mounted before it starts. */
import { readFileSync } from 'node:fs';
import { assetPath } from '../host/assets';
import { DiskAssets } from '../host/diskAssets';

export class BrowserAssets extends DiskAssets {
  static readonly files = ['core.snapshot', 'core.docs.json', 'web-tree-sitter.wasm', 'tree-sitter-ruby.wasm'] as const;

  override readonly treeSitterWasm = readFileSync(assetPath('web-tree-sitter.wasm'));
  override readonly rubyGrammarWasm = readFileSync(assetPath('tree-sitter-ruby.wasm'));
}
