/**
 * Comments, unrelated code, the order of methods and names of locals change no query. `npm test` takes a sample of the
 * files, `npm run test:trust` every file, with all of these changes at once, in another workspace; in full, each is made
 * alone.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '../../server/src/base/hash';
import type { Workspace } from '../../server/src/engine/workspace';
import { encode } from '../../server/src/solve/solve';
import { inAnotherOrder, withOtherLocals } from '../harness/rewriteProgram';
import { IS_FULL, sampleByName } from '../harness/sampling';
import { createTestWorkspace } from '../harness/workspace';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['test/fixtures/verify', 'test/fixtures/rtr', 'test/fixtures/language', 'examples', 'examples/rtr'];
const SHARE = { test: 4, trust: 1 };

function sources(): readonly { readonly path: string; readonly text: string }[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder))
      .filter(name => name.endsWith('.rb') && name !== 'matrix.rb')
      .map(name => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') })),
  );
}

/** `method obligation -> hash of the query` for a file. */
function queriesOf(workspace: Workspace, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { info } of workspace.snapshot.files.get(path)?.methods ?? []) {
    for (const set of workspace.obligationsOf(info.key) ?? [])
      for (const query of encode(set)) found[`${info.key} ${query.id}`] = hash(query.text, ...query.values);
  }
  return found;
}

/** A magic comment stays at the top. */
function withUnrelatedCode(text: string): string {
  const first = text.search(/^(?!#)/m);
  const unrelated = '# A comment.\n\nclass LoupeUnrelated\n  def nothing(a) = a\nend\n\n';
  return `${text.slice(0, first)}${unrelated}${text.slice(first)}\n# The end.\n`;
}

describe('solver queries', function () {
  this.timeout(0);
  let workspace: Workspace;
  let other: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
    other = await createTestWorkspace();
  });
  after(() => Promise.all([workspace.dispose(), other.dispose()]));

  function ask(path: string, text: string, where: Workspace = workspace): Record<string, string> {
    where.open(path, text);
    const found = Object.entries(queriesOf(where, path)).filter(([key]) => !key.startsWith('LoupeUnrelated'));
    where.remove(path);
    return Object.fromEntries(found);
  }

  const files = IS_FULL
    ? []
    : sampleByName('files with changed locals, order and comments', sources(), SHARE, ({ path }) => path);
  for (const { path, text } of files)
    it(`of ${path} do not depend on locals, order, comments, unrelated code or the workspace`, async () => {
      const changed = withUnrelatedCode(await withOtherLocals(await inAnotherOrder(text)));
      assert.deepEqual(ask(path, changed, other), ask(path, text));
    });

  for (const { path, text } of IS_FULL ? sources() : []) {
    let known: Record<string, string> | null = null;
    const plain = (): Record<string, string> => {
      known ??= ask(path, text);
      return known;
    };

    it(`of ${path} do not depend on the names of locals`, async () => {
      assert.deepEqual(ask(path, await withOtherLocals(text)), plain());
    });

    it(`of ${path} do not depend on the order of methods`, async () => {
      assert.deepEqual(ask(path, await inAnotherOrder(text)), plain());
    });

    it(`of ${path} do not depend on comments, blank lines or unrelated code`, () => {
      assert.deepEqual(ask(path, withUnrelatedCode(text)), plain());
    });

    it(`of ${path} are the same in every workspace`, () => {
      assert.deepEqual(ask(path, text, other), plain());
    });
  }

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
