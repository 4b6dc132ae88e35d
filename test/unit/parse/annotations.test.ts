/** Annotations of whole files: every call form and spelling, comments, labels, and the places of their problems. */
import assert from 'node:assert/strict';
import { LineIndex } from '../../../server/src/base/lines';
import { lower } from '../../../server/src/lower/lower';
import { parseAnnotations } from '../../../server/src/parse/annotations';
import { messageOf } from '../../../server/src/problems/catalogue';
import type { Declaration } from '../../../server/src/ril/declarations';
import type { Annotation, Labels, MethodTarget } from '../../../server/src/types/annotation';
import { NO_LABELS } from '../../../server/src/types/annotation';
import { showMethodType, showType } from '../../../server/src/types/show';
import { showExpr } from '../../../server/src/types/showExpr';
import { rubyParser } from '../../harness/rubyParser';

interface Reading {
  readonly shown: readonly string[];
  /** `line:column-column code` with 1-based lines and 0-based columns. */
  readonly problems: readonly string[];
  readonly words: readonly string[];
  readonly annotations: readonly Annotation[];
}

async function read(text: string): Promise<Reading> {
  const document = (await rubyParser).open('a.rb', text);
  const file = lower(document.outline(), null);
  document.close();
  const { value, problems } = parseAnnotations(file);
  const starts = new Map<string, number>();
  const note = (declaration: Declaration): void => {
    starts.set(declaration.anchor, declaration.at);
    if ('body' in declaration && Array.isArray(declaration.body)) for (const inner of declaration.body) note(inner);
  };
  for (const declaration of file.declarations) note(declaration);
  const lines = new LineIndex(text);
  const place = ({ anchor, span }: Annotation['place']): string => {
    const at = starts.get(anchor) ?? Number.NaN;
    const from = lines.position(at + span.start);
    const to = lines.position(at + span.end);
    return `${from.line + 1}:${from.character}-${to.line === from.line ? '' : `${to.line + 1}:`}${to.character}`;
  };
  return {
    annotations: value,
    shown: value.map(show),
    problems: problems.map(problem => `${place(problem.place)} ${problem.code}`),
    words: problems.map(messageOf),
  };
}

function show(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'method':
      return `${showTarget(annotation.target)} : ${showMethodType(annotation.type)}${showLabels(annotation.labels)}`;
    case 'variable': {
      const owner = annotation.className === null ? '' : `${annotation.className} `;
      const refinement = annotation.refinement === null ? '' : ` { ${annotation.refinement.text} }`;
      return `var ${owner}${annotation.names.join(',')} : ${showType(annotation.type)}${refinement}`;
    }
    case 'typeAlias':
      return `alias ${annotation.name} = ${showType(annotation.type)}`;
    case 'typeParams':
      return `params ${annotation.className ?? ''}${annotation.params.map(({ name, variance }) => ` ${variance} ${name}`)}`;
    case 'subtype':
      return `${annotation.className ?? 'self'} <= ${showType(annotation.type)}`;
    case 'typeMember':
      return `member ${annotation.param.variance} ${annotation.param.name}${annotation.fixed === null ? '' : ` = ${showType(annotation.fixed)}`}`;
    case 'moduleSelf':
      return `module : ${showType(annotation.type)}`;
    case 'inherits':
      return `inherits [${annotation.args.map(showType).join(', ')}]`;
    case 'restriction':
      return annotation.restriction;
    case 'mixin':
      return `${annotation.how} ${annotation.module}`;
    case 'methodAlias':
      return `alias ${annotation.newName} ${annotation.oldName}`;
    case 'use':
      return `use ${annotation.uses.map(({ path, as }) => `${path} as ${as ?? '*'}`).join(', ')}`;
    case 'attribute':
      return `attr ${annotation.access}${annotation.attributes.map(({ name, type }) => ` ${name} : ${showType(type)}`)}`;
    case 'invariant':
      return `invariant ${annotation.refinement.clauses.map(({ text }) => text).join(' / ')}`;
    case 'contract':
      return `${annotation.when} ${showTarget(annotation.target)} |${annotation.binders}| ${annotation.hook ? 'hook' : showExpr(annotation.body)}`;
    case 'run':
      return `run ${annotation.what} ${annotation.label}`;
  }
}

