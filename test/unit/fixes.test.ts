/** Every fix that is offered is tried: applying it removes the diagnostic that it promises to remove, and adds none. */
import assert from 'node:assert';
import { applyEdit } from '../../server/src/base/edit';
import { Workspace } from '../../server/src/engine/workspace';
import { createHost } from '../../server/src/host/createHost';
import { diagnosticsOf } from '../../server/src/ide/diagnostics';
import type { Fix } from '../../server/src/ide/fixes/fix';
import { fixesAt } from '../../server/src/ide/fixes/fixes';
import { DEFAULT_SETTINGS } from '../../shared/src/settings';

const PATH = 'sample.rb';
const log = { debug: () => {}, info: () => {}, error: (message: string) => console.error(message) };

const SAMPLES: Readonly<Record<string, string>> = {
  'a field, in a class with annotation calls': `class Counter
  type '() -> Integer'
  def count
    @count = 1
    @total = 2
    @count
  end
end
`,
  'a field, in a class with comments only': `module Outer
  class Counter
    ##% () -> Integer
    def count
      @count = 1
      @count
    end
  end
end
`,
  'a method that a refinement calls': `class Clock
  type :valid?, '() -> %bool'

  type '(Clock c { c.valid? }) -> Integer'
  def one(c) = 1
end
`,
  'a wrong result': `class Wrong
  ##% () -> Integer
  def one
    'one'
  end
end
`,
  'a wrong result on a line with a comment': `class Wrong
  ##% () -> Integer
  def one = 'one' # the first
end
`,
};

describe('fixes', () => {
  let workspace: Workspace;
  before(async () => {
    const host = createHost({
      settings: DEFAULT_SETTINGS,
      log,
      cache: 'memory',
      interactive: false,
      mayRun: false,
      root: null,
    });
    workspace = await Workspace.create(host, DEFAULT_SETTINGS);
  });
  after(() => workspace.dispose());

  const problems = (text: string): readonly string[] => {
    workspace.setDisk(PATH, text);
    return diagnosticsOf(workspace.snapshot, PATH, DEFAULT_SETTINGS).map(each => `${each.code} ${each.message}`);
  };

  for (const [name, text] of Object.entries(SAMPLES)) {
    it(name, () => {
      const before = problems(text);
      assert.ok(before.length > 0);
      const fixes = fixesAt(workspace.snapshot, PATH, { start: 0, end: text.length }, DEFAULT_SETTINGS);
      assert.ok(fixes.length >= before.length, 'each problem can at least be ignored');
      for (const fix of fixes) tryOut(text, before, fix);
    });
  }

  function tryOut(text: string, before: readonly string[], fix: Fix): void {
    const after = problems(fix.edits.reduceRight(applyEdit, text));
    const promised = `${fix.diagnostic!.code} ${fix.diagnostic!.message}`;
    const count = (list: readonly string[]): number => list.filter(each => each === promised).length;
    assert.ok(count(after) < count(before), `${fix.title} does not remove: ${promised}\n${after.join('\n')}`);
    const added = after.filter(each => !before.includes(each));
    assert.deepStrictEqual(added, [], fix.title);
  }

  it('declares all fields of a class at once', () => {
    const text = SAMPLES['a field, in a class with annotation calls']!;
    problems(text);
    const fixes = fixesAt(workspace.snapshot, PATH, { start: 0, end: text.length }, DEFAULT_SETTINGS);
    const all = fixes.find(fix => fix.title === 'Declare all 2 fields of Counter');
    assert.ok(all);
    assert.deepStrictEqual(problems(all.edits.reduceRight(applyEdit, text)), []);
  });
});
