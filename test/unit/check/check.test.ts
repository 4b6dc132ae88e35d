/** The type checker over its fixtures, and properties of all of them. */
import assert from 'node:assert';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TYPE_PROBLEMS } from '../../../server/src/problems/type';
import { checkFixture } from '../../harness/checkFixture';

const folder = join(__dirname, '../../fixtures/types');
/** These need the whole library, so `fixtures.test.ts` runs them. */
const SORBET = join(__dirname, '../../fixtures/sorbet');
const names = readdirSync(folder).filter(name => name.endsWith('.rb'));

describe('check', () => {
  const seen = new Set<string>();
  for (const name of names) {
    it(`types/${name}`, async () => {
      const { differences, codes } = await checkFixture(name, readFileSync(join(folder, name), 'utf8'));
      for (const code of codes) seen.add(code);
      assert.deepStrictEqual(differences, []);
    });
  }

  it('every code has a fixture that raises it', () => {
    for (const name of readdirSync(SORBET))
      for (const [code] of readFileSync(join(SORBET, name), 'utf8').matchAll(/\bLP\d{4}\b/g)) seen.add(code);
    assert.deepStrictEqual(
      Object.keys(TYPE_PROBLEMS).filter(code => !seen.has(code)),
      [],
    );
  });

  it('every code has a page', () => {
    const missing = Object.keys(TYPE_PROBLEMS).filter(
      code => !existsSync(join(__dirname, `../../../server/problems/${code}.md`)),
    );
    assert.deepStrictEqual(missing, []);
  });
});
