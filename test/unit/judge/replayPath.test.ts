/** Conditions as named by Ruby's branch coverage: their source. */
import assert from 'node:assert/strict';
import { conditionIn } from '../../../server/src/judge/replayPath';

const CASES: readonly (readonly [string, string | null])[] = [
  ['if x == 58\n  0\nelse\n  1\nend', 'x == 58'],
  ['if x > 0 then 1 else 2 end', 'x > 0'],
  ['elsif x > 3 && y\n  1\n', 'x > 3 && y'],
  ['unless done? # why\n  1\nend', 'done?'],
  ['x == 58 ? 0 : x + 1', 'x == 58'],
  ['a.empty? ? nil : a[0]', 'a.empty?'],
  ['return 7 unless y', 'y'],
  ['x = 1 if a && b.nil?', 'a && b.nil?'],
  ['foo', null],
];

describe('the condition of a branch', () => {
  for (const [source, expected] of CASES)
    it(source.split('\n')[0]!, () => {
      const found = conditionIn(source);
      assert.equal(found?.text ?? null, expected);
      if (found) assert.equal(source.slice(found.at, found.at + found.text.length), expected);
    });
});
