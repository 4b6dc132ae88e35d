import assert from 'node:assert/strict';
import { changesSince, isSettled, presencesOf } from '../../../client/src/views/testRuns';
import type { MethodPresence, MethodsParams } from '../../../shared/src/protocol';

function file(uri: string, presences: Readonly<Record<string, MethodPresence>>): MethodsParams {
  const place = { line: 0, character: 0, endCharacter: 1 };
  return {
    uri,
    methods: Object.entries(presences).map(([name, presence]) => ({
      ...place,
      name,
      presence,
      title: '',
      details: '',
    })),
  };
}

describe('runs of the Testing view', () => {
  const first = presencesOf([file('a', { m: 'safe', n: 'unsafe' }), file('b', { m: 'undecided' })]);

  it('cover all files', () => {
    assert.deepEqual(
      [...first],
      [
        ['a m', 'safe'],
        ['a n', 'unsafe'],
        ['b m', 'undecided'],
      ],
    );
    assert.deepEqual(changesSince(new Map(), first), ['a m', 'a n', 'b m']);
  });

  it('wait until every method has a result', () => {
    assert.ok(isSettled(first));
    assert.ok(!isSettled(presencesOf([file('a', { m: 'safe' }), file('b', { m: 'verifying' })])));
  });

  it('are left out if a verification changed nothing', () => {
    const again = presencesOf([file('a', { m: 'safe', n: 'unsafe' }), file('b', { m: 'undecided' })]);
    assert.deepEqual(changesSince(first, again), []);
    assert.deepEqual(changesSince(first, presencesOf([file('a', { m: 'unsafe' })])), ['a m']);
  });
});
