/**
 * The bodies and refinements of server/packages/activesupport agree with Active Support, which must be installed: on many
 * receivers and arguments, with and without blocks that return, raise and break. Compared are the value (and whether it is
 * the receiver), the class of the exception, what was yielded, and the receiver afterwards.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIVE_SUPPORT, describeNeeds } from '../harness/requirements';

const PACKAGE = join(__dirname, '..', '..', 'server', 'packages', 'activesupport', 'loupe', 'active_support.rb');

const SCRIPT = `
  require "active_support/all"
  require "set"
  class Module
    def label(*, **) = nil
    def type(name, text, **)
      binder, claim = text.match(/-> %bool (\\w+) \\{ (.*) \\}\\z/)&.captures
      CLAIMS << [self.name, name, binder, claim] if claim
    end
  end
  CLAIMS = []
  eval(SOURCE)
  class Bag
    include Enumerable
    def initialize(*items) = @items = items
    def each = (@items.each { |item| yield item }; self)
    def inspect = "Bag" + @items.inspect
  end
  class Thing
    def inspect = "thing"
  end
  ARRAYS = -> { [[], [1], [3, 1, 2], [1, 2, 3, 5, 8], [nil, 1, nil], [2, 2, 1], %w[b a c], [[1, 2], [3, 4]], [false], [1, 2].freeze] }
  NUMBERS = -> { [0, 1, -1, 2, 12, -7, 2**70] }
  STRINGS = -> { ["", "a", "abc", " abc ", " ", "\\t\\n", "\\u00a0", "\\u3000x", "\\0", "Zz9", "x".freeze].map { |s| s.frozen? && s == "x" ? s : s.dup } }
  HASHES = -> { [{}, { a: 1 }, { a: 1, b: nil }, { "k" => "v", 1 => 2.0 }, { nil => 1 }, { 1 => 1, "1" => 2 }] }
  RECEIVERS = {
    "Object" => -> { [Thing.new, Object, :a, :"", nil, true, false, 1, "", " ", [], [nil], {}, Set[], Set[1], 1..0, Struct.new(:a).new(nil)] },
    "NilClass" => -> { [nil] }, "TrueClass" => -> { [true] }, "FalseClass" => -> { [false] },
    "Numeric" => -> { [0, 1, -1, 0.0, 1r, 2i] },
    "Integer" => NUMBERS, "String" => STRINGS, "Array" => ARRAYS, "Hash" => HASHES,
    "Enumerable" => -> { ARRAYS.call + [1..4, 1...1, { a: 1, b: 2 }, {}, Set[3, 1], Bag.new(1, 2, 3), Bag.new, Bag.new([1, 2], nil)] },
  }
  ARGS = [[], [0], [1], [-1], [2], [-9], [nil], ["a"], ["b"], [""], [:upcase], [[]], [[1]], [{ a: 3, c: 4 }], [{}], [1, 0], ["a", "b"], [2**70], [1..2]]
  BLOCKS = {
    none: nil,
    itself: ->(log, *given) { log << given; given.first },
    true: ->(log, *given) { log << given; true },
    false: ->(log, *given) { log << given; false },
    odd: ->(log, *given) { log << given; given.first.is_a?(Integer) && given.first.odd? },
    raises: ->(log, *given) { log << given; raise IndexError if log.size > 1 },
  }
  def shown(value) = value.is_a?(Enumerator) ? [:enumerator, value.to_a] : value.inspect
  def attempt(method, receiver, args, block, stop)
    log = []
    call = method.is_a?(UnboundMethod) ? ->(*a, &b) { method.bind_call(receiver, *a, &b) } : method
    outcome =
      begin
        value =
          if block.nil? then call.call(*args)
          else
            call.call(*args) do |*given|
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
  def accepted(body)
    kinds = body.parameters.map(&:first)
    most = kinds.include?(:rest) ? 3 : kinds.count { |kind| kind == :req || kind == :opt }
    ARGS.select { |args| args.size.between?(kinds.count(:req), most) }
  end
  out = []
  counts = {}
  METHODS.each do |owner, name, singleton, with_block|
    at = Object.const_get(owner)
    real, body = singleton ? [at.method(name), at.method("prelude_" + name)] : [at.instance_method(name), at.instance_method("prelude_" + name)]
    receivers = singleton ? -> { [at] } : RECEIVERS.fetch(owner)
    count = 0
    receivers.call.each_index do |i|
      real = receivers.call[i].method(name).unbind if owner == "Object"
      next if owner == "Object" && real.owner != Object
      accepted(body).product(with_block ? BLOCKS.to_a : BLOCKS.take(1), [false, true]) do |args, (kind, block), stop|
        next if stop && block.nil?
        count += 1
        expected = attempt(real, receivers.call[i], args, block, stop)
        actual = attempt(body, receivers.call[i], args, block, stop)
        out << [owner, name, receivers.call[i].inspect, args.inspect, kind, stop, expected, actual].inspect if expected != actual
      end
    end
    counts[name] = count
  end
  CLAIMS.each do |owner, name, binder, claim|
    RECEIVERS.fetch(owner).call.each do |receiver|
      holds = receiver.instance_eval("->(" + binder + ") { " + claim + " }").call(receiver.public_send(name))
      out << [owner, name, receiver, claim].inspect unless holds
    end
  end
  few = counts.select { |_, count| count < 1 }.keys
  out << "never tried: #{few.join(' ')}" if few.any?
  out << "only #{CLAIMS.size} refinements" if CLAIMS.size < 6
  $stdout.print(out.first(20).join("\\n"))
`;

interface Body {
  readonly owner: string;
  readonly name: string;
  readonly singleton: boolean;
  readonly yields: boolean;
}

/** The `def`s of the package, which is formatted: a class at the margin, a method at two spaces. */
function bodiesIn(source: string): readonly Body[] {
  const classes = source.split(/^(?=(?:class|module) )/m).slice(1);
  return classes.flatMap(text => {
    const owner = /^(?:class|module) (\w+)/.exec(text)?.[1] ?? '';
    return [...text.matchAll(/^ {2}def (self\.)?([\w?!]+)([\s\S]*?)^ {2}end$/gm)].map(match => ({
      owner,
      name: match[2] ?? '',
      singleton: match[1] !== undefined,
      yields: /\byield\b/.test(match[3] ?? ''),
    }));
  });
}

/** Under another name beside the gem's methods. */
function renamed(source: string): string {
  return source
    .replaceAll(/^( *def (?:self\.)?)(\w)/gm, '$1prelude_$2')
    .replaceAll(/^( *alias )(\S+) (\S+)$/gm, '$1prelude_$2 prelude_$3');
}

describeNeeds(ACTIVE_SUPPORT, 'bodies of Active Support', () => {
  const source = readFileSync(PACKAGE, 'utf8');
  const bodies = bodiesIn(source);

  it('are found', () => assert.ok(bodies.length >= 40, `${bodies.length}`));

  it('behave as the gem', () => {
    const methods = bodies.map(({ owner, name, singleton, yields }) => [owner, name, singleton, yields]);
    const head = `METHODS = ${JSON.stringify(methods)}\nSOURCE = ${JSON.stringify(renamed(source)).replaceAll('#{', '\\#{')}\n`;
    const output = execFileSync('ruby', ['-W0', '-'], { input: head + SCRIPT, encoding: 'utf8' });
    assert.equal(output, '');
  });
});
