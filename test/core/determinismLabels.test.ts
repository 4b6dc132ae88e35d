/**
 * The labels `repeats` of server/core agree with Ruby. Each method is called twice, on receivers and arguments that are
 * made anew. `contents`: the results are equal, whatever identity the objects have. `identity`: they are equal only if
 * the objects are the same.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writesReceiver } from '../../server/src/program/libraryFacts';
import { methodByKey } from '../../server/src/program/lookup';
import type { LibraryFacts, MethodInfo } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';
import { sampleByName } from '../harness/sampling';

const SAMPLES = readFileSync(join(__dirname, '../../server/build/refusals/samples.rb'), 'utf8');

const TRIALS = `
  include Samples
  # Besides the samples: receivers that hold objects with an identity, and code that returns something else each time.
  HOLDING = {
    "Array" => [-> { [Plain.new, Plain.new] }, -> { [3, 1, 2, 5, 4] }], "Hash" => [-> { { Plain.new => Plain.new } }], "Set" => [-> { Set[Plain.new] }],
    "Struct" => [-> { Pair.new(Plain.new, 1) }, -> { Pair.new(1, 2) }], "Data" => [-> { Point.new(p: Plain.new) }, -> { Point.new(p: 1) }],
    "Exception" => [-> { RuntimeError.new(Plain.new) }], "Kernel" => [-> { Plain.new }, -> { +"ab" }], "BasicObject" => [-> { Plain.new }],
    "Proc" => [-> { proc { |*| $n += 1 } }], "Method" => [-> { proc { |*| $n += 1 }.method(:call) }],
    "Comparable" => ["b", "c"].map { |each| -> { each } }, "Numeric" => [-> { 3/2r }], "Enumerable" => [-> { Own.new(Plain.new) }],
    "Range" => [-> { Plain.new.then { |one| one..one } }], "String" => [-> { +'"a"' }]
  }
  $n = 0
  GIVEN = VALUES.reject { |name, _| %w[IO Binding Pathname Encoding].include?(name) }.transform_values { |all| all.first(2) }
  ONE = GIVEN.values.flatten.map { |make| [make] } + [[-> { 4 }], [-> { +"UTF-8" }], [-> { +"ab" }], [-> { :@items }], [-> { :Integer }]]
  TWO = %w[Integer String Symbol Array Proc Regexp Hash].map { |name| GIVEN[name].first }.then { |all| all.product(all) }
  MORE = [[-> { "%s" }, -> { Plain.new }], [-> { /a/ }, -> { { "a" => Plain.new } }], [-> { 0 }, -> { 1 }, -> { +"x" }]]
  OBJECTS_OF = { "Struct" => Pair, "Data" => Point, "Kernel" => Kernel }
  BLOCKS = [nil, proc { |*given| stop_endless; given.first }, proc { |a, b| stop_endless; b ? (a <=> b) : a.to_s.size }]
  def stop_endless = ($steps += 1) > 30 && raise(StopIteration, "endless")
  def made(owner)
    endless = owner == "Range" ? [2, 3, 6] : []
    given = RECEIVERS.fetch(owner, []).reject.with_index { |_, at| endless.include?(at) }
    given + HOLDING.fetch(owner, []) + (VALUES[owner] && given.empty? && !HOLDING[owner] ? VALUES[owner] : [])
  end
  def shape(value, depth = 4)
    return value.class if depth == 0
    case value
    when Array then value.map { |each| shape(each, depth - 1) }
    when Hash then value.map { |key, each| [shape(key, depth - 1), shape(each, depth - 1)] }
    when Set then value.map { |each| shape(each, depth - 1) }
    when Struct then [value.class, *value.values.map { |each| shape(each, depth - 1) }]
    when Range then [shape(value.begin, depth - 1), shape(value.end, depth - 1), value.exclude_end?]
    when Regexp, Symbol, Integer, Rational, nil, true, false then value
    when Float then value.nan? ? :nan : value
    when Complex then [shape(value.real), shape(value.imaginary)]
    when String then [value.encoding, value.b]
    when Time then value.to_r
    else value.class
    end
  end
  # What one call returns; the objects are kept, so that no two have the same address.
  def result(name, receiver, args, block)
    ($kept << receiver).concat(args)
    $steps = 0
    shape(receiver.__send__(name, *args, &block))
  rescue NoMemoryError, SystemExit, ScriptError, StandardError, SystemStackError => error
    [:raised, error.class]
  end
  # Whether two calls return the same, on objects that are made anew for each or on the same ones; nil if none returns.
  def repeats?(makes, name, anew)
    returned = nil
    blocks = name == "lambda" ? [lambda { |x| x }] : BLOCKS
    makes.product([[], *ONE, *TWO, *MORE], blocks) do |make, args, block|
      $kept = []
      receiver, actual = make.call, args.map(&:call)
      first = result(name, receiver, actual, block)
      next if first.is_a?(Array) && first.first == :raised
      returned = true
      second = anew ? result(name, make.call, args.map(&:call), block) : result(name, receiver, actual, block)
      return false if first != second
    end
    returned
  end
  WANTED.map { |key|
    owner, name = key.split(/(?<=\\w)[#.]/, 2)
    makes = key.start_with?(owner + "#") ? made(owner) : [-> { OBJECTS_OF.fetch(owner) { Object.const_get(owner) } }]
    "#{key} #{repeats?(makes, name, ANEW).inspect}"
  }.join("\\n")
`;

/** Methods per script: a script has a limited time. */
const BATCH = 25;

