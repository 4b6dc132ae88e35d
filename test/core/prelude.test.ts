/**
 * Every body of server/prelude behaves as the built-in method: on many receivers, with and without arguments, with no
 * block and with blocks that return, raise, break and stop early. Compared are the value (and whether it is the
 * receiver), the class of the exception, what was yielded, and the receiver afterwards.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBody } from '../../server/src/program/synthetic';
import { usesBlock } from '../../server/src/vcgen/calls/binding/superArgs';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

const library = coreLibrary()!;
const FOLDER = join(__dirname, '..', '..', 'server', 'prelude');

const SCRIPT = `
  require "set"
  class Bag
    include Enumerable
    def initialize(*items) = @items = items
    def each = (i = 0; (yield @items[i]; i += 1) while i < @items.size; self)
    def inspect = "Bag" + @items.inspect
  end
  NAN = Float::NAN
  ARRAYS = -> { [[], [1], [3, 1, 2], [1, 2, 3, 5, 8], [nil, 1, nil], [2, 2, 1], %w[b a c], [[1, 2], [3, 4]], [1, "a", nil, 2.5], [NAN, 1],
                 [false, true], [1, 2].freeze] }
  RECEIVERS = {
    "Array" => ARRAYS,
    "Enumerable" => -> { ARRAYS.call + [1..4, 1...1, { a: 1, b: 2 }, {}, Set[3, 1], Bag.new(1, 2, 3), Bag.new, Bag.new([1, 2], nil)] },
    "Hash" => -> { [{}, { a: 1 }, { a: 1, b: nil }, { "k" => "v", 1 => 2.0 }, { x: NAN }, { a: [1] }] },
    "Range" => -> { [1..4, 1...4, 4..1, 1...1, "a".."c", 1.5..2.5, (1..), (..3)] },
    "Integer" => -> { [0, 1, -1, 12, 18, -7, 2**70] },
    "String" => -> { ["", "a", "abc", " abc ", "Abc\\n", "aaBB", "z", "Zz9", "ab\\ncd\\n", "\\u00e9\\u00df", "a\\r\\n", "x".freeze, "X y"].map { |s| s.frozen? && s == "x" ? s : s.dup } },
  }
  ARGS = [[], [0], [1], [-1], [2], [nil], ["a"], ["b"], [NAN], [:ascii], [[]], [1, 0], [0, 9], ["a", "b"]]
  BLOCKS = {
    none: nil,
    itself: ->(log, *given) { log << given; given.first },
    true: ->(log, *given) { log << given; true },
    false: ->(log, *given) { log << given; false },
    above: ->(log, *given) { log << given; given.first.is_a?(Numeric) ? given.first >= 2 : given.first },
    diff: ->(log, *given) { log << given; given.first.is_a?(Numeric) ? 2 - given.first : 0 },
    text: ->(log, *given) { log << given; "text" },
    raises: ->(log, *given) { log << given; raise IndexError if log.size > 1 },
  }
  def shown(value) = value.is_a?(Enumerator) ? [:enumerator, value.to_a] : value.inspect
  def attempt(method, receiver, args, block, stop)
    log = []
    outcome =
      begin
        value =
          if block.nil? then method.bind_call(receiver, *args)
          else
            method.bind_call(receiver, *args) do |*given|
              break [:stopped, log.size] if stop && log.size >= 1
              block.call(log, *given)
            end
          end
        [:value, shown(value), value.equal?(receiver)]
      rescue StandardError => error
        [:error, error.class]
      end
    [outcome, log.inspect, receiver.inspect]
  end
  PRELUDE.each { |source| eval(source) }
  owner, name = METHOD
  differences = []
  built_in = Object.const_get(owner).instance_method(name)
  body = Object.const_get(owner).instance_method("prelude_" + name)
  count = 0
  # What the body does not accept, the verifier does not evaluate by it.
  kinds = body.parameters.map(&:first)
  most = kinds.include?(:rest) ? 2 : kinds.count { |kind| kind == :req || kind == :opt }
  accepted = ARGS.select { |args| args.size.between?(kinds.count(:req), most) }
  blocks = WITH_BLOCK ? BLOCKS.to_a : BLOCKS.take(1)
  RECEIVERS.fetch(owner).call.each_index do |at|
    accepted.product(blocks, [false, true]) do |args, (kind, block), stop|
      next if stop && block.nil?
      count += 1
      one = RECEIVERS[owner].call[at]
      expected = attempt(built_in, one, args, block, stop)
      actual = attempt(body, RECEIVERS[owner].call[at], args, block, stop)
      next if expected == actual
      differences << [one.inspect, args.inspect, kind, stop, expected, actual].inspect if differences.size < 5
    end
  end
  few = count < FEWEST ? ["only #{count} inputs"] : []
  (differences + few).join("\\n")
`;

/** Inputs per method. */
const FEWEST = 5;

/** Under another name beside the built-in method, so that Ruby itself is not affected. */
function renamed(source: string): string {
  return source
    .replaceAll(/^( *def )(\S)/gm, '$1prelude_$2')
    .replaceAll(/^( *alias )(\S+) (\S+)$/gm, '$1prelude_$2 prelude_$3');
}

describe('bodies of the prelude', () => {
  const methods = [...library.classes.values()].flatMap(({ methods: own }) =>
    [...own.values()].filter(({ prelude }) => prelude !== undefined),
  );
  const sources = readdirSync(FOLDER).map(name => renamed(readFileSync(join(FOLDER, name), 'utf8')));
  const ruby = hostForTests();
  after(() => ruby.close());

  it('are found', () => assert.ok(methods.length >= 30, `${methods.length}`));

  for (const method of methods)
    it(`behave as the built-in method: ${method.key}`, async () => {
      const { owner, name } = method;
      const head = [
        `METHOD = ${JSON.stringify([owner, name])}`,
        // A body without a block is not used for a call with one.
        `WITH_BLOCK = ${usesBlock(withBody(library, method))}`,
        `FEWEST = ${FEWEST}`,
        `PRELUDE = ${JSON.stringify(sources).replaceAll('#{', '\\#{').replaceAll('#$', '\\#$')}`,
      ];
      const reply = await ruby.evaluate(`${head.join('\n')}\n${SCRIPT}`, [], NEVER);
      assert.equal(reply.kind === 'value' ? reply.text : JSON.stringify(reply), '');
    });
});
