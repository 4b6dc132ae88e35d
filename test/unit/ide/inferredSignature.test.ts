/** The code actions that add inferred signatures. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { lensesOf } from '../../../server/src/ide/codeLens';
import type { Fix } from '../../../server/src/ide/fixes/fix';
import { proposalsAt } from '../../../server/src/ide/fixes/fixes';
import { applyFix, tryFixes } from '../../../server/src/ide/fixes/trial';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/src/settings';
import { createTestWorkspace, NEVER } from '../../harness/workspace';

const PATH = 'names.rb';
const CODE = `class Names
  def greet(name) = "Hello #{name}"
  def count = 3
  def open(thing) = thing.other.more
end

def top = Names.new.greet("you")
`;

describe('adding inferred signatures', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const offered = async (at: string, settings: Partial<Settings> = {}): Promise<readonly Fix[]> => {
    workspace.open(PATH, CODE);
    const start = CODE.indexOf(at);
    const all = { ...DEFAULT_SETTINGS, ...settings };
    const proposals = proposalsAt(workspace.snapshot, PATH, { start, end: start }, all);
    return tryFixes({ workspace, settings: all, signal: NEVER }, proposals);
  };
  const titles = async (at: string): Promise<readonly string[]> => (await offered(at)).map(({ title }) => title);

  it('adds the signature of a method, of a class and of a file', async () => {
    const [greet] = await offered('greet(name)');
    assert.strictEqual(greet?.title, 'Add inferred signature: ##% (String name) -> String');
    assert.match(applyFix(CODE, greet), /^ {2}##% \(String name\) -> String\n {2}def greet/m);
    assert.deepStrictEqual(await titles('def count'), ['Add inferred signature: ##% () -> Integer'], 'at its def, too');
    assert.deepStrictEqual(await titles('Names'), [
      'Add 2 inferred signatures of Names',
      'Add 3 inferred signatures of this file',
    ]);
  });

  it('writes them as the setting says', async () => {
    const [type] = await offered('count', { signatureStyle: 'type' });
    assert.match(applyFix(CODE, type!), /^ {2}type '\(\) -> Integer'\n {2}def count/m);
    const [rbs] = await offered('greet(name)', { signatureStyle: 'rbs' });
    assert.match(applyFix(CODE, rbs!), /^ {2}#: \(String name\) -> String\n {2}def greet/m);
  });

  it('writes %dyn where a part is unknown; for a class or file, only what is known', async () => {
    assert.deepStrictEqual(await titles('open(thing)'), [
      'Add inferred signature: ##% ([other: () -> %dyn] thing) -> %dyn',
    ]);
    workspace.open(PATH, CODE);
    const lenses = lensesOf(workspace.snapshot, PATH).map(({ title, method }) => `${method}: ${title}`);
    assert.deepStrictEqual(lenses, [
      'Names#greet: Add inferred signature',
      'Names#count: Add inferred signature',
      'Names#open: Add inferred signature',
      '#top: Add inferred signature',
    ]);
  });
});
