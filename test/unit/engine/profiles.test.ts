/** Merging profiles, coverage and the shown types of what runs observed. */
import assert from 'node:assert/strict';
import { coverageOf } from '../../../server/src/engine/learn/coverage';
import { mergeProfiles } from '../../../server/src/engine/learn/profiles';
import { reportProfile } from '../../../server/src/engine/learn/report';
import { isTestFile } from '../../../server/src/engine/learn/testFiles';
import type { LearnedMethod, ObservedCalls, Profile } from '../../../shared/src/profile';

function method(calls: readonly ObservedCalls[], more: Partial<LearnedMethod> = {}): LearnedMethod {
  return {
    name: 'A#m',
    path: 'lib/a.rb',
    line: 3,
    fingerprint: 'f',
    parameters: [{ name: 'x', kind: 'required', recorded: true }],
    fields: [],
    outcomes: [
      { kind: 'if', outcome: 'taken', line: 1, span: null },
      { kind: 'if', outcome: 'else', line: 1, span: null },
    ],
    calls,
    ...more,
  };
}

function call(argument: string | null, result: string | null, path = '1', count = 1): ObservedCalls {
  return { classes: [argument], path, result, count, from: null };
}

function profile(methods: readonly LearnedMethod[], classes: Profile['classes'] = {}): Profile {
  return { schema: 1, ruby: ['3.1.2'], processes: 1, classes, methods, sites: [], shapes: [] };
}

function typeOf(calls: readonly ObservedCalls[], classes: Profile['classes'] = {}): string | undefined {
  const known = method(calls);
  return reportProfile(profile([known], classes), { methods: [known], sites: [] }, () => true).methods[0]?.type;
}

describe('what was learned', () => {
  it('profiles of different runs add up; a repeated run changes nothing', () => {
    const one = profile([method([call('Integer', 'String', '1', 3)])]);
    const other = {
      ...profile([method([call('Integer', 'String', '1', 2), call('NilClass', null, '2')])]),
      ruby: ['3.4.1'],
    };
    const counts = (merged: Profile) => merged.methods[0]?.calls.map(each => each.count);
    assert.deepEqual(counts(mergeProfiles([one, other], 'add')), [5, 1]);
    assert.deepEqual(counts(mergeProfiles([one, other], 'max')), [3, 1]);
    assert.deepEqual(mergeProfiles([one, other], 'add').ruby, ['3.1.2', '3.4.1']);
    assert.deepEqual(mergeProfiles([one, one], 'max'), one);
    assert.deepEqual(mergeProfiles([one, other], 'add'), mergeProfiles([other, one], 'add'));
  });

  it('another source is another entry', () => {
    const merged = mergeProfiles([profile([method([])]), profile([method([], { fingerprint: 'g' })])], 'add');
    assert.equal(merged.methods.length, 2);
  });

  it('outcomes of all paths count, also of those that raised', () => {
    const { seen, all, missing, calls } = coverageOf(method([call('Integer', null, '2', 4)]));
    assert.deepEqual([seen, all, calls, missing.map(each => each.outcome)], [1, 2, 4, ['taken']]);
  });

  it('types are unions of what was seen', () => {
    assert.equal(typeOf([call('Integer', 'String'), call('Integer', 'NilClass')]), '(Integer) -> String or nil');
    assert.equal(typeOf([call('TrueClass', 'FalseClass'), call('FalseClass', 'TrueClass')]), '(%bool) -> %bool');
    assert.equal(typeOf([call(null, 'String')]), '(%any) -> String');
  });

  it('a refused argument is not part of the type', () => {
    assert.equal(typeOf([call('Integer', 'String'), call('NilClass', null)]), '(Integer) -> String');
    assert.equal(typeOf([call('NilClass', null)]), '(nil) -> %bot');
  });

  it('a class of the tests is not named', () => {
    assert.equal(typeOf([call('FakeIO', 'String')], { FakeIO: 'test/helper.rb' }), '(%any) -> String');
  });

  it('is stale after an edit, and gone with its method', () => {
    const known = method([call('Integer', 'String')]);
    const stale = (current: readonly LearnedMethod[]) =>
      reportProfile(profile([known]), { methods: current, sites: [] }, () => true).methods.map(each => [
        each.line,
        each.stale,
      ]);
    assert.deepEqual(stale([{ ...known, line: 9 }]), [[9, false]]);
    assert.deepEqual(stale([{ ...known, line: 9, fingerprint: 'g' }]), [[9, true]]);
    assert.deepEqual(stale([]), []);
  });

  it('nothing is called proved or complete', () => {
    const words = (calls: readonly ObservedCalls[]) => {
      const known = method(calls);
      return reportProfile(profile([known]), { methods: [known], sites: [] }, () => true).methods[0]?.word;
    };
    assert.equal(words([call('Integer', 'String', '3')]), 'likely');
    assert.equal(words([call('Integer', 'String', '1')]), 'partial');
  });

  it('tests are recognised by their folder or name', () => {
    for (const path of ['test/a.rb', 'spec/a/b.rb', 'lib/a_test.rb', 'a_spec.rb', 'x/test_a.rb', 'features/steps.rb'])
      assert.ok(isTestFile(path), path);
    for (const path of ['lib/a.rb', 'lib/testing/a.rb', 'app/models/contest.rb', 'lib/latest.rb', 'lib/aspec.rb'])
      assert.ok(!isTestFile(path), path);
  });
});
