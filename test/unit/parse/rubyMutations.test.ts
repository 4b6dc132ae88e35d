/** Incomplete code: the ten kinds of damage of the harness, each in one method of many real files. */
import assert from 'node:assert';
import { applyDamage, MUTATIONS, survivors } from '../../harness/mutations';
import { type Definition, definitionsOf, loadOracle } from '../../harness/rubyOracle';
import { rubyParser } from '../../harness/rubyParser';
import { type RubyFile, rubyStdlib } from '../../harness/rubyStdlib';

/** One file out of this many: the whole library would take minutes with the same result. */
const EVERY = 16;
/** Required are 95; measured are more than 99. */
const LEAST_KEPT = 98;

interface Subject extends RubyFile {
  readonly definitions: readonly Definition[];
  readonly method: Definition;
}

async function subjects(): Promise<readonly Subject[]> {
  const oracle = await loadOracle();
  const files = (await rubyStdlib()).filter((_, index) => index % EVERY === 0);
  return files.flatMap((file, index) => {
    const { valid, definitions } = oracle(file.text);
    const methods = definitions.filter(it => it.path.includes('#') && isLong(file.text, it));
    const method = methods[(index * 7) % methods.length];
    return valid && method !== undefined && methods.length > 1 ? [{ ...file, definitions, method }] : [];
  });
}

function isLong(text: string, definition: Definition): boolean {
  return text.slice(definition.start, definition.end).split('\n').length > 2;
}

describe('parsing damaged Ruby', function () {
  this.timeout(900_000);
  let chosen: readonly Subject[];
  before(async () => {
    chosen = await subjects();
    assert.ok(chosen.length > 20);
  });

  for (const mutation of MUTATIONS) {
    it(`keeps the other methods under their class: ${mutation.name}`, async () => {
      const [parser, oracle] = [await rubyParser, await loadOracle()];
      let kept = 0;
      const lost: string[] = [];
      const unnoticed: string[] = [];
      for (const { path, text, definitions, method } of chosen) {
        const damage = mutation.damage(text, method);
        if (damage === null) continue;
        const damaged = applyDamage(text, damage);
        const document = parser.open(path, damaged);
        const outline = document.outline();
        if (!oracle(damaged).valid && outline.problems.length === 0) unnoticed.push(`${path} ${method.path}`);
        const result = survivors(definitions, definitionsOf(outline), method);
        kept += result.kept;
        lost.push(...result.lost.map(name => `${path} ${name}`));
        document.close();
      }
      const percent = (100 * kept) / (kept + lost.length);
      assert.ok(percent >= LEAST_KEPT, `${percent.toFixed(1)} % kept; lost ${lost.slice(0, 10).join(', ')}`);
      assert.deepStrictEqual(unnoticed, []);
    });
  }
});
