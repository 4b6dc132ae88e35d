/**
 * Hooks in a workspace: static evaluation agrees with Ruby; nothing runs without a change; an edited call has other
 * annotations.
 */
import assert from 'node:assert/strict';
import type { Host } from '../../../server/src/engine/host';
import { Workspace } from '../../../server/src/engine/workspace';
import { planHooks } from '../../../server/src/hook/plan';
import { runHooks } from '../../../server/src/host/rubyHooks';
import { resolve } from '../../../server/src/resolve/resolve';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { readRuby } from '../../harness/program';
import { hostForTests } from '../../harness/rubyForTests';
import { createTestHost, NEVER, TEST_BUDGET } from '../../harness/workspace';

/** Bodies of hooks, each with calls of the hooked method. */
const HOOKS: readonly (readonly [block: string, ...calls: string[]])[] = [
  ['|name| type name, "() -> Integer"', 'field :a', "field 'b'", 'field :c, 1'],
  ['|*args| type args[0], "() -> #{args.last}", :pure', 'field :a, Integer', 'field :a'],
  ['|*args| args.each { |a| type "#{a}?", "() -> %bool" }', 'field :a, :b', 'field'],
  ['|name, kind = "String"| type name, "() -> #{kind}"', 'field :a', 'field :a, :Symbol'],
  ['|name, **o| type name, o[:nil] ? "() -> Integer or nil" : "() -> Integer"', 'field :a', 'field :a, nil: true'],
  ['|name, o = {}| type name, "() -> Integer" unless o[:skip]', 'field :a, skip: true', 'field :a, skip: false'],
  [
    '|name, of: nil| c = (of || name).to_s.camelize; type "#{name}=", "(#{c} x) -> #{c} r { #{name} == x }", modifies: { self: :@x }',
    'field :person',
    "field :user_file, of: 'folder'",
  ],
  [
    '|names| n = names.to_s.singularize; type "#{n}_count", "() -> Integer"; type names.to_s.classify.underscore, "() -> Array"',
    'field :people',
    'field :categories',
    'field :boxes',
    'field :statuses',
    'field :user_moves',
  ],
  ['|name| type "#{self.name.demodulize.downcase}_#{name}", "() -> #{self}"', 'field :a'],
  [
    '|name| type name.to_s.delete_suffix("_id"), "() -> Integer" if name.to_s.end_with?("_id")',
    'field :a_id',
    'field :b',
  ],
  ['|name| var_type "@#{name}".to_sym, "Integer"; attr_reader_type name, "Integer"', 'field :a'],
];

function programOf(block: string, calls: readonly string[]): string {
  return `require 'loupe'
class Base
  def self.field(*, **) = nil
  pre('self.field') { ${block} }
end
class Thing < Base
${calls.map(call => `  ${call}\n`).join('')}end
`;
}

describe('hooks evaluated statically', () => {
  const ruby = hostForTests();
  after(() => ruby.close());

  for (const [block, ...calls] of HOOKS)
    it(`agree with Ruby: ${block}`, async () => {
      const text = programOf(block, calls);
      const path = '/app/a.rb';
      const file = { path, text, ...(await readRuby(text, path)) };
      const plan = planHooks([file], resolve([file], null).value);
      assert.equal(plan.needsRun, false);
      const run = await runHooks(ruby, { files: [{ path, text }], load: [path], constants: {} }, NEVER);
      assert.equal(run.excuse, null);
      assert.deepEqual(
        run.fired.map(each => each.failure),
        calls.map(() => null),
      );
      const lines = plan.calls.flatMap(call => call.lines ?? []);
      assert.deepEqual(
        lines.map(line => line.replace(/ /g, '')),
        run.annotations.map(each => each.source.replace(/ /g, '')),
      );
    });
});

describe('hooks in a workspace', () => {
  const PATH = 'models.rb';
  const TEXT = `require 'loupe'
class Base
  TYPES = { int: 'Integer' }.freeze
  def self.field(name, kind) = attr_accessor(name)
  pre('self.field') { |name, kind| type name, "() -> #{TYPES[kind]}" }
end
class Thing < Base
  field :size, :int
  type '() -> Integer r { r == 1 }'
  def one = 1
end
`;

  it('suppress errors about what they may still declare: before the first run, and after an edit', async () => {
    const workspace = await Workspace.create(createTestHost({ mayRun: true }), DEFAULT_SETTINGS);
    const codes = () => workspace.snapshot.files.get(PATH)!.problems.map(problem => problem.code);
    const verify = () => workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    // A definition with a computed name may be the missing one.
    const text = TEXT.replace('attr_accessor(name)', 'nil').replace(
      "  type '()",
      "  type '() -> Integer'\n  def twice = size * 2\n  type '()",
    );
    const replace = (from: string, to: string): void => {
      const start = workspace.snapshot.files.get(PATH)!.text.indexOf(from);
      workspace.edit(PATH, [{ start, end: start + from.length, text: to }]);
    };
    try {
      workspace.open(PATH, text);
      assert.deepEqual(codes(), []);
      await verify();
      assert.deepEqual(codes(), []);
      replace('field :size', 'field :width');
      replace('size * 2', 'width * 2');
      assert.deepEqual(codes(), []);
      replace('width * 2', 'size * 2');
      await verify();
      assert.deepEqual(codes(), ['LP3005']);
    } finally {
      await workspace.dispose();
    }
  });

  it('run once, and again only when a loaded file changes', async () => {
    const host = createTestHost({ mayRun: true });
    let runs = 0;
    const counting: Host = {
      ...host,
      ruby: {
        ...host.ruby,
        hooks: (request, signal) => {
          runs++;
          return host.ruby.hooks(request, signal);
        },
      },
    };
    const workspace = await Workspace.create(counting, DEFAULT_SETTINGS);
    const verify = () => workspace.verify({ budget: TEST_BUDGET, signal: NEVER });
    const types = () =>
      [...(workspace.snapshot.program.classes.get('Thing')?.methods.values() ?? [])].map(
        method => `${method.name} ${method.signature?.arms[0]?.text ?? ''}`,
      );
    try {
      workspace.open(PATH, TEXT);
      workspace.open('other.rb', 'def other = 1\n');
      await verify();
      assert.deepEqual(types().sort(), ['one () -> Integer r { r == 1 }', 'size () -> Integer']);
      assert.equal(runs, 1);
      await verify();
      workspace.edit('other.rb', [{ start: 0, end: 0, text: '# a comment\n' }]);
      await verify();
      assert.equal(runs, 1);
      const at = TEXT.indexOf('size');
      workspace.edit(PATH, [{ start: at, end: at + 4, text: 'length' }]);
      await verify();
      assert.equal(runs, 2);
      assert.deepEqual(types().sort(), ['length () -> Integer', 'one () -> Integer r { r == 1 }']);
      const arm = workspace.snapshot.program.classes.get('Thing')?.methods.get('length')?.signature?.arms[0];
      assert.equal(arm?.origin, 'field :length, :int');
    } finally {
      await workspace.dispose();
    }
  });
});
