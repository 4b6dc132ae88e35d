import assert from 'node:assert/strict';
import { filesInOrder } from '../../../server/src/engine/schedule';

describe('schedule', () => {
  it('the file in focus comes first, then open files, then the rest, each by path', () => {
    const open = new Set(['d.rb', 'b.rb']);
    const order = filesInOrder(
      ['a.rb', 'd.rb', 'c.rb', 'b.rb', 'e.rb'],
      { path: 'e.rb', offsets: [], visible: null },
      path => open.has(path),
    );
    assert.deepEqual(order, ['e.rb', 'b.rb', 'd.rb', 'a.rb', 'c.rb']);
  });
});