function showTarget(target: MethodTarget): string {
  if (target.type === 'next') return 'next';
  return `${target.className ?? ''}${target.singleton ? '.' : '#'}${target.method}`;
}

function showLabels(labels: Labels): string {
  const given = Object.entries(labels).filter(([name, value]) => value !== NO_LABELS[name as keyof Labels]);
  return given.map(([name, value]) => ` ${name}=${showLabel(value)}`).join('');
}

function showLabel(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return `[${value.map(one => (typeof one === 'string' ? one : `${one.owner}.${one.field}`)).join(' ')}]`;
}

async function reads(text: string, ...shown: readonly string[]): Promise<void> {
  const reading = await read(text);
  assert.deepEqual(reading.problems, [], reading.words.join('; '));
  assert.deepEqual(reading.shown, shown);
}

async function complains(text: string, ...problems: readonly string[]): Promise<Reading> {
  const reading = await read(text);
  assert.deepEqual(reading.problems, problems, reading.words.join('; '));
  return reading;
}

describe('type', () => {
  const forms: Readonly<Record<string, string>> = {
    "type '(Integer x { x > 0 }) -> Integer'": 'next : (Integer x { x > 0 }) -> Integer',
    "type :m, '() -> nil'": '#m : () -> nil',
    "type 'm=', '(Integer) -> Integer'": '#m= : (Integer) -> Integer',
    "type 'self.m', '() -> nil'": '.m : () -> nil',
    "type :<<, '(Integer data) -> Integer { @min≤data≤@max }', verify: :bind":
      '#<< : (Integer data) -> Integer { @min≤data≤@max } verify=bind',
    "type Foo, :m, '() -> nil'": 'Foo#m : () -> nil',
    "type Foo::Bar, 'self.m', '() -> nil'": 'Foo::Bar.m : () -> nil',
    "type 'Foo', 'self.m', '() -> nil'": 'Foo.m : () -> nil',
    "type :Foo, :m, '() -> nil'": 'Foo#m : () -> nil',
    "type self, :m, '() -> nil'": '#m : () -> nil',
    "RDL.type ::Foo, :m, '() -> nil'": '::Foo#m : () -> nil',
    "rdl_type '() -> nil'": 'next : () -> nil',
    "Loupe.type '() -> nil'": 'next : () -> nil',
    'type "(Integer) -> nil"': 'next : (Integer) -> nil',
    'type %q{(Integer x { x > 0 }) -> nil}': 'next : (Integer x { x > 0 }) -> nil',
    "type '(Integer) ' '-> nil'": 'next : (Integer) -> nil',
    "type '(Integer) ' \\\n     '-> nil'": 'next : (Integer) -> nil',
    "type '(Integer) ' + '-> nil'": 'next : (Integer) -> nil',
    "type '(Integer) -> nil'.freeze": 'next : (Integer) -> nil',
    'type <<~T\n  (Integer x,\n   Integer y { y > x }) -> nil\nT': 'next : (Integer x, Integer y { y > x }) -> nil',
    "type('() -> nil')": 'next : () -> nil',
    "class_eval do\n  type '() -> nil'\nend": 'next : () -> nil',
    "type '() -> nil' if true": 'next : () -> nil',
    "Point = Struct.new(:x) do\n  type '() -> nil'\n  def m; end\nend": 'next : () -> nil',
  };
  for (const [text, shown] of Object.entries(forms)) it(text.replaceAll('\n', ' ⏎ '), () => reads(text, shown));

  it('several of one method are overloads, in order', () =>
    reads("type :m, '(Integer) -> nil'\ntype :m, '(String) -> nil'", '#m : (Integer) -> nil', '#m : (String) -> nil'));

  it('may be in any class body', () =>
    reads(
      "class A\n  class << self\n    type '() -> nil'\n  end\n  module B\n    type :x, '() -> self'\n  end\nend",
      'next : () -> nil',
      '#x : () -> self',
    ));
});

