/** Damaged files: what is kept, what is broken, and the messages. Also extreme sources. */
import assert from 'node:assert';
import { LARGEST_FILE } from '../../../server/src/parse/rubyDocument';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { messageOf } from '../../../server/src/problems/catalogue';
import type { FileOutline } from '../../../server/src/syntax/outline';
import { rubyParser } from '../../harness/rubyParser';
import { showOutline } from '../../harness/showOutline';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

function outline(text: string): FileOutline {
  return parser.open('a.rb', text).outline();
}

function words(made: FileOutline): readonly string[] {
  return made.problems.map(problem => {
    const { start, end } = problem.place.span;
    return `${problem.code} at ${JSON.stringify(made.text.slice(start, end))}: ${messageOf(problem)}`;
  });
}

describe('damaged Ruby', () => {
  it('keeps damage inside one method, and everything between methods', () => {
    const made = outline(
      "class A < B\n  type '(Integer) -> Integer'\n  def m(x)\n    if x\n    x\n  end\n\n  attr_reader :y\n  ##% () -> nil\n  def n; end\nend\nclass C; end\n",
    );
    assert.deepStrictEqual(showOutline(made), [
      'class REBUILT: class A < B',
      "  statement: type '(Integer) -> Integer'",
      '  method BROKEN: def m(x)',
      '  statement: attr_reader :y',
      '  comment: ##% () -> nil',
      '  method: def n; end',
      'class: class C; end',
    ]);
    assert.deepStrictEqual(words(made), [
      'LP1002 at "if x": `if x` has no matching `end`; `def m(x)` is not analysed until this is fixed',
    ]);
  });

  it('points at what is being typed at the end of a line', () => {
    for (const [typed, token] of [
      ['x.', '.'],
      ['x&.  # later', '&.'],
      ['y = x ||', '||'],
      ['y =', '='],
      ['[1, 2].map { |z| z + ', '+'],
      ['Math::', '::'],
      ['p "a # long string", x. # a. b', '.'],
    ] as const) {
      const text = `class A\n  def m(x)\n    ${typed}\n  end\n\n  def n = 1\nend\n`;
      const [found] = words(outline(text));
      assert.strictEqual(
        found,
        `LP1001 at "${token}": Nothing follows \`${token}\`; \`def m(x)\` is not analysed until this is fixed`,
      );
    }
  });

  it('keeps the name and parameters of a broken method', () => {
    const [item] = outline('def m(x, y = 1)\n  foo(\nend\n').items;
    assert.ok(item?.kind === 'method' && item.broken);
    const node = item.read();
    assert.deepStrictEqual([node.type, node.start, node.end], ['method', item.span.start, item.span.end]);
    assert.deepStrictEqual(
      node.children.map(child => [child.field, child.type]),
      [
        [null, 'def'],
        ['name', 'identifier'],
        ['parameters', 'method_parameters'],
      ],
    );
  });

  it('recognises unusual layouts', () => {
    const made = outline(
      'module A; module B\n  class C::D < E; end\n  class << self\n    private def p\n      1\n    end\n    X = <<~T\n def no\n    T\n  private\n    def q(\n    end\n  end\n=begin\ndef no\n=end\nend; end\n__END__\ndef no\n',
    );
    assert.deepStrictEqual(showOutline(made), [
      'module REBUILT: module A; module B',
      '  module REBUILT: module B',
      '    class: class C::D < E; end',
      '    singleton REBUILT: class << self',
      '      statement: private def p',
      '      statement: X = <<~T',
      '      statement: private',
      '      method BROKEN: def q(',
    ]);
  });

  it('reads a block around damage without the damaged method, and no methods from a block it cannot read', () => {
    const made = outline(
      'module M\n  included do\n    def a; end\n    def b(\n    end\n    def c; end\n  end\n  def d; end\nend\n',
    );
    assert.deepStrictEqual(showOutline(made), [
      'module REBUILT: module M',
      '  statement: included do',
      '  method: def d; end',
    ]);
    const unreadable = outline(
      'module M\n  Struct.new(: do\n    def a; end\n    class K\n      def k; end\n    end\n  end\n  def d; end\nend\n',
    );
    assert.deepStrictEqual(showOutline(unreadable), [
      'module REBUILT: module M',
      '  statement BROKEN:   Struct.new(: do'.replace('  Struct', 'Struct'),
      '  class: class K',
      '    method: def k; end',
      '  method: def d; end',
    ]);
  });

  it('does not read the method below an incomplete class as its superclass', () => {
    assert.deepStrictEqual(showOutline(outline('class Foo <\n  def m\n  end\nend\n')), [
      'class REBUILT: class Foo <',
      '  method: def m',
    ]);
  });

  it('has a message for each kind of damage', () => {
    assert.deepStrictEqual(words(outline('def m\n  x\n  end\nend\n')), [
      'LP1003 at "end": This `end` closes nothing; `def m` is not analysed until this is fixed',
    ]);
    assert.deepStrictEqual(words(outline('class A\n  def m\n  end\n')), [
      'LP1002 at "class A": `class A` has no matching `end`',
    ]);
    assert.deepStrictEqual(words(outline('def m\n  foo(1\nend\n')), [
      'LP1001 at "foo(1": `(` is never closed; `def m` is not analysed until this is fixed',
    ]);
    assert.deepStrictEqual(words(outline('x = <<A\nfoo\n')), [
      'LP1001 at "x = <<A": `<<A` is never closed; `x = <<A` is not analysed until this is fixed',
    ]);
  });

  it('recovers: the outline after an edit equals that of a fresh parse', () => {
    const document = parser.open('a.rb', 'class A\n  def m\n  end\n\n  def n\n  end\nend\n');
    document.edit([{ start: 16, end: 16, text: '    if é😀\n' }]);
    assert.strictEqual(document.outline().damaged, true);
    document.edit([{ start: 27, end: 27, text: '    end\n' }]);
    assert.strictEqual(document.outline().damaged, false);
    assert.deepStrictEqual(showOutline(document.outline()), ['class: class A', '  method: def m', '  method: def n']);
    document.close();
  });
});

