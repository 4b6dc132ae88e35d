/** `.loupe.yml`: valid values, and problems at their place for invalid ones. */
import assert from 'node:assert/strict';
import { parseConfig } from '../../../server/src/parse/config';
import { messageOf } from '../../../server/src/problems/catalogue';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';

function problems(text: string): string[] {
  return parseConfig('.loupe.yml', text).problems.map(
    problem =>
      `${problem.code} «${text.slice(problem.place.span.start, problem.place.span.end)}» ${messageOf(problem)}`,
  );
}

describe('.loupe.yml', () => {
  it('may be empty', () => {
    for (const text of ['', '\n', '# nothing\n', '---\n']) {
      assert.deepEqual(parseConfig('.loupe.yml', text), { value: DEFAULT_SETTINGS, problems: [] });
    }
  });

  it('sets what it names and keeps the other defaults', () => {
    const text =
      'include: ["lib/**/*.rb"]\nexclude: vendor/**\nnil: strict\narrayBound: 3\nreplay: false\nbaseline: known.json\nseverity:\n  LP2006: off\n  missing-arrow: warning\n';
    const { value, problems: found } = parseConfig('.loupe.yml', text, { ...DEFAULT_SETTINGS, rlimit: 7 });
    assert.deepEqual(found, []);
    assert.deepEqual(value, {
      ...DEFAULT_SETTINGS,
      rlimit: 7,
      include: ['lib/**/*.rb'],
      exclude: ['vendor/**'],
      nil: 'strict',
      arrayBound: 3,
      replay: false,
      baseline: 'known.json',
      severity: { LP2006: 'off', 'missing-arrow': 'warning' },
    });
  });

  it('reports unknown keys with a suggestion', () => {
    assert.deepEqual(problems('arraybounds: 3\nnil: strict'), [
      'LP0002 «arraybounds» there is no setting `arraybounds`; did you mean `arrayBound`?',
    ]);
    assert.deepEqual(problems('zzzzzz: 3'), ['LP0002 «zzzzzz» there is no setting `zzzzzz`']);
    assert.deepEqual(problems('severity:\n  LP2O06: off'), [
      'LP0003 «LP2O06» there is no problem `LP2O06`; did you mean `LP2006`?',
    ]);
  });

  it('says which values a setting takes', () => {
    assert.deepEqual(problems('nil: maybe'), ['LP0004 «maybe» nil takes `lenient` or `strict`']);
    assert.deepEqual(problems('arrayBound: -1'), ['LP0004 «-1» arrayBound takes a whole number, at least 0']);
    assert.deepEqual(problems('arrayBound: 1.5'), ['LP0004 «1.5» arrayBound takes a whole number, at least 0']);
    assert.deepEqual(problems('replay: maybe'), ['LP0004 «maybe» replay takes `true` or `false`']);
    assert.deepEqual(problems('include: 3'), ['LP0004 «3» include takes a list of strings']);
    assert.deepEqual(problems('severity:\n  LP2006: loud'), [
      'LP0004 «loud» LP2006 takes `error` or `warning` or `information` or `hint` or `off`',
    ]);
    assert.equal(problems('- a\n- b').length, 1);
  });

  it('keeps valid settings next to invalid ones', () => {
    const { value } = parseConfig('.loupe.yml', 'nil: maybe\ncheck: labelled\n');
    assert.equal(value.nil, 'lenient');
    assert.equal(value.check, 'labelled');
  });

  it('is reported if it is not YAML', () => {
    const found = problems('nil: [strict\ncheck: {');
    assert(found.length > 0 && found.every(line => line.startsWith('LP0001')), found.join('\n'));
    assert(problems('nil: strict\nnil: lenient').some(line => line.startsWith('LP0001')));
  });
});
