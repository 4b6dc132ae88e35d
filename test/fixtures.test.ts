/** Every Ruby file under test/fixtures states its expected results, and Loupe reports exactly these. */
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { answerMode } from './harness/committedAnswers';
import { createFixtureRunner } from './harness/fixtures';
import { sampleByName } from './harness/sampling';

const root = join(__dirname, 'fixtures');
const all = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.rb'))
  .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  .sort();
/** Solved cold, a fixture takes twenty times as long. */
const fixtures = answerMode() === 'cold' ? sampleByName('fixtures solved cold', all, { trust: 10 }, name => name) : all;

describe('fixtures', () => {
  const runner = createFixtureRunner();
  after(async () => {
    if (runner.missing() > 0 && answerMode() === 'use')
      console.log(
        `  ${runner.missing()} answers of fixtures are not kept: npm run test:answers computes and keeps them`,
      );
    await runner.close();
  });

  for (const name of fixtures) {
    it(name, async () => {
      const { differences } = await runner.run(name, readFileSync(join(root, name), 'utf8'));
      assert.strictEqual(differences.join('\n'), '');
    });
  }
});
