import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRbs, parseRbsMethodType } from '../../../server/src/parse/rbs';
import { programFromRbs } from '../../../server/src/parse/rbsProgram';
import { messageOf } from '../../../server/src/problems/catalogue';
import { ancestors } from '../../../server/src/program/ancestors';
import { bareCore } from '../../../server/src/program/bareCore';
import { findConstant } from '../../../server/src/program/constants';
import { ancestorArgs, hierarchyOf } from '../../../server/src/program/hierarchy';
import { printClass } from '../../../server/src/program/print';
import type { Program } from '../../../server/src/program/program';
import { showMethodType, showType } from '../../../server/src/types/show';
import { isSubtype } from '../../../server/src/types/subtype';
import { INTEGER, STRING } from '../../../server/src/types/type';
import { buildProgram } from '../../harness/program';

function build(...texts: readonly string[]) {
  const files = texts.map((text, index) => parseRbs(`sig${index}.rbs`, text));
  const { value, problems } = programFromRbs(
    files.map(file => file.value),
    { library: bareCore(), origin: () => 'workspace', places: true },
  );
  return { program: value, messages: [...files.flatMap(file => file.problems), ...problems].map(messageOf) };
}

function lines(program: Program, name: string): readonly string[] {
  const info = program.classes.get(name);
  assert.ok(info, `no class ${name}`);
  return printClass(info)
    .split('\n')
    .map(line => line.trim());
}

function show(text: string): string {
  const { type, problems } = parseRbsMethodType(text, 'x|file');
  assert.deepEqual(problems.map(messageOf), []);
  return showMethodType(type);
}

describe('rbs: types', () => {
  for (const [rbs, shown] of [
    ['() -> void', '() -> %any'],
    ['(untyped, top, bot, boolish) -> bool', '(%dyn, %any, %bot, %any) -> %bool'],
    [
      '(Integer n, ?String s, *Symbol rest, Float last) -> nil',
      '(Integer n, ?String s, *Symbol rest, Float last) -> nil',
    ],
    ['(name: String, ?age: Integer, **untyped) -> self', '(name: String, age: ?Integer, **%dyn) -> self'],
    ['(Integer | String x) -> (Integer | nil)', '(Integer or String x) -> Integer or nil'],
    ['(Integer?) -> String?', '(Integer or nil) -> String or nil'],
    ['(_Each[Integer] & Comparable) -> [Integer, String]', '(_Each<Integer> and Comparable) -> [Integer, String]'],
    ['({ a: Integer, ?b: String, "c" => nil }) -> :sym', `({a: Integer, b: ?String, 'c' => nil}) -> :sym`],
    ['(1 | "two" | :three | true) -> -1', `(1 or 'two' or :three or true) -> -1`],
    ['(singleton(String)) -> ::Foo::Bar[Integer]', `(\${String}) -> ::Foo::Bar<Integer>`],
    ['() { (Integer) -> String } -> void', '() { (Integer) -> String } -> %any'],
    ['() ?{ (Integer) [self: String] -> void } -> void', '() ?{ (Integer) -> %any } -> %any'],
    [
      '(^(Integer) -> String) -> ^() { () -> void } -> Integer',
      '({ (Integer) -> String }) -> { () { () -> %any } -> Integer }',
    ],
    ['[T < Comparable, U] (T) { (T) -> U } -> Hash[T, U]', '(T) { (T) -> U } -> Hash<T, U>'],
    ['-> Integer', '() -> Integer'],
    ['{ () -> void } -> Integer', '() { () -> %any } -> Integer'],
    ['(?) -> untyped', '(...) -> %dyn'],
    [
      '(:replace ?, in: Integer, `class`: String) -> void'.replace('`class`', 'class'),
      '(:replace or nil, in: Integer, class: String) -> %any',
    ],
    ['(Array[Array[Integer?]?]) -> void', '(Array<Array<Integer or nil> or nil>) -> %any'],
  ] as const) {
    it(`reads ${rbs}`, () => assert.equal(show(rbs), shown));
  }

  it('distinguishes variables from classes, including bounds and defaults', () => {
    const { type } = parseRbsMethodType('[T < Array[U], U = Integer] (T, V) -> U', 'x|file');
    assert.deepEqual(
      type.params.map(param => param.type.kind),
      ['variable', 'nominal'],
    );
    assert.equal(type.typeParams[0]?.bound && showType(type.typeParams[0].bound), 'Array<U>');
    assert.equal(type.typeParams[1]?.default && showType(type.typeParams[1].default), 'Integer');
  });
});

