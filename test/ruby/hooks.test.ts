/** Annotations made just in time: hooks run for every call of the hooked method, and what they annotate comes back. */
import assert from 'node:assert/strict';
import { hookFile, runHooks } from '../../server/src/host/rubyHooks';
import { resolve } from '../../server/src/resolve/resolve';
import { readRuby } from '../harness/program';
import { hostForTests, NEVER } from './rubyForTests';

const HOOKS = `require 'rdl'
require 'active_record'
module ActiveRecord::Associations::ClassMethods
  pre(:belongs_to) do |*args|
    name = args[0].to_s
    cname = name.camelize
    type name, "() -> #{cname} c", :pure
    type "#{name}=", "(#{cname} i) -> #{cname} o { #{name} == i }", modifies: { self: :@f }
    true
  end
end
`;
const MODELS = `class Folder < ActiveRecord::Base
  validates :name, presence: true
  scope :recent, -> { where(1) }
end
class UserFile < ApplicationRecord
  belongs_to :folder
  belongs_to :home_folder,
             optional: true
  acts_as_list scope: :folder
  type '(Folder target) -> %bool b { folder == target }'
  def move(target)
    self.folder = target
    save!
  end
end
`;

describe('hooks that annotate', () => {
  const host = hostForTests();
  after(() => host.close());
  const run = (files: Record<string, string>): ReturnType<typeof runHooks> => {
    const list = Object.entries(files).map(([path, text]) => ({ path, text }));
    return runHooks(host, { files: list, load: list.map(file => file.path), constants: {} }, NEVER);
  };

  it('run for every call of the hooked method, with the call as origin', async () => {
    const { annotations, excuse } = await run({ '/app/hooks.rb': HOOKS, '/app/models.rb': MODELS });
    assert.match(excuse ?? '', /active_record is not available/);
    assert.deepEqual(
      annotations.map(({ className, source, origin, path, line }) => [className, source, origin, path, line]),
      [
        ['UserFile', 'type "folder", "() -> Folder c", :pure', 'belongs_to :folder', '/app/models.rb', 5],
        [
          'UserFile',
          'type "folder=", "(Folder i) -> Folder o { folder == i }", modifies: {self: :@f}',
          'belongs_to :folder',
          '/app/models.rb',
          5,
        ],
        [
          'UserFile',
          'type "home_folder", "() -> HomeFolder c", :pure',
          'belongs_to :home_folder, optional: true',
          '/app/models.rb',
          6,
        ],
        [
          'UserFile',
          'type "home_folder=", "(HomeFolder i) -> HomeFolder o { home_folder == i }", modifies: {self: :@f}',
          'belongs_to :home_folder, optional: true',
          '/app/models.rb',
          6,
        ],
      ],
    );
  });

  it('make annotations that the usual readers read', async () => {
    const file = hookFile(await run({ '/app/hooks.rb': HOOKS, '/app/models.rb': MODELS }));
    const { value: program } = resolve([await readRuby(file.text, '/app/generated.rb')], null);
    const arm = program.classes.get('UserFile')?.methods.get('folder=')?.signature?.arms[0];
    assert.equal(arm?.type.resultRefinement?.clauses[0]?.text, 'folder == i');
    assert.equal(program.classes.get('UserFile')?.methods.get('folder')?.signature?.labels.pure, true);
  });

  it('of classes of the workspace itself run before the method they hook', async () => {
    const text = `require 'loupe'
class Base
  def self.property(name, type) = define_method(name) { type }
  pre('self.property') { |name, type| type name, "() -> #{type}" }
end
class Point < Base
  property :x, Integer
end
`;
    const { annotations, excuse } = await run({ '/app/point.rb': text });
    assert.equal(excuse, null);
    assert.deepEqual(
      annotations.map(each => each.source),
      ['type :x, "() -> Integer"'],
    );
  });

  it('that fail are named', async () => {
    const text =
      "require 'loupe'\nclass Base\n  def self.prop(n) = n\n  pre('self.prop') { |n| type n, n.nope }\nend\nclass A < Base\n  prop :x\nend\n";
    assert.match((await run({ '/app/a.rb': text })).excuse ?? '', /the hook of prop stopped: NoMethodError/);
  });
});
