/** `loupe check` in a folder with RBS files. */
import assert from 'node:assert';
import { type Scratch, scratch } from './loupe';

describe('loupe check with RBS files', () => {
  let here: Scratch;
  beforeEach(() => {
    here = scratch();
    here.write('lib/clock.rb', 'class Clock\n  def tick(x) = x + 1\nend\n');
  });
  afterEach(() => here.remove());

  it('checks against the types in sig/', async () => {
    here.write('sig/clock.rbs', 'class Clock\n  def tick: (Integer) -> String\nend\n');
    const { status, out } = await here.loupe('check', 'lib');
    assert.match(out, /lib\/clock\.rb:2:\d+: error LP3/);
    assert.strictEqual(status, 1);
  });

  it('reports problems in sig/', async () => {
    here.write('sig/clock.rbs', 'class Clock\n  def tick (Integer) -> String\nend\n');
    assert.match((await here.loupe('check', 'lib')).out, /sig\/clock\.rbs:2:\d+: error LP25/);
  });

  it('reports a file in sig/ that is not text', async () => {
    here.write('sig/clock.rbs', Buffer.from('class Clock # \xff\nend\n', 'latin1'));
    const { status, out } = await here.loupe('check', 'lib');
    assert.match(out, /sig\/clock\.rbs: error LP0103/);
    assert.strictEqual(status, 1);
  });
});
