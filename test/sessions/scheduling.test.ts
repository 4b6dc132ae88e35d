/** Who is served first, and that nobody waits for a proof. The solver is a stand-in, so that it can be slow on purpose. */
import assert from 'node:assert/strict';
import type { Host, SolverHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import type { Reply } from '../../server/src/proof/query';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

/** Every bound is another, so that no two methods ask the same. */
function part(name: string, methods: number, bound: number): string {
  const one = (i: number): string =>
    `  type '(Integer x { x > ${bound + i} }) -> Integer r { r > ${bound + i} }'\n  def m${i}(x) = x * x\n`;
  return `class ${name}\n${Array.from({ length: methods }, (_, i) => one(i)).join('\n')}end\n`;
}

class SlowSolver implements SolverHost {
  readonly version = 'slow';
  asked = 0;
  /** Null: never answers; else at once. */
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
  it('the edited method comes first, then what is on screen, its file, open files, the rest', async () => {
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

  it('types are there while proofs are under way, also of an edit', async () => {
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

  it('a cancelled run asks nothing more', async () => {
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

  it('a huge file does not keep others from their turn', async () => {
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

  it('methods that ask the same at the same time ask once', async () => {
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
