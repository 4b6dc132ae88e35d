/**
 * Every body of server/prelude behaves as the built-in method: on many receivers, with and without arguments, with no
 * block and with blocks that return, raise, break and stop early. Compared are the value (and whether it is the
 * receiver), the class of the exception, what was yielded, and the receiver afterwards.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writesReceiver } from '../../server/src/program/libraryFacts';
import type { MethodInfo } from '../../server/src/program/program';
import { withBody } from '../../server/src/program/synthetic';
import { usesBlock } from '../../server/src/vcgen/calls/binding/superArgs';
import { hasType } from '../harness/conformancePredicates';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';
import { sampleByName } from '../harness/sampling';

const library = coreLibrary()!;
const FOLDER = join(__dirname, '..', '..', 'server', 'prelude');

const SCRIPT = `
  require "set"
  class Bag
    include Enumerable
    def initialize(*items) = @items = items
    def each = (i = 0; ($trace << i; yield @items[i]; i += 1) while i < @items.size; $trace << :end; self)
    def inspect = "Bag" + @items.inspect
  end
  $trace = []
  NAN = Float::NAN
  Pair = Struct.new(:left, :right)
  ARRAYS = -> { [[], [1], [3, 1, 2], [1, 2, 3, 5, 8], [nil, 1, nil], [2, 2, 1], %w[b a c], [[1, 2], [3, 4]], [1, "a", nil, 2.5], [NAN, 1],
                 [false, true], [1, 2].freeze] }
  RECEIVERS = {
    "Array" => ARRAYS,
    "Enumerable" => -> { ARRAYS.call + [1..4, 1...1, { a: 1, b: 2 }, {}, Set[3, 1], Bag.new(1, 2, 3), Bag.new, Bag.new([1, 2], nil)] },
    "Hash" => -> { [{}, { a: 1 }, { a: 1, b: nil }, { b: 2, a: 1 }, { "k" => "v", 1 => 2.0 }, { x: NAN }, { a: [1] }, { a: 1, c: 3, b: 1 }, { a: 2 }.freeze] },
    "Set" => -> { [Set[], Set[1], Set[3, 1, 2], Set[1, nil], Set["b", "a"], Set[[1], [2]], Set[2, 1].freeze] },
    "Struct" => -> { [Pair.new(1, 2), Pair.new(nil, "a"), Pair.new(3, 1), Pair.new([1], nil)] },
    "Numeric" => -> { [0, 1, -7, 12, 2**70, 0.0, 2.5, -1.5, 3r, -5/2r] },
    "Symbol" => -> { %i[a b abc + size A].push(:"") },
    "Proc" => -> { [proc { 1 }, lambda { |given| given }] },
    "NilClass" => -> { [nil] },
    "TrueClass" => -> { [true] },
    "FalseClass" => -> { [false] },
    "Range" => -> { [1..4, 1...4, 4..1, 1...1, "a".."c", 1.5..2.5, (1..), (..3)] },
    "Integer" => -> { [0, 1, -1, 12, 18, -7, 2**70] },
    "String" => -> { ["", "a", "abc", " abc ", "Abc\\n", "aaBB", "z", "Zz9", "ab\\ncd\\n", "\\u00e9\\u00df", "a\\r\\n", "x".freeze, "X y"].map { |s| s.frozen? && s == "x" ? s : s.dup } },
  }
  ARGS = [[], [0], [1], [-1], [2], [nil], ["a"], ["b"], [NAN], [:ascii], [[]], [1, 0], [0, 9], ["a", "b"], [true], [false], [:a], [2.5], [1/2r],
          [[1, 2]], [[3, 1, 2]], [1..2], [2...4], [-2..-1], ["a".."b"], [{}], [{ a: 1 }], [{ a: 1, b: nil, c: 2 }], [Set[1, 2]], [Set[]], [Pair.new(1, 2)],
          [Integer], [Bag.new(1, 2)], [0, :+], [:+], [-2, 2], [1, -1], [:a, :b], [[1], [2]]]
  # Iterating over these would not end.
  ENDLESS = [[5..], [..0]]
  # Where there are few arguments and blocks, with a fixed seed.
  def more(owner)
    (0...50).map do |seed|
      random = Random.new(seed)
      numbers = Array.new(random.rand(5)) { random.rand(-3..9) }
      case owner
      when "Array" then numbers
      when "Enumerable" then seed.odd? ? numbers : Bag.new(*numbers)
      when "Hash" then numbers.to_h { |number| [number, random.rand(3)] }
      when "Set" then Set.new(numbers)
      when "Range" then Range.new(random.rand(5), random.rand(9), seed.odd?)
      when "Integer", "Numeric" then seed - 25
      when "String" then numbers.map { |number| (number + 98).chr }.join
      when "Symbol" then "s#{seed}".to_sym
      when "Proc" then proc { seed }
      when "Struct" then Pair.new(random.rand(5), random.rand(5))
      end
    end
  end
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
  def shown(value)
    case value
    when Enumerator then [:enumerator, value.first(50).inspect]
    when Proc then [:proc, value.lambda?, [:a, :b, 1].map { |given| value.call(given) }]
    else value.inspect[0, 500]
    end
  end
  def attempt(method, receiver, args, block, stop)
    log = []
    $trace = []
    outcome =
      begin
        value =
          if block.nil? then method.bind_call(receiver, *args)
          else
            method.bind_call(receiver, *args) do |*given|
              break [:stopped, log.size] if stop && log.size >= 1
              raise IndexError if log.size > 50 # it may never end
              block.call(log, *given)
            end
          end
        [:value, shown(value), value.equal?(receiver)]
      rescue StandardError => error
        [:error, error.class]
      end
    [outcome, log.inspect, shown(receiver), $trace.dup]
  end
  PRELUDE.each { |source| eval(source) }
  owner, name = METHOD
  differences = []
  built_in = Object.const_get(owner).instance_method(name)
  body = Object.const_get(owner).instance_method(BODY)
  count = 0
  # What neither the body nor a signature accepts, the verifier does not evaluate by it.
  kinds = body.parameters.map(&:first)
  most = kinds.include?(:rest) ? 2 : kinds.count { |kind| kind == :req || kind == :opt }
  accepted = (owner == "Range" ? ARGS + ENDLESS : ARGS).select { |args| args.size.between?(kinds.count(:req), most) && ACCEPTS.any? { |arm| arm.call(args) } }
  blocks = WITH_BLOCK ? BLOCKS.to_a : BLOCKS.take(1)
  few = RECEIVERS.fetch(owner).call.size * accepted.size * blocks.size < FEWEST
  made = -> { RECEIVERS[owner].call + (few && owner !~ /Class$/ ? more(owner) : []) }
  cases = made.call.each_index.to_a.product(accepted, blocks, [false, true]).reject { |_, _, (_, block), stop| stop && block.nil? }
  cases = cases.shuffle(random: Random.new(1)).take(MOST) if cases.size > MOST
  cases.each do |at, args, (kind, block), stop|
      count += 1
      GC.start if count % 200 == 0
      one = made.call[at]
      expected = attempt(built_in, one, args, block, stop)
      # The verifier requires this of the receiver before it evaluates a body.
      next if one.frozen? && WRITES && expected[0] == [:error, FrozenError]
      actual = attempt(body, made.call[at], args, block, stop)
      next if expected == actual
      differences << [one.inspect, args.inspect, kind, stop, expected, actual].inspect if differences.size < 5
  end
  differences << "only #{count} inputs" if count < FEWEST && owner !~ /Class$/
  differences.join("\\n")
`;

/** Inputs per method. nil, true and false are all there are of their classes. */
const FEWEST = 50;

