/** Which objects of an input occur in several places: these get a name in the call that is shown. */
import assert from 'node:assert/strict';
import type { AuditValue } from '../../../server/src/judge/auditInput';
import { findRepeated } from '../../../server/src/judge/sharedValues';

const array = (id: string): AuditValue => ({ kind: 'array', id, elements: [] });
const made = (id: string, value: AuditValue): AuditValue => ({
  kind: 'new',
  id,
  className: 'Box',
  args: [{ name: 'items', keyword: false, value }],
});

describe('repeated objects of an input', () => {
  const cases: readonly {
    readonly title: string;
    readonly values: readonly AuditValue[];
    readonly ids: readonly string[];
  }[] = [
    { title: 'none', values: [made('o1', array('a1')), made('o2', array('a2'))], ids: [] },
    {
      title: 'the receiver as an argument',
      values: [made('o1', array('a1')), { kind: 'again', id: 'o1' }],
      ids: ['o1'],
    },
    {
      title: 'what two constructors are given',
      values: [made('o1', array('a1')), made('o2', { kind: 'again', id: 'a1' })],
      ids: ['a1'],
    },
    { title: 'the same id, written out twice', values: [array('a1'), array('a1')], ids: ['a1'] },
    { title: 'objects without an id of their own', values: [array(''), array('')], ids: [] },
  ];
  for (const { title, values, ids } of cases) it(title, () => assert.deepEqual([...findRepeated(values)], ids));
});
