/** RBS files over LSP: types of `sig/` are checked in Ruby files, and follow edits in the editor and on disk. */
import type { TestClient } from './client';
import { type FileChange, has, isEmpty, useFolder } from './folder';

const RUBY = 'class Clock\n  def tick(x) = x + 1\nend\n';
const RIGHT = 'class Clock\n  def tick: (Integer x) -> Integer\nend\n';
const WRONG = RIGHT.replace('-> Integer', '-> String');

describe('language server with RBS files', () => {
  const { uri, write, remove, startHere } = useFolder({ inProcess: true });
  let client: TestClient;
  const changed = (change: FileChange): Promise<void> => client.touched([uri('sig/clock.rbs'), change]);
  const isWrong = has('LP3001');

  beforeEach(async () => {
    write('clock.rb', RUBY);
    write('sig/clock.rbs', WRONG);
    client = await startHere();
    await client.open(uri('clock.rb'), RUBY);
    await client.published(uri('clock.rb'), isWrong);
  });

  it('follows a signature on disk', async () => {
    write('sig/clock.rbs', RIGHT);
    await changed(2);
    await client.published(uri('clock.rb'), isEmpty);
    write('sig/clock.rbs', WRONG);
    await changed(2);
    await client.published(uri('clock.rb'), isWrong);
    remove('sig/clock.rbs');
    await changed(3);
    await client.published(uri('clock.rb'), isEmpty);
  });

  it('follows a signature that is edited, and reports its problems', async () => {
    await client.open(uri('sig/clock.rbs'), WRONG);
    await client.change(uri('sig/clock.rbs'), 2, [{ text: RIGHT }]);
    await client.published(uri('clock.rb'), isEmpty);
    await client.change(uri('sig/clock.rbs'), 3, [{ text: RIGHT.replace('tick:', 'tick') }]);
    await client.published(uri('sig/clock.rbs'), found => found.some(one => one.code === 'LP2511'));
    await client.change(uri('sig/clock.rbs'), 4, [{ text: WRONG }]);
    await client.published(uri('clock.rb'), isWrong);
  });
});
