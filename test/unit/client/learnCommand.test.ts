import assert from 'node:assert/strict';
import { proposeCommand, wordsOf } from '../../../client/src/learnCommand';

describe('learn from tests, in VS Code', () => {
  it('proposes the command that runs the tests, and reads it without a shell', () => {
    const propose = (...names: readonly string[]): string => proposeCommand(name => names.includes(name));
    assert.equal(propose('Gemfile', 'Rakefile', 'spec'), 'bundle exec rspec');
    assert.equal(propose('Rakefile', 'test'), 'rake test');
    assert.equal(propose('bin/rails', 'Gemfile'), 'bin/rails test');
    assert.equal(propose('test'), '');
    assert.deepEqual(wordsOf(`ruby -e 'p 1; p "2"' a"b c"d $HOME  ;`), [
      'ruby',
      '-e',
      'p 1; p "2"',
      'ab cd',
      '$HOME',
      ';',
    ]);
    assert.deepEqual(wordsOf('  '), []);
    assert.deepEqual(wordsOf(`ruby ""`), ['ruby', '']);
  });
});