describe("a class's own method `type`", () => {
  const others = [
    'type :string',
    "type 'text/html'",
    'type String, null: true',
    'type [Types::Post], null: false',
    "type :a, 'b'",
    'type',
    'type = 3',
    'self.type = :x',
    'foo.type :m, "() -> nil"',
    "post '/path' do\nend",
    'post :statuses do\n  x\nend',
    'pre { |x| x }',
    'pre "code"',
    'type_params :a',
    'attr_type :x',
    'invariant(:x) { y }',
    'type_alias :foo',
    'var_type',
    'define_method(:m) { }',
    'type(*args)',
    'do_verify :x',
  ];
  for (const text of others) it(text.replaceAll('\n', ' ⏎ '), () => reads(`class A\n${text}\nend`));
});

describe('labels', () => {
  const forms: Readonly<Record<string, string>> = {
    ':pure': ' pure=true',
    ':exact': ' exact=true',
    ':pure, :modular': ' pure=true modular=true',
    'pure: true, modular: :true': ' pure=true modular=true',
    'modifies: { t: [:@min, :@sec], self: :@n, a: :contents }': ' modifies=[t.@min t.@sec self.@n a.contents]',
    'modifies: {}': ' modifies=[]',
    'modifies: [:@a, :@@b, :$c]': ' modifies=[self.@a self.@@b self.$c]',
    "protects: { 'self' => '@x' }": ' protects=[self.@x]',
    'raises: [ArgumentError, Foo::Bar]': ' raises=[ArgumentError Foo::Bar]',
    'raises: []': ' raises=[]',
    'raises: KeyError': ' raises=[KeyError]',
    'typecheck: :now, verify: :later': ' typecheck=now verify=later',
    'verify: nil': '',
    ':verify => :now': ' verify=now',
    '{ verify: :now }': ' verify=now',
    "wrap: false, version: '>= 2.4'": ' wrap=false version=>= 2.4',
    'effect: [:+, :~], assumes: true': '',
  };
  for (const [text, shown] of Object.entries(forms)) {
    it(text, () => reads(`type '() -> nil', ${text}`, `next : () -> nil${shown}`));
  }

  it('that are unknown have a suggestion', async () => {
    const { words } = await complains("type '() -> nil', :pur, modifes: {}", '1:18-22 LP2203', '1:24-31 LP2203');
    assert.match(words[0]!, /did you mean pure/);
    assert.match(words[1]!, /did you mean modifies/);
  });

  it('accept certain values', () =>
    complains(
      "type '() -> nil', pure: 3, modifies: { t: :x }, raises: [foo], verify: 1",
      '1:24-25 LP2204',
      '1:42-44 LP2204',
      '1:56-61 LP2204',
      '1:71-72 LP2204',
    ));
});

describe('variables, attributes, aliases, parameters', () => {
  const forms: Readonly<Record<string, string>> = {
    "var_type :@sec, 'Integer s { 0 <= s < 60 }'": 'var @sec : Integer { 0 <= s < 60 }',
    "var_type :@a, :@b, 'Integer'": 'var @a,@b : Integer',
    'var_type :@a, Foo::Bar': 'var @a : Foo::Bar',
    "var_type Foo, :@a, 'nil'": 'var Foo @a : nil',
    "RDL.var_type 'Foo', :@@a, 'nil'": 'var Foo @@a : nil',
    "var_type :$g, 'nil'": 'var $g : nil',
    "rdl_var_type :local, 'nil'": 'var local : nil',
    "attr_accessor_type :a, 'Integer', :b, '%bool'": 'attr accessor a : Integer, b : %bool',
    "attr_reader_type :a, 'Integer x { x > 0 }'": 'attr reader a : (Integer x { x > 0 })',
    "attr_writer_type :a, 'nil'": 'attr writer a : nil',
    "attr_type :a, 'nil'": 'attr reader a : nil',
    "type_alias '%num', 'Integer or Float'": 'alias %num = Integer or Float',
    "RDL.type_alias '%x', Foo": 'alias %x = Foo',
    'type_params [:t, :u], :all?, variance: [:+, :-]': 'params  out t, in u',
    'type_params [:t], :all?': 'params  invariant t',
    'RDL.type_params Foo, [:t], nil, variance: [:~]': 'params Foo invariant t',
    'rdl_do_verify :later': 'run verify later',
    "RDL.do_typecheck 'now'": 'run typecheck now',
  };
  for (const [text, shown] of Object.entries(forms)) it(text, () => reads(text, shown));

  it('must have valid names', async () => {
    await complains("var_type :Cap, 'Integer'", '1:9-13 LP2205');
    await complains('type_params [:t], :all?, variance: [:x]', '1:35-39 LP2204');
    await complains('RDL.var_type :@a', '1:0-16 LP2202');
    await complains("attr_accessor_type :a, 'T', :b", '1:0-30 LP2202');
  });
});

