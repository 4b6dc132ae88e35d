import assert from 'node:assert/strict';
import { printClass } from '../../../server/src/program/print';
import type { Program } from '../../../server/src/program/program';
import { buildProgram } from '../../harness/program';

/** The class as printed, one line each, without its header. */
function linesOf(program: Program, name: string): readonly string[] {
  const info = program.classes.get(name);
  assert.ok(info, `no class ${name}`);
  return printClass(info)
    .split('\n')
    .map(line => line.trim());
}

async function linesIn(text: string, name: string): Promise<readonly string[]> {
  return linesOf((await buildProgram(text)).program, name);
}

describe('resolve: classes', () => {
  it('nests, reopens, and reads compact paths lexically', async () => {
    const { program } = await buildProgram([
      'module A\n  class B\n    def one; end\n  end\n  class B::C < B\n    def two; end\n  end\nend',
      'class A::B\n  def three; end\nend\nclass ::Top; end',
    ]);
    assert.deepEqual(linesOf(program, 'A::B'), ['class A::B < Object', 'def A::B#one', 'def A::B#three']);
    assert.deepEqual(linesOf(program, 'A::B::C'), ['class A::B::C < A::B', 'def A::B::C#two']);
    assert.ok(program.classes.has('Top'));
  });

  it('prefers an inherited constant to a top-level one for include', async () => {
    const text = 'module H; end\nclass P\n  module H; end\nend\nclass Q < P\n  include H\nend';
    assert.deepEqual(await linesIn(text, 'Q'), ['class Q < P', 'include P::H']);
  });

  it('follows constants that name classes', async () => {
    const text = 'class A; end\nAlias = A\nclass B < Alias\nend';
    assert.deepEqual(await linesIn(text, 'B'), ['class B < A']);
  });

  it('records superclasses and modules that are not visible', async () => {
    const lines = await linesIn('class A < Gem::Base\n  include Nowhere\nend', 'A');
    assert.deepEqual(lines, [
      'class A < Object',
      'dynamic: superclass Gem::Base, which is not visible',
      'dynamic: include of Nowhere, which is not visible',
    ]);
  });

  it('defines structs and data, with their blocks', async () => {
    const { program } = await buildProgram(
      "S = Struct.new(:a, :b, keyword_init: true) do\n  type '() -> Integer'\n  def sum = a + b\nend\nclass P < Data.define(:x)\nend",
    );
    assert.deepEqual(linesOf(program, 'S'), [
      'class S < Struct',
      'struct(a, b) S.new',
      'structReader(a) S#a',
      'structWriter(a) S#a=',
      'structReader(b) S#b',
      'structWriter(b) S#b=',
      'def S#sum: () -> Integer',
    ]);
    assert.deepEqual(linesOf(program, 'P'), ['class P < P(Data)']);
    assert.deepEqual(linesOf(program, 'P(Data)'), [
      'class P(Data) < Data',
      'data(x) P(Data).new',
      'structReader(x) P(Data)#x',
    ]);
    const made = program.classes.get('S')?.singletonMethods.get('new')?.synthetic;
    assert.deepEqual(made, { type: 'structNew', members: ['a', 'b'], keywordInit: true, data: false });
  });

  it('reads Class.new and definitions under a condition', async () => {
    const text =
      'class A; end\nB = Class.new(A) do\n  if RUBY_VERSION > "3"\n    def m; end\n  else\n    def m(x); end\n  end\nend';
    assert.deepEqual(await linesIn(text, 'B'), ['class B < A', 'def B#m']);
  });
});

