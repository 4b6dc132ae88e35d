/**
 * Internal exceptions between an edit and its results, planted in every stage. Thrown once, nothing is lost: everything
 * is rebuilt from scratch, with the results of a fresh check. Thrown always, no stale verdict is shown as current, and
 * LP9001, LP9003 or LP9004 reports it. When it stops, the next edit restores everything.
 */
import assert from 'node:assert/strict';
import { anchorPath } from '../../server/src/base/span';
import { STAGES, type Stage } from '../../server/src/engine/stages';
import { Workspace } from '../../server/src/engine/workspace';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';
import { editBetween } from '../harness/editedProgram';
import { noteSample, sampleOf, stepFor } from '../harness/sampling';
import { shownState } from '../harness/shownState';
import { createTestHost, NEVER, TEST_BUDGET } from '../harness/workspace';

const SETTINGS = { ...DEFAULT_SETTINGS, replay: false };

const FILES: Readonly<Record<string, string>> = {
  'a.rb': `module Foo
  ##% (Integer x) -> Integer r { r > x }
  def self.f(x) = x + 1
end
`,
  'b.rb': `class Bar
  def g(x) = x + 1

  ##% (Integer x) -> Integer r { r > x }
  def h(x) = g(x)

  ##% (Integer x) -> Integer r { r > x }
  def i(x) = Foo.f(x)
end
`,
  'sig/a.rbs': 'class Bar\n  def g: (Integer x) -> Integer\nend\n',
};

/** Each makes something unsafe, or wrong, that was safe. */
const EDITS: Readonly<Record<string, (files: Record<string, string>) => void>> = {
  'of a body': files => replace(files, 'a.rb', 'x + 1', 'x - 9'),
  'of a body without a contract': files => replace(files, 'b.rb', 'x + 1', 'x - 9'),
  'of declarations': files => replace(files, 'b.rb', 'def g(x) = x + 1', 'def other = 1\n  def g(x) = x - 9'),
  'of a contract': files => replace(files, 'a.rb', 'r > x', 'r > x + 5'),
  'of a name': files => {
    replace(files, 'a.rb', 'Foo', 'Fob');
    replace(files, 'a.rb', 'x + 1', 'x - 9');
  },
  'of signatures': files => replace(files, 'sig/a.rbs', '-> Integer', '-> String'),
  'that removes a file': files => {
    delete files['a.rb'];
  },
};

const STEP = stepFor({ test: 3, trust: 2 });

type Edit = readonly [name: string, edit: (files: Record<string, string>) => void];

/** `npm test` takes a sample for each stage. */
function editsFor(stage: Stage): readonly Edit[] {
  const all = Object.entries(EDITS);
  return sampleOf(all, STEP, stage);
}

function replace(files: Record<string, string>, path: string, old: string, text: string): void {
  assert.ok(files[path]!.includes(old));
  files[path] = files[path]!.replace(old, text);
}

