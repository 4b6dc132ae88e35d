/** record/: the rewritten source of each construct, the table of outcomes, and what is left alone. */
import assert from 'node:assert/strict';
import { type RecordedFile, record } from '../../../server/src/record/record';
import { rubyParser } from '../../harness/rubyParser';

async function rewrite(text: string): Promise<RecordedFile> {
  const document = (await rubyParser).open('a.rb', text);
  try {
    return record(document.outline(), { method: 0, site: 0 });
  } finally {
    document.close();
  }
}

/** The body of `def m(a, b)`, with short names for the locals of probes. */
async function bodyOf(body: string): Promise<string> {
  const { text } = await rewrite(`def m(a, b)\n${body}\nend\n`);
  const [, ...lines] = text.split('\n');
  return lines
    .slice(0, -2)
    .join('\n')
    .replace(/^__loupe_k=.*?;begin;(__loupe_v=(\(|begin;))?/, '')
    .replace(/__loupe_([a-z])\d*/g, '$1')
    .replaceAll('::Loupe__Learn', 'L');
}

const CONSTRUCTS: readonly (readonly [string, string])[] = [
  ['if a then 1 end', 'if ((a) ? (d|=1;true) : (d|=2;false)) then 1 end'],
  ['a ? 1 : 2', '((a) ? (d|=1;true) : (d|=2;false)) ? 1 : 2'],
  ['p a unless b', 'p a unless ((b) ? (d|=1;true) : (d|=2;false))'],
  ['a = 1 while b', 'a = 1 while ((b) ? (d|=1;true) : (d|=2;false))'],
  ['a && b', '((b=(a)) ? (d|=1;b) : (d|=2;b)) && b'],
  ['p a || b', 'p ((b=(a)) ? (d|=1;b) : (d|=2;b)) || b'],
  ['a || return', '((b=(a)) ? (d|=1;b) : (d|=2;b)) || (v=nil;o=1;return)'],
  ['return if a', '(v=nil;o=1;return) if ((a) ? (d|=1;true) : (d|=2;false))'],
  ['a&.size', '((b=(a);d|=nil.equal?(b) ? 2 : 1;b))&.size'],
  ['@x ||= b', '@x ||= (d|=1;(b))'],
  ['case a when 1 then b end', 'case a when 1 then d|=1;b ;else d|=2;nil;end'],
  ['case a when 1 then else b end', 'case a when 1 then d|=1;nil; else d|=2;b end'],
  ['case a\nin Integer then b end', 'case a\nin Integer then d|=1;b end'],
  ['Integer(a) rescue b', 'Integer(a) rescue (d|=1;b)'],
  ['for x in a do b end', 'for x in a do d|=1;b end'],
  ['local_variables', 'L.visible(local_variables)'],
];

const UNCHANGED: readonly string[] = [
  'while true do break end',
  'p 1 if true',
  'p 1 if a..b',
  'p 1 if (a == 1)..(b == 2)',
  'p 1 if /x/',
  "'x' || a",
  'defined?(a && b)',
  'a.local_variables',
];

describe('record', () => {
  for (const [source, expected] of CONSTRUCTS) it(source, async () => assert.equal(await bodyOf(source), expected));

  for (const source of UNCHANGED) it(`leaves ${source} alone`, async () => assert.equal(await bodyOf(source), source));

  it('wraps the body of a method and passes its parameters and the fields that it reads', async () => {
    const { text, methods } = await rewrite('class A\n  def m(a, b: 1, *, if: 2, &c) = @x + a\nend\n');
    assert.match(text, /L?earn\.e4\(0,a,b,\(defined\?\(yield\)&&::Loupe__Learn\.b\),\(defined\?\(@x\)&&@x\)\)/);
    assert.deepEqual(
      methods.map(({ name, parameters, fields }) => [
        name,
        parameters.map(each => `${each.kind} ${each.name} ${each.recorded}`),
        fields,
      ]),
      [
        [
          'A#m',
          ['required a true', 'optionalKey b true', 'rest  false', 'optionalKey if false', 'block c true'],
          ['@x'],
        ],
      ],
    );
  });

  it('a field that is certainly written first is not read on entry', async () => {
    const { methods } = await rewrite('def m\n  @a = 1\n  @b = 2 if x\n  [@a, @b]\nend\n');
    assert.deepEqual(methods[0]?.fields, ['@b']);
  });

  it('returns record their value; those of a lambda are its own', async () => {
    assert.equal(
      await bodyOf('return a if x\n1').then(text => text.split('\n')[0]),
      'return (v=(a);o=1;v) if ((x) ? (d|=1;true) : (d|=2;false))',
    );
    assert.equal(await bodyOf('return'), '(v=nil;o=1;return)');
    assert.equal(await bodyOf('return a, b'), 'return (v=[a, b];o=1;v)');
    assert.equal(await bodyOf('return *a'), 'return (v=[*a];o=1;v)');
    assert.equal(await bodyOf('return a: 1'), 'return (v=({a: 1});o=1;v)');
    assert.equal(await bodyOf('-> { return a }'), '-> { return a }');
  });

  it('names methods by the class around them', async () => {
    const source = [
      'def top; end',
      'module M',
      '  class ::N; def a; end; end',
      '  class A::B; def b; end; def self.c; end; class << self; def d; end; end; end',
      '  P = Struct.new(:x) do def e; end end',
      '  included do def f; end end',
      '  private def g; end',
      'end',
    ].join('\n');
    const { methods } = await rewrite(source);
    const names = ['Object#top', 'N#a', 'M::A::B#b', 'M::A::B.c', 'M::A::B.d', 'M::P#e', '(block)#f', 'M#g'];
    assert.deepEqual(
      methods.map(method => method.name),
      names,
    );
  });

  it('keeps every line, in any source', async () => {
    const source = [
      'def m(a,',
      '      b = [',
      '        1])',
      '  x = <<~T if a && b',
      '    #{a || b}',
      '  T',
      '  a # comment',
      '    &.b',
      'rescue A,',
      '       B => e',
      'else',
      '  3',
      'ensure',
      '  4',
      'end',
    ];
    const { text } = await rewrite(`${source.join('\n')}\n`);
    assert.equal(text.split('\n').length, source.length + 1);
    const words = (line: string): readonly string[] => line.match(/[a-zA-Z0-9]+/g) ?? [];
    for (const [index, line] of text.split('\n').entries()) {
      const without = words(line.replace(/__loupe_\w+/g, ''));
      for (const word of words(source[index] ?? '')) assert.ok(without.includes(word), `${word} in line ${index + 1}`);
    }
  });

  it('leaves code alone that it cannot read, and says so', async () => {
    const kinds = async (text: string): Promise<readonly string[]> =>
      (await rewrite(text)).notRecorded.map(each => each.kind);
    assert.deepEqual(await kinds('def m\n  (\nend\n'), ['damaged']);
    assert.deepEqual(await kinds('def m = Ractor.new { 1 }\n'), ['ractor']);
    assert.deepEqual(await kinds('def m\n  self%(p) == 0\nend\n'), ['misread']);
    assert.deepEqual(await kinds('def m\n  return +1\nend\n'), ['misread']);
    assert.deepEqual(await kinds(`def m = ${'['.repeat(2000)}${']'.repeat(2000)}\n`), ['too-deep']);
    assert.equal((await rewrite('def m\n  (\nend\n')).text, 'def m\n  (\nend\n');
  });

  it('numbers outcomes without a limit', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `p ${index} if x == ${index}`);
    const { text, methods } = await rewrite(`def m(x)\n${lines.join('\n')}\nend\n`);
    assert.equal(methods[0]?.outcomes.length, 200);
    assert.ok(text.includes(`__loupe_d|=${2n ** 199n};`));
  });
});