describe('rbs: declarations', () => {
  it('reads members of every kind', () => {
    const { program, messages } = build(`
      # A comment
      %a{some annotation}
      class Clock[out T] < Object
        include Comparable
        extend Enumerable[Integer]
        LIMIT: Integer
        @ticks: Integer
        self.@count: Integer
        @@all: Array[Clock[untyped]]
        attr_reader name: String
        attr_accessor self.zone (@tz): String?
        attr_writer hidden (): Integer
        def tick: (Integer n) -> self
                | () { (T) -> void } -> T
        %a{pure} def size: () -> Integer
        def self.now: () -> instance
        def self?.helper: () -> void
        def []: (Integer) -> T
        def []=: (Integer, T) -> T
        def ==: (untyped) -> bool
        def empty?: () -> bool
        def name=: (String) -> String
        def \`weird name\`: () -> void
        def end: () -> class
        alias length size
        private def secret: () -> void
        private
        def also_secret: () -> void
        public
        def open: () -> void
        class Inner
          def up: () -> Clock[Integer]
        end
        type pair = [T2, Integer]
        interface _Ticker
          def tick: () -> void
        end
      end
      class T2
      end
      class Watch = Clock
      $clock: Clock[Integer]
    `);
    assert.deepEqual(messages, []);
    assert.deepEqual(lines(program, 'Clock'), [
      'class Clock<T> < Object',
      'include Comparable',
      'extend Enumerable<Integer>',
      'LIMIT = …',
      '@ticks: Integer',
      '@@all: Array<Clock<%dyn>>',
      '@name: String',
      'self.@count: Integer',
      'self.@tz: String or nil',
      'trusted Clock.zone: () -> String or nil',
      'trusted Clock.zone=: (String or nil) -> String or nil',
      'trusted Clock.now: () -> Clock<T>',
      'trusted Clock.helper: () -> %any',
      'trusted Clock#name: () -> String',
      'trusted Clock#hidden=: (Integer) -> Integer',
      'trusted Clock#tick: (Integer n) -> self | () { (T) -> %any } -> T',
      'trusted Clock#size: () -> Integer [pure]',
      'private trusted Clock#helper: () -> %any',
      'trusted Clock#[]: (Integer) -> T',
      'trusted Clock#[]=: (Integer, T) -> T',
      'trusted Clock#==: (%dyn) -> %bool',
      'trusted Clock#empty?: () -> %bool',
      'trusted Clock#name=: (String) -> String',
      'trusted Clock#weird name: () -> %any',
      `trusted Clock#end: () -> \${Clock}`,
      'private trusted Clock#secret: () -> %any',
      'private trusted Clock#also_secret: () -> %any',
      'trusted Clock#open: () -> %any',
      'trusted Clock#length alias of Clock#size: () -> Integer [pure]',
    ]);
    assert.deepEqual(lines(program, 'Clock::Inner'), [
      'class Clock::Inner < Object',
      'trusted Clock::Inner#up: () -> Clock<Integer>',
    ]);
    assert.equal(findConstant(program, [], 'Watch')?.classInfo?.name, 'Clock');
    assert.equal(showType(program.globals.get('$clock')!.type!), 'Clock<Integer>');
  });

  it('adds overloads, renames parameters of reopened classes, expands aliases', () => {
    const { program, messages } = build(
      'type int = Integer | Float\ntype tree[T] = T | Array[tree[T]]\nclass Box[A] < Object\n def get: (int) -> A\nend',
      'class Box[B]\n def get: (String) -> B | ...\n def put: (B) -> tree[B]\nend',
    );
    assert.deepEqual(messages, []);
    assert.deepEqual(lines(program, 'Box').slice(1), [
      'trusted Box#get: (String) -> A | (Integer or Float) -> A',
      'trusted Box#put: (A) -> %tree<A>',
    ]);
    const tree = hierarchyOf(program).expandAlias('%tree', [INTEGER]);
    assert.equal(tree && showType(tree), 'Integer or Array<%tree<Integer>>');
  });

  it('turns interfaces into structural types', () => {
    const { program } = build(
      'interface _Sized\n def size: () -> Integer\nend\nclass A\n def size: () -> Integer\nend\nclass B\n def m: (_Sized) -> void\nend',
    );
    const param = program.classes.get('B')?.methods.get('m')?.signature?.arms[0]?.type.params[0]?.type;
    assert.deepEqual(param, { kind: 'alias', name: '%_Sized', args: [] });
    const hierarchy = hierarchyOf(program);
    assert.ok(isSubtype({ kind: 'nominal', name: 'A', args: [] }, param!, hierarchy));
    assert.ok(!isSubtype({ kind: 'nominal', name: 'B', args: [] }, param!, hierarchy));
  });

  it('knows the arguments of generic ancestors', () => {
    const { program } = build(
      'module Each[E]\nend\nclass List[X]\n include Each[Array[X]]\nend\nclass Names < List[String]\nend',
    );
    assert.ok(ancestors(program, 'Names').includes('Each'));
    assert.deepEqual(ancestorArgs(program, 'Names', 'Each').map(showType), ['Array<String>']);
  });

  it('looks up names from the inside out, and through use', () => {
    const { program, messages } = build(
      'use Far::Away as Near, Deep::*\nmodule M\n class String2\n end\n class User\n def a: (String2, Near, Sea) -> ::M\n end\nend',
      'module Far\n class Away\n end\nend\nmodule Deep\n class Sea\n end\nend',
    );
    assert.deepEqual(messages, []);
    assert.deepEqual(lines(program, 'M::User').slice(1), [
      'trusted M::User#a: (M::String2, Far::Away, Deep::Sea) -> M',
    ]);
  });
});

