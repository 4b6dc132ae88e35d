import assert from 'node:assert/strict';
import { and, not, symbol } from '../../../server/src/logic/build';
import { BOOL_SORT } from '../../../server/src/logic/sorts';
import { Taints } from '../../../server/src/vcgen/state/taints';
import { Trail } from '../../../server/src/vcgen/state/trail';

describe('taints', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(name => symbol(name, BOOL_SORT)) as [never, never, never];
  const both = and(not(a), b);
  const all = and(both, c);
  let trail: Trail;
  let taints: Taints;
  beforeEach(() => {
    trail = new Trail();
    taints = new Taints(trail);
  });

  it('finds what a formula depends on', () => {
    taints.set('a', 1);
    taints.set('c', 2);
    assert.deepEqual([...taints.below([both])], [1]);
    assert.deepEqual([...taints.below([all])].sort(), [1, 2]);
    assert.deepEqual([...taints.below([b])], []);
  });

  it('sees a symbol that is tainted after a formula with it was visited', () => {
    taints.set('a', 1);
    assert.deepEqual([...taints.below([all])], [1]);
    taints.set('b', 3);
    assert.deepEqual([...taints.below([all])].sort(), [1, 3]);
  });

  it('drops what was undone', () => {
    taints.set('a', 1);
    const mark = trail.mark();
    taints.set('b', 3);
    assert.deepEqual([...taints.below([both])].sort(), [1, 3]);
    trail.undo(mark);
    assert.deepEqual([...taints.below([both])], [1]);
    assert.equal(taints.size, 1);
  });
});
