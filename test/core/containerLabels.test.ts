/**
 * The labels of server/core/containers.rb agree with Ruby: what a method returns, what its result says of a container,
 * what it looks up, how it arranges elements, and what it puts into its receiver.
 */
import assert from 'node:assert/strict';
import type { LibraryFacts, MethodInfo } from '../../server/src/program/program';
import type { Type } from '../../server/src/types/type';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

type Word =
  | 'returns'
  | 'answers'
  | 'seeks'
  | 'stores'
  | 'keeps'
  | 'collects'
  | 'arranges'
  | 'orders'
  | 'descends'
  | 'discardsResults';

/** `["Array#first", "element"]`, … */
function labelled(
  word: Word,
  skipped: readonly LibraryFacts[Word][],
  isTriedElsewhere: (info: MethodInfo) => boolean,
): readonly (readonly [string, string | true])[] {
  const methods: readonly MethodInfo[] = [...coreLibrary()!.classes.values()].flatMap(info => [
    ...info.methods.values(),
  ]);
  return methods.flatMap(info => {
    const { key, facts } = info;
    if (isTriedElsewhere(info)) return [];
    const said = facts?.[word] ?? null;
    return said === null || said === false || skipped.includes(said) ? [] : [[key, said as string | true] as const];
  });
}

function returnsString({ facts, signature }: MethodInfo): boolean {
  return facts?.returns === 'new' && (signature?.arms ?? []).some(({ type }) => mayBeString(type.result));
}

function mayBeString(type: Type): boolean {
  return type.kind === 'union' ? type.members.some(mayBeString) : type.kind === 'nominal' && type.name === 'String';
}

async function run(script: string): Promise<string> {
  const ruby = hostForTests();
  try {
    const reply = await ruby.evaluate(script, [], NEVER);
    assert.ok(reply.kind === 'value', reply.kind === 'failed' ? reply.why : reply.kind);
    return reply.text;
  } finally {
    await ruby.close();
  }
}

const MADE = `
  require "set"
  class Listed
    include Enumerable
    def initialize(*items) = @items = items
    def each(&block)
      @items.each(&block)
      self
    end
  end
  MADE = {
    "Array" => [-> { [3, 1, 2] }, -> { ["b", "a"] }, -> { [[1, 2], [0, 3]] }, -> { [] }],
    "Hash" => [-> { { a: 1, b: 2 } }, -> { { "x" => [1], "y" => [0] } }, -> { {} }],
    "Set" => [-> { Set[3, 1, 2] }, -> { Set["b", "a"] }, -> { Set[] }],
    "Struct" => [-> { Struct.new(:a, :b).new(1, 2) }],
    "Data" => [-> { Data.define(:a, :b).new(a: 1, b: 2) }],
    "String" => [-> { +" aAb\\n" }, -> { +"" }],
    "Enumerable" => [-> { Listed.new(3, 1, 2) }, -> { Listed.new([1, 2], [0, 3]) }, -> { Listed.new }],
    "Enumerator::Lazy" => [-> { [3, 1, 2].lazy }, -> { [[1, 2], [0, 3]].lazy }, -> { [].lazy }],
    "Kernel" => [-> { Object.new }, -> { Listed.new(1) }],
    "BasicObject" => [-> { Object.new }],
    "Regexp" => [-> { /a/ }],
    "Exception" => [-> { RuntimeError.new("a") }],
    "MatchData" => [-> { /(a)(?:b)?/.match("ab") }, -> { /(?<a>a)(?<b>b)?/.match("a") }],
    "Range" => [-> { 1..3 }, -> { "a".."b" }, -> { 1...1 }],
    "Integer" => [-> { 7 }],
    "Numeric" => [-> { Class.new(Numeric).new }],
    "Symbol" => [-> { :a }],
    "NilClass" => [-> { nil }],
    "TrueClass" => [-> { true }],
    "FalseClass" => [-> { false }],
    "Proc" => [-> { proc { 1 } }],
    "Method" => [-> { [1].method(:size) }],
    "UnboundMethod" => [-> { Array.instance_method(:size) }],
    "Thread::Backtrace::Location" => [-> { caller_locations(0).first }],
  }
  ARGS = [[], [0], [1], [-1], ["a"], [:a], [[1]], [Set[1]], [{ z: 1 }], [0, 1], [0, "x"], [:a, 1], [0..1], [Object], [[]], ["a", "b"], [[[1, 2]]]]
  BLOCKS = [nil, proc { |*| true }, proc { |*| nil }, proc { |*| 1 }, proc { |a, *| a }, proc { |a, b| a <=> b }]
  def each_call(owner, name)
    MADE.fetch(owner).product(ARGS, BLOCKS) do |make, args, block|
      receiver = make.call
      actual = args.map { |arg| arg.frozen? ? arg : arg.dup }
      result = receiver.public_send(name, *actual, &block)
      yield receiver, actual, block, result
    rescue StandardError
    end
  end
  def parts(value)
    case value
    when Array, Set, Struct then value.to_a
    when Hash then value.to_a.flatten(1)
    else []
    end
  end
  def holds?(value, wanted, depth = 2)
    parts(value).any? { |each| each.equal?(wanted) || (depth > 0 && holds?(each, wanted, depth - 1)) }
  end
`;

