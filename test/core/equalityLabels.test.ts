/**
 * The equality labels (server/core/equality.rb) agree with Ruby: for every class and module that Ruby can load, the
 * owners of `==`, `eql?`, `hash` and `===`; for every class that can be instantiated, the results for two instances
 * created in the same way.
 */
import assert from 'node:assert/strict';
import { ancestors } from '../../server/src/program/ancestors';
import { equalityOf } from '../../server/src/program/equality';
import { findMethod } from '../../server/src/program/lookup';
import type { Equality } from '../../server/src/program/program';
import { coreLibrary } from '../harness/prove';
import { hostForTests, NEVER } from '../harness/rubyForTests';

/** Results for two instances created in the same way. */
interface Alike {
  readonly same: boolean;
  readonly equal: boolean;
  readonly equalKeys: boolean;
  readonly equalHash: boolean;
  readonly equalItself: boolean;
  readonly keyOfItself: boolean;
  /** Equal to some of nil, true, a symbol, a plain object. */
  readonly equalOther: boolean;
  readonly equalNumber: boolean;
}

interface Tried {
  readonly name: string;
  readonly isModule: boolean;
  /** The owners of `==`, `eql?`, `hash` and `===`. */
  readonly owners: readonly (string | null)[];
  readonly alike: Alike | null;
}

const program = coreLibrary()!;
const LIBRARIES = [...new Set([...(program.libraries ?? new Map<string, readonly string[]>()).values()].flat())];
const NAMES = [...program.classes.values()].filter(info => info.kind !== 'interface').map(info => info.name);

/** Two of each, for classes whose `new` needs more than a string or a number. */
const MADE: Readonly<Record<string, string>> = {
  Struct: '[Triple.new(1, 2.0, "a"), Triple.new(1, 2.0, "a")]',
  Data: '[Place.new(x: 1), Place.new(x: 1)]',
  Integer: '[2**70, 2**70]',
  Float: '[1.5, 1.5]',
  Rational: '[1/3r, 1/3r]',
  Complex: '[Complex(1, 2), Complex(1, 2)]',
  Symbol: '[:a, :a]',
  NilClass: '[nil, nil]',
  TrueClass: '[true, true]',
  FalseClass: '[false, false]',
  Hash: '[{ a: 1 }, { a: 1 }]',
  Range: '[Range.new(1, 9), Range.new(1, 9)]',
  MatchData: '[/a/.match("a"), /a/.match("a")]',
  Method: '[5.method(:+), 5.method(:+)]',
  UnboundMethod: '[Integer.instance_method(:+), Integer.instance_method(:+)]',
  Proc: '(made = proc { 1 }; [made, made.dup])',
  'Enumerator::ArithmeticSequence': '[1.step(9, 2), 1.step(9, 2)]',
  'Encoding::Converter': '[Encoding::Converter.new("UTF-8", "EUC-JP"), Encoding::Converter.new("UTF-8", "EUC-JP")]',
  Random: '[Random.new(3), Random.new(3)]',
  Enumerator: '[[1].each, [1].each]',
  Binding: '[binding, binding]',
  Fiber: '[Fiber.new { 1 }, Fiber.new { 1 }]',
  'URI::Generic': '[URI("a:b"), URI("a:b")]',
  'URI::HTTP': '[URI("http://example.org/"), URI("http://example.org/")]',
  'URI::HTTPS': '[URI("https://example.org/"), URI("https://example.org/")]',
  'URI::FTP': '[URI("ftp://example.org/a"), URI("ftp://example.org/a")]',
  'URI::File': '[URI("file:///a"), URI("file:///a")]',
  'URI::MailTo': '[URI("mailto:a@example.org"), URI("mailto:a@example.org")]',
  'URI::LDAP': '[URI("ldap://example.org/a"), URI("ldap://example.org/a")]',
  'URI::LDAPS': '[URI("ldaps://example.org/a"), URI("ldaps://example.org/a")]',
  'URI::WS': '[URI("ws://example.org/"), URI("ws://example.org/")]',
  'URI::WSS': '[URI("wss://example.org/"), URI("wss://example.org/")]',
  'CSV::Row': '[CSV::Row.new(["a"], [1]), CSV::Row.new(["a"], [1])]',
  'CSV::Table': '[CSV::Table.new([]), CSV::Table.new([])]',
  UncaughtThrowError: '[UncaughtThrowError.new(:a, 1, "a"), UncaughtThrowError.new(:a, 1, "a")]',
};