describe('record: dynamic calls', () => {
  const CASES: Readonly<Record<string, string>> = {
    'r.send(e, 1)': '(b1=(r)).send(L.s(0,:send,b1,(e),b1), 1)',
    'send(*e)': 'send(*L.l(0,:send,self,(e),self))',
    'eval e': 'eval L.s(0,:eval,self,(e),(::Module.nesting[0]||::Object))',
    'A.class_eval("x")': 'A.class_eval(L.s(0,:class_eval,A,("x"),A))',
    'send(:define_method, e) { 1 }': 'send(:define_method, L.s(0,:define_method,self,(e),self)) { 1 }',
    'attr_reader :a, e': 'attr_reader :a, L.s(0,:attr_reader,self,(e),self)',
    'b.extend(M)': '(b1=(b)).extend(L.s(0,:extend,b1,(M),b1))',
  };
  const short = (text: string): string => text.replaceAll('::Loupe__Learn', 'L').replaceAll('__loupe_', '').trim();

  for (const [source, expected] of Object.entries(CASES))
    it(source, async () => {
      const { text, sites } = await rewrite(`${source}\n`);
      assert.equal(short(text), expected);
      assert.equal(sites.length, 1);
    });

  it('names that are written, other bindings and other methods are left alone', async () => {
    for (const source of ['send(:a)', 'x.eval', 'eval(e, other)', 'include M', 'Marshal.load(e)', 'send', 'send(&e)']) {
      const { text, sites } = await rewrite(`${source}\n`);
      assert.deepEqual([text, sites], [`${source}\n`, []], source);
    }
  });

  it('the handler of missing names records them', async () => {
    const { text, sites } = await rewrite('def method_missing(name, *rest) = name\n');
    assert.match(short(text), /L\.e2\(0,L\.m\(0,self,name\),rest\)/);
    assert.deepEqual(
      sites.map(({ kind, method }) => [kind, method]),
      [['missing', 'method_missing']],
    );
  });
});
