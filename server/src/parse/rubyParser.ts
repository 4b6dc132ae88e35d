/**
 * Ruby text -> documents. Loads tree-sitter and the grammar once; both WASM files are given from outside (bytes or
 * paths), so that a bundle can carry them wherever it likes.
 */
import { Language, Parser } from 'web-tree-sitter';
import { createRubyDocument, type RubyDocument } from './rubyDocument';

export type { RubyDocument } from './rubyDocument';

export interface RubyWasm {
  readonly runtime: Uint8Array | string;
  readonly language: Uint8Array | string;
}

export interface RubyParser {
  open(path: string, text: string): RubyDocument;
}

export async function createRubyParser(wasm: RubyWasm): Promise<RubyParser> {
  await Parser.init(runtimeOptions(wasm.runtime));
  const parser = new Parser();
  parser.setLanguage(await Language.load(wasm.language));
  return { open: (path, text) => createRubyDocument(parser, path, text) };
}

function runtimeOptions(runtime: Uint8Array | string): Parameters<typeof Parser.init>[0] {
  return typeof runtime === 'string' ? { locateFile: () => runtime } : { wasmBinary: runtime };
}
