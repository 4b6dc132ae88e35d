/** RBS files of the workspace and of its gems: they type unannotated methods, and edits are picked up. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Workspace } from '../../server/src/engine/workspace';
import { findSignatureFiles } from '../../server/src/host/signatureFiles';
import { parseGemfileLock } from '../../server/src/parse/gemfileLock';
import { messageOf } from '../../server/src/problems/catalogue';
import { createTestWorkspace, NEVER, TEST_BUDGET, verdictsIn } from '../harness/workspace';

const RUBY = `class Clock
  def tick(x)
    x + 1
  end
  type '(Integer x) -> String'
  def shown(x)
    Paint.wash(x)
  end
end
`;

async function settled(workspace: Workspace): Promise<Record<string, string>> {
  await workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
  return verdictsIn(workspace, 'clock.rb');
}

function problemsOf(workspace: Workspace, path: string): readonly string[] {
  return (workspace.snapshot.files.get(path)?.problems ?? []).map(messageOf);
}

describe('signature files of a workspace', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createTestWorkspace();
    workspace.setDisk('clock.rb', RUBY);
    workspace.setSignatures(
      'gems/paint/sig/paint.rbs',
      'class Paint\n  def self.wash: (Integer) -> String\nend\n',
      'gem',
    );
    workspace.setDisk('sig/clock.rbs', 'class Clock\n  def tick: (Integer x) -> Integer\nend\n');
  });
  afterEach(() => workspace.dispose());

  it('check a body against its RBS type, and calls of gems against theirs', async () => {
    assert.deepEqual(await settled(workspace), { 'Clock#tick': 'safe', 'Clock#shown': 'safe' });
    workspace.setDisk('sig/clock.rbs', 'class Clock\n  def tick: (Integer x) -> String\nend\n');
    assert.equal((await settled(workspace))['Clock#tick'], 'type-error');
    workspace.setSignatures(
      'gems/paint/sig/paint.rbs',
      'class Paint\n  def self.wash: (Integer) -> Symbol\nend\n',
      'gem',
    );
    assert.equal((await settled(workspace))['Clock#shown'], 'type-error');
  });

  it('type `new`, even if they omit its parameters', async () => {
    const makes = (result: string) => `class Clock\n  type '() -> ${result}'\n  def tone = Paint.new(1).tone\nend\n`;
    workspace.setSignatures('gems/paint/sig/paint.rbs', 'class Paint\n  def tone: () -> Integer\nend\n', 'gem');
    workspace.setDisk('clock.rb', makes('String'));
    assert.equal((await settled(workspace))['Clock#tone'], 'type-error');
    workspace.setDisk('clock.rb', makes('Integer'));
    assert.equal((await settled(workspace))['Clock#tone'], 'not-modelled');
  });

  it('are removed with their file', async () => {
    await settled(workspace);
    workspace.remove('sig/clock.rbs');
    assert.equal((await settled(workspace))['Clock#tick'], 'unchecked');
    assert.equal(workspace.snapshot.files.has('sig/clock.rbs'), false);
  });

  it('yield to the workspace if a gem disagrees', async () => {
    workspace.setDisk('sig/paint.rbs', 'class Paint\n  def self.wash: (Integer) -> Symbol\nend\n');
    assert.equal((await settled(workspace))['Clock#shown'], 'type-error');
  });

  it('include packages of gems, whose claims are named and whose mistakes are not reported', async () => {
    const path = 'gems/paint-2.3.0/loupe/paint.rb';
    const body = "class Paint\n  type '(Integer n) -> String'\n  def self.wash(n) = n.to_s\n  puts 1\nend\n";
    workspace.setSignatures(path, body, 'gem');
    assert.equal((await settled(workspace))['Clock#shown'], 'safe');
    const shown = workspace.snapshot.files.get('clock.rb')?.methods.find(({ info }) => info.name === 'shown');
    assert.deepEqual(shown?.verdict?.caveats, [
      { type: 'assuming', what: 'Paint.wash', because: 'only paint-2.3.0/loupe/paint.rb describes' },
    ]);
    assert.deepEqual(problemsOf(workspace, path), []);
    workspace.setSignatures(path, body.replace('String', 'Symbol'), 'gem');
    assert.equal((await settled(workspace))['Clock#shown'], 'type-error');
    workspace.remove(path);
    assert.equal((await settled(workspace))['Clock#shown'], 'safe');
  });

  it('are edited like any file, and report their own problems, but not those of gems', async () => {
    workspace.open('sig/clock.rbs', 'class Clock\n  def tick: (Integer x) -> \nend\n');
    workspace.setSignatures('gems/paint/sig/paint.rbs', 'class Paint\n  def self.wash: (\nend\n', 'gem');
    assert.notDeepEqual(problemsOf(workspace, 'sig/clock.rbs'), []);
    assert.deepEqual(problemsOf(workspace, 'gems/paint/sig/paint.rbs'), []);
    const at = 'class Clock\n  def tick: (Integer x) -> '.length;
    workspace.edit('sig/clock.rbs', [{ start: at, end: at, text: 'String' }]);
    assert.deepEqual(problemsOf(workspace, 'sig/clock.rbs'), []);
    assert.equal((await settled(workspace))['Clock#tick'], 'type-error');
  });
});

describe('locations of signature files', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'loupe-signatures-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function put(path: string, text = ''): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  const LOCK = `PATH
  remote: engines/blog
  specs:
    blog (0.1.0)
      paint (>= 2)

GEM
  remote: https://example.org/
  specs:
    paint (2.3.0)
      wash (~> 1.0)
    wash (1.0.1)

DEPENDENCIES
  blog!
`;

  it('read the lock file without its dependencies', () => {
    assert.deepEqual(
      parseGemfileLock(LOCK).map(gem => `${gem.name} ${gem.version} ${gem.folder ?? ''}`.trim()),
      ['blog 0.1.0 engines/blog', 'paint 2.3.0', 'wash 1.0.1'],
    );
  });

  it('include packages: loupe/ of the workspace and of gems, without folders in it', async () => {
    put('Gemfile.lock', LOCK);
    put('loupe/app.rb');
    put('loupe/inner/no.rb');
    put('lib/loupe/no.rb');
    put('engines/blog/loupe/blog.rb');
    put('vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/sig/paint.rbs');
    put('vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/loupe/paint.rb');
    const found = await findSignatureFiles(root);
    assert.deepEqual(
      found.map(({ path, origin }) => `${origin} ${path.slice(root.length + 1)}`),
      [
        'workspace loupe/app.rb',
        'gem vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/sig/paint.rbs',
        'gem engines/blog/loupe/blog.rb',
        'gem vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/loupe/paint.rb',
      ],
    );
  });

  it('include sig/, gems of the lock file, and the collection for gems without signatures', async () => {
    put('Gemfile.lock', LOCK);
    put('sig/app.rbs');
    put('elsewhere/no.rbs');
    put('engines/blog/sig/blog.rbs');
    put('vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/sig/paint.rbs');
    put('vendor/bundle/ruby/3.4.0/gems/paint-1.0.0/sig/old.rbs');
    put('.gem_rbs_collection/paint/2.3/paint.rbs');
    put('.gem_rbs_collection/wash/1.0/wash.rbs');
    const found = await findSignatureFiles(root);
    assert.deepEqual(
      found.map(({ path, origin }) => `${origin} ${path.slice(root.length + 1)}`),
      [
        'workspace sig/app.rbs',
        'gem engines/blog/sig/blog.rbs',
        'gem vendor/bundle/ruby/3.4.0/gems/paint-2.3.0/sig/paint.rbs',
        'gem .gem_rbs_collection/wash/1.0/wash.rbs',
      ],
    );
  });
});
