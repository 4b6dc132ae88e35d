/** The order of verification, and that types do not wait for proofs. The solver is a fake that is slow on purpose. */
import assert from 'node:assert/strict';
import type { Host, SolverHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import type { Reply } from '../../server/src/proof/query';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

/** Bounds differ, so that no two methods have the same query. */
function part(name: string, methods: number, bound: number): string {
  const one = (i: number): string =>
    `  type '(Integer x { x > ${bound + i} }) -> Integer r { r > ${bound + i} }'\n  def m${i}(x) = x * x\n`;
  return `class ${name}\n${Array.from({ length: methods }, (_, i) => one(i)).join('\n')}end\n`;
}

class SlowSolver implements SolverHost {
  readonly version = 'slow';
  asked = 0;
  /** Null: never answers; otherwise at once. */
  constructor(private readonly answer: Reply | null) {}

  async solve(queries: readonly unknown[], _: unknown, signal: AbortSignal): Promise<readonly Reply[]> {
    this.asked += queries.length;
    if (this.answer) return queries.map(() => this.answer!);
    const killed: Reply = { status: 'killed', why: 'cancelled' };
    return new Promise(resolve => signal.addEventListener('abort', () => resolve(queries.map(() => killed))));
  }

  async close(): Promise<void> {}
}

async function workspaceWith(solver: SolverHost): Promise<Workspace> {
  const host: Host = { ...createTestHost(), solver };
  return Workspace.create(host, SETTINGS);
}

const PROVED: Reply = { status: 'unsat', rlimit: 1 };

describe('scheduling', () => {
  it('the edited method comes first, then visible ones, its file, open files, the rest', async () => {
    const workspace = await workspaceWith(new SlowSolver(PROVED));
    workspace.setDisk('a.rb', part('A', 2, 100));
    workspace.open('b.rb', part('B', 2, 200));
    const text = part('C', 5, 300);
    workspace.open('c.rb', text);
    workspace.focus('c.rb', [text.indexOf('def m3')]);
    workspace.see('c.rb', { start: text.indexOf('def m1'), end: text.indexOf('def m1') + 3 });
    const order: string[] = [];
    workspace.on(event => event.kind === 'state' && event.state === 'verifying' && order.push(event.method));
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(order, ['C#m3', 'C#m1', 'C#m0', 'C#m2', 'C#m4', 'B#m0', 'B#m1', 'A#m0', 'A#m1']);
  });

  it('types are available while proofs run, also after an edit', async () => {
    const workspace = await workspaceWith(new SlowSolver(null));
    const text = part('A', 3, 0);
    workspace.open('a.rb', text);
    const stop = new AbortController();
    const run = workspace.verify({ budget: TEST_BUDGET, signal: stop.signal });
    while (!workspace.snapshot.files.get('a.rb')!.methods.some(method => method.state === 'verifying'))
      await new Promise(setImmediate);
    assert.ok(workspace.snapshot.files.get('a.rb')!.methods.every(method => method.typed !== null));
    const at = text.indexOf('x * x');
    workspace.edit('a.rb', [{ start: at, end: at + 5, text: '"no"' }]);
    assert.deepEqual(
      workspace.snapshot.files.get('a.rb')!.problems.map(problem => problem.code.slice(0, 3)),
      ['LP3'],
    );
    stop.abort();
    await run;
  });

  it('a cancelled run sends no more queries', async () => {
    const solver = new SlowSolver(null);
    const workspace = await workspaceWith(solver);
    workspace.open('a.rb', part('A', 40, 0));
    const stop = new AbortController();
    const run = workspace.verify({ budget: TEST_BUDGET, signal: stop.signal });
    while (solver.asked === 0) await new Promise(setImmediate);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    const { asked } = solver;
    assert.ok(asked < 40);
    stop.abort();
    await run;
    assert.equal(solver.asked, asked);
  });

  it('a huge file does not block others', async () => {
    const workspace = await workspaceWith(new SlowSolver(PROVED));
    workspace.open('huge.rb', part('Huge', 120, 0));
    const stop = new AbortController();
    const run = workspace.verify({ budget: TEST_BUDGET, signal: stop.signal });
    await new Promise(setImmediate);
    assert.ok(workspace.counts.checked < 30, `${workspace.counts.checked} methods were checked at a stretch`);
    stop.abort();
    await run;
    assert.ok(workspace.counts.checked < 60);
  });

  it('concurrent methods with the same query send it once', async () => {
    const solver = new SlowSolver(PROVED);
    const workspace = await workspaceWith(solver);
    const one = (name: string): string =>
      `  type '(Integer x { x > 7 }) -> Integer r { r > 7 }'\n  def ${name}(x) = x * x\n`;
    const file = (...names: readonly string[]): string => `class A\n${names.map(one).join('\n')}end\n`;
    workspace.open('a.rb', file('a', 'b', 'c', 'd'));
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const { queries, verified } = workspace.counts;
    const once = await workspaceWith(new SlowSolver(PROVED));
    once.open('a.rb', file('a'));
    await once.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual({ queries, verified }, { queries: once.counts.queries, verified: 4 });
  });
});