/** Of more inputs than this, a fixed sample is tried: the embedded Ruby has little memory. */
const MOST = 3000;

/** Known differences, with the reason. */
const DIFFERENT = new Map([
  ...['min', 'max', 'minmax'].map((name): [string, string] => [
    `Enumerable#${name}`,
    'if two elements cannot be compared, `each` has run to its end: the elements are collected first',
  ]),
  ...['reduce', 'inject'].map((name): [string, string] => [
    `Enumerable#${name}`,
    'with neither argument nor block, an empty range raises an error at once',
  ]),
  ['Set#subtract', 'what is not enumerable raises another error'],
  ['Enumerable#sum', 'a range of integers raises another error for an initial value that is no number'],
]);

/** Under another name beside the built-in method, so that Ruby itself is not affected. */
function renamed(source: string): string {
  return source
    .replaceAll(/^( *def )([^\s(]+)/gm, (_, def: string, name: string) => def + renamedMethod(name))
    .replaceAll(
      /^( *alias )(\S+) (\S+)$/gm,
      (_, alias: string, name: string, old: string) => `${alias}${renamedMethod(name)} ${renamedMethod(old)}`,
    );
}

function renamedMethod(name: string): string {
  return /^\w+[?!]?$/.test(name) ? `prelude_${name}` : `prelude_operator_${Buffer.from(name).toString('hex')}`;
}

describe('bodies of the prelude', () => {
  const methods = [...library.classes.values()].flatMap(({ methods: own }) =>
    [...own.values()].filter(({ prelude }) => prelude !== undefined),
  );
  const sources = readdirSync(FOLDER).map(name => renamed(readFileSync(join(FOLDER, name), 'utf8')));
  const ruby = hostForTests();
  after(() => ruby.close());

  it('are found', () => assert.ok(methods.length >= 30, `${methods.length}`));

  /** Ruby: whether the arguments have the types of one arm. */
  function accepts({ owner, signature }: MethodInfo): string {
    const scope = { self: owner, held: new Map() };
    const arms = (signature?.arms ?? []).map(({ type: { params } }) => {
      const positional = params.filter(({ kind }) => kind === 'required' || kind === 'optional');
      const rest = params.find(({ kind }) => kind === 'rest');
      const least = params.filter(({ kind }) => kind === 'required').length;
      const typed = positional.map(({ type }, i) => `(args.size <= ${i} || ${hasType(type, `args[${i}]`, scope)})`);
      const size = `args.size >= ${least}${rest ? '' : ` && args.size <= ${positional.length}`}`;
      const others = `args.drop(${positional.length}).all? { |one| ${rest ? hasType(rest.type, 'one', scope) : 'true'} }`;
      return `->(args) { ${[size, ...typed, others].join(' && ')} }`;
    });
    return `[${arms.join(', ')}]`;
  }

  for (const method of sampleByName('bodies of the prelude', methods, { test: 12, trust: 4 }, ({ key }) => key))
    it(`behave as the built-in method: ${method.key}`, async () => {
      const { owner, name } = method;
      const head = [
        `METHOD = ${JSON.stringify([owner, name])}`,
        `BODY = ${JSON.stringify(renamedMethod(name))}`,
        // A body without a block is not used for a call with one.
        `WITH_BLOCK = ${usesBlock(withBody(library, method))}`,
        `WRITES = ${writesReceiver(method)}`,
        `ACCEPTS = ${accepts(method)}`,
        `FEWEST = ${FEWEST}`,
        `MOST = ${MOST}`,
        `PRELUDE = ${JSON.stringify(sources).replaceAll('#{', '\\#{').replaceAll('#$', '\\#$')}`,
      ];
      const reply = await ruby.evaluate(`${head.join('\n')}\n${SCRIPT}`, [], NEVER);
      const text = reply.kind === 'value' ? reply.text : JSON.stringify(reply);
      assert.equal(text === '', !DIFFERENT.has(method.key), text);
    });
});