const RETURNS = `
  WANTED.reject { |key, said|
    seen = 0
    fine = true
    each_call(*key.split("#", 2)) do |receiver, _, block, result|
      next if block.nil? && result.is_a?(Enumerator)
      seen += 1
      fine &&= !holds?(result, receiver)
      fine &&= !result.equal?(receiver) if said != "self"
    end
    fine && seen > 0
  }.map(&:first).join(" ")
`;

/** The last argument is held afterwards, or nothing of what was given. */
const STORES = `
  class Mark; end
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    next true if owner == "String" # its contents are no objects
    mark = Mark.new
    given = [[mark], [0, mark], [:a, mark], [[mark]], [0], []]
    seen = 0
    fine = true
    MADE.fetch(owner).product(given, [nil, proc { |*| true }, proc { |*| nil }, proc { |*| mark }]) do |make, args, block|
      next if said == "argument" && (args.empty? || args.last != mark || block)
      receiver = make.call
      receiver.public_send(name, *args, &block)
      seen += 1
      held = holds?(receiver, mark)
      fine &&= said == "argument" ? held : !held
    rescue StandardError
    end
    fine && seen > 0
  }.map(&:first).join(" ")
`;

/** A hash keeps its default and how it compares keys. */
const LOOKUP = `
  WANTED.reject { |key, _|
    owner, name = key.split("#", 2)
    next true unless owner == "Hash"
    others = [[], [:a], [:a, 1], [{ z: 1 }], [Hash.new(9)], [{}.compare_by_identity]]
    others.product([nil, proc { |*| true }, proc { |*| nil }]).all? do |args, block|
      made = Hash.new(7).merge!(a: 1, b: nil)
      begin
        made.public_send(name, *args, &block)
      rescue StandardError
      end
      made.default == 7 && !made.compare_by_identity?
    end
  }.map(&:first).join(" ")
`;