const library = coreLibrary()!;

const methods: readonly MethodInfo[] = [...library.classes.values()]
  .flatMap(info => [...info.methods.values(), ...info.singletonMethods.values()])
  .filter(method => !inheritsLabel(method));

/** A label that a class inherits with the method is tried in the class that has it. */
function inheritsLabel({ owner, aliasOf, facts }: MethodInfo): boolean {
  const original = aliasOf === null ? null : methodByKey(library, aliasOf);
  return original !== null && original.owner !== owner && original.facts?.repeats === facts?.repeats;
}

function labelled(...values: readonly LibraryFacts['repeats'][]): readonly string[] {
  return methods.filter(({ facts }) => facts?.repeats && values.includes(facts.repeats)).map(({ key }) => key);
}

type Found = Readonly<Record<string, readonly string[]>>;

/** The methods by what the trial found. One that varies is tried again alone: an earlier trial may have changed what it reads. */
async function tryTwice(keys: readonly string[], anew: boolean): Promise<Found> {
  const found: Record<string, string[]> = { true: [], false: [], nil: [] };
  const note = (batch: Found): void => {
    for (const [outcome, those] of Object.entries(batch)) found[outcome]?.push(...those);
  };
  for (let at = 0; at < keys.length; at += BATCH) {
    const { false: varying = [], ...others } = await tryBatch(keys.slice(at, at + BATCH), anew);
    note(others);
    for (const key of varying) note(await tryBatch([key], anew));
  }
  return found;
}

async function tryBatch(keys: readonly string[], anew: boolean): Promise<Found> {
  const found: Record<string, string[]> = { true: [], false: [], nil: [] };
  const wanted = `WANTED = ${JSON.stringify(keys)}\nANEW = ${anew}`;
  const ruby = hostForTests();
  try {
    const reply = await ruby.evaluate(`${wanted}\n${SAMPLES}\n${TRIALS}`, [], NEVER);
    assert.ok(reply.kind === 'value', reply.kind === 'failed' ? `${reply.why}: ${wanted}` : reply.kind);
    for (const line of reply.text.split('\n')) {
      const [key = '', outcome = ''] = line.split(' ');
      found[outcome]?.push(key);
    }
  } finally {
    await ruby.close();
  }
  return found;
}

describe('labels of results that repeat', function () {
  this.timeout(0);

  it('agree with Ruby where results depend on contents alone', async () => {
    const all = labelled('contents');
    assert.ok(all.length > 1000, `${all.length}`);
    const keys = sampleByName('methods whose results repeat', all, { trust: 4 }, key => key);
    const { false: varying, nil: untried = [] } = await tryTwice(keys, true);
    assert.deepEqual(varying, []);
    const neverReturning = ['Kernel#fail', 'Kernel#raise', 'Kernel#throw', 'Kernel.raise'];
    assert.deepEqual(
      [...untried].sort(),
      neverReturning.filter(key => keys.includes(key)),
    );
  });

  it('agree with Ruby where results depend on the identity of objects', async () => {
    const keys = labelled('identity', 'parts');
    const { true: needless, nil: untried } = await tryTwice(keys, true);
    assert.deepEqual([needless, untried], [[], []]);
    const written = new Set(methods.filter(writesReceiver).map(({ key }) => key));
    const unchanged = keys.filter(key => !written.has(key));
    const { false: varying } = await tryTwice(unchanged, false);
    assert.deepEqual(varying, []);
  });

  it('are absent where the trial sees different results', async () => {
    const keys = [
      'Array#sample',
      'Array#shuffle',
      'Array#shuffle!',
      'Kernel#rand',
      'Proc#call',
      'Proc#[]',
      'Method#===',
    ];
    assert.deepEqual((await tryTwice(keys, true)).false, keys);
    assert.deepEqual(
      keys.filter(key => labelled('contents', 'identity', 'parts').includes(key)),
      [],
    );
  });
});
