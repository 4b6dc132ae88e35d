/** Answers shared over HTTP: what they save, and that nothing a server does changes a verdict. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host, SolverHost } from '../../../server/src/engine/host';
import { Workspace } from '../../../server/src/engine/workspace';
import { DiskCache } from '../../../server/src/host/diskCache';
import { readBody, storeKey, writeBody } from '../../../server/src/host/remoteBody';
import { RemoteCache, type RemoteOptions } from '../../../server/src/host/remoteCache';
import { readRemote } from '../../../server/src/host/remoteOptions';
import { SharedCache } from '../../../server/src/host/sharedCache';
import type { Reply } from '../../../server/src/proof/query';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { type AnswerServer, type Fault, startAnswerServer } from '../../harness/answerServer';
import { createTestHost, NEVER, TEST_BUDGET, verdictsIn } from '../../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const PATH = '/remote/clock.rb';
const SOURCE = `class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def right(x) = x == 59 ? 0 : x + 1
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def wrong(x) = x == 58 ? 0 : x + 1
  ##% (Integer a, Integer b { b > 0 }) -> Integer r { r >= 0 or a < 0 }
  def divided(a, b) = a / b
end
`;
const VERDICTS = { 'Clock#right': 'safe', 'Clock#wrong': 'unsafe', 'Clock#divided': 'safe' };
const KEY = 'ab'.repeat(32);
const PROVED: Reply = { status: 'unsat', rlimit: 7 };

const never = (): boolean => false;

/** Every model is denied. */
function lying(solver: SolverHost): SolverHost {
  return {
    ...solver,
    solve: async (queries, budget, signal) => {
      const replies = await solver.solve(queries, budget, signal);
      return replies.map((reply, i) => (reply.status === 'sat' && queries[i]!.values.length > 0 ? PROVED : reply));
    },
  };
}

function countSolved(solver: SolverHost): { readonly solver: SolverHost; readonly solved: () => number } {
  let solved = 0;
  const counting: SolverHost = {
    version: solver.version,
    solve: (queries, budget, signal) => {
      solved += queries.length;
      return solver.solve(queries, budget, signal);
    },
    close: () => solver.close(),
  };
  return { solver: counting, solved: () => solved };
}

interface Machine {
  readonly workspace: Workspace;
  readonly cache: SharedCache;
  readonly solved: () => number;
  readonly warnings: string[];
}

