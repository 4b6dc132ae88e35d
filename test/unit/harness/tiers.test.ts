/** The tiers: every test file is in one, nothing missing is listed, and a change selects its tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderMutants } from '../../harness/mutants';
import { chooseByName, sampleOf, stepFor } from '../../harness/sampling';
import { chooseFor, READ } from '../../tiers/choose';
import { readImports } from '../../tiers/imports';
import { conclude, readCounts, readFailures, readTimes } from '../../tiers/steps';
import { COLD, findTests, root, SAMPLED, TRUST, tierOf } from '../../tiers/tiers';

describe('tiers of tests', () => {
  const tests = findTests();

  it('list only existing files', () => {
    const read = READ.flatMap(([, files]) => files);
    const missing = [...TRUST, ...COLD, ...SAMPLED, ...read].filter(
      each => !tests.some(file => file === each || file.startsWith(each)),
    );
    assert.deepEqual(missing, []);
  });

  it('both have tests', () => {
    assert.ok(tests.filter(file => tierOf(file) === 'test').length > 60);
    assert.ok(tests.filter(file => tierOf(file) === 'trust').length > 15);
  });

  it('run more of what npm test samples', () => {
    const sampled = tests.filter(
      file => tierOf(file) === 'test' && readFileSync(join(root, file), 'utf8').includes("harness/sampling'"),
    );
    const others = [...COLD, 'test/unit/harness/tiers.test.ts'];
    assert.deepEqual(
      sampled.filter(file => !others.includes(file)),
      SAMPLED,
    );
  });

  it('take the samples of their extent, and everything in full', () => {
    const steps = { test: 12, trust: 3 };
    assert.deepEqual([stepFor(steps, 'test'), stepFor(steps, 'trust'), stepFor(steps, 'full')], [12, 3, 1]);
    assert.equal(stepFor({ trust: 3 }, 'test'), 3);
    assert.equal(stepFor({ trust: 100, full: 50 }, 'full'), 50);
  });

  it('sample inputs by their number and a name alone', () => {
    const inputs = Array.from({ length: 20 }, (_, index) => index);
    assert.deepEqual(sampleOf(inputs, 8, 'a'), sampleOf(inputs, 8, 'a'));
    const seen = new Set(['a', 'b', 'c', 'd', 'e', 'f'].flatMap(name => sampleOf(inputs, 8, name)));
    assert.ok(seen.size > 4 && [...seen].every(each => inputs.includes(each)));
    assert.deepEqual([sampleOf([7], 8, 'a'), sampleOf([], 8, 'a')], [[7], []]);
  });

  it('sample named inputs by their names: a new input changes nothing for the others', () => {
    const names = Array.from({ length: 60 }, (_, index) => `program${index}`);
    const choose = (of: readonly string[], step: number): readonly string[] => chooseByName(of, step, name => name);
    const chosen = choose(names, 4);
    assert.ok(chosen.length > 5 && chosen.length < 30);
    assert.deepEqual(
      choose(['another', ...names], 4).filter(name => name !== 'another'),
      chosen,
    );
    assert.ok(choose(names, 12).every(name => chosen.includes(name)));
    assert.deepEqual(choose(names, 1), names);
  });

  it('leave installed software to trust: no other test skips itself except by platform', () => {
    const skipping = tests.filter(file => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      return lines.some(line => line.includes('this.skip()') && !/process\.platform|\/proc\/self/.test(line));
    });
    assert.deepEqual(
      skipping.filter(file => file !== 'test/unit/harness/tiers.test.ts'),
      [],
    );
  });
});

describe('the choice of tests', () => {
  const graph = new Map([
    ['test/unit/near.test.ts', ['server/src/a.ts']],
    ['test/unit/far.test.ts', ['server/src/b.ts']],
    ['test/unit/other.test.ts', ['server/src/c.ts']],
    ['test/core/conformance.test.ts', ['server/src/a.ts']],
    ['test/fixtures.test.ts', ['server/src/b.ts']],
    ['server/src/b.ts', ['server/src/a.ts']],
  ]);
  const known = { tests: [...graph.keys()].filter(file => file.endsWith('.test.ts')), durations: {}, graph };
  const chosen = (changed: readonly string[], durations: Record<string, number> = {}) =>
    chooseFor(changed, '', { ...known, durations });

  it('follows imports, nearest first, and leaves trust alone', () =>
    assert.deepEqual(chosen(['server/src/a.ts']).files, ['test/unit/near.test.ts', 'test/unit/far.test.ts']));

  it('selects changed fixtures by name', () => {
    const { files, fixtures } = chosen(['test/fixtures/verify/arrays.rb', 'test/fixtures/README.md']);
    assert.deepEqual([files, fixtures], [[], ['verify/arrays.rb']]);
  });

  it('reports what does not match, and always selects a changed test', () => {
    const durations = { 'test/unit/near.test.ts': 50, 'test/unit/far.test.ts': 50 };
    const { files, left } = chosen(['server/src/a.ts'], durations);
    assert.deepEqual([files, left], [['test/unit/near.test.ts'], ['test/unit/far.test.ts']]);
    assert.deepEqual(chosen(['test/unit/far.test.ts'], { 'test/unit/far.test.ts': 500 }).files, [
      'test/unit/far.test.ts',
    ]);
  });

  it('knows the imports of this repository, without type imports', () => {
    const imports = readImports(root);
    assert.ok(imports.get('test/unit/harness/tiers.test.ts')?.includes('test/tiers/choose.ts'));
    assert.ok(!imports.get('test/harness/committedAnswers.ts')?.includes('server/src/engine/host.ts'));
    assert.ok(imports.get('test/harness/committedAnswers.ts')?.includes('server/src/host/diskCache.ts'));
  });
});

describe('the steps of a tier', () => {
  it('are counted from the output of mocha', () => {
    assert.deepEqual(readCounts('\n  ...\n\n  12 passing (3s)\n  2 pending\n  1 failing\n'), {
      passed: 12,
      failed: 1,
      skipped: 2,
    });
    assert.deepEqual(readCounts('\x1b[92m \x1b[0m\x1b[32m 7 passing\x1b[0m\x1b[90m (3s)\x1b[0m'), {
      passed: 7,
      failed: 0,
      skipped: 0,
    });
  });

  it('are measured from the times of child processes', () => {
    assert.equal(readTimes('0m0.01s 0m0.02s\n1m2.5s 0m3.25s\n'), 65.75);
    assert.equal(readTimes(''), null);
  });

  it('repeat their failures, without the dots and not without end', () => {
    assert.equal(
      readFailures('  ..!.\n  3 passing\n  1 failing\n\n  1) a b:\n     wrong\n'),
      '  1 failing\n\n  1) a b:\n     wrong',
    );
    assert.equal(readFailures('no type'), 'no type');
    assert.match(
      readFailures(`1 failing\n${'line\n'.repeat(1000)}`),
      /^1 failing\n(line\n){99}… 801 lines …\n(line\n?){100}$/,
    );
  });

  it('fail together if one fails', () => {
    const step = { name: 'a', status: 0, seconds: 1, cpuSeconds: 1, passed: 1, failed: 0, skipped: 0, failures: '' };
    const { log } = console;
    const lines: string[] = [];
    console.log = (line: string) => lines.push(line);
    try {
      assert.equal(conclude('test', [step, step]), 0);
      assert.equal(conclude('test', [step, { ...step, name: 'types', status: 2, failures: 'no such type' }]), 1);
    } finally {
      console.log = log;
    }
    assert.equal(lines.at(-2), 'test: 2 passed, 0 failed, 0 skipped; failed: types');
    assert.equal(lines.at(-1), '\nfailures of types:\nno such type');
  });
});

describe('the order of mutants', () => {
  const mutants = ['<= for <', '1 for 0', '<= for <'].map(what => ({ what, start: 0, end: 0, insert: '' }));
  const names = (first?: string): readonly string[] => orderMutants(mutants, first).map(({ name }) => name);

  it('begins with the one that was refuted last time', () => {
    assert.deepEqual(names(), ['<= for <', '1 for 0', '<= for < (2)']);
    assert.deepEqual(names('<= for < (2)'), ['<= for < (2)', '<= for <', '1 for 0']);
  });

  it('is the usual one if that mutant no longer exists', () => assert.deepEqual(names('gone'), names()));
});
