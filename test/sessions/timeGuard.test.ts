/**
 * The time guard only withholds answers: whichever query it stops, a verdict stays the same or becomes undecided, and
 * the next verification decides it. No clock is used: answers are withheld one by one.
 */
import assert from 'node:assert/strict';
import type { Host, SolverHost } from '../../server/src/engine/host';
import { Workspace } from '../../server/src/engine/workspace';
import { MemoryCache } from '../../server/src/host/memoryCache';
import type { Budget, Query, Reply } from '../../server/src/proof/query';
import type { ReplayResult, ReplayScript } from '../../server/src/proof/replay';
import type { Verdict } from '../../server/src/proof/verdict';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const TEXT = `class Sums
  type '(Array<Integer> xs) -> Integer r { r >= 0 }'
  def in_general(xs)
    sum = 0
    xs.each { |x| sum += x * x if x > 1 }
    sum
  end

  type '(Array<Integer> xs) -> Integer r { r % 4 == 0 }'
  def up_to_a_bound(xs)
    sum = 0
    xs.each { |x| sum += x * 2 }
    sum * 2
  end

  type '(Integer x) -> Integer r { r > x && r != 7 }'
  def broken(x) = x + 1

  type '(Integer x { x > 1 && x < 1 }) -> Integer r { r > 0 }'
  def vacuous(x) = x

  type '(Integer x) -> Integer r { r > 0 && r < 0 }', modular: true
  def lying(x) = x

  type '(Integer x) -> Integer r { r == 5 }'
  def trusting(x) = lying(x)
end
`;

/** Answers once per query; withheld answers never arrive. */
class WithheldSolver implements SolverHost {
  readonly answers = new Map<string, Reply>();
  withheld: string | null = null;
  asked = new Set<string>();

  constructor(private readonly inner: SolverHost) {}

  get version(): string {
    return this.inner.version;
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  solve(queries: readonly Query[], budget: Budget, signal: AbortSignal): Promise<readonly Reply[]> {
    return Promise.all(
      queries.map(async query => {
        const key = JSON.stringify([budget.rlimit, query.text, query.values]);
        this.asked.add(key);
        if (key === this.withheld) return { status: 'killed', why: 'timeout' } as const;
        const known = this.answers.get(key) ?? (await this.inner.solve([query], budget, signal))[0]!;
        this.answers.set(key, known);
        return known;
      }),
    );
  }
}

describe('the time guard', function () {
  this.timeout(0);

  it('only turns verdicts into undecided, whichever query it stops', async () => {
    const host = createTestHost();
    const solver = new WithheldSolver(host.solver);
    const settings = { ...DEFAULT_SETTINGS, replay: false };
    const begin = async (): Promise<Workspace> => {
      const workspace = await Workspace.create({ ...host, solver, cache: new MemoryCache() }, settings);
      workspace.open('sums.rb', TEXT);
      return workspace;
    };
    const plain = await begin();
    const expected = await verdictsOf(plain);
    assert.equal(expected['Sums#in_general'], 'safe []');
    assert.match(expected['Sums#up_to_a_bound']!, /^safe .*arrays/);
    assert.match(expected['Sums#broken']!, /^unsafe/);
    assert.match(expected['Sums#vacuous']!, /^vacuous/);
    assert.match(expected['Sums#trusting']!, /^(vacuous|safe)/);
    const questions = [...solver.asked];
    assert.ok(questions.length > 10, `${questions.length} questions`);
    let undecided = 0;
    for (const question of questions) {
      solver.withheld = question;
      const workspace = await begin();
      const stopped = await verdictsOf(workspace);
      for (const [key, verdict] of Object.entries(stopped))
        if (verdict.startsWith('undecided')) undecided++;
        else assert.equal(withoutOwners(verdict), withoutOwners(expected[key]!), `${key}, without ${question}`);
      solver.withheld = null;
      assert.deepEqual(await verdictsOf(workspace), expected, `once more, after ${question}`);
      await workspace.dispose();
    }
    assert.ok(undecided >= 5, `${undecided} verdicts`);
    await plain.dispose();
  });

  it('leaves a counterexample unconfirmed if it stops the run, and the next verification runs it', async () => {
    const host = createTestHost({ mayRun: true });
    let isStopped = true;
    let runs = 0;
    const replay = async (script: ReplayScript, signal: AbortSignal): Promise<ReplayResult> => {
      runs++;
      if (isStopped) return { kind: 'could-not-run', why: 'it did not end within 10 s', timedOut: true };
      return host.ruby.replay(script, signal);
    };
    const slow: Host = { ...host, ruby: { ...host.ruby, replay } };
    const workspace = await Workspace.create(slow, { ...DEFAULT_SETTINGS, replay: true });
    workspace.open('late.rb', LATE);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(causesOf(workspace), { 'Late#broken': 'unsafe unconfirmed', 'Late#tenths': 'undecided null' });
    const before = runs;
    isStopped = false;
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(causesOf(workspace), { 'Late#broken': 'unsafe confirmed', 'Late#tenths': 'undecided null' });
    const after = runs;
    assert.ok(after > before);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.equal(runs, after, 'what has been run is not run again');
    await workspace.dispose();
  });
});

/** `tenths` is refuted over reals only: in floats the sum is too small for it to matter. */
const LATE = `class Late
  type '(Integer x) -> Integer r { r != 7 }'
  def broken(x) = x + 1

  type '(Float x { x > 1.0 }) -> %bool r { r }'
  def tenths(x) = x + 0.00000000000000000001 == x
end
`;

async function verdictsOf(workspace: Workspace): Promise<Record<string, string>> {
  await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
  return Object.fromEntries(methods.map(({ info, verdict }) => [info.key, show(verdict)]));
}

function show(verdict: Verdict | null): string {
  return `${verdict?.status} ${JSON.stringify(verdict?.caveats ?? null)}`;
}

/** A caveat may name an owner that is undecided now. */
function withoutOwners(verdict: string): string {
  return verdict.replace(/,?\{"type":"assuming"[^}]*\}/g, '');
}

function causesOf(workspace: Workspace): Record<string, string> {
  const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
  return Object.fromEntries(
    methods.map(({ info, verdict }) => {
      const open = verdict?.obligations.find(each => each.status !== 'safe');
      return [info.key, `${verdict?.status} ${open?.cause ?? null}`];
    }),
  );
}
