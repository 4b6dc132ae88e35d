/** A call on a path that no recorded run took, found by the solver and confirmed by Ruby, and the test that makes it. */
import assert from 'node:assert/strict';
import { findMissingCall } from '../../../server/src/engine/learn/missingPath';
import { recordFiles } from '../../../server/src/engine/learn/recordFiles';
import type { Workspace } from '../../../server/src/engine/workspace';
import { testMissingPath } from '../../../server/src/ide/missingPath';
import { methodByKey } from '../../../server/src/program/lookup';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { rubyParser } from '../../harness/rubyParser';
import { createTestWorkspace, NEVER, TEST_BUDGET } from '../../harness/workspace';

const MONEY = `class Money
  def initialize(cents)
    @cents = cents
  end

  def split(parts)
    return [] if parts.zero?
    raise ArgumentError, 'negative' if parts < 0 && @cents > 5

    Array.new(parts, @cents)
  end

  def kind(x)
    case x
    when 1 then 'one'
    else 'many'
    end
  end

  def never(x)
    x * x < 0 ? 1 : 2
  end
end
`;

/** The first outcome of each branch was not seen: path 2 is "else", 8 the second "else". */
async function learned(): Promise<Workspace> {
  const recorded = recordFiles(await rubyParser, [{ path: 'lib/money.rb', text: MONEY }], '');
  const seen: Readonly<Record<string, readonly [readonly string[], string, string]>> = {
    'Money#initialize': [['Integer'], '0', 'Money'],
    'Money#split': [['Integer', 'Integer'], '2a', 'Array'],
    'Money#kind': [['Integer'], '2', 'String'],
    'Money#never': [['Integer'], '2', 'Integer'],
  };
  const methods = recorded.methods.map(method => {
    const [classes, path, result] = seen[method.name] ?? [[], '0', 'Integer'];
    const count = method.parameters.filter(each => each.recorded).length + method.fields.length;
    return { ...method, calls: [{ classes: classes.slice(0, count), path, result, count: 1, from: null }] };
  });
  const workspace = await createTestWorkspace({ mayRun: true });
  workspace.setDisk('/w/lib/money.rb', MONEY);
  workspace.setProfile({ schema: 1, ruby: [], processes: 1, classes: {}, methods, sites: [], shapes: [] }, '/w');
  return workspace;
}

describe('paths that no recorded run took', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await learned();
  });
  after(() => workspace.dispose());

  const find = (key: string) => findMissingCall(workspace, { key, budget: TEST_BUDGET, signal: NEVER });

  it('a call takes one', async () => {
    const found = await find('Money#split');
    assert.deepEqual([found?.line, found?.condition, found?.isTrue], [6, 'parts.zero?', true]);
    assert.match(found?.call ?? '', /^Money\.new\(-?\d+\)\.split\(0\)$/);
  });

  it('none is found if there is none, or if the branch has no condition of its own', async () => {
    assert.equal(await find('Money#never'), null);
    assert.equal(await find('Money#kind'), null);
    assert.equal(await find('Money#initialize'), null);
  });

  it('a test makes the call and leaves its expected result to the user', async () => {
    const info = methodByKey(workspace.snapshot.program, 'Money#split');
    const method = workspace.snapshot.files.get('/w/lib/money.rb')?.methods.find(each => each.info.key === info?.key);
    assert.ok(method);
    const trial = { workspace, settings: DEFAULT_SETTINGS, signal: NEVER };
    const write = (framework: 'minitest' | 'rspec') => testMissingPath(trial, method, { folder: '/w/test', framework });
    const minitest = (await write('minitest'))?.create;
    assert.equal(minitest?.path, '/w/test/money_split_path_test.rb');
    assert.equal(
      minitest?.text.replace(/Money\.new\(-?\d+\)/, 'Money.new(0)'),
      `# Written by Loupe: a call on a path that no recorded run took. State what it should do.
require 'minitest/autorun'
require_relative '../lib/money'

class MoneySplitPathTest < Minitest::Test
  # On this path line 7: parts.zero? is true.
  def test_money_split_path
    receiver = Money.new(0)
    parts = 0
    result = receiver.split(parts)
    flunk "say what #{result.inspect} should be"
  end
end
`,
    );
    assert.match(
      (await write('rspec'))?.create?.text ?? '',
      /^RSpec\.describe 'Money#split' do\n {2}it 'takes the path on which line 7/m,
    );
  });
});