describe('resolve: methods', () => {
  it('top-level methods are private methods of Object', async () => {
    const { program } = await buildProgram('def helper(x) = x\npublic\ndef shown; end');
    assert.equal(program.classes.get('Object')?.methods.get('helper')?.key, '#helper');
    assert.equal(program.classes.get('Object')?.methods.get('helper')?.visibility, 'private');
    assert.equal(program.classes.get('Object')?.methods.get('shown')?.visibility, 'public');
  });

  it('handles every form of private', async () => {
    const lines = await linesIn(
      [
        'class A',
        '  def a; end',
        '  def b; end',
        '  def c; end',
        '  private :a, "b"',
        '  protected def d; end',
        '  private attr_reader :e',
        '  private(*%i[c])',
        '  def self.s; end',
        '  def self.t; end',
        '  private_class_method :s, :new',
        '  private',
        '  def f; end',
        '  def self.u; end',
        '  public',
        '  def g; end',
        '  def initialize; end',
        '  private :to_s',
        'end',
      ].join('\n'),
      'A',
    );
    assert.deepEqual(lines, [
      'class A < Object',
      '@e',
      'private def A.s',
      'def A.t',
      'def A.u',
      'private def A#a',
      'private def A#b',
      'private def A#c',
      'protected def A#d',
      'private attributeReader(@e) A#e',
      'private def A#f',
      'def A#g',
      'private def A#initialize',
      'private .new',
      'private #to_s',
    ]);
  });

  it('defines module functions, bare and by name, with their types', async () => {
    const lines = await linesIn(
      "module M\n  type '(Integer) -> Integer'\n  def a(x) = x\n  module_function :a\n  module_function\n  type '() -> String'\n  def b = ''\nend",
      'M',
    );
    assert.deepEqual(lines, [
      'module M',
      'def M.a: (Integer) -> Integer',
      'def M.b: () -> String',
      'private def M#a: (Integer) -> Integer',
      'private def M#b: () -> String',
    ]);
  });

  it('puts class << self and def Const.m on the class', async () => {
    const lines = await linesIn(
      'class A\n  class << self\n    def a; @x; end\n    private\n    def b; end\n    attr_accessor :c\n  end\n  def A.d; end\nend',
      'A',
    );
    assert.deepEqual(lines, [
      'class A < Object',
      'self.@x',
      'self.@c',
      'def A.a',
      'private def A.b',
      'private attributeReader(@c) A.c',
      'private attributeWriter(@c) A.c=',
      'def A.d',
    ]);
  });

  it('an alias keeps the body that the name had then', async () => {
    const { program } = await buildProgram(
      'class A\n  def m = 1\n  alias old m\n  def m = 2\nend\nclass B < A\n  alias_method :n, :m\nend',
    );
    const a = program.classes.get('A')!;
    assert.equal(a.methods.get('old')?.aliasOf, 'A#m');
    assert.notEqual(a.methods.get('old')?.definition, a.methods.get('m')?.definition);
    assert.equal(a.methods.get('m')?.redefinitions.length, 1);
    const inherited = program.classes.get('B')?.methods.get('n');
    assert.equal(inherited?.aliasOf, 'A#m');
    assert.equal(inherited?.definition, a.methods.get('m')?.definition);
  });

  it('an alias has the type of the body it captured', async () => {
    const lines = await linesIn(
      "class A\n  type '() -> Integer'\n  def m = 1\n  alias old m\n  type '() -> String'\n  def m = ''\n  alias new m\nend",
      'A',
    );
    assert.deepEqual(lines.slice(1), [
      'def A#m: () -> String',
      'def A#old alias of A#m: () -> Integer',
      'def A#new alias of A#m: () -> String',
    ]);
  });

  it('reads delegation, define_method and undef', async () => {
    const lines = await linesIn(
      [
        'class A',
        '  extend Forwardable',
        '  def_delegators :@list, :size, :<<',
        '  def_delegator :@list, :first, :head',
        '  delegate :name, to: :owner, prefix: true',
        '  define_method(:twice) { |x| x * @factor }',
        '  define_method("a#{1}") { }',
        '  undef to_s',
        'end',
      ].join('\n'),
      'A',
    );
    assert.deepEqual(lines, [
      'class A < Object',
      '@factor',
      'delegate(@list.size) A#size',
      'delegate(@list.<<) A#<<',
      'delegate(@list.first) A#head',
      'delegate(owner.name) A#owner_name',
      'def A#twice',
      'undef #to_s',
      'dynamic: define_method with a computed name',
    ]);
  });

  it('extends the hosts of a module by its included hook', async () => {
    const text = [
      'module Countable',
      '  def self.included(base)',
      '    base.extend(ClassMethods)',
      '  end',
      '  module ClassMethods',
      '    def count; end',
      '  end',
      'end',
      'class A',
      '  include Countable',
      'end',
    ].join('\n');
    assert.deepEqual(await linesIn(text, 'A'), [
      'class A < Object',
      'include Countable',
      'extend Countable::ClassMethods',
    ]);
  });

  it('runs the included blocks of a concern in its hosts', async () => {
    const text = [
      'module Named',
      '  extend ActiveSupport::Concern',
      '  included do',
      '    attr_reader :name',
      '  end',
      '  class_methods do',
      '    def find; end',
      '  end',
      'end',
      'class A',
      '  include Named',
      'end',
    ].join('\n');
    assert.deepEqual(await linesIn(text, 'A'), [
      'class A < Object',
      'include Named',
      'extend Named::ClassMethods',
      '@name',
      'attributeReader(@name) A#name',
    ]);
  });
});

describe('resolve: fields and dynamics', () => {
  it('collects fields from all uses, types from var_type', async () => {
    const { program } = await buildProgram(
      [
        'class A',
        "  var_type :@n, 'Integer n { n >= 0 }'",
        "  attr_accessor_type :s, 'String'",
        '  def m(x = @d) = @@all << $log',
        '  def self.c = @cache',
        '  @count = 0',
        '  def i = instance_variable_get(:@hidden)',
        'end',
        "var_type :$log, 'String'",
      ].join('\n'),
    );
    const info = program.classes.get('A')!;
    assert.deepEqual([...info.fields.keys()].sort(), ['@@all', '@d', '@hidden', '@n', '@s']);
    assert.deepEqual([...info.singletonFields.keys()].sort(), ['@cache', '@count']);
    assert.equal(info.fields.get('@n')?.refinement?.text.trim(), 'n >= 0');
    assert.deepEqual(
      linesOf(program, 'A').filter(line => line.includes('A#s')),
      ['attributeReader(@s) A#s: () -> String', 'attributeWriter(@s) A#s=: (String) -> String'],
    );
    assert.equal(program.globals.get('$log')?.type?.kind, 'nominal');
  });

  it('records what makes lookups uncertain', async () => {
    const lines = await linesIn(
      'class A\n  def method_missing(n); end\n  def m(s) = eval(s)\n  def n(k, v) = instance_variable_set(k, v)\n  class_eval "def x; end"\n  attr_reader(*NAMES)\nend',
      'A',
    );
    assert.deepEqual(
      lines.filter(line => line.startsWith('dynamic')),
      [
        'dynamic: method_missing',
        'dynamic: eval',
        'dynamic: instance_variable_set with a computed name',
        'dynamic: class_eval of a string',
        'dynamic: attr_reader with a computed name',
      ],
    );
  });
});