describe('contracts and invariants', () => {
  it('are parsed as blocks of expressions', () =>
    reads(
      "require 'rdl'\npre { |x| x > 0 }\npost(:m) { |r, x| r > x && x > 0 }\npre(Foo, 'self.m') { |x| x }",
      'pre next |x| x > 0',
      'post #m |r,x| r > x && x > 0',
      'pre Foo.m |x| x',
    ));

  it('that annotate are hooks', () =>
    reads(
      'extend RDL::Annotate\npre(:belongs_to) { |*args| name = args[0]; type name, "() -> #{name}"; true }',
      'pre #belongs_to |args| hook',
    ));

  it('of classes are split into clauses', () =>
    reads(
      'class A\n  invariant { @min <= @max && (@max < 10 || old?(1)) }\nend',
      'invariant @min <= @max / @max < 10 || old?(1)',
    ));
});

describe('annotations that are not static', () => {
  it('are reported if they are certainly annotations', async () => {
    await complains('type "(#{x}) -> Integer"', '1:5-24 LP2201');
    await complains("type '(%s) -> Integer' % x", '1:5-26 LP2201');
    await complains('type name, "() -> nil"', '1:5-9 LP2201');
    await complains('type :"#{name}=", "(Integer) -> nil"', '1:5-16 LP2201');
    await complains('RDL.type Foo, :m, SIGNATURE', '1:18-27 LP2201');
    await complains('var_type :@a, "#{x} or nil"', '1:14-27 LP2201');
    await complains('RDL.type(*all)', '1:0-14 LP2201');
  });
});

describe('problems inside strings', () => {
  it('are reported at their column', async () => {
    await complains("class A\n  type '(Integer x { x = 1 }) -> nil'\nend", '2:23-24 LP2102');
    await complains('class A\n  type :m, %q{(Integer x { x > }) -> nil}\nend', '2:30-30 LP2101');
  });

  it('after escapes', () => complains("type '(String s { s != \\'a\\' }, Integer @) -> nil'", '1:40-41 LP2001'));

  it('in double quotes with escapes of all lengths', () =>
    complains('type "(String s \\x7b s \\u{2264} \\u2264 }) -> nil"', '1:32-33 LP2101'));

  it('in heredocs, without their margin', () =>
    complains(
      'class A\n  type <<~T\n    (Integer x {\n        x = 0\n     }) -> @\n  T\nend',
      '4:10-11 LP2102',
      '5:11-12 LP2001',
    ));

  it('over adjacent literals', () => complains("type '(Integer x ' \\\n     '{ x = 1 }) -> nil'", '2:10-11 LP2102'));

  it('and name the invalid method name', async () => {
    await complains("type 'Foo.m', '() -> nil'", '1:5-12 LP2206');
  });
});

