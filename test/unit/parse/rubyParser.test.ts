/** Valid files: the outline, and that edits lead to the same outline as a fresh parse. */
import assert from 'node:assert';
import { assetPath } from '../../../server/src/host/assets';
import { createRubyParser, type RubyParser } from '../../../server/src/parse/rubyParser';
import type { FileOutline } from '../../../server/src/syntax/outline';
import { rubyParser } from '../../harness/rubyParser';
import { showOutline as show } from '../../harness/showOutline';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

function outline(text: string): FileOutline {
  return parser.open('a.rb', text).outline();
}

describe('parsing valid Ruby', () => {
  it('reads classes, methods and statements in source order', () => {
    const made = outline(
      'require "x"\nmodule A\n  class B::C < D; attr_reader :x; end\n  class << self\n    def m(a) = a\n  end\n  private def n\n  end\n  def self.o; end\nend\n',
    );
    assert.deepStrictEqual(show(made), [
      'statement: require "x"',
      'module: module A',
      '  class: class B::C < D; attr_reader :x; end',
      '    statement: attr_reader :x',
      '  singleton: class << self',
      '    method: def m(a) = a',
      '  statement: private def n',
      '  method: def self.o; end',
    ]);
    assert.strictEqual(made.damaged, false);
    assert.deepStrictEqual(made.problems, []);
  });

  it('keeps annotation comments as blocks, wherever they are in the tree', () => {
    const made = outline(
      'class A\n  ##% a : (Integer)\n  ##% -> Integer\n  # talk\n  def a(x) = x #: trailing\n\n  #: () -> void\n  def b; end\n  #:nodoc:\n  ##% last\nend\n##% top\n',
    );
    assert.deepStrictEqual(show(made), [
      'class: class A',
      '  comment: ##% a : (Integer)',
      '  comment: #: trailing',
      '  method: def a(x) = x',
      '  comment: #: () -> void',
      '  method: def b; end',
      '  comment: ##% last',
      'comment: ##% top',
    ]);
    const [item] = made.items;
    assert.ok(item?.kind === 'class');
    const [block] = item.body();
    assert.ok(block?.kind === 'comment');
    assert.deepStrictEqual(
      block.lines.map(line => [line.text, made.text.slice(line.span.start, line.span.end)]),
      [
        [' a : (Integer)', ' a : (Integer)'],
        [' -> Integer', ' -> Integer'],
      ],
    );
  });

  it('includes heredoc bodies in their statement', () => {
    const made = outline('type <<~A, x(<<~B) # why\n  one\nA\n  two\nB\nfoo\n');
    assert.deepStrictEqual(show(made), ['statement: type <<~A, x(<<~B) # why', 'statement: foo']);
    const node = made.items[0]?.kind === 'statement' ? made.items[0].read() : null;
    const bodies = node?.children.filter(child => child.type === 'heredoc_body') ?? [];
    assert.deepStrictEqual(
      bodies.map(body => made.text.slice(body.start, body.end)),
      ['\n  one\nA', '\n  two\nB'],
    );
  });

  it('copies the header of a class without its body', () => {
    const [item] = outline('class A < B\n  def m; end\nend').items;
    assert.ok(item?.kind === 'class');
    assert.deepStrictEqual(
      item.read().children.map(child => [child.field, child.type]),
      [
        [null, 'class'],
        ['name', 'constant'],
        ['superclass', 'superclass'],
        [null, 'end'],
      ],
    );
  });

  it('finds directives in comments only', () => {
    const made = outline(
      '# loupe: off\nx = "# loupe:ignore LP1" # loupe:ignore LP4001, weak-spec -- because\ny # loupe: off\n',
    );
    assert.deepStrictEqual(
      made.directives.map(directive => [
        directive.kind,
        directive.kind === 'ignore' ? directive.codes : directive.level,
      ]),
      [
        ['level', 'off'],
        ['ignore', ['LP4001', 'weak-spec']],
      ],
    );
  });
});

describe('several parsers in one process', () => {
  it('can be started concurrently', async () => {
    const wasm = { runtime: assetPath('web-tree-sitter.wasm'), language: assetPath('tree-sitter-ruby.wasm') };
    const parsers = await Promise.all([createRubyParser(wasm), createRubyParser(wasm), createRubyParser(wasm)]);
    for (const parser of parsers) {
      const document = parser.open('a.rb', 'class A\n  def m = 1\nend\n');
      assert.equal(document.outline().items.length, 1);
      document.close();
    }
  });
});
