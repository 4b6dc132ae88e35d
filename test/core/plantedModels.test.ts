/**
 * Planted unsoundness: a solver that proves everything, and a library signature that claims too much. Wrong methods are
 * then safe from annotation to verdict, and the audit must catch each.
 */
import assert from 'node:assert/strict';
import type { Host } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createAuditHost } from '../harness/auditProofs';
import { createTestHost, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const PATH = 'lies.rb';

describe('planted wrong proofs', () => {
  const ruby = createAuditHost();
  after(() => ruby.close());

  /** The LP9002 message for each method, after an audit of what was proved. */
  const audited = async (text: string, change: (host: Host) => Host, signatures = ''): Promise<readonly string[]> => {
    const honest = createTestHost();
    const host = change({ ...honest, ruby: { ...ruby, close: async () => {} } });
    const workspace = await Workspace.create(host, { ...DEFAULT_SETTINGS, replay: false });
    try {
      if (signatures !== '') workspace.setSignatures('gem/sig/lies.rbs', signatures, 'gem');
      workspace.open(PATH, text);
      await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      assert.deepEqual(new Set(Object.values(verdictsIn(workspace, PATH))), new Set(['safe']));
      await workspace.audit({ wanted: 200, signal: NEVER });
      const { problems } = workspace.snapshot.files.get(PATH)!;
      return problems.filter(each => each.code === 'LP9002').map(({ args }) => `${args.method}: ${args.what}`);
    } finally {
      await workspace.dispose();
    }
  };

  it('are caught if the solver finds no counterexample', async () => {
    const text = `require 'loupe'
type '(Integer a, Integer b) -> Integer'
def divides(a, b) = 100 / (a - b)
type '(Integer x) -> Integer r { r > x }'
def grows(x) = x < 40 ? x + 1 : x
type '(Array<Integer> a) -> Integer'
def heads(a) = a.first
type '(Integer x) -> Integer r { r == x + 1 }'
def holds(x) = x + 1
`;
    const findsNothing = (host: Host): Host => ({
      ...host,
      solver: {
        ...host.solver,
        version: 'lying',
        solve: async queries => queries.map(() => ({ status: 'unsat', rlimit: 0 }) as const),
        close: () => host.solver.close(),
      },
    });
    const found = await audited(text, findsNothing);
    assert.deepEqual(
      found.map(each => each.split(':')[0]),
      ['divides', 'grows', 'heads'],
    );
    assert.match(found.join('\n'), /ZeroDivisionError[\s\S]*r > x is false[\s\S]*is not nil is false/);
  });

  it('are caught if a signature omits nil', async () => {
    const text = `require 'loupe'
type '(String s) -> Integer'
def place(s) = s.byteindex('q')
`;
    const signature = 'class String\n  def byteindex: (String) -> Integer\nend\n';
    assert.match((await audited(text, host => host, signature)).join(), /^place: on return: .* is not nil is false$/);
  });
});
