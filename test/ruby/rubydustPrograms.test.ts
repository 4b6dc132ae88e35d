/**
 * Programs like the five of the Rubydust paper, with their tests, in the embedded Ruby: the signatures that it prints of
 * each kind of program, and the one error that it found.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LearnReport } from '../../server/src/engine/learn/report';
import { type Scratch, scratch } from '../cli/loupe';

const FOLDER = join(__dirname, 'yardstick');

describe('programs like those of Rubydust', () => {
  let here: Scratch;
  let report: LearnReport;
  before(async () => {
    here = scratch();
    for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.rb')) here.write(name, readFileSync(join(FOLDER, name), 'utf8'));
    const { status, err } = await here.loupe('learn');
    assert.equal(status, 0, err);
    assert.match(err, /21 of 21 methods ran, .* 1 conflict, 1 dynamic site understood/);
    report = JSON.parse((await here.loupe('learn', '--show', '--format', 'json')).out);
  });
  after(() => here.remove());

  const SIGNATURES: Readonly<Record<string, string>> = {
    'Statistics#median': '(Array<Integer>) -> Integer or Float or nil',
    'Statistics#mean': '() -> Float',
    'FiniteField#inverse': '(Integer) -> Integer',
    'FiniteField#multiply': '(Integer, Integer) -> Integer',
    'Base85.encode': '(String, ?%bool or Integer) -> String',
    'Calendar.leap?': '(Integer) -> %bool',
    'Calendar#to_julian': '() -> Integer',
    'Street.parse': '(String) -> Street::Address or nil',
  };
  for (const [name, type] of Object.entries(SIGNATURES)) {
    it(`${name} is ${type}`, () => assert.equal(report.methods.find(method => method.name === name)?.type, type));
  }

  it('the error is that an integer method is called on a flag', () => {
    const shown = report.conflicts.map(({ about, lower, upper, test }) => [about, lower, upper, test]);
    assert.deepEqual(shown, [['Base85.encode(width)', '%bool', '[to_i]', 'test/base85_test.rb:5']]);
  });

  it('most types are proved or complete, and none is without a reason', () => {
    const words = (word: string) => report.methods.filter(method => method.word === word).map(({ name }) => name);
    assert.ok(words('proved').length + words('complete').length >= 14);
    assert.deepEqual(words('partial'), []);
    assert.ok(words('likely').includes('FiniteField#inverse'), 'it relies on a loop of which not all paths are known');
  });

  it('infer --only proved and --only complete write these types', async () => {
    const proved = (await here.loupe('infer', '--only', 'proved')).out;
    assert.match(proved, /def self\.leap\?: \(Integer year\) -> bool/);
    assert.doesNotMatch(proved, /def median/);
    const complete = (await here.loupe('infer', '--only', 'complete')).out;
    assert.match(complete, /def median: \(Array\[Integer\] list\) -> \(Integer \| Float\)\?/);
    assert.doesNotMatch(complete, /def inverse/);
  });
});
