/** Just-in-time annotations: hooks run for every call of the hooked method and return their annotations. */
import assert from 'node:assert/strict';
import { runHooks } from '../../../server/src/host/rubyHooks';
import { hostForTests, NEVER } from '../../harness/rubyForTests';

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

describe('hooks', () => {
  const host = hostForTests();
  const hasty = hostForTests({ timeoutMs: 10_000 });
  after(() => Promise.all([host.close(), hasty.close()]));
  const run = (files: Record<string, string>, ruby = host): ReturnType<typeof runHooks> => {
    const list = Object.entries(files).map(([path, text]) => ({ path, text }));
    return runHooks(ruby, { files: list, load: list.map(file => file.path), constants: {} }, NEVER);
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

  it('of workspace classes run before the hooked method', async () => {
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

  it('see the result first if they are post hooks', async () => {
    const text = `require 'loupe'
class Base
  def self.field(name) = define_method(name) { 1 }
  post('self.field') { |made, name| type made, "() -> Integer", :pure if made == name }
end
class A < Base
  field :x
end
`;
    const { annotations } = await run({ '/app/a.rb': text });
    assert.deepEqual(
      annotations.map(each => [each.source, each.origin]),
      [['type :x, "() -> Integer", :pure', 'field :x']],
    );
  });

  it('include the included method of a module', async () => {
    const text = `require 'loupe'
module Sized
  def self.included(base)
    base.class_eval { type :size, '() -> Integer r { r >= 0 }' }
  end
end
class Box
  include Sized
end
`;
    const { annotations } = await run({ '/app/a.rb': text });
    assert.deepEqual(
      annotations.map(({ className, source, origin, line }) => [className, source, origin, line]),
      [['Box', 'type :size, "() -> Integer r { r >= 0 }"', 'include Sized', 7]],
    );
  });

  const ENDING = `require 'loupe'
class Base
  def self.good(n) = n
  pre('self.good') { |n| type n, '() -> Integer' }
  def self.bad(n) = n
  pre('self.bad') { |n| n == :fine ? type(n, '() -> Integer') : ENDS }
end
class A < Base
  good :a
  bad :b
  bad :fine
end
class B < Base
  good :c
end
`;
  for (const [ends, why] of [
    ['exit!', /ended itself/],
    ['loop {}', /did not end within/],
    ['Class.new { define_method(:x) { x } }.new.x', /SystemStackError|stack overflowed/],
  ] as const)
    it(`that end the whole run lose only their own annotations: ${ends}`, async () => {
      const { annotations, fired } = await run({ '/app/a.rb': ENDING.replace('ENDS', ends) }, hasty);
      assert.deepEqual(
        annotations.map(each => each.origin),
        ['good :a', 'bad :fine', 'good :c'],
      );
      const failed = fired.filter(each => each.failure !== null);
      assert.deepEqual(
        failed.map(({ origin, className, line }) => [origin, className, line]),
        [['bad :b', 'A', 9]],
      );
      assert.match(failed[0]?.failure ?? '', why);
    });

  it('of other files run if one file ends the run', async () => {
    const bad = "require 'loupe'\nclass C < Base\n  good :d\nend\nexit!\n";
    const { annotations, failed, excuse } = await run({
      '/app/a.rb': ENDING.replace('ENDS', 'nil'),
      '/app/bad.rb': bad,
    });
    assert.deepEqual(
      annotations.map(each => each.origin),
      ['good :a', 'bad :fine', 'good :c'],
    );
    assert.deepEqual(failed, ['/app/bad.rb']);
    assert.match(excuse ?? '', /loading bad\.rb was given up: the program ended itself/);
  });

  it('that fail are reported', async () => {
    const text =
      "require 'loupe'\nclass Base\n  def self.prop(n) = n\n  pre('self.prop') { |n| type n, n.nope }\nend\nclass A < Base\n  prop :x\nend\n";
    const { fired, excuse } = await run({ '/app/a.rb': text });
    assert.equal(excuse, null);
    assert.deepEqual(
      fired.map(({ method, path, line }) => [method, path, line]),
      [['prop', '/app/a.rb', 6]],
    );
    assert.match(fired[0]?.failure ?? '', /^NoMethodError: undefined method 'nope'/);
  });
});