describe('remote cache', () => {
  let server: AnswerServer;
  let folder: string;
  beforeEach(async () => {
    server = await startAnswerServer();
    folder = mkdtempSync(join(tmpdir(), 'loupe-remote-'));
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A machine of its own unless it has the name of another; `isSampled`: nothing is solved again by default. */
  async function createMachine(
    name: string,
    options: Partial<RemoteOptions> = {},
    isSampled: () => boolean = never,
    solverOf: (solver: SolverHost) => SolverHost = solver => solver,
  ): Promise<Machine> {
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    const own = join(folder, name);
    const remote = new RemoteCache(
      { url: new URL(server.url), mode: 'read', token: null, secret: null, ...options },
      { folder: own, warn, timeoutMs: server.fault === 'slow' ? 300 : 60_000, isSampled },
    );
    const cache = new SharedCache(new DiskCache(own), remote);
    const host = createTestHost();
    const counting = countSolved(solverOf(host.solver));
    const workspace = await Workspace.create({ ...host, solver: counting.solver, cache } satisfies Host, SETTINGS);
    return { workspace, cache, solved: counting.solved, warnings };
  }

  async function verify({ workspace }: Machine): Promise<void> {
    workspace.open(PATH, SOURCE);
    await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.deepEqual(verdictsIn(workspace, PATH), VERDICTS);
  }

  async function fill(options: Partial<RemoteOptions> = {}): Promise<number> {
    const machine = await createMachine('writer', { mode: 'write', token: 'secret', ...options });
    await verify(machine);
    return machine.solved();
  }

  /** A machine whose solver proves everything fills the store. */
  async function forge(): Promise<void> {
    server.bodies.clear();
    const forger = await createMachine('forger', { mode: 'write', token: 'stolen' }, never, lying);
    forger.workspace.open(PATH, SOURCE);
    await forger.workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    assert.ok(server.bodies.size > 0);
  }

  it('a second machine sends nothing to the solver', async () => {
    const solved = await fill();
    assert.ok(solved > 0);
    assert.equal(server.bodies.size, solved);
    for (const path of server.bodies.keys()) assert.match(path, /^\/answers\/[0-9a-f]{64}$/);
    const second = await createMachine('second');
    await verify(second);
    assert.equal(second.solved(), 0);
    assert.match(second.cache.describe(), new RegExp(`^answers: 0 local, ${solved} remote, 0 missed$`));
    const { effort } = second.workspace.snapshot.files.get(PATH)!.methods[0]!.verdict!;
    assert.ok(effort.remote > 0 && effort.known === 0 && effort.queries === 0);
  });

  it('keeps what it found on disk, marked as remote', async () => {
    await fill();
    await verify(await createMachine('second'));
    server.requests.length = 0;
    const again = await createMachine('second');
    await verify(again);
    assert.deepEqual([server.requests, again.solved()], [[], 0]);
    assert.ok(again.workspace.snapshot.files.get(PATH)!.methods[0]!.verdict!.effort.remote > 0);
  });

  it('sends the token, and is silent about a store without answers', async () => {
    server.token = 'secret';
    await fill();
    const second = await createMachine('second', { token: 'secret' });
    await verify(second);
    assert.deepEqual([second.solved(), second.warnings], [0, []]);
    const stranger = await createMachine('stranger');
    await verify(stranger);
    assert.match(
      stranger.warnings.join('\n'),
      /^the remote cache 127\.0\.0\.1:\d+ fails \(HTTP status 401\); continuing/,
    );
  });

  const FAULTS: readonly Fault[] = [
    'status 500',
    'status 403',
    'truncated',
    'cut off',
    'slow',
    'redirect',
    'page',
    'huge',
    'shuffled',
  ];
  for (const fault of FAULTS) {
    it(`a fault costs time only: ${fault}`, async () => {
      const solved = await fill();
      server.fault = fault;
      const second = await createMachine('second');
      await verify(second);
      assert.equal(second.solved(), solved);
      assert.ok(second.warnings.length <= 1, 'one message at most');
    });
  }

  it('a fault costs time only: nothing listens', async () => {
    const solved = await fill();
    await server.close();
    const second = await createMachine('second');
    await verify(second);
    assert.equal(second.solved(), solved);
    assert.match(second.warnings.join(), /fails \(.+\); continuing without it$/);
  });

  it('writes only in mode write, and stops when the store refuses', async () => {
    await verify(await createMachine('reader', { token: 'secret' }));
    assert.deepEqual([...server.bodies], []);
    server.fault = 'status 403';
    const refused = await createMachine('refused', { mode: 'write', token: 'secret' });
    await verify(refused);
    assert.match(refused.warnings.join(), /HTTP status 403\); nothing more is written/);
  });

  it('writes what this machine knew before', async () => {
    const solved = await fill({ mode: 'read' });
    assert.equal(server.bodies.size, 0);
    const again = await createMachine('writer', { mode: 'write', token: 'secret' });
    await verify(again);
    assert.deepEqual([again.solved(), server.bodies.size], [0, solved]);
  });

  describe('forged answers', () => {
    it('are found when a wrong one is solved again; then all are discarded', async () => {
      await forge();
      const { size } = server.bodies;
      let found = 0;
      for (let chosen = 1; chosen <= size; chosen++) {
        server.fault = 'none';
        let asked = 0;
        const name = `second ${chosen}`;
        const second = await createMachine(name, {}, () => ++asked === chosen);
        second.workspace.open(PATH, SOURCE);
        await second.workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
        // Some answers of the forger are right.
        if (!/has a wrong answer; it is not used any more/.test(second.warnings.join('\n'))) continue;
        found++;
        assert.deepEqual(verdictsIn(second.workspace, PATH), VERDICTS);
        for (const { verdict } of second.workspace.snapshot.files.get(PATH)!.methods)
          assert.equal(verdict!.effort.remote, 0);
        const later = await createMachine(name);
        server.fault = 'status 500';
        await verify(later);
        assert.equal(later.workspace.snapshot.files.get(PATH)!.methods[0]!.verdict!.effort.remote, 0, 'none was kept');
      }
      assert.ok(found > 0);
    });

    it('without a signature are misses', async () => {
      const solved = await fill({ secret: 'shared by the team' });
      const honest = await createMachine('honest', { secret: 'shared by the team' }, () => true);
      await verify(honest);
      assert.equal(honest.solved(), 0, 'signed answers are not solved again');
      await forge();
      const second = await createMachine('second', { secret: 'shared by the team' });
      await verify(second);
      assert.equal(second.solved(), solved);
      assert.match(second.cache.describe(), /refused/);
    });
  });

  it('reads a body only if all of it is right', () => {
    const body = writeBody(KEY, PROVED, 'secret');
    assert.deepEqual(readBody(KEY, body, 'secret'), PROVED);
    assert.deepEqual(readBody(KEY, body, null), PROVED);
    assert.equal(readBody(KEY, body, 'another secret'), null);
    assert.equal(readBody(KEY, writeBody(KEY, PROVED, null), 'secret'), null);
    assert.equal(readBody('cd'.repeat(32), body, 'secret'), null);
    for (const wrong of ['', '\n', body.slice(1), body.slice(0, -1), `${body} `, body.replace('unsat', 'sat')])
      assert.equal(readBody(KEY, wrong, null), null, JSON.stringify(wrong));
    const cutOff = { status: 'killed', why: 'timeout' } as const;
    assert.equal(readBody(KEY, writeBody(KEY, cutOff, null), null), null);
    assert.match(storeKey(KEY), /^[0-9a-f]{64}$/);
  });

  it('reads the environment before the settings', () => {
    const none = { remote: null, mode: 'read' } as const;
    assert.deepEqual(readRemote(none, {}), { remote: null, problems: [] });
    const read = (environment: Record<string, string>) => {
      const { remote, problems } = readRemote({ remote: 'https://a.example/x', mode: 'write' }, environment);
      return [remote?.url.href ?? null, remote?.mode ?? null, remote?.token ?? null, problems.length];
    };
    assert.deepEqual(read({}), ['https://a.example/x/', 'read', null, 1]);
    assert.deepEqual(read({ LOUPE_CACHE_TOKEN: 't' }), ['https://a.example/x/', 'write', 't', 0]);
    assert.deepEqual(read({ LOUPE_CACHE_MODE: 'read', LOUPE_CACHE_URL: 'http://b.example' }), [
      'http://b.example/',
      'read',
      null,
      0,
    ]);
    for (const wrong of [
      'b.example',
      'ftp://b.example',
      'http://me:pass@b.example',
      'file:///tmp',
      'http://b.example?x',
    ])
      assert.deepEqual(read({ LOUPE_CACHE_URL: wrong }), [null, null, null, 1], wrong);
    assert.deepEqual(read({ LOUPE_CACHE_MODE: 'both' }), [null, null, null, 1]);
  });
});
