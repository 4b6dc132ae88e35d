/** The real parser with the WASM files of the installed packages, loaded once for all tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRubyParser, type RubyParser } from '../../server/src/parse/rubyParser';

const modules = join(__dirname, '../../node_modules');

export const rubyParser: Promise<RubyParser> = createRubyParser({
  runtime: readFileSync(join(modules, 'web-tree-sitter/web-tree-sitter.wasm')),
  language: readFileSync(join(modules, 'tree-sitter-ruby/tree-sitter-ruby.wasm')),
});