describe('comments', () => {
  it('##% name a method or apply to the next', () =>
    reads(
      'class A\n  ##% evil : () → Fixnum\n  ##% self.m : (Integer) -> nil\n  ##% <=>: (A) -> Integer\n  ##% (Integer x { x > 0 }) -> nil\n  def x; end\nend',
      '#evil : () -> Integer',
      '.m : (Integer) -> nil',
      '#<=> : (A) -> Integer',
      'next : (Integer x { x > 0 }) -> nil',
    ));

  it('##% have labels', () =>
    reads(
      '##% () -> nil :pure\ndef a; end\n##% m : (A t) -> nil r { r.nil? }, modifies: { t: [:@min] }, raises: []\n##% n: () -> nil pure: true\n',
      'next : () -> nil pure=true',
      '#m : (A t) -> nil r { r.nil? } modifies=[t.@min] raises=[]',
      '#n : () -> nil pure=true',
    ));

  it('##% may span several lines', () =>
    reads(
      '##% (Integer x,\n##%  Integer y { y > x }) ->\n##%    Integer\n##%    :pure\n##% (String) -> nil\ndef m; end',
      'next : (Integer x, Integer y { y > x }) -> Integer pure=true',
      'next : (String) -> nil',
    ));

  it('##% type variables and aliases', () =>
    reads(
      '##% @f : Integer s { s > 0 }\n##% %num : Integer or Float\ndef m; end',
      'var @f : Integer { s > 0 }',
      'alias %num = Integer or Float',
    ));

  const druby: Readonly<Record<string, readonly string[]>> = {
    '##% f<t> : (t) -> t\ndef f(x) = x': ['#f : (t) -> t'],
    '##% f : t -> t\n##% f : Integer -> Integer :pure\ndef f(x) = x': [
      '#f : (t) -> t',
      '#f : (Integer) -> Integer pure=true',
    ],
    '##% f : () {t -> u} -> Array<u>\ndef f = 1': ['#f : () { (t) -> u } -> Array<u>'],
    '##% "+" : (String) -> String': ['#+ : (String) -> String'],
    '##% A.f : () -> nil': ['A.f : () -> nil'],
    '##% A::B.f? : () -> nil': ['A::B.f? : () -> nil'],
    '##% f<t> ; self <= [@x: Integer, m: () -> t] : () -> t': ['var @x : Integer', '#m : () -> t', '#f : () -> t'],
    '##% f<t> ; self <= [@x: t] : () -> t': ['#f : () -> t'],
    '##% self <= [m: () -> Integer]\nmodule A\nend': ['A#m : () -> Integer'],
    '##% A<t, ^args>\nclass A\nend': ['params A invariant t, invariant args'],
    '##% A<t> <= B<t>\n##% self <= [m: () -> t]\nclass A\nend': ['A <= B<t>', 'params A invariant t', 'A#m : () -> t'],
    '##% f : (Proc<^args, ret>) -> Tuple<ret, []>': ['#f : ({ (^args) -> ret }) -> [ret, %any]'],
    '##% f : (^args) { (^args) -> ret } -> ret': ['#f : (^args) { (^args) -> ret } -> ret'],
    '##% f : (?String, *Integer) ?{ () -> nil } -> A and B': ['#f : (?String, *Integer) ?{ () -> nil } -> A and B'],
    '##% f<t>\n##%   ; t <= Integer\n##%   : (t,\n##%      t) -> t': ['#f : (t, t) -> t'],
  };
  for (const [text, shown] of Object.entries(druby)) it(text.replaceAll('\n', ' ⏎ '), () => reads(text, ...shown));

  it('##% that do not fit the definition below are ignored', async () => {
    assert.deepEqual((await complains('##% f : () -> nil\ndef g = nil', '1:4-5 LP2207')).shown, []);
    assert.deepEqual((await complains('##% A<t>\n\nclass A\nend', '1:4-5 LP2207')).shown, []);
    await reads('##% f : () -> nil\n\ndef g = nil', '#f : () -> nil');
    await reads('##% f : () -> nil\n##% g : () -> nil\n# A note.\ndef g = nil', '#f : () -> nil', '#g : () -> nil');
    await reads('class A\n  ##% self.f : () -> nil\n  def self.f = nil\nend', '.f : () -> nil');
  });

  it('##% are read after one with a mistake in the same comment, if they cannot continue it', async () => {
    const readAfter = async (text: string, problem: string): Promise<readonly string[]> =>
      (await complains(text, problem)).shown;
    assert.deepEqual(await readAfter('##% f : (Integer\n##% f : (A) -> A\ndef f(x) = x', '1:8-9 LP2003'), [
      '#f : (Integer) -> %dyn',
      '#f : (A) -> A',
    ]);
    assert.deepEqual(await readAfter('##% f : (A) ->\n##% @x : Integer\ndef f(x) = x', '1:14-14 LP2001'), [
      '#f : (A) -> %dyn',
      'var @x : Integer',
    ]);
    assert.deepEqual(await readAfter('##% @x Integer\n##% f : () -> nil\ndef f = nil', '1:7-14 LP2001'), [
      '#f : () -> nil',
    ]);
    await reads(
      '##% f ; self <= [@x: Integer,\n##%   @y: Integer] : () -> nil',
      'var @x : Integer',
      'var @y : Integer',
      '#f : () -> nil',
    );
  });

  it('##% have problems at their place', () =>
    complains(
      'class A\n  ##% (Integer x {\n  ##%    x = 1 }) -> nil\n  def m; end\n  ##% n : (Integer) -> nil garbage more\n  def n; end\nend',
      '3:11-12 LP2102',
      '5:35-39 LP2004',
    ));

  it('#: are RBS', () =>
    reads(
      '#: (Integer, ?String) -> void\ndef m; end\n#: [T] (T) { (T) -> bool } -> Array[T] | (String?) -> untyped\ndef n; end',
      'next : (Integer, ?String) -> %any',
      'next : (T) { (T) -> %bool } -> Array<T>',
      'next : (String or nil) -> %dyn',
    ));

  it('#: of RDoc and of expressions are ignored', () =>
    reads('#:nodoc:\ndef a; end\n#:stopdoc:\n#: Integer\n#:call-seq: a -> b\ndef b; end'));
});

