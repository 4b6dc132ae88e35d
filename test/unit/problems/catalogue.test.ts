/** Every code of the catalogue has a page, every page a code; messages match their arguments. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../../server/src/problems/catalogue';

const folder = join(__dirname, '..', '..', '..', 'server', 'problems');
const fixtures = join(__dirname, '..', '..', 'fixtures');

/** Codes that no Ruby source raises, with the tests that cover them. */
const NO_FIXTURE: Readonly<Record<string, string>> = {
  LP0001: 'speaks of .loupe.yml: unit/parse/config.test.ts',
  LP0002: 'speaks of .loupe.yml: unit/parse/config.test.ts',
  LP0003: 'speaks of .loupe.yml: unit/parse/config.test.ts',
  LP0004: 'speaks of .loupe.yml: unit/parse/config.test.ts',
  LP0101: 'needs a file that is gone: cli/badInput.test.ts',
  LP0102: 'needs an unreadable file: cli/badInput.test.ts',
  LP0103: 'needs bytes that are no text: cli/badInput.test.ts',
  LP0104: 'needs a file of many megabytes: cli/badInput.test.ts',
  LP1006: 'needs a file of many megabytes: unit/parse/rubyDamage.test.ts',
  LP1007: 'the parser failing: no text is known that makes it',
  LP2216: 'needs a folder without a require: cli/check.test.ts',
  LP5020: 'needs a run: ruby/confirmations.test.ts',
  LP5021: 'needs a run: ruby/confirmations.test.ts',
  LP5022: 'needs a run: ruby/confirmations.test.ts',
  LP5031: 'needs a profile: unit/engine/learnedTypes.test.ts',
  LP9001: 'a bug of ours: no text is known that makes it',
  LP9002: 'a solver that lies: core/plantedModels.test.ts',
  LP9003: 'a bug of ours: sessions/internalErrors.test.ts',
  LP9004: 'a bug of ours: sessions/internalErrors.test.ts',
};

/** In fixtures a verdict mark covers these; examples.test.ts runs the example on each page. */
const BY_VERDICT = /^LP4/;

describe('problems', () => {
  it('every code has a page, every page a code', () => {
    const pages = readdirSync(folder).map(name => name.replace(/\.md$/, ''));
    assert.deepStrictEqual(pages.sort(), Object.keys(CATALOGUE).sort());
  });

  it('every code has a fixture, or a reason why not', () => {
    const marked = marksOfFixtures();
    const missing = Object.keys(CATALOGUE).filter(
      code => !marked.has(code) && !BY_VERDICT.test(code) && !(code in NO_FIXTURE),
    );
    assert.deepStrictEqual(missing, []);
    const needless = Object.keys(NO_FIXTURE).filter(code => marked.has(code) || !(code in CATALOGUE));
    assert.deepStrictEqual(needless, []);
  });

  it('tests that replace a fixture mention the code', () => {
    for (const [code, reason] of Object.entries(NO_FIXTURE)) {
      const file = /[\w/]+\.test\.ts/.exec(reason)?.[0];
      if (file) assert.ok(readFileSync(join(__dirname, '..', '..', file), 'utf8').includes(code), `${code} in ${file}`);
    }
  });

  it('names are unique and readable', () => {
    const names = Object.values(CATALOGUE).map(({ name }) => name);
    assert.strictEqual(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  });

  for (const code of Object.keys(CATALOGUE).sort()) {
    it(`${code} is explained`, () => {
      const page = readFileSync(join(folder, `${code}.md`), 'utf8');
      assert.ok(page.startsWith(`# ${code}`), 'the page begins with its code');
      assert.ok(page.length > 120, 'the page says something');
    });
  }
});

/** Codes that some mark in a fixture expects. */
function marksOfFixtures(): ReadonlySet<string> {
  const files = readdirSync(fixtures, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && entry.name.endsWith('.rb'),
  );
  const texts = files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  return new Set(
    texts.flatMap(text => [...text.matchAll(/^\s*#.*(?:\^|\]|\.{3}) (LP\d{4})/gm)].map(([, code]) => code!)),
  );
}