const ANSWERS = `
  def size_of(made) = made.is_a?(String) ? made.chars.size : made.to_a.size
  QUANTITIES = [proc { |*| true }, proc { |*| false }, proc { |*one| one.flatten.last.hash.odd? }]
  NUMBERS = [0, 1, -1, 7]
  HOLDS = {
    "size" => ->(made, name) { made.public_send(name) == size_of(made) || made.is_a?(Range) && made.begin.is_a?(String) },
    "count" => ->(made, name) { made.public_send(name) == size_of(made) },
    "empty" => ->(made, name) { made.public_send(name) == (size_of(made) == 0) },
    "key" => ->(made, name) { made.keys.all? { |key| made.public_send(name, key) } && !made.public_send(name, Object.new) },
    "element" => ->(made, name) {
      before = made.dup
      by = name.end_with?("_by") ? proc { |x| x } : nil
      result = made.public_send(name, &by)
      before.empty? ? result.nil? : before.include?(result)
    },
    "fold" => ->(made, name) {
      result = made.public_send(name) { |a, b| b }
      made.to_a.empty? ? result.nil? : made.include?(result)
    },
    "every" => ->(made, name) { QUANTITIES.all? { |test| made.public_send(name, &test) == made.to_a.all? { |one| test.call(*one) } } },
    "some" => ->(made, name) { QUANTITIES.all? { |test| made.public_send(name, &test) == made.to_a.any? { |one| test.call(*one) } } },
    "no" => ->(made, name) { QUANTITIES.all? { |test| made.public_send(name, &test) == made.to_a.none? { |one| test.call(*one) } } },
    "zero" => ->(_, name) { NUMBERS.all? { |number| !!number.public_send(name) == (number == 0) } },
    "nonzero" => ->(_, name) { !0.public_send(name) },
    "match" => ->(made, name) {
      made.is_a?(Regexp) ? made.public_send(name, "bab") && !made.public_send(name, "b") : !made.public_send(name, /z/)
    },
    "found" => ->(made, name) {
      next made.public_send(name, "bab") && !made.public_send(name, "b") if made.is_a?(Regexp)
      made.public_send(name, /[ab]/) == (made.to_s.count("ab") > 0) && !made.public_send(name, /z/)
    },
    "matched" => ->(made, name) {
      made.dup.public_send(name, /[Ab]+/) == made.to_s.scan(/[Ab]+/).first && made.dup.public_send(name, /z/).nil?
    },
    "group" => ->(made, name) {
      (0..made.size).all? { |i| made.public_send(name, i) == made.to_a[i] } &&
        made.names.all? { |each| made.public_send(name, each.to_sym) == made.named_captures[each] }
    },
    # The same before and after its contents change.
    "class" => ->(made, name) {
      args = %w[nil? !].include?(name) ? [] : [name == "equal?" ? made : Object]
      before = made.public_send(name, *args)
      made.instance_variable_set(:@items, [7])
      made.public_send(name, *args) == before
    },
  }
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    MADE.fetch(owner).all? { |make| HOLDS.fetch(said).call(make.call, name) }
  }.map(&:first).join(" ")
`;

const SEEKS = `
  $asked = []
  class Sought
    def hash = ($asked << self; 1)
    def eql?(other) = ($asked << self; true)
    def ==(other) = ($asked << self; true)
  end
  Member = Struct.new(:a, :b)
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    if said == "index"
      made = [[1], [2]]
      next made.public_send(name, 1).equal?(made.last)
    end
    if owner == "Struct"
      made = Member.new(1, 2)
      value = [3] if name.end_with?("=")
      next made.public_send(name, :b, *value) == made.b
    end
    given = Array.new(said == "key" ? 1 : 2) { Sought.new }
    made = { Sought.new => [1] }
    $asked = []
    made.public_send(name, *given)
    given.all? { |each| $asked.any? { |asked| asked.equal?(each) } }
  }.map(&:first).join(" ")
`;

const KEEPS = `
  ODD = proc { |*one| one.flatten.last.hash.odd? }
  def elements(made, result)
    first = made.is_a?(Hash) ? Array === result && result.any? && !(Array === result.first) : !result.respond_to?(:each) || made.include?(result)
    result.nil? ? [] : first ? [result] : result.to_a
  end
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    MADE.fetch(owner).all? { |make|
      made = make.call
      if %w[matching others].include?(said)
        pattern = made.to_a.first
        next made.public_send(name, pattern) == made.to_a.select { |one| (pattern === one) == (said == "matching") }
      end
      kept = elements(made, made.public_send(name, &ODD))
      chosen = made.to_a.select { |one| ODD.call(one) == (said == "truthy") }
      kept.all? { |one| chosen.include?(one) } && kept.empty? == (name == "take_while" ? kept.empty? : chosen.empty?)
    }
  }.map(&:first).join(" ")
`;

const COLLECTS = `
  HOLDS = { "results" => [1, nil, [2], 1, nil, [2]], "truthy" => [1, [2], 1, [2]], "parts" => [1, nil, 2, 1, nil, 2] }
  WANTED.reject { |key, said|
    count = -1
    made = key.start_with?("Array") ? [0] * 6 : Listed.new(*[0] * 6)
    made.public_send(key.split("#", 2).last) { [1, nil, [2]][(count += 1) % 3] } == HOLDS.fetch(said)
  }.map(&:first).join(" ")
`;