describe('a file that requires the library', () => {
  it('has annotations by a plain `type`', async () => {
    await complains("require 'rdl'\ntype 'Integer'", '2:6-13 LP2001');
    await complains("class A\n  extend RDL::Annotate\n  type :m, ''\nend", '3:12-12 LP2005');
    await complains("require 'rdl'\ntype :string", '2:0-12 LP2202');
    await reads('type :string');
  });
});

describe('extreme nesting', () => {
  const openers: readonly string[] = [
    'Array<',
    'Array[',
    '(',
    '[',
    '[m: ',
    '{',
    '{a: ',
    '^(',
    '!',
    'Proc<^(',
    '${',
    'T.any(',
  ];
  const predicates: readonly string[] = ['(', '[', '{ a: ', '!', '-', 'f(', 'a[', 'if ', 'x ? ', '->(a) { '];

  for (const count of [90, 130, 5000]) {
    for (const opener of openers)
      for (const [before, after] of [
        ['#: (', ''],
        ['##% (', ''],
        ["type '(", "'"],
        ["var_type :@a, '", "'"],
      ] as const)
        it(`${before}${opener} × ${count} leaves the next method alone`, () =>
          expectLocal(before, opener, count, after));
    for (const opener of predicates)
      for (const [before, after] of [
        ['##% (Integer x { ', ''],
        ["type '(Integer x { ", "'"],
      ] as const)
        it(`${before}${opener} × ${count} leaves the next method alone`, () =>
          expectLocal(before, opener, count, after));
  }

  async function expectLocal(before: string, opener: string, count: number, after: string): Promise<void> {
    const { problems, shown } = await read(
      `class A\n  ${before}${opener.repeat(count)}${after}\n  def m(x) = x\nend\n\nclass B\n  ##% (Integer) -> String\n  def n(x) = x\nend\n`,
    );
    assert.ok(problems.length > 0 && problems.every(problem => problem.startsWith('2:')), problems.join('; '));
    assert.equal(shown.at(-1), 'next : (Integer) -> String');
  }
});