describe('an internal exception', () => {
  noteSample('edits with an exception in each stage', 1, STEP);
  const reached = new Set<Stage>();
  let planted: { readonly stage: Stage; left: number } | null = null;
  const onStage = (stage: Stage): void => {
    if (planted === null) return;
    reached.add(stage);
    if (planted.stage !== stage || planted.left-- <= 0) return;
    throw new Error(`planted in ${stage}`);
  };
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const host = { ...createTestHost(), log: quiet, onStage };
  let empty: Workspace;
  before(async () => {
    empty = await Workspace.create(host, SETTINGS);
  });
  after(() => empty.dispose());

  const verify = (workspace: Workspace): Promise<void> => workspace.verify({ budget: TEST_BUDGET, signal: NEVER });

  async function freshState(files: Readonly<Record<string, string>>): Promise<unknown> {
    const fresh = empty.fork();
    for (const [path, text] of Object.entries(files)) fresh.setDisk(path, text);
    await verify(fresh);
    return shownState(fresh);
  }

  async function start(files: Readonly<Record<string, string>>): Promise<Workspace> {
    const workspace = empty.fork();
    for (const [path, text] of Object.entries(files)) workspace.open(path, text);
    await verify(workspace);
    // With a body changed before, as in an editor.
    workspace.edit('a.rb', [editBetween(files['a.rb']!, files['a.rb']!.replace('x + 1', 'x + 2'))]);
    await verify(workspace);
    workspace.edit('a.rb', [editBetween(files['a.rb']!.replace('x + 1', 'x + 2'), files['a.rb']!)]);
    await verify(workspace);
    return workspace;
  }

  function apply(workspace: Workspace, before: Record<string, string>, after: Record<string, string>): void {
    for (const path of Object.keys(before)) {
      if (after[path] === undefined) workspace.remove(path);
      else if (after[path] !== before[path]) workspace.edit(path, [editBetween(before[path]!, after[path]!)]);
    }
  }

  /** Methods whose verdict is shown as current. */
  function currentVerdicts(workspace: Workspace): ReadonlyMap<string, string> {
    const methods = [...workspace.snapshot.files.values()].flatMap(file => file.methods);
    const current = methods.filter(method => method.state === 'done' && method.verdict !== null);
    return new Map(current.map(({ info, verdict }) => [info.key, verdict!.status]));
  }

  for (const stage of STAGES) {
    for (const [name, edit] of editsFor(stage)) {
      it(`once in ${stage}, after an edit ${name}`, async () => {
        const [before, after] = [{ ...FILES }, { ...FILES }];
        edit(after);
        const workspace = await start(before);
        planted = { stage, left: 1 };
        apply(workspace, before, after);
        void workspace.snapshot;
        await verify(workspace);
        shownState(workspace);
        planted = null;
        await verify(workspace);
        const expected = await freshState(after);
        if (isOfOneText(stage)) await assertNothingOld(workspace, after);
        else assert.deepEqual(shownState(workspace), expected);
      });

      it(`always in ${stage}, after an edit ${name}`, async () => {
        const [before, after] = [{ ...FILES }, { ...FILES }];
        edit(after);
        const workspace = await start(before);
        planted = { stage, left: Number.POSITIVE_INFINITY };
        apply(workspace, before, after);
        await verify(workspace);
        await assertNothingOld(workspace, after);
        planted = null;
        for (const path of Object.keys(after)) {
          workspace.edit(path, [{ start: 0, end: 0, text: '# mended\n' }]);
          after[path] = `# mended\n${after[path]}`;
        }
        await verify(workspace);
        assert.deepEqual(shownState(workspace), await freshState(after));
      });
    }
  }

  /** A check that fails is a result like any other, and is kept while the source is the same. */
  function isOfOneText(stage: Stage): boolean {
    return (
      stage === 'check-method' || stage === 'infer-unit' || stage === 'compare-check' || stage === 'read-signatures'
    );
  }

  /** What is reported safe is safe, and each failure is reported. */
  async function assertNothingOld(workspace: Workspace, files: Record<string, string>): Promise<void> {
    const current = currentVerdicts(workspace);
    const problems = [...workspace.snapshot.files.values()].flatMap(file => file.problems);
    planted = null;
    // A file that could not be read declares nothing, and reports it.
    const unread = new Set(
      problems.filter(({ code }) => code === 'LP9003').map(({ place }) => anchorPath(place.anchor)),
    );
    const fresh = empty.fork();
    for (const [path, text] of Object.entries(files)) fresh.setDisk(path, unread.has(path) ? '' : text);
    await verify(fresh);
    const expected = currentVerdicts(fresh);
    const failed = problems.some(({ code }) => code === 'LP9001' || code === 'LP9003' || code === 'LP9004');
    for (const [key, status] of current) {
      if (status !== 'safe') continue;
      assert.equal(expected.get(key), 'safe', `${key} is called safe`);
    }
    if (!failed) assert.deepEqual(current, expected, 'where nothing is reported, nothing is missing');
  }

  it('was planted in every stage', () => {
    assert.deepEqual(
      STAGES.filter(stage => !reached.has(stage)),
      [],
    );
  });
});
