/** Edits through the incremental parser lead to the same outline as a fresh parse. */
import assert from 'node:assert';
import fc from 'fast-check';
import { Parser, Tree } from 'web-tree-sitter';
import { applyEdit, type TextEdit } from '../../../server/src/base/edit';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import type { OutlineItem } from '../../../server/src/syntax/outline';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

const BASE = `# loupe: off\r
module Größe # 😀 emoji\r
  type '(Integer x { x > 0 }) -> Integer'\r
  def höhe(x)\r
    y = <<~"TEXT"\r
      #{x} 😀\r
    TEXT\r
    if x > 0 then [1, "é#{x}"] else { a: 1 } end\r
  end\r
\r
  class << self\r
    attr_reader :b\r
    ##% () -> nil\r
    def m = nil # loupe:ignore LP4001\r
  end\r
  included do\r
    def k; end\r
  end\r
end\r
`;

const PIECES = [
  'end',
  '\r\n',
  '(',
  ')',
  '"',
  "'",
  'def q',
  'class X',
  'if y',
  ' ',
  'x',
  '😀',
  'é',
  '<<A',
  'do',
  '#',
  '.',
  '{',
  '}',
  '=begin\r\n',
  '',
];

const IN_METHOD = BASE.indexOf('    if x > 0');

/** Several edits, each in terms of the previous result. */
const edits = fc.array(fc.record({ at: fc.nat(), remove: fc.nat(12), piece: fc.constantFrom(...PIECES) }), {
  minLength: 1,
  maxLength: 3,
});

function showItem(item: OutlineItem): unknown {
  if (item.kind === 'comment') return item;
  const { kind, span } = item;
  return 'body' in item
    ? { kind, span, rebuilt: item.rebuilt, node: item.read(), body: item.body().map(showItem) }
    : { kind, span, broken: item.broken, node: item.read() };
}

function everything(document: ReturnType<RubyParser['open']>): unknown {
  const { items, directives, misreads, problems, damaged, text } = document.outline();
  return { items: items.map(showItem), directives, misreads, problems, damaged, text };
}

describe('editing Ruby', () => {
  it('yields the same outline, whatever edits led to the source', function () {
    this.timeout(300_000);
    fc.assert(
      fc.property(fc.array(edits, { minLength: 1, maxLength: 6 }), changes => {
        const document = parser.open('a.rb', BASE);
        let text = BASE;
        for (const change of changes) {
          const made: TextEdit[] = change.map(({ at, remove, piece }) => {
            const start = at % (text.length + 1);
            const edit = { start, end: Math.min(start + remove, text.length), text: piece };
            text = applyEdit(text, edit);
            return edit;
          });
          document.edit(made);
          const fresh = parser.open('a.rb', text);
          assert.deepStrictEqual(everything(document), everything(fresh));
          fresh.close();
        }
        document.close();
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('frees every tree', () => {
    const { parse } = Parser.prototype;
    const { delete: free } = Tree.prototype;
    const alive = new Set<Tree>();
    Parser.prototype.parse = function (...args) {
      const tree = parse.apply(this, args);
      if (tree !== null) alive.add(tree);
      return tree;
    };
    Tree.prototype.delete = function () {
      alive.delete(this);
      free.call(this);
    };
    try {
      const document = parser.open('a.rb', BASE);
      for (const text of ['if x', 'end', '(', ')']) {
        document.edit([{ start: IN_METHOD, end: IN_METHOD, text: `\r\n${text}\r\n` }]);
        document.outline();
      }
      assert.ok(alive.size > 1, `a damaged file is read in pieces: ${alive.size}`);
      document.close();
      assert.strictEqual(alive.size, 0);
    } finally {
      Parser.prototype.parse = parse;
      Tree.prototype.delete = free;
    }
  });
});
