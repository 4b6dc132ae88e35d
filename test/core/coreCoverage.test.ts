/**
 * What `npm run core:coverage` requires: every method of core is typed, its effects are known, the most called ones are
 * modelled.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byReason, type Coverage, gaps, measure, measureStandard, unmodelled } from '../../server/build/coreCoverage';
import { coreDocument } from '../../server/build/coreDocument';

describe('coverage of the library', () => {
  let core: readonly Coverage[] = [];
  let standard: readonly Coverage[] = [];

  before(async function () {
    this.timeout(240_000); // starts Ruby twice
    core = await measure();
    standard = await measureStandard();
  });

  it('has no gap in core', () => {
    assert.ok(core.length > 1800, `${core.length} methods`);
    for (const [what, methods] of gaps(core)) assert.deepEqual(methods, [], what);
  });

  it('covers most of the standard library', () => {
    const typed = standard.filter(method => method.typed);
    assert.ok(standard.length > 1000, `${standard.length} methods`);
    assert.ok(typed.length / standard.length > 0.85, `${typed.length} of ${standard.length} have a signature`);
    const wrong = typed.filter(method => !method.arityFits).map(method => method.key);
    assert.deepEqual(wrong, ['Psych.to_json'], 'arities that cannot be right, all of them known');
  });

  it('matches docs/core.md (npm run core:coverage writes it)', () => {
    const text = readFileSync(join(__dirname, '..', '..', 'docs', 'core.md'), 'utf8');
    assert.equal(text, coreDocument(core, standard, byReason(unmodelled(core))));
  });
});
