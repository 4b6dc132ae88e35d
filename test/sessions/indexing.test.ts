/** Many files are read in threads: the result is that of a single thread. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { equal } from '../../server/src/base/equal';
import type { EngineEvent } from '../../server/src/engine/events';
import { Workspace } from '../../server/src/engine/workspace';
import { workspaceClasses } from '../../server/src/program/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { createTestHost, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };
const FILES = 320;

function part(n: number): string {
  return `class Part${n}
  var_type :@n, 'Integer n { n >= 0 }'

  def plain(x)
    @seen = x
    x.nil? ? ${n} : x
  end

  type '(Integer x { x >= 0 }) -> Integer r { r >= ${n % 7} }'
  def sum(x) = @n = x + ${n % 5}
end
`;
}

describe('indexing', () => {
  const host = createTestHost();
  let folder: string;
  let paths: readonly string[];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-index-'));
    paths = Array.from({ length: FILES }, (_, n) => {
      const path = join(folder, `part${n}.rb`);
      writeFileSync(path, part(n));
      return path;
    });
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await host.solver.close();
  });

  it('in threads yields the program, problems and verdicts of one thread, and reports progress', async () => {
    const threads = await Workspace.create(host, SETTINGS);
    const progress: EngineEvent[] = [];
    threads.on(event => event.kind === 'progress' && event.what === 'indexing' && progress.push(event));
    await threads.index(paths, NEVER);
    const one = await Workspace.create(host, SETTINGS);
    paths.forEach((path, n) => {
      one.setDisk(path, part(n));
    });
    const [a, b] = [threads.snapshot.program, one.snapshot.program];
    assert.ok(equal(a.descendants, b.descendants));
    const names = (workspace: Workspace): readonly string[] =>
      [...workspaceClasses(workspace.snapshot.program)].map(info => info.name);
    assert.deepEqual(names(threads), names(one));
    for (const info of workspaceClasses(b)) {
      const { methods, fields } = a.classes.get(info.name)!;
      assert.deepEqual([...fields], [...info.fields]);
      assert.deepEqual([...methods.keys()], [...info.methods.keys()]);
    }
    const some = paths.slice(0, 6);
    await threads.verify({ paths: some, budget: TEST_BUDGET, signal: NEVER });
    await one.verify({ paths: some, budget: TEST_BUDGET, signal: NEVER });
    for (const path of some) assert.deepEqual(verdictsIn(threads, path), verdictsIn(one, path));
    assert.deepEqual(
      progress.map(event => event.kind === 'progress' && [event.done, event.total]),
      paths.map((_, i) => [i + 1, FILES]),
    );
  });

  it('reports unreadable files, and reads the rest', async () => {
    const workspace = await Workspace.create(host, SETTINGS);
    const bad = join(folder, 'bad.rb');
    writeFileSync(bad, Buffer.from([0x63, 0xff, 0xfe]));
    const failures = await workspace.index([...paths, bad, join(folder, 'gone.rb')], NEVER);
    assert.deepEqual([...failures].map(([path, { failure }]) => [path.slice(folder.length + 1), failure]).sort(), [
      ['bad.rb', 'not-utf8'],
      ['gone.rb', 'missing'],
    ]);
    assert.equal(workspace.holdings.files, FILES);
  });

  it('keeps files that are open or changed in the meantime', async () => {
    const workspace = await Workspace.create(host, SETTINGS);
    workspace.open(paths[0]!, 'class Part0\nend\n');
    const indexed = workspace.index(paths, NEVER);
    workspace.setDisk(paths[1]!, 'class Newer\nend\n');
    await indexed;
    const { program } = workspace.snapshot;
    assert.equal(program.classes.get('Part0')?.methods.size, 0);
    assert.ok(program.classes.has('Newer') && !program.classes.has('Part1'));
  });

  it('ends when it is cancelled', async () => {
    const workspace = await Workspace.create(host, SETTINGS);
    const cancel = new AbortController();
    workspace.on(event => event.kind === 'progress' && event.done === 20 && cancel.abort());
    await workspace.index(paths, cancel.signal);
    assert.ok(workspace.holdings.files < FILES);
  });
});