describe('rbs: combined with Ruby', () => {
  it('types workspace methods, unless they are annotated', async () => {
    const { program } = build('class A\n def m: (Integer) -> Integer\n def n: () -> String\n def self.s: () -> A\nend');
    const ruby = "class A\n  def m(x) = x\n  type '() -> Symbol'\n  def n = :a\n  def self.s = new\n  def t = 1\nend";
    const built = await buildProgram(ruby, program);
    assert.deepEqual(built.messages, [
      'A#n is declared as () -> Symbol here and as () -> String in an RBS file; this one counts',
    ]);
    assert.deepEqual(lines(built.program, 'A').slice(1), [
      'def A.s: () -> A',
      'def A#m: (Integer) -> Integer',
      'def A#n: () -> Symbol',
      'def A#t',
    ]);
  });
});

describe('rbs: mistakes', () => {
  it('are reported at their place, and reading continues', () => {
    const text =
      'class A\n  def one: (Integer -> String\n  def two: () -> Integer\nend\nclass B\n  def three: () -> Nope\nend';
    const { program, messages } = build(text);
    assert.deepEqual(messages, ["RBS: expected ')', got ->", 'unknown class Nope']);
    assert.ok(program.classes.get('A')?.methods.has('two'));
    assert.deepEqual(lines(program, 'B').slice(1), ['trusted B#three: () -> %dyn']);
    const { problems } = parseRbs('a.rbs', text);
    assert.equal(text.slice(problems[0]!.place.span.start).startsWith('-> String'), true);
  });

  it('report a second declaration once, and keep the first', () => {
    const { program, messages } = build('class A\n def m: () -> Integer\n def m: () -> String\nend');
    assert.deepEqual(messages, ['RBS: A#m is declared more than once; the first declaration counts']);
    assert.deepEqual(lines(program, 'A').slice(1), ['trusted A#m: () -> Integer']);
  });

  it('never throw, and always terminate', () => {
    const words = [
      'class',
      'A',
      'def',
      'm',
      ':',
      '(',
      ')',
      '->',
      '|',
      '[',
      ']',
      '{',
      '}',
      '?',
      '*',
      'end',
      '\n',
      '"',
      '^',
      '...',
      '%a{',
      '$',
      '::',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), parts => {
        build(parts.join(' '));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), text => void build(text)),
      { numRuns: 300 },
    );
  });
});