describe('extreme sources', () => {
  const nested = (open: string, close: string) => `${open.repeat(2000)}1\n${close.repeat(2000)}`;

  it('reads 2,000 levels of nesting', () => {
    for (const text of [nested('(', ')'), nested('if x\n', 'end\n'), nested('[', ']'), nested('a { ', '}')]) {
      const [item, ...rest] = outline(text).items;
      assert.ok(item?.kind === 'statement' && !item.broken && rest.length === 0);
      let depth = 0;
      for (let node = item.read(); node.children.length > 0; depth++)
        node = node.children.find(it => it.children.length > 0) ?? node.children[0]!;
      assert.ok(depth >= 1999, `${depth}`);
    }
  });

  it('reports which classes are too deep', () => {
    const made = outline(nested('module A\n', 'end\n'));
    assert.deepStrictEqual(
      made.problems.map(problem => problem.code),
      ['LP1005'],
    );
  });

  it('survives damage at every level', () => {
    for (const text of ['(', 'if x\n', 'module A\n', 'def x\n', '"#{', '%w[', 'end\n', '<<A;']) {
      assert.ok(outline(text.repeat(2000)).problems.length > 0, text);
    }
  });

  it('does not read a file beyond the size limit', () => {
    const made = outline('x = 1\n'.repeat(LARGEST_FILE / 6 + 1));
    assert.deepStrictEqual(words(made), [
      'LP1006 at "": The file is not analysed: it has 2 MB, and Loupe reads up to 2 MB',
    ]);
    assert.deepStrictEqual(made.items, []);
  });

  it('stops at a NUL, and continues when it is removed', () => {
    const document = parser.open('a.rb', 'def a; end\n\0def b; end\n');
    assert.deepStrictEqual(
      words(document.outline()).map(it => it.slice(0, 6)),
      ['LP1008'],
    );
    assert.deepStrictEqual(showOutline(document.outline()), ['method: def a; end']);
    document.edit([{ start: 11, end: 12, text: '' }]);
    assert.deepStrictEqual(showOutline(document.outline()), ['method: def a; end', 'method: def b; end']);
    document.close();
  });

  it('reads an empty file, a byte order mark and both line ends', () => {
    assert.deepStrictEqual([outline('').items, outline('').problems], [[], []]);
    assert.deepStrictEqual(showOutline(outline('\uFEFFdef a; end')), ['method: def a; end']);
    assert.deepStrictEqual(
      showOutline(outline('class A\r\n  def a\r\n    if x\r\n  end\r\n  def b\r\n  end\r\nend\r\n')),
      ['class REBUILT: class A', '  method BROKEN: def a', '  method: def b'],
    );
  });
});
