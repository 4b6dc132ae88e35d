/** An installed Z3 agrees with the built-in one: never safe against unsafe. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NativeZ3, nativeVersion } from '../../../server/src/host/nativeZ3';
import type { Query } from '../../../server/src/proof/query';
import { describeNeeds, NATIVE_Z3 } from '../../harness/requirements';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../../harness/workspace';

function query(text: string, values: readonly string[] = [], preferences: readonly string[] = []): Query {
  return { id: 'q', text, values, watchedIds: values, preferences };
}

const SAT = query('(declare-const x Int)(assert (> x 3))', ['x'], ['(< x 0)', '(= x 59)', '(< x 10)']);
const UNSAT = query('(declare-const x Int)(assert (and (> x 3) (< x 3)))');
const ENDLESS = query(
  '(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (and (> x 2) (> y 2) (> z 2) (= (+ (* x x x) (* y y y)) (* z z z))))',
);
const EXAMPLES = join(__dirname, '..', '..', '..', 'examples');

describeNeeds(NATIVE_Z3, 'an installed z3', () => {
  const version = nativeVersion('z3');
  let z3: NativeZ3;
  beforeEach(() => {
    z3 = new NativeZ3({ command: 'z3', version: version ?? '', size: 2 });
  });
  afterEach(() => z3.close());

  it('answers sat with the preferred values, unsat and errors, in order', async () => {
    const replies = await z3.solve([SAT, UNSAT, query('(assert (> nowhere 3))')], TEST_BUDGET, NEVER);
    assert.deepEqual(
      replies.map(reply => reply.status),
      ['sat', 'unsat', 'error'],
    );
    assert.equal(replies[0]?.status === 'sat' && replies[0].values, '((x 59))');
  });

  it('is stopped by the resource limit, the watchdog and cancellation', async () => {
    const [limited] = await z3.solve([ENDLESS], { rlimit: 20_000, timeoutMs: 60_000 }, NEVER);
    assert.equal(limited?.status, 'unknown');
    const endless = { rlimit: 4_000_000_000, timeoutMs: 200 };
    assert.deepEqual(await z3.solve([ENDLESS], endless, NEVER), [{ status: 'killed', why: 'timeout' }]);
    const withdrawn = new AbortController();
    const asked = z3.solve([ENDLESS, ENDLESS, ENDLESS], { ...endless, timeoutMs: 60_000 }, withdrawn.signal);
    setTimeout(() => withdrawn.abort(), 50);
    assert.deepEqual(await asked, Array(3).fill({ status: 'killed', why: 'cancelled' }));
  });

  it('returns a failure, not an exception, if it does not start', async () => {
    const missing = new NativeZ3({ command: 'no-such-solver', version: '0', size: 1 });
    assert.deepEqual(await missing.solve([UNSAT], TEST_BUDGET, NEVER), [{ status: 'killed', why: 'crashed' }]);
  });

  it('never contradicts the built-in one', async () => {
    const names = readdirSync(EXAMPLES).filter(name => name.endsWith('.rb'));
    const verdictsBy = async (solver: 'wasm' | 'native'): Promise<Record<string, string>> => {
      const workspace = await createTestWorkspace({ settings: { solver } });
      for (const name of names) workspace.open(name, readFileSync(join(EXAMPLES, name), 'utf8'));
      await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
      const verdicts = Object.assign({}, ...names.map(name => verdictsIn(workspace, name)));
      await workspace.dispose();
      return verdicts;
    };
    const [wasm, native] = [await verdictsBy('wasm'), await verdictsBy('native')];
    const decided = (status: string | undefined): boolean => status === 'safe' || status === 'unsafe';
    const both = Object.keys(wasm).filter(key => decided(wasm[key]) && decided(native[key]));
    assert.ok(both.length > 5);
    assert.deepEqual(
      both.filter(key => wasm[key] !== native[key]),
      [],
    );
  });
});
