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
  ##% (Integer n { n >= 0 }, Integer limit) -> Integer r { r >= 0 }
  def halve(n, limit)
    return 0 if limit <= n
    left = later(n)
    limit - left
    left
  end
end
`;

/** A line of each method that the details are asked about. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  wrong: 'x + 1',
  count: 'i += 1',
  halve: 'limit - left',
};

describe('details of a method', () => {
  const found = new Map<string, MethodDetails>();
  before(async () => {
    const workspace = await createTestWorkspace({ mayRun: true });
    workspace.open(PATH, SOURCE);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    for (const name of ['wrong', 'count', 'halve']) {
      const key = `Clock#${name}` as MethodKey;
      const at = SOURCE.indexOf(LOOKED_AT[name]!);
      const facts = await workspace.proofFactsOf(key, at, { budget: TEST_BUDGET, signal: NEVER });
      const line = SOURCE.slice(0, at).split('\n').length - 1;
      const options = { settings: DEFAULT_SETTINGS, uriOf: (path: string) => `file://${path}`, facts, line };
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

  it('list what is known at a line, on its path only', () => {
    const known = (name: string) => found.get(name)!.here?.facts.map(({ source, text }) => `${source}: ${text}`);
    assert.deepEqual(known('wrong'), ['precondition: 0 <= x', 'precondition: x < 60', 'false here: x == 58']);
    assert.deepEqual(known('count'), [
      'precondition: n >= 0',
      'loop invariant: i <= n',
      'loop invariant: i >= 0',
      'true here: i < n',
    ]);
    assert.deepEqual(known('halve'), [
      'precondition: n >= 0',
      'false here: limit <= n',
      'postcondition of Clock#later: r >= n',
    ]);
  });

  it('mark what a proof uses', () => {
    const proved = found.get('halve')!.obligations.find(({ clause }) => clause === 'r >= 0')!;
    assert.deepEqual(
      proved.facts.map(({ text, isUsed }) => [text, isUsed]),
      [
        ['n >= 0', true],
        ['r >= n', true],
      ],
    );
    const failed = found.get('wrong')!.obligations.find(({ clause }) => clause === 'r < 60')!;
    assert.ok(failed.facts.length > 0 && failed.facts.every(({ isUsed }) => isUsed === null));
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
