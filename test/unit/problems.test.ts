/** Every code of the catalogue has its page, every page its code; the words of a problem fit its arguments. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../server/src/problems/catalogue';

const folder = join(__dirname, '..', '..', 'server', 'problems');

describe('problems', () => {
  it('every code has a page, every page a code', () => {
    const pages = readdirSync(folder).map(name => name.replace(/\.md$/, ''));
    assert.deepStrictEqual(pages.sort(), Object.keys(CATALOGUE).sort());
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
