/** What `old(e)` stores at run time: copies of containers with nested containers; other objects themselves. */
import assert from 'node:assert/strict';
import { hostForTests, NEVER } from '../harness/rubyForTests';

/** Builds `a`, copies it, changes it in place: is the copy (`old`) right? */
const CASES: readonly { readonly name: string; readonly make: string; readonly change: string; readonly is: string }[] =
  [
    { name: 'a string', make: '+"a"', change: 'a << "b"', is: 'old == "a"' },
    { name: 'a frozen string', make: '"a".freeze', change: '', is: 'old == "a" && old.frozen?' },
    { name: 'an array', make: '[1]', change: 'a << 2', is: 'old == [1] && !old.frozen?' },
    { name: 'strings in an array', make: '[+"a"]', change: 'a[0] << "b"', is: 'old == ["a"]' },
    { name: 'a frozen array', make: '[+"a"].freeze', change: 'a[0] << "b"', is: 'old == ["a"] && old.frozen?' },
    { name: 'a hash', make: '{ "k" => [1] }', change: 'a["k"] << 2', is: 'old == { "k" => [1] }' },
    { name: 'keys of a hash', make: '{ [1] => 2 }', change: 'a.keys[0] << 3', is: 'old == { [1] => 2 }' },
    { name: 'a default', make: 'Hash.new([1])', change: 'a[:x] << 2', is: 'old[:x] == [1]' },
    {
      name: 'a default block',
      make: 'Hash.new { |h, k| h[k] = 1 }',
      change: 'a[:x]',
      is: 'old.empty? && old[:y] == 1',
    },
    { name: 'a set', make: 'Set[[1]]', change: 'a.first << 2; a << 5', is: 'old == Set[[1]]' },
    { name: 'a struct', make: 'Pair.new([1], 2)', change: 'a.left << 2; a.right = 3', is: 'old == Pair.new([1], 2)' },
    { name: 'a data object', make: 'Held.new(items: [1])', change: 'a.items << 2', is: 'old == Held.new(items: [1])' },
    {
      name: 'what holds itself',
      make: '[1].tap { |l| l << l }',
      change: 'a << 2',
      is: 'old.size == 2 && old[1].equal?(old)',
    },
    { name: 'one object twice', make: '[+"a"].then { |l| l + l }', change: '', is: 'old[0].equal?(old[1])' },
    {
      name: 'a heir of Array',
      make: 'Listed.new([1])',
      change: 'a << 2; a.names << :b',
      is: 'old == [1] && old.names == [:a]',
    },
    { name: 'an object', make: 'Plain.new', change: '', is: 'old.equal?(a)' },
    { name: 'an object in an array', make: '[Plain.new]', change: '', is: 'old[0].equal?(a[0]) && !old.equal?(a)' },
    { name: 'a number', make: '1', change: '', is: 'old == 1' },
    { name: 'nil', make: 'nil', change: '', is: 'old.nil?' },
  ];

const CLASSES = `require 'loupe/entry_copy'
Pair = Struct.new(:left, :right)
Held = Data.define(:items)
class Plain; end
class Listed < Array
  attr_reader :names
  def initialize(list) = (super; @names = [:a])
end
`;

describe('contents kept by old(e)', function () {
  this.timeout(120_000);
  const ruby = hostForTests();
  after(() => ruby.close());

  for (const { name, make, change, is } of CASES)
    it(`of ${name}`, async () => {
      const source = `${CLASSES}\na = ${make}\nold = Loupe::EntryCopy.of(a)\n${change}\n(${is}).to_s`;
      const reply = await ruby.evaluate(source, [], NEVER);
      assert.equal(reply.kind === 'value' ? reply.text : reply.why, 'true');
    });
});
