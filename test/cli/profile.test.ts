/** Options about profiles: `learn --keep-texts`, `check --no-profile` and `check --stale error`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Scratch, scratch } from './loupe';

const STYLE = `class Style
  ENV.fetch('NAMES', 'bold').split.each { |name| class_eval("def #{name} = 'size of ' 'bold'.size # note\\n") }

  ##% bold : () -> Integer r { r > 0 }

  ##% () -> Integer r { r > 1 }
  def twice = bold + bold
end
`;

const TEST = `require 'minitest/autorun'
require 'style'
class StyleTest < Minitest::Test
  def test_twice = assert_operator(Style.new.twice, :>, 1)
end
`;

describe('options about profiles', function () {
  this.timeout(120_000);
  let here: Scratch;
  const profile = (): string => readFileSync(join(here.folder, '.loupe/profile.json'), 'utf8');
  const learn = async (...words: readonly string[]): Promise<void> => {
    const { status, out, err } = await here.loupe('learn', ...words);
    assert.equal(status, 0, out + err);
  };

  before(async () => {
    here = scratch();
    here.write('lib/style.rb', STYLE);
    here.write('test/style_test.rb', TEST);
    await learn();
  });
  after(() => here.remove());

  it('--no-profile does not use what runs have shown', async () => {
    assert.match((await here.loupe('check', 'lib')).out, /safe assuming Style#bold, which is known only from runs/);
    assert.match(
      (await here.loupe('check', '--no-profile', 'lib')).out,
      /safe assuming Style#bold, which has no visible body/,
    );
  });

  it('--stale error fails if a dynamic call has changed since it ran', async () => {
    const fresh = await here.loupe('check', '--stale', 'error', 'lib');
    assert.equal(fresh.status, 0, fresh.err);
    here.write('lib/style.rb', STYLE.replace('# note', '# other note'));
    const stale = await here.loupe('check', '--stale', 'error', 'lib');
    assert.equal(stale.status, 1);
    assert.match(stale.err, /lib\/style\.rb:2: class_eval has changed since/);
    assert.equal((await here.loupe('check', 'lib')).status, 0);
  });

  it('--keep-texts stores evaluated sources as they are', async () => {
    here.write('lib/style.rb', STYLE);
    await learn();
    assert.ok(profile().includes('def bold = ') && !profile().includes('# note'), 'without its comment');
    await learn('--keep-texts');
    assert.ok(profile().includes('# note'), 'with its comment');
  });
});
