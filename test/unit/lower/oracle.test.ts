/** Over many snippets and files, RIL agrees with CRuby's parser: locals, calls, strings, integers. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { lowerText } from '../../harness/lowerRuby';
import { TOO_DEEP } from '../../harness/prism';
import { loadRilOracle, missingFacts, type Oracle, rilFacts } from '../../harness/rilOracle';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
let oracle: Oracle;
before(async () => {
  parser = await rubyParser;
  oracle = await loadRilOracle();
});

const root = join(__dirname, '../../..');
const snippets = readFileSync(join(__dirname, 'snippets.txt'), 'utf8').trimEnd().split('\n----\n');

/** Snippets with this prefix are opaque: tree-sitter does not understand them. Their number only shrinks. */
const UNREAD = '# opaque\n';

describe('RIL and CRuby', () => {
  for (const snippet of snippets)
    it(snippet.replaceAll('\n', '; '), () => {
      const text = `def t(x, y, a, b, c)\n${snippet}\nend\n`;
      const said = oracle.factsOf(text);
      assert.ok(said, 'valid Ruby');
      const file = lowerText(parser, text);
      const bad = missingFacts(said, file).filter(fact => !isShorthand(text, fact));
      assert.deepStrictEqual(bad, []);
      const { opaque } = rilFacts(file);
      assert.strictEqual(opaque.length > 0, snippet.startsWith(UNREAD));
    });

  for (const path of rubyFiles(root))
    it(path.slice(root.length + 1), () => {
      const text = readFileSync(path, 'utf8');
      const said = oracle.factsOf(text);
      if (said)
        assert.deepStrictEqual(
          missingFacts(said, lowerText(parser, text)).filter(fact => !isShorthand(text, fact)),
          [],
        );
    });
});

/**
 * `{x:}`: Prism's span of the value is the key with its colon, RIL's is the name. A statement with a heredoc ends after
 * it.
 */
function isShorthand(text: string, fact: string): boolean {
  const [start, end] = fact.split(' ')[0]!.split('-').map(Number);
  return text[end! - 1] === ':' || /<<[~-]?["'`]?\w/.test(text.slice(start, end));
}

function rubyFiles(folder: string): readonly string[] {
  return ['examples', 'server/ruby', 'test'].flatMap(name =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith('.rb') && entry.name !== TOO_DEEP)
      .map(entry => join(entry.parentPath, entry.name)),
  );
}