/** For arrays of pairs, each method against its definition. */
const ARRANGES = `
  PAIRS = [[1, [2]], [3, 4]]
  HOLDS = {
    "pairs" => [{ 1 => [2], 3 => 4 }],
    "flat" => [[1, 2, 3, 4]],
    "columns" => [[[1, 3], [[2], 4]]],
    "rows" => [[[[1, [2]], 5, 7], [[3, 4], 6, nil]], [5, 6], [7]],
    "list" => [[1, 2]],
    "named" => [{ a: 1, b: 2 }],
  }
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    next (1..9).public_send(name, 4).then { |steps| steps.is_a?(Enumerator::ArithmeticSequence) && steps.to_a == [1, 5, 9] } if said == "steps"
    wanted, *given = HOLDS.fetch(said)
    made = %w[list named].include?(said) ? MADE.fetch(owner).map(&:call) : [PAIRS, Listed.new(*PAIRS)]
    made.pop if owner == "Array"
    made.all? { |made| made.public_send(name, *given) == wanted }
  }.map(&:first).join(" ")
`;

/** What a block returns is compared. */
const ORDERS = `
  class Weight
    attr_reader :grams
    def initialize(grams) = @grams = grams
    def <=>(other) = ($compared += 1; grams <=> other.grams)
  end
  WANTED.reject { |key, _|
    owner, name = key.split("#", 2)
    make = -> { owner == "Range" ? 1..3 : owner == "Enumerable" ? Listed.new(2, 1, 3) : [2, 1, 3] }
    $compared = 0
    make.call.public_send(name) { |grams| Weight.new(grams) }
    refused = begin
      make.call.public_send(name) { |grams| grams == 1 ? "a" : 1 }
      false
    rescue ArgumentError
      true
    end
    $compared > 0 && refused
  }.map(&:first).join(" ")
`;

const DESCENDS = `
  WANTED.reject { |key, _|
    made = [1]
    made << made
    begin
      made.public_send(key.split("#", 2).last)
      false
    rescue ArgumentError
      true
    end
  }.map(&:first).join(" ")
`;

const DISCARDS = `
  MORE = MADE.merge("Numeric" => [-> { 1.5 }], "Integer" => [-> { 3 }], "Range" => [-> { 1..5 }])
  def traced(make, name, answer)
    seen = []
    args = { "upto" => [5], "downto" => [0], "step" => [2], "each_slice" => [2], "each_cons" => [2] }.fetch(name, [])
    args = [4, 1] if name == "step" && make.call.is_a?(Numeric)
    result = make.call.__send__(name, *args) { |*given| seen.size > 9 ? raise(StopIteration) : (seen << given; answer) }
    [seen.inspect, result.class]
  end
  WANTED.reject { |key, _|
    owner, name = key.split("#", 2)
    MORE.fetch(owner).all? { |make| [nil, false, true, 7, []].map { |answer| traced(make, name, answer) }.uniq.size == 1 }
  }.map(&:first).join(" ")
`;

/** Methods per script: a script has limited time and memory. */
const BATCH = 60;

describe('labels of containers', function () {
  this.timeout(0);

  const check = async (
    word: Word,
    script: string,
    skipped: readonly LibraryFacts[Word][] = [],
    isTriedElsewhere: (info: MethodInfo) => boolean = () => false,
  ): Promise<void> => {
    const wanted = labelled(word, skipped, isTriedElsewhere);
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = JSON.stringify(wanted.slice(at, at + BATCH));
      assert.equal(await run(`WANTED = ${batch}\n${MADE}\n${script}`), '');
    }
  };

  // New strings hold nothing; newStrings.test.ts tries them.
  it('say correctly what is returned', () => check('returns', RETURNS, ['frozen'], returnsString));
  it('say correctly what a result says of the receiver', () => check('answers', ANSWERS));
  it('say correctly which elements are kept', () => check('keeps', KEEPS));
  it('say correctly which results of a block are collected', () => check('collects', COLLECTS));
  it('say correctly how elements are arranged', () => check('arranges', ARRANGES));
  it('say correctly which results of a block are compared', () => check('orders', ORDERS));
  it('say correctly which methods go through nested arrays', () => check('descends', DESCENDS));
  it('say correctly which results of a block make no difference', () => check('discardsResults', DISCARDS));
  it('say correctly which arguments are looked up', () => check('seeks', SEEKS));
  it('say what is put into a hash only where it looks up keys as before', () => check('stores', LOOKUP));
  it('say correctly what is put into the receiver', () => check('stores', STORES, ['contents']));
});
