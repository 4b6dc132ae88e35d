/** Constructs that tree-sitter misreads: read correctly anyway, or reported as not analysed; never misread silently. */
import assert from 'node:assert';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import type { SyntaxNode } from '../../../server/src/syntax/node';
import type { FileOutline } from '../../../server/src/syntax/outline';
import { rubyParser } from '../../harness/rubyParser';
import { showOutline } from '../../harness/showOutline';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

/** The construct, and a node that must be in its tree: type and source. */
const READ: readonly (readonly [string, string, string])[] = [
  ['x = [:$,, :$;]', 'simple_symbol', ':$;'],
  ['def super(x)\n  1\nend', 'identifier', 'super'],
  ['def self(x)\n  x\nend', 'identifier', 'self'],
  ['f(& block)', 'block_argument', '& block'],
  ['f x, & block', 'block_argument', '& block'],
  ['{defined?: X}', 'hash_key_symbol', 'defined?'],
  ['alias_method :☠, :exit', 'simple_symbol', ':☠'],
  ["'a' ['b']", 'element_reference', "'a' ['b']"],
  ["['a' ['b']]", 'element_reference', "'a' ['b']"],
  ['def x = puts 1', 'argument_list', ' 1'],
  ['def x() = puts "a", 2 # why', 'call', 'puts "a", 2'],
  ["def m\n  a.each do |x|\n    x<<'str'\n  end\nend", 'binary', "x<<'str'"],
  ['begin\n  (cs<<1)\nend', 'binary', 'cs<<1'],
  ["s<<'Q'\nfoo", 'binary', "s<<'Q'"],
  ["s<<'Q'\nfoo", '<<', '<<'],
  ["s<<'Q'\nfoo", 'string_content', 'Q'],
  ['def m\n  s <<"Q"\n  t\nend', 'binary', 's <<"Q"'],
  ['case x\nin ?& | ?b\n  1\nend', 'string_content', '&'],
  ["foo _('x') do\n  while c\n    y\n  end\nend.next { |r| r }", 'block', '{ |r| r }'],
];

function nodesOf(outline: FileOutline): readonly SyntaxNode[] {
  const open: SyntaxNode[] = [];
  const collect = (items: FileOutline['items']): void => {
    for (const item of items) {
      if (item.kind !== 'comment') open.push(item.read());
      if ('body' in item) collect(item.body());
    }
  };
  collect(outline.items);
  const all: SyntaxNode[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    all.push(node);
    open.push(...node.children);
  }
  return all;
}

function inClass(source: string): string {
  const lines = source.split('\n').map(line => `  ${line}`);
  return `class A\n  def before; end\n${lines.join('\n')}\n  def after; end\nend\n`;
}

describe('constructs that tree-sitter misreads', () => {
  for (const [source, type, text] of READ) {
    for (const whole of [source, inClass(source), `${inClass(source)}def damaged(\n`]) {
      it(`reads ${JSON.stringify(whole)}`, () => {
        const outline = parser.open('a.rb', whole).outline();
        const texts = nodesOf(outline)
          .filter(node => node.type === type)
          .map(node => whole.slice(node.start, node.end));
        assert.ok(texts.includes(text) || texts.includes(text.replace(/\n/g, '\n  ')), `${type}: ${texts.join(' | ')}`);
        assert.deepStrictEqual(outline.misreads, []);
        assert.strictEqual(outline.damaged, whole.endsWith('(\n'));
      });
    }
  }

  it('reads a comment block below `else`', () => {
    const outline = parser
      .open('a.rb', 'def m\n  if x\n    1\n  else\n=begin # no\n    if y\n=end\n    2\n  end\nend\n')
      .outline();
    assert.deepStrictEqual([showOutline(outline), outline.damaged], [['method: def m'], false]);
  });

  it('names what it cannot read, and skips only its container', () => {
    const outline = parser.open('a.rb', inClass('def m\n  ->(x; y) { y = x }\nend')).outline();
    assert.deepStrictEqual(showOutline(outline), [
      'class: class A',
      '  method: def before; end',
      '  method BROKEN: def m',
      '  method: def after; end',
    ]);
    assert.deepStrictEqual(
      outline.misreads.map(it => outline.text.slice(it.span.start, it.span.end)),
      ['; y'],
    );
    assert.deepStrictEqual(
      outline.problems.map(problem => problem.code),
      ['LP1004'],
    );
  });

  it('recognises a keyword that was read as a name', () => {
    for (const source of ['def m\n  foo { x end }\nend', 'def m\n  [x = end]\nend']) {
      const outline = parser.open('a.rb', inClass(source)).outline();
      assert.deepStrictEqual(showOutline(outline).slice(1), [
        '  method: def before; end',
        '  method BROKEN: def m',
        '  method: def after; end',
      ]);
      assert.deepStrictEqual(
        outline.problems.map(problem => [problem.code, problem.args.token]),
        [['LP1001', 'end']],
      );
    }
  });
});
