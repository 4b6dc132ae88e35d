/** The map of a key is found with one step for each point where branches meet, however many paths lead there. */
import assert from 'node:assert/strict';
import { int, symbol } from '../../../server/src/logic/build';
import { BOOL_SORT } from '../../../server/src/logic/sorts';
import { fieldKey } from '../../../server/src/vcgen/state/heapKey';
import { KeyMap } from '../../../server/src/vcgen/state/keyedMap';
import { type Epoch, type Heap, mapOf } from '../../../server/src/vcgen/state/state';

const JOINS = 60;

function heapOf(epoch: Epoch): Heap {
  return { maps: new KeyMap(), epoch, alloc: int(0), version: int(0) };
}

/** Everything is new but one object, which keeps its state. */
function havocked(id: number, before: Heap | null): Heap {
  const kept = before && { refs: [int(id)], before };
  return heapOf({ kind: 'base', id, alloc: int(0), kept, taint: null, only: null });
}

describe('the map of a key', () => {
  it('costs a step for each havoc', () => {
    let heap = havocked(0, null);
    for (let i = 1; i <= JOINS; i++) {
      const condition = symbol(`c${i}`, BOOL_SORT);
      heap = heapOf({ kind: 'join', condition, yes: havocked(2 * i, heap), no: havocked(2 * i + 1, heap) });
    }
    const created: string[] = [];
    mapOf(heap, fieldKey('@x'), name => created.push(name));
    assert.equal(created.length, 2 * JOINS + 1);
    assert.equal(new Set(created).size, created.length);
  });
});