describe('resolve: annotations', () => {
  it('attaches to the next method, by name before and after, to self.m and to other classes', async () => {
    const { program, messages } = await buildProgram(
      [
        'class A',
        "  type :b, '(Integer) -> Integer'",
        "  type '() -> A'",
        '  def a = self',
        '  def b(x) = x',
        '  def self.c = 1',
        "  type 'self.c', '() -> Integer'",
        "  type :d, '() -> String', :pure",
        'end',
        "type 'A', :e, '() -> A'",
        'class A; def e = self; end',
        "type :top, '() -> Integer'",
      ].join('\n'),
    );
    assert.deepEqual(messages, []);
    assert.deepEqual(linesOf(program, 'A'), [
      'class A < Object',
      'def A.c: () -> Integer',
      'def A#a: () -> A',
      'def A#b: (Integer) -> Integer',
      'def A#e: () -> A',
      'trusted A#d: () -> String [pure]',
    ]);
    assert.equal(program.classes.get('Object')?.methods.get('top')?.key, '#top');
  });

  it('joins several types of one method into overloads', async () => {
    const { program } = await buildProgram(
      "class A\n  type '(Integer) -> Integer'\n  type '(String) -> String'\n  def m(x) = x\nend",
    );
    assert.equal(program.classes.get('A')?.methods.get('m')?.signature?.arms.length, 2);
  });

  it('drops the type of a replaced definition', async () => {
    const lines = await linesIn(
      "class A\n  type '() -> Integer'\n  def m = 1\nend\nclass A\n  type '() -> String'\n  def m = ''\nend",
      'A',
    );
    assert.deepEqual(lines.slice(1), ['def A#m: () -> String']);
  });

  it('resolves class names in the scope of the annotation', async () => {
    const { program, messages } = await buildProgram(
      `module M\n  class X; end\n  class Y\n    type '(X, ::X, Array<Y>, \${X}) -> { a: X }'\n    def m(a, b, c, d); end\n  end\nend\nclass X; end`,
    );
    assert.deepEqual(messages, []);
    assert.deepEqual(linesOf(program, 'M::Y').slice(1), [`def M::Y#m: (M::X, X, Array<M::Y>, \${M::X}) -> {a: M::X}`]);
  });

  it('reads pre and post as refinements, binders by position', async () => {
    const { program, messages } = await buildProgram(
      "class A\n  pre { |x| x > 0 && x < 9 }\n  post { |r, x| r > x }\n  type '(Integer n) -> Integer'\n  def m(n) = n + 1\nend",
    );
    assert.deepEqual(messages, []);
    const line = linesOf(program, 'A')[1];
    assert.equal(line, 'def A#m: (Integer n) -> Integer r { r > n } pre { n > 0 && n < 9 }');
    const arm = program.classes.get('A')?.methods.get('m')?.signature?.arms[0];
    assert.equal(arm?.type.precondition?.clauses.length, 2);
  });

  it('reports mismatches with a suggestion', async () => {
    const { messages } = await buildProgram(
      [
        "type_alias '%num', 'Integer or Float'",
        'class Account',
        "  type '(Acount, Array<Integer, String>) -> %nun'",
        '  def m(a, b); end',
        "  type :blance, '() -> Integer'",
        '  def balance = 1',
        "  type 'Accout', :x, '() -> Integer'",
        "  type '() -> Integer'",
        'end',
      ].join('\n'),
    );
    assert.deepEqual([...messages].sort(), [
      'Account has no method blance; did you mean balance? The type is trusted as written',
      'Array takes 1 type argument, 2 given',
      'no method is defined after this annotation in this class body',
      'unknown class Accout; did you mean Account?',
      'unknown class Acount; did you mean Account?',
      'unknown type alias %nun; did you mean %num?',
    ]);
  });

  it('reports an unknown class at the parameter that names it', async () => {
    const text = "type '(Integer, Strin) -> Integer'\ndef m(a, b) = a\n";
    const { problems } = await buildProgram(text);
    assert.equal(problems.length, 1);
    const { span } = problems[0]!.place;
    assert.equal(text.slice(span.start, span.end), 'Strin');
  });
});
