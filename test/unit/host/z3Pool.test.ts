import assert from 'node:assert/strict';
import { assetPath } from '../../../server/src/host/assets';
import { Z3Pool } from '../../../server/src/host/z3Pool';
import type { Query } from '../../../server/src/proof/query';

function pool(size = 1, spare = false): Z3Pool {
  return new Z3Pool({
    workerFile: assetPath('z3Worker.js'),
    wasmFile: assetPath('z3-built.wasm'),
    version: 'test',
    size,
    spare,
  });
}

function query(text: string, values: readonly string[] = [], preferences: readonly string[] = []): Query {
  return { id: 'q', text, values, watchedIds: values, preferences };
}

const BUDGET = { rlimit: 1_000_000, timeoutMs: 30_000 };
const NEVER = new AbortController().signal;
const SAT = query('(declare-const x Int)(assert (> x 3))', ['x'], ['(< x 0)', '(= x 59)', '(< x 10)']);
const UNSAT = query('(declare-const x Int)(assert (and (> x 3) (< x 3)))');
const ENDLESS = query(
  '(declare-const x Int)(declare-const y Int)(declare-const z Int)(assert (and (> x 2) (> y 2) (> z 2) (= (+ (* x x x) (* y y y)) (* z z z))))',
);

describe('z3 pool', () => {
  let z3: Z3Pool;
  beforeEach(() => {
    z3 = pool(2);
  });
  afterEach(() => z3.close());

  it('answers sat with values, unsat and errors, in order', async () => {
    const replies = await z3.solve([SAT, UNSAT, query('(assert (> nowhere 3))')], BUDGET, NEVER);
    assert.deepEqual(
      replies.map(reply => reply.status),
      ['sat', 'unsat', 'error'],
    );
  });

  it('keeps the preferences that can hold, in order', async () => {
    const [reply] = await z3.solve([SAT], BUDGET, NEVER);
    assert.equal(reply?.status === 'sat' && reply.values, '((x 59))');
  });

  it('stops at the resource limit, with the same figure every time', async () => {
    const small = { rlimit: 200_000, timeoutMs: 60_000 };
    const [first, second] = await z3.solve([ENDLESS, ENDLESS], small, NEVER);
    assert.equal(first?.status, 'unknown');
    assert.deepEqual(first, second);
  });

  it('the limit of one query does not affect the next', async () => {
    await z3.solve([ENDLESS], { rlimit: 1000, timeoutMs: 30_000 }, NEVER);
    assert.equal((await z3.solve([UNSAT], BUDGET, NEVER))[0]?.status, 'unsat');
  });

  it('the watchdog kills a query that hangs, and the pool continues', async () => {
    const endless = { rlimit: 4_000_000_000, timeoutMs: 300 };
    const [hung] = await z3.solve([ENDLESS], endless, NEVER);
    assert.deepEqual(hung, { status: 'killed', why: 'timeout' });
    assert.equal((await z3.solve([SAT], BUDGET, NEVER))[0]?.status, 'sat');
  });

  it('cancels running and waiting queries', async () => {
    const single = pool(1, true);
    const controller = new AbortController();
    const endless = { rlimit: 4_000_000_000, timeoutMs: 60_000 };
    const running = single.solve([ENDLESS, ENDLESS, ENDLESS], endless, controller.signal);
    setTimeout(() => controller.abort(), 200);
    assert.deepEqual(await running, Array(3).fill({ status: 'killed', why: 'cancelled' }));
    assert.equal((await single.solve([UNSAT], BUDGET, NEVER))[0]?.status, 'unsat');
    await single.close();
  });

  it('keeps one spare and no further threads, however often a query is cancelled', async () => {
    const single = pool(1, true);
    const endless = { rlimit: 4_000_000_000, timeoutMs: 60_000 };
    for (let i = 0; i < 4; i++) {
      const cancel = new AbortController();
      const running = single.solve([ENDLESS], endless, cancel.signal);
      setTimeout(() => cancel.abort(), 20);
      await running;
      assert.ok(single.workers <= 2, `${single.workers} threads`);
    }
    assert.equal((await single.solve([UNSAT], BUDGET, NEVER))[0]?.status, 'unsat');
    assert.ok(single.workers <= 2);
    await single.close();
    assert.equal(single.workers, 0);
  });

  it('reports that the solver does not start', async () => {
    const broken = new Z3Pool({
      workerFile: assetPath('z3Worker.js'),
      wasmFile: assetPath('no-such.wasm'),
      version: 'test',
      size: 1,
      spare: false,
    });
    const [reply] = await broken.solve([SAT], BUDGET, NEVER);
    assert.equal(reply?.status, 'error');
    await broken.close();
  });

  it('answers everything when it is closed in the middle', async () => {
    const running = z3.solve([ENDLESS, ENDLESS, SAT], { rlimit: 4_000_000_000, timeoutMs: 60_000 }, NEVER);
    await new Promise(resolve => setTimeout(resolve, 100));
    await z3.close();
    assert.equal((await running).length, 3);
  });
});
