/** The injection grammar: type strings are types, everything around them stays Ruby. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { type IGrammar, INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';

const root = join(__dirname, '..', '..', '..');
const RUBY = JSON.stringify({
  scopeName: 'source.ruby',
  patterns: [
    { name: 'comment.line.ruby', match: '#.*$' },
    { name: 'string.quoted.single.ruby', begin: "'", end: "'" },
    { name: 'keyword.control.ruby', match: '\\b(?:def|end)\\b' },
  ],
});

async function loadGrammar(): Promise<IGrammar> {
  const wasm = readFileSync(join(root, 'node_modules/vscode-oniguruma/release/onig.wasm'));
  await loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const path = join(root, 'syntaxes/loupe.injection.tmLanguage.json');
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async scope =>
      scope === 'source.ruby' ? parseRawGrammar(RUBY, 'ruby.json') : parseRawGrammar(readFileSync(path, 'utf8'), path),
    getInjections: scope => (scope === 'source.ruby' ? ['loupe.injection'] : undefined),
  });
  return (await registry.loadGrammar('source.ruby'))!;
}

describe('injection grammar', () => {
  let grammar: IGrammar;
  before(async () => {
    grammar = await loadGrammar();
  });

  const scopesOf = (line: string, word: string): string[] => {
    const { tokens } = grammar.tokenizeLine(line, INITIAL);
    const at = line.indexOf(word);
    return tokens.find(token => token.startIndex <= at && at < token.endIndex)!.scopes;
  };
  const innermost = (line: string, word: string): string => scopesOf(line, word).at(-1)!;

  for (const line of [
    "  type '(Integer x { 0 <= x < 60 and @sec > 0 }) -> %bool or nil', :pure",
    '  ##% (Integer x { 0 <= x < 60 and @sec > 0 }) -> %bool or nil',
    '  RDL.type :m, "(Integer x { 0 <= x < 60 and @sec > 0 }) -> %bool or nil"',
  ]) {
    it(line.trim(), () => {
      assert.strictEqual(innermost(line, 'Integer'), 'entity.name.type.class.loupe');
      assert.strictEqual(innermost(line, 'x '), 'variable.parameter.loupe');
      assert.strictEqual(innermost(line, '60'), 'constant.numeric.loupe');
      assert.strictEqual(innermost(line, '<='), 'keyword.operator.loupe');
      assert.strictEqual(innermost(line, '@sec'), 'variable.other.readwrite.instance.loupe');
      assert.strictEqual(innermost(line, '%bool'), 'support.type.special.loupe');
      assert.strictEqual(innermost(line, 'or '), 'keyword.operator.word.loupe');
      assert.strictEqual(innermost(line, 'nil'), 'constant.language.loupe');
      assert.ok(scopesOf(line, 'Integer').includes('meta.embedded.type-string.loupe'));
    });
  }

  it('is not a string to the editor: brackets match inside, and quotes are not completed', () => {
    const kinds = (line: string, word: string): number => {
      const { tokens } = grammar.tokenizeLine2(line, INITIAL);
      const at = line.indexOf(word);
      let kind = -1;
      for (let i = 0; i < tokens.length; i += 2) if (tokens[i]! <= at) kind = (tokens[i + 1]! >>> 8) & 3;
      return kind;
    };
    const [other, comment, string] = [0, 1, 2];
    assert.strictEqual(kinds("  type '(Integer x { x > 0 })'", '{'), other);
    assert.strictEqual(kinds('  ##% (Integer x { x > 0 })', '{'), other);
    assert.strictEqual(kinds("  type '(Integer x { x > 0 })'", "'"), string);
    assert.strictEqual(kinds("puts '(x)'", '('), string);
    assert.strictEqual(kinds('# (x)', '('), comment);
  });

  it('ignores other strings, comments and calls', () => {
    assert.strictEqual(innermost("puts 'Integer x'", 'Integer'), 'string.quoted.single.ruby');
    assert.strictEqual(innermost('# Integer x', 'Integer'), 'comment.line.ruby');
    assert.strictEqual(innermost('prototype = 1', 'prototype'), 'source.ruby');
    assert.strictEqual(innermost("my_type 'Integer'", 'Integer'), 'string.quoted.single.ruby');
    assert.strictEqual(innermost('type = 1', 'type'), 'source.ruby');
  });

  it('ends with the line, even if the string does not', () => {
    const first = grammar.tokenizeLine("  type '(Integer x", INITIAL);
    const second = grammar.tokenizeLine('def m', first.ruleStack);
    assert.deepStrictEqual(second.tokens[0]!.scopes, ['source.ruby', 'keyword.control.ruby']);
  });
});
