/**
 * The labels of server/core/callbacks.rb agree with Ruby. `calls`: objects that record every call are held by the
 * receiver and passed as arguments. `returns: :frozen`: the result is. `exposes_keys: false`: no string key of a hash or
 * set is the result or an element of it. `runs: :receiver`: the proc has run.
 */
import assert from 'node:assert/strict';
import { implicitCallNames } from '../../server/src/program/implicitCalls';
import type { LibraryFacts, MethodInfo } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

const program = coreLibrary()!;

function labelled(holds: (facts: LibraryFacts) => boolean): readonly MethodInfo[] {
  return [...program.classes.values()]
    .flatMap(info => [...info.methods.values(), ...info.singletonMethods.values()])
    .filter(({ facts }) => facts !== undefined && holds(facts));
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

const wanted = (methods: readonly MethodInfo[]): string => JSON.stringify(methods.map(({ key }) => key));

/** Besides the implicit calls: what classes override. */
const NAMES = [...implicitCallNames(program), 'default', 'dig', 'exception', 'initialize_copy', 'freeze', 'frozen?'];

const OBSERVE = `
  require "set"
  RESULTS = { to_s: "s", inspect: "i", to_str: "s", to_sym: :s, to_proc: proc { 1 }, to_ary: [1], to_a: [1], to_h: { a: 1 },
    to_hash: { a: 1 }, to_i: 1, to_f: 1.0, to_r: 1r, to_c: 1i, to_int: 1, to_path: "p", coerce: [1, 1], "<=>": 0, "==": true,
    "===": true, eql?: true, equal?: true, "<": false, ">": false, "+": 1, "-": 1, "*": 1, "/": 1, hash: 1, "=~": 0, each: 1,
    call: 1, succ: 1, rand: 1, message: "m", respond_to_missing?: false, default: 1, frozen?: false }
  def recorder(side, names, above = Object)
    Class.new(above) do
      names.each { |name| define_method(name) { |*, &_| $seen << [side, name]; RESULTS[name] } }
    end
  end
  # All at once, and each alone: an object with to_ary is treated differently from one without.
  KINDS = [NAMES - %i[method_missing respond_to_missing?], *NAMES.map { |name| [name] }].map do |names|
    [recorder("self", names), recorder("keys", names), recorder("arguments", names), names]
  end
  class Listed
    include Enumerable
    def initialize(elements) = @elements = elements
    def each(&block) = @elements.each(&block)
  end
  ORDERED = Hash.new { |made, one| made[one] = Class.new(one) { include Comparable } }
  STRUCT = Struct.new(:held)
  DATA = Data.define(:held)
  MAKES = {
    "Array" => [->(one, _) { [one.new, one.new] }, ->(one, _) { Array.new(20) { one.new } }, ->(*) { [1, "b"] }, ->(*) { [] }],
    "Hash" => [->(one, key) { { key.new => one.new } }, ->(one, _) { { a: one.new } }, ->(one, _) { { 1 => one.new, "b" => one.new } }, ->(*) { { 1 => 2, "b" => "c" } },
               ->(one, key) { (1..9).to_h { [key.new, one.new] } }],
    "Set" => [->(_, key) { Set[key.new, key.new] }, ->(*) { Set[1] }],
    "String" => [->(*) { +"abc" }],
    "Integer" => [->(*) { 3 }],
    "Float" => [->(*) { 3.5 }],
    "Module" => [->(one, _) { one }, ->(*) { Integer }],
    "Rational" => [->(*) { 3r }],
    "Range" => [->(*) { 1..3 }],
    "Struct" => [->(one, _) { STRUCT.new(one.new) }],
    "Data" => [->(one, _) { DATA.new(held: one.new) }],
    "Thread::Backtrace::Location" => [->(*) { caller_locations(0).first }],
    "Enumerable" => [->(one, _) { Listed.new([one.new, one.new]) }, ->(*) { Listed.new([1, 2]) }],
    "Comparable" => [->(one, _) { ORDERED[one].new }],
    "Symbol" => [->(*) { :abc }],
    "NilClass" => [->(*) { nil }],
    "TrueClass" => [->(*) { true }],
    "FalseClass" => [->(*) { false }],
    "Kernel" => [->(one, _) { STRUCT.new(one.new) }, ->(*) { Object.new }],
    "BasicObject" => [->(one, _) { STRUCT.new(one.new) }, ->(*) { Object.new }],
  }
  BELOW = { "Array" => Array, "Hash" => Hash, "Set" => Set, "String" => String }
  VALUES = [[], [:given], [:given, :given], [0], [0, :given], [:a], [ArgumentError], [[:given, :given]], [[:given] * 20], [{ given: 1 }]]
  def passed(value, given)
    case value
    when :given then given.new
    when Array then value.map { |each| passed(each, given) }
    when Hash then value.to_h { |_, each| [given.new, each] }
    else value
    end
  end
  FORMATS = ["%s%p", "%d", "%f", "%i%x"].map { |format| [format, :given, :given] } + [["%{a}", :given]]
  def observe(owner, name)
    values = name.end_with?("printf", "format") ? VALUES + FORMATS : VALUES
    all = []
    KINDS.each do |inside, key, given, names|
      makes = MAKES.fetch(owner).map { |make| -> { make.call(inside, key) } }
      # Only methods that the label may name: the receiver's own class overrides them.
      above = BELOW[owner]
      makes << -> { recorder("receiver", [:default], above).new } if above && names == [:default]
      makes.product(values, [nil, *[true, nil].map { |one| proc { ($steps += 1) > 30 ? raise(StopIteration) : one } }]) do |make, args, block|
        $seen = []
        $steps = 0
        receiver = make.call
        actual = passed(args, given)
        $seen = []
        receiver.__send__(name, *actual, &block)
      rescue Exception
      ensure
        all |= $seen
      end
    end
    all
  end
  WANTED.flat_map { |key|
    owner, name = key.split("#", 2)
    observe(owner, name.to_sym).map { |side, called| [key, side, called].join(" ") }
  }.join("\\n")
`;

const FROZEN = `
  MADE = { "NilClass" => [nil], "TrueClass" => [true], "FalseClass" => [false], "Symbol" => [:a, :"b c"], "MatchData" => [/a/.match("ab".dup)], "String" => [+"a", "b"] }
  WANTED.reject { |key|
    owner, name = key.split("#", 2)
    MADE.fetch(owner).all? { |one| one.public_send(name).frozen? }
  }.join(" ")
`;

const EXPOSE = `
  require "set"
  KEY = "key".dup.freeze
  def exposed?(result)
    case result
    when Array, Struct then result.any? { |each| exposed?(each) }
    when Hash then result.values.any? { |each| exposed?(each) }
    when Set then result.any? { |each| each.is_a?(Array) && exposed?(each) }
    else result.equal?(KEY)
    end
  end
  MAKES = {
    "Hash" => [-> { { KEY => "value".dup } }, -> { Hash.new("other".dup).merge(KEY => 1) }],
    "Set" => [-> { Set[KEY] }],
  }
  WANTED.select { |key|
    owner, name = key.split("#", 2)
    makes = MAKES.fetch(owner) { MAKES.values.flatten }
    makes.product([[], [1], ["key"], ["x"], [{ "z" => 1 }], [Set["z"]], ["x", 2], [1, 2]], [nil, proc { true }, proc { nil }]).any? { |make, args, block|
      begin
        exposed?(make.call.public_send(name, *args, &block))
      rescue StandardError
        false
      end
    }
  }.join(" ")
`;

const RUN = `
  WANTED.reject { |key|
    owner, name = key.split("#", 2)
    ran = []
    made = proc { |*given| ran << given; 7 }
    next made.public_send(name, 1) == 7 && ran == [[1]] if owner == "Proc"
    numbers = Enumerator.new { |to| ran << to; to << 1 }
    numbers.public_send(name, *[[]].first(numbers.method(name).arity.abs.clamp(0, name.end_with?("object") ? 1 : 0))) { |one| one }
    ran.size == 1
  }.join(" ")
`;

/** Elements that lack the operator are refused; for `+` also those that 0 cannot be added to. */
const COMBINE = `
  class Plain; undef_method :<=>; end
  class Order; include Comparable; def <=>(other) = nil; end
  OTHERS = { "<=>" => [Plain.new, Plain.new], "+" => ["a", "b"] }
  WANTED.zip(OPERATORS).reject { |key, operator|
    owner, name = key.split("#", 2)
    begin
      owner == "Comparable" ? Order.new.public_send(name, 1) : OTHERS.fetch(operator).dup.public_send(name)
      false
    rescue ArgumentError, NoMethodError, TypeError
      true
    end
  }.join(" ")
`;

/** The body of the named method runs, or a handle of it is returned. */
const FIND = `
  class Named; def wanted = 7; end
  WANTED.reject { |key|
    owner, name = key.split("#", 2)
    receiver = owner == "Module" ? Named : Named.new
    result = receiver.__send__(name, :wanted)
    result == 7 || result.name == :wanted
  }.join(" ")
`;

/** The methods or ancestors of a class or of an object are others than before. */
const DEFINE = `
  module Mixed; end
  ARGS = { "include" => [Mixed], "prepend" => [Mixed], "alias_method" => [:b, :a], "remove_method" => [:a], "undef_method" => [:a] }
  def definitions(made)
    above = made.singleton_class
    [above.ancestors, above.instance_methods(false), *(made.is_a?(Class) ? [made.ancestors, made.instance_methods] : [])]
  end
  WANTED.reject { |key|
    owner, name = key.split("#", 2)
    made = owner == "Module" ? Class.new { def a = 1 } : Object.new
    before = definitions(made)
    made.__send__(name, *ARGS.fetch(name, [:c])) { 1 }
    definitions(made) != before
  }.join(" ")
`;

/** Objects that are given, and what they hold, are as before. */
const TOUCH = `
  class Held; def initialize = (@list = [1, { a: +"b" }]); attr_reader :list; end
  QUIT = %w[sleep gets fork exec exit exit! abort trap test select open syscall spawn system gem]
  WANTED.select { |key|
    owner, name = key.split("#", 2)
    next if QUIT.include?(name)
    given = Held.new
    before = Marshal.dump(given)
    [[], [given], [given, given], ["a"]].each do |args|
      given.__send__(name, *args) { 1 } if owner == "Kernel"
    rescue Exception
    end
    Marshal.dump(given) != before
  }.join(" ")
`;

/** Strings that are plainly valid raise nothing, malformed ones do. */
const INTERPRET = `
  VALID = {
    "characters" => [["a-z", "a-z"], ["^a", "-"], ["a-", "x"], ["", "b"]],
    "pattern" => [["a"], [""], ["a b_1"], ["<x>"], [/a/]],
    "replacement" => [["a", "b"], [/(a)/, "\\\\1"], ["a", "\\\\0"], ["a", ""]],
  }
  MALFORMED = { "characters" => ["z-a", "z-a"], "pattern" => ["("], "replacement" => [/a/, "\\\\k<x>"] }
  def refused?(made, name, args)
    made.dup.public_send(name, *args)
    false
  rescue ArgumentError, RegexpError, IndexError
    true
  end
  WANTED.reject { |key, said|
    owner, name = key.split("#", 2)
    made = owner == "Symbol" ? :ab : +"ab"
    VALID.fetch(said).none? { |args| refused?(made, name, args) } && refused?(made, name, MALFORMED.fetch(said))
  }.map(&:first).join(" ")
`;

/** Methods per script: a script has a limited time. */
const BATCH = 10;

const YIELD = `
  require "set"
  MADE = { "Array" => [1, [2, 3]], "Hash" => { a: 1, b: [2, 3] }, "Set" => Set[1, [2, 3]], "Range" => 1..3,
    "Struct" => Struct.new(:a, :b).new(1, [2, 3]), "Enumerator" => [1, [2, 3]].each, "Enumerable" => [1, [2, 3]].each }
  WANTED.reject { |key|
    owner, name = key.split("#", 2)
    made = MADE.fetch(owner)
    seen = []
    made.public_send(name) { |*given| seen << given }
    seen == made.to_a.map { |element| [element] } || name.end_with?("with_index") && seen == made.each_entry.to_a.zip(0..) ||
      owner == "Struct" && seen == (name == "each_pair" ? made.to_h.map { |pair| [pair] } : made.values.map { |value| [value] })
  }.join(" ")
`;

describe('labels of what library methods call and return', () => {
  /** `Hash#[] arguments hash`: what Ruby called. */
  let seen: ReadonlySet<string>;
  const methods = labelled(facts => facts.calls !== null);

  before(async function () {
    this.timeout(0); // many methods
    assert.ok(methods.length > 50, `${methods.length}`);
    const names = `NAMES = ${JSON.stringify(NAMES)}.map(&:to_sym)`;
    const lines: string[] = [];
    for (let at = 0; at < methods.length; at += BATCH)
      lines.push(await run(`${names}\nWANTED = ${wanted(methods.slice(at, at + BATCH))}\n${OBSERVE}`));
    seen = new Set(lines.flatMap(each => each.split('\n')).filter(line => line !== ''));
  });

  it('name every method that Ruby calls', () => {
    const calls = new Map(methods.map(({ key, facts }) => [key, facts!.calls!]));
    const missing = [...seen].filter(line => {
      const [key = '', side = '', called = ''] = line.split(' ');
      if (called === 'respond_to_missing?' || called === 'method_missing') return false;
      const { self, ...apart } = calls.get(key)!;
      return ![...self, ...(apart[side as keyof typeof apart] ?? [])].includes(called);
    });
    assert.deepEqual(missing, []);
  });

  it('name only methods of arguments that Ruby calls', () => {
    const needless = methods.flatMap(({ key, facts }) =>
      facts!.calls!.arguments.filter(name => !seen.has(`${key} arguments ${name}`)).map(name => `${key} ${name}`),
    );
    assert.deepEqual(needless, []);
  });

  it('say correctly which results are frozen', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.returns === 'frozen'))}\n${FROZEN}`), '');
  });

  it('say correctly which results are not keys', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => !facts.exposesKeys))}\n${EXPOSE}`), '');
  });

  it('say correctly which methods yield elements', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.yields !== null))}\n${YIELD}`), '');
  });

  it('say correctly which methods combine their elements', async () => {
    const combining = labelled(facts => facts.combines !== null);
    const operators = `OPERATORS = ${JSON.stringify(combining.map(({ facts }) => facts?.combines))}`;
    assert.equal(await run(`WANTED = ${wanted(combining)}\n${operators}\n${COMBINE}`), '');
  });

  it('say correctly which methods find a method by its name', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.reflects === 'name'))}\n${FIND}`), '');
  });

  it('say correctly which methods change definitions', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.reflects === 'definitions'))}\n${DEFINE}`), '');
  });

  it('say correctly which methods leave the objects of the program alone', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.touches === 'world'))}\n${TOUCH}`), '');
  });

  it('say correctly how strings are interpreted', async () => {
    const methods = labelled(facts => facts.interprets !== null);
    const given = JSON.stringify(methods.map(({ key, facts }) => [key, facts?.interprets]));
    assert.equal(await run(`WANTED = ${given}\n${INTERPRET}`), '');
  });

  it('say correctly which methods run a proc', async () => {
    assert.equal(await run(`WANTED = ${wanted(labelled(facts => facts.runsReceiver))}\n${RUN}`), '');
  });
});