describe('rbs: subtyping', () => {
  it('distinguishes generics', () => {
    const { program } = build('class Box[out T]\nend');
    const hierarchy = hierarchyOf(program);
    const box = (type: typeof INTEGER) => ({ kind: 'nominal' as const, name: 'Box', args: [type] });
    assert.ok(isSubtype(box(INTEGER), box({ kind: 'nominal', name: 'Numeric', args: [] }), hierarchy));
    assert.ok(!isSubtype(box(INTEGER), box(STRING), hierarchy));
  });
});

describe('rbs: extreme input', () => {
  const nested = (open: string, close: string): string => `${open.repeat(3000)}Integer${close.repeat(3000)}`;
  const deep: readonly (readonly [string, string])[] = [
    ['arrays', `class A\n  def a: () -> ${nested('Array[', ']')}\n  def b: () -> String\nend`],
    ['parentheses', `class A\n  def a: () -> ${nested('(', ')')}\n  def b: () -> String\nend`],
    ['procs', `class A\n  def a: () -> ${nested('^() -> ', '')}\n  def b: () -> String\nend`],
    ['modules', `${'module N\n'.repeat(3000)}${'end\n'.repeat(3000)}class A\n  def b: () -> String\nend`],
  ];
  for (const [what, text] of deep) {
    it(`is limited in depth: ${what}`, () => {
      const { program, messages } = build(text);
      assert.match(messages[0] ?? '', /expected something that nests less than 100 deep/);
      assert.ok(messages.length <= 50, `${messages.length} messages`);
      assert.ok(lines(program, 'A').includes('trusted A#b: () -> String'), lines(program, 'A').join('\n'));
    });
  }

  it('may be a long chain of aliases', () => {
    const chain = Array.from({ length: 3000 }, (_, i) => `type a${i + 1} = a${i}`).join('\n');
    const { program, messages } = build(`type a0 = Integer\n${chain}\nclass A\n  def a: () -> a3000\nend`);
    assert.deepEqual(messages, []);
    assert.ok(lines(program, 'A').some(line => line.startsWith('trusted A#a')));
  });

  it('limits the number of messages', () => {
    const { messages } = build(`class A\n${'  def x: (((\n'.repeat(2000)}end`);
    assert.ok(messages.length <= 51, `${messages.length}`);
  });

  it('may lack a type: the next line is not read as one', () => {
    const { program, messages } = build(
      'class A\n  def a: () ->\n  def c: () -> String\nend\ntype t1 =\ntype t2 = Integer',
    );
    assert.deepEqual(messages, ['RBS: expected a type, got def', 'RBS: expected a type, got type']);
    assert.ok(lines(program, 'A').includes('trusted A#c: () -> String'));
  });

  it('may have an unknown bound, reported at the class', () => {
    const file = parseRbs('sig.rbs', 'class First\nend\n\nclass Bound[T < Nope]\nend');
    const { problems } = programFromRbs([file.value], { library: bareCore(), origin: () => 'workspace', places: true });
    assert.deepEqual(
      problems.map(problem => [messageOf(problem), problem.place.span]),
      [['unknown class Nope', { start: 17, end: 28 }]],
    );
  });
});

describe('rbs: several declarations of one name', () => {
  it('are reported once; the first one counts', () => {
    const { program, messages } = build(
      'class A < String\nend\nclass A < Integer\nend\nclass A < Float\nend\nclass B\nend\nmodule B\nend\ntype t = Integer\ntype t = String\n' +
        'interface _I\nend\ninterface _I\nend\nC: Integer\nC: String\n$g: Integer\n$g: String\nclass G[T]\nend\nclass G[T, U]\nend\nclass A\nend',
    );
    const told = ['A', 'B', 't', '_I', 'C', '$g', 'G'];
    assert.deepEqual(
      messages,
      told.map(name => `RBS: ${name} is declared more than once; the first declaration counts`),
    );
    assert.equal(program.classes.get('A')?.superclass, 'String');
    assert.equal(showType(program.globals.get('$g')!.type!), 'Integer');
  });

  it('may come from a gem and from the workspace, which takes precedence', () => {
    const files = ['class A < Integer\nend', 'class A < String\nend'].map(
      (text, i) => parseRbs(`sig${i}.rbs`, text).value,
    );
    const origin = (path: string) => (path === 'sig0.rbs' ? 'gem' : 'workspace');
    const { value, problems } = programFromRbs(files, { library: bareCore(), origin, places: true });
    assert.deepEqual(problems, []);
    assert.equal(value.classes.get('A')?.superclass, 'String');
  });
});

