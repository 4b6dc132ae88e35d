/** Loupe's outline against CRuby's parser, over the whole standard library and the repository's own Ruby. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOO_DEEP } from '../../harness/prism';
import { definitionsOf, loadOracle } from '../../harness/rubyOracle';
import { rubyParser } from '../../harness/rubyParser';
import { type RubyFile, rubyStdlib } from '../../harness/rubyStdlib';

const root = join(__dirname, '../../..');

function ownFiles(): readonly RubyFile[] {
  return ['examples', 'server/core', 'server/ruby', 'test/fixtures'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.rb') && !name.endsWith(TOO_DEEP))
      .map(name => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  );
}

describe('parsing Ruby as CRuby does', function () {
  this.timeout(900_000);

  it('finds the same classes and methods at the same positions in every valid file', async () => {
    const [parser, oracle, library] = [await rubyParser, await loadOracle(), await rubyStdlib()];
    const different: string[] = [];
    let compared = 0;
    for (const { path, text } of [...library, ...ownFiles()]) {
      const expected = oracle(text);
      if (!expected.valid) continue;
      const document = parser.open(path, text);
      const outline = document.outline();
      const show = (it: { path: string; start: number; end: number }) => `${it.path} ${it.start}-${it.end}`;
      const found = new Set(definitionsOf(outline).map(show));
      const missing = expected.definitions.map(show).filter(definition => !found.has(definition));
      if (missing.length > 0 || found.size !== expected.definitions.length || outline.damaged) {
        different.push(`${path}: ${missing.slice(0, 3).join(', ')}${outline.damaged ? ' (damaged)' : ''}`);
      }
      compared += expected.definitions.length;
      document.close();
    }
    assert.deepStrictEqual(different, []);
    assert.ok(compared > 10_000, `only ${compared} definitions were compared`);
  });
});
