/** What the details of a method say, as data and as Markdown. */
import assert from 'node:assert/strict';
import { detailsOf } from '../../../server/src/ide/details';
import { detailsMarkdown } from '../../../server/src/ide/detailsMarkdown';
import type { MethodKey } from '../../../server/src/types/typedMethod';
import type { MethodDetails } from '../../../shared/src/protocol';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const PATH = '/details/clock.rb';
const SOURCE = `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def wrong(x)
    if x == 58
      0
    else
      x + 1
    end
  end
  ##% (Integer n { n >= 0 }) -> Integer r { r >= 0 }
  def count(n)
    i = 0
    while i < n
      i += 1
    end
    later(i)
  end
  type '(Integer n) -> Integer r { r >= n }', modular: true
  def later(n) = n - 1
end
`;

describe('details of a method', () => {
  const found = new Map<string, MethodDetails>();
  before(async () => {
    const workspace = await createTestWorkspace({ mayRun: true });
    workspace.open(PATH, SOURCE);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    for (const name of ['wrong', 'count']) {
      const key = `Clock#${name}` as MethodKey;
      const options = { settings: DEFAULT_SETTINGS, uriOf: (path: string) => `file://${path}` };
      found.set(name, detailsOf(workspace.snapshot, PATH, key, options)!);
    }
  });

  it('have the call, its values and its steps', () => {
    const { failures, at, name } = found.get('wrong')!;
    assert.deepEqual([name, at], ['Clock#wrong', { uri: `file://${PATH}`, line: 2, character: 6 }]);
    const [failure] = failures;
    assert.match(failure!.call, /wrong\(59\)/);
    assert.ok(failure!.values.some(({ name, value }) => name === 'x' && value === '59'));
    assert.deepEqual(
      failure!.steps.map(({ text, at }) => [text, at?.line]),
      [
        ['x == 58 is false', 3],
        ['returns x + 1', 6],
      ],
    );
    assert.equal(failure!.isConfirmed, true);
  });

  it('list every obligation with its clause', () => {
    const clauses = found.get('wrong')!.obligations.map(({ mark, clause }) => [mark, clause]);
    assert.ok(
      clauses.some(([mark, clause]) => mark === '✗' && clause === 'r < 60'),
      JSON.stringify(clauses),
    );
    assert.ok(
      clauses.some(([mark, clause]) => mark === '✓' && clause === '0 <= r'),
      JSON.stringify(clauses),
    );
  });

  it('name invariants and assumptions with their places', () => {
    const { invariants, assumptions, caveats, effort } = found.get('count')!;
    assert.ok(invariants.length > 0 && invariants.every(({ at }) => at !== null), JSON.stringify(invariants));
    assert.ok(
      assumptions.some(({ text, at }) => text === 'the contract of Clock#later' && at !== null),
      JSON.stringify(assumptions),
    );
    assert.match(caveats.join(), /assuming Clock#later, which/);
    assert.match(effort, /solver quer|answered from the cache/);
  });

  it('are Markdown for other clients', () => {
    const text = detailsMarkdown(found.get('wrong')!);
    assert.match(text, /^Clock#wrong: ✗ /);
    assert.match(text, /```ruby\nClock\.new\.wrong\(59\) {2}# => 60\nx = 59/);
    assert.match(text, /^- ✗ `r < 60`: /m);
    const hostile = { ...found.get('count')!, invariants: [{ text: '```x``` `', at: null }] };
    assert.match(detailsMarkdown(hostile), /^- ```` ```x``` ` ````$/m);
  });
});