describe('rbs: unknown names', () => {
  it('are reported in headers and mixins, too', () => {
    const { program, messages } = build('class A < Nope\n  include Nowhere\n  include _Nothing\nend');
    assert.deepEqual(messages, ['unknown class Nope', 'unknown class Nowhere']);
    assert.equal(program.classes.get('A')?.superclass, 'Nope');
  });
});

describe('rbs: cycles and missing targets', () => {
  it('of aliases that never reach a type; an array of itself is allowed', () => {
    const { program, messages } = build(
      'type a = a\ntype b = c\ntype c = b | Integer\ntype json = Integer | Array[json]\nclass A\n  def a: () -> a\n  def j: () -> json\nend',
    );
    const told = ['a', 'b', 'c'];
    assert.deepEqual(
      messages,
      told.map(name => `RBS: type ${name} is defined in terms of itself`),
    );
    assert.deepEqual(lines(program, 'A').slice(1), ['trusted A#a: () -> %dyn', 'trusted A#j: () -> %json']);
  });

  it('of superclasses, mixins and class aliases', () => {
    const { program, messages } = build(
      'class A < B\nend\nclass B < A\nend\nclass S < S\nend\nmodule M\n  include N\nend\nmodule N\n  include M\nend\n' +
        'class X = Y\nclass Y = X\nclass Z = Nowhere',
    );
    assert.deepEqual(messages.toSorted(), [
      'RBS: B is a superclass of itself, through A',
      'RBS: N is included in itself, through M',
      'RBS: S is a superclass of itself, through S',
      'RBS: class X = Y is defined in terms of itself',
      'RBS: class Y = X is defined in terms of itself',
      'unknown class Nowhere',
    ]);
    assert.equal(program.classes.get('A')?.superclass, 'B');
    assert.equal(program.classes.get('B')?.superclass, 'Object');
  });

  it('of aliased methods and overloads', () => {
    const { program, messages } = build(
      'class A\n  alias b a\n  def z: (Integer) -> Integer | ...\n  def y: () -> String | ...\nend\nclass A\n  def y: () -> Integer\nend\n' +
        'class B < A\n  def y: () -> Symbol | ...\nend',
    );
    assert.deepEqual(messages, [
      'RBS: A has no method a that could be called b, too',
      'RBS: A#z adds overloads to a method that nothing declares',
    ]);
    assert.ok(lines(program, 'A').includes('trusted A#y: () -> String | () -> Integer'));
  });

  it('rejects a wrong number of type arguments', () => {
    const { program, messages } = build(
      'class Box[T]\nend\nclass A\n  def a: () -> Box[Integer, Integer]\n  def b: (Integer[String]) -> two[Integer]\n  def c: () -> Box\nend\ntype two[A, B] = A | B',
    );
    assert.deepEqual(messages, [
      'Box takes 1 type argument, 2 given',
      'Integer takes no type arguments, 1 given',
      'two takes 2 type arguments, 1 given',
    ]);
    assert.deepEqual(lines(program, 'A').slice(1), [
      'trusted A#a: () -> Box',
      'trusted A#b: (Integer) -> %dyn',
      'trusted A#c: () -> Box',
    ]);
  });

  it('rejects a class whose name is not a constant', () => {
    const { messages } = build('class half\nend');
    assert.deepEqual(messages, ['RBS: expected a name that begins with a capital letter, got half']);
  });
});

describe('rbs: defaults of type parameters', () => {
  it('apply if no argument is given', () => {
    const { program } = build(
      'class Box[T, U = T]\nend\nclass A\n  def m: () -> Box[Integer]\n  def n: () -> Box[Integer, String]\nend',
    );
    assert.ok(lines(program, 'A').includes('trusted A#m: () -> Box<Integer, Integer>'), lines(program, 'A').join('\n'));
    assert.ok(lines(program, 'A').includes('trusted A#n: () -> Box<Integer, String>'));
  });
});
