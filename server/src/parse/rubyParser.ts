/**
 * Ruby source -> documents. Loads tree-sitter and the grammar once; the caller provides both WASM files (bytes or
 * paths), so that a bundle can store them anywhere.
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

/**
 * tree-sitter is global to the process, and two concurrent starts corrupt it ("incompatible language version 0"). The
 * grammar is shared as well. The files of the first caller are used.
 */
let started: Promise<Language> | null = null;

export async function createRubyParser(wasm: RubyWasm): Promise<RubyParser> {
  started ??= start(wasm);
  const language = await started;
  const parser = new Parser();
  parser.setLanguage(language);
  return { open: (path, text) => createRubyDocument(parser, path, text) };
}

async function start(wasm: RubyWasm): Promise<Language> {
  await Parser.init(runtimeOptions(wasm.runtime));
  return Language.load(wasm.language);
}

function runtimeOptions(runtime: Uint8Array | string): Parameters<typeof Parser.init>[0] {
  return typeof runtime === 'string' ? { locateFile: () => runtime } : { wasmBinary: runtime };
}
