/** Comments, unrelated code, the order of files and names of locals change no query. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '../../server/src/base/hash';
import type { Workspace } from '../../server/src/engine/workspace';
import { encode } from '../../server/src/solve/solve';
import { inAnotherOrder, withOtherLocals } from '../harness/reworded';
import { createTestWorkspace } from '../harness/workspace';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['test/fixtures/verify', 'test/fixtures/rtr', 'test/fixtures/language', 'examples', 'examples/rtr'];

function sources(): readonly { readonly path: string; readonly text: string }[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder))
      .filter(name => name.endsWith('.rb') && name !== 'matrix.rb')
      .map(name => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') })),
  );
}

/** `method obligation -> hash of the query` for a file. */
function questions(workspace: Workspace, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { info } of workspace.snapshot.files.get(path)?.methods ?? []) {
    for (const set of workspace.obligationsOf(info.key) ?? [])
      for (const query of encode(set)) found[`${info.key} ${query.id}`] = hash(query.text, ...query.values);
  }
  return found;
}

describe('solver queries', function () {
  this.timeout(0);
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  function ask(path: string, text: string): Record<string, string> {
    workspace.open(path, text);
    const found = questions(workspace, path);
    workspace.remove(path);
    return found;
  }

  for (const { path, text } of sources()) {
    it(`of ${path} do not depend on the names of locals`, async () => {
      assert.deepEqual(ask(path, await withOtherLocals(text)), ask(path, text));
    });

    it(`of ${path} do not depend on the order of methods`, async () => {
      assert.deepEqual(ask(path, await inAnotherOrder(text)), ask(path, text));
    });

    it(`of ${path} do not depend on comments, blank lines or unrelated code`, () => {
      const plain = ask(path, text);
      const first = text.search(/^(?!#)/m); // magic comments stay at the top
      const unrelated = '# A comment.\n\nclass LoupeUnrelated\n  def nothing(a) = a\nend\n\n';
      const above = ask(path, text.slice(0, first) + unrelated + text.slice(first));
      const { ...same } = Object.fromEntries(
        Object.entries(above).filter(([key]) => !key.startsWith('LoupeUnrelated')),
      );
      assert.deepEqual(same, plain);
      assert.deepEqual(ask(path, `${text}\n# The end.\n`), plain);
    });
  }

  it('are the same in every workspace', async () => {
    const other = await createTestWorkspace();
    for (const { path, text } of sources()) {
      other.open(path, text);
      assert.deepEqual(questions(other, path), ask(path, text));
      other.remove(path);
    }
    await other.dispose();
  });

  it('do not depend on the names of locals, nor on the order of methods', () => {
    const type = "  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'\n";
    const first = (local: string): string =>
      `${type}  def one(x)\n    ${local} = x + 1\n    ${local} = 0 if ${local} == 60\n    ${local}\n  end\n`;
    const second = `${type}  def two(x)\n    x == 58 ? 0 : x + 1\n  end\n`;
    const file = (...methods: readonly string[]): string => `class Clock\n${methods.join('\n')}end\n`;
    const plain = ask('clock.rb', file(first('y'), second));
    assert.ok(Object.keys(plain).length >= 2);
    assert.deepEqual(ask('clock.rb', file(first('another_name'), second)), plain);
    assert.deepEqual(ask('clock.rb', file(second, first('y'))), plain);
    assert.notDeepEqual(ask('clock.rb', file(first('y').replace('60\n', '61\n'), second)), plain);
  });
});