const SCRIPT = `
  require "json"
  LIBRARIES.each { |name| begin; require name; rescue LoadError, StandardError, NotImplementedError; end }
  Triple = Struct.new(:a, :b, :c)
  Place = Data.define(:x)
  def found(name) = name.split("::").inject(Object) { |outer, part| outer.const_get(part, outer == Object) }
  def pair(name, type)
    return eval(MADE[name]) if MADE[name]
    return nil if %w[Thread Ractor Tempfile].include?(name)
    [[], ["a"], [1], ["a", 1], ["a", "b"], [["a"], [1]]].each do |args|
      two = [type.new(*args), type.new(*args)]
      return two if two.all? { |each| type === each && each.class == type }
    rescue StandardError, NotImplementedError, ScriptError, NoMemoryError
    end
    nil
  end
  def alike(a, b)
    same = BasicObject.instance_method(:equal?).bind_call(a, b)
    others = [nil, true, :a, Object.new].reject { |other| same && a == other }
    { same: same, equal: a == b, equalKeys: a.eql?(b), equalHash: a.hash == b.hash, equalItself: a == a, keyOfItself: a.eql?(a),
      equalOther: others.any? { |other| a == other || a.eql?(other) }, equalNumber: [1, 1.0].any? { |other| a == other } }
  end
  JSON.generate(NAMES.filter_map { |name|
    type = begin; found(name); rescue NameError, LoadError, StandardError, NotImplementedError; next; end
    next unless type.is_a?(Module)
    owners = %i[== eql? hash ===].map { |method| type.instance_method(method).owner.to_s rescue nil }
    two = type.is_a?(Class) ? pair(name, type) : nil
    { name: name, isModule: !type.is_a?(Class), owners: owners, alike: (two && alike(*two) rescue nil) }
  })
`;

/** Classes that cannot be instantiated here, although their labels say contents or members. */
const NOT_MADE: readonly string[] = [];

describe('equality of library classes', () => {
  let tried: readonly Tried[] = [];

  before(async () => {
    const ruby = hostForTests();
    const given = Object.entries({ LIBRARIES, NAMES, MADE }).map(
      ([name, value]) => `${name} = ${name === 'MADE' ? rubyHash(MADE) : JSON.stringify(value)}`,
    );
    const reply = await ruby.evaluate(`${given.join('\n')}\n${SCRIPT}`, [], NEVER);
    await ruby.close();
    assert.ok(reply.kind === 'value', JSON.stringify(reply));
    tried = JSON.parse(reply.text) as readonly Tried[];
    assert.ok(tried.length > 600, `${tried.length} classes`);
  });

  it('is identity only if Ruby has no other method', () => {
    const every = new Set(['BasicObject', 'Kernel', 'Object', 'Module']);
    const isOwn = (owner: string | null | undefined): boolean => owner == null || !every.has(owner);
    const wrong = tried
      .filter(one => !one.isModule && !(one.alike?.same && one.alike.equal)) // values: one object of each
      .flatMap(({ name, owners: [equals, eql, hash] }) => [
        ...(said(name, 'values') === 'identity' && isOwn(equals) ? [`${name}#==`] : []),
        ...(said(name, 'keys') === 'identity' && (isOwn(eql) || isOwn(hash)) ? [`${name}#eql?`] : []),
      ]);
    assert.deepEqual(wrong, []);
  });

  it('has a label for every module that defines a method', () => {
    const wrong = tried
      .filter(one => one.isModule)
      .flatMap(({ name, owners: [equals, eql, hash] }) => {
        const labels = program.classes.get(name)!.equality;
        return [
          ...(equals === name && labels.values === null ? [`${name}#==`] : []),
          ...((eql === name || hash === name) && labels.keys === null ? [`${name}#eql?`] : []),
        ];
      });
    assert.deepEqual(wrong, []);
  });

  it('is what `===` uses, unless the signatures have their own', () => {
    const wrong = tried.filter(({ name, isModule, owners }) => {
      const equality = said(name, 'values');
      if (isModule || equality === null || equality === 'own') return false;
      const inherits = ancestors(program, 'Object').includes(findMethod(program, name, '===')?.owner ?? '');
      return inherits && owners[3] !== 'Kernel';
    });
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    );
  });

  it('holds for two instances created in the same way', () => {
    const wrong = tried.flatMap(({ name, alike }) => {
      if (!alike || alike.same) return [];
      const { equal, equalKeys, equalHash, equalItself, keyOfItself, equalOther } = alike;
      const equalNumber = alike.equalNumber && said(name, 'values') !== 'comparison';
      const [values, keys] = [said(name, 'values'), said(name, 'keys')];
      const isOpen = (equality: Equality | null): boolean => equality === null || equality === 'own';
      return [
        ...(!isOpen(values) && (equal !== (values !== 'identity') || !equalItself || equalOther || equalNumber)
          ? [`${name}#==`]
          : []),
        ...(!isOpen(keys) && (equalKeys !== (keys !== 'identity') || !keyOfItself) ? [`${name}#eql?`] : []),
        ...(!isOpen(keys) && equalHash !== (keys !== 'identity') ? [`${name}#hash`] : []),
      ];
    });
    assert.deepEqual(wrong, []);
  });

  it('is tested for every class compared by contents or members', () => {
    const left = tried.filter(({ name, isModule, alike }) => {
      const equalities = [said(name, 'values'), said(name, 'keys')];
      return !isModule && !alike && equalities.some(each => each === 'contents' || each === 'members');
    });
    assert.deepEqual(left.map(({ name }) => name).sort(), [...NOT_MADE].sort());
  });
});

function said(name: string, comparison: 'values' | 'keys'): Equality | null {
  return equalityOf(program, name, comparison);
}

function rubyHash(entries: Readonly<Record<string, string>>): string {
  return `{${Object.entries(entries)
    .map(([name, made]) => `${JSON.stringify(name)} => ${JSON.stringify(made)}`)
    .join(', ')}}`;
}
