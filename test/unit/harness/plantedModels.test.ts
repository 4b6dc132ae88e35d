/** The plants of test/core/plantedCore.test.ts fit the sources: a model that was edited needs its plant edited too. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPlant, PLANTS } from '../../harness/plantedModels';

const SOURCES = join(__dirname, '..', '..', '..', 'server', 'src');

describe('planted wrong models', () => {
  for (const plant of PLANTS) {
    it(`${plant.file} contains the code to be replaced once`, () => {
      const source = readFileSync(join(SOURCES, plant.file), 'utf8');
      assert.notEqual(applyPlant(source, plant), source);
    });
  }

  it('are refused where the code is missing', () => {
    assert.throws(() => applyPlant('', PLANTS[0]!), /not once/);
  });
});
