/** Completion, hints, hovers and definitions inside type strings and after a dot. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { completionsAt } from '../../../server/src/ide/completion';
import { definitionsAt } from '../../../server/src/ide/definition';
import { diagnosticsOf } from '../../../server/src/ide/diagnostics';
import { hoverAt } from '../../../server/src/ide/hover';
import { hintsOf } from '../../../server/src/ide/inlayHints';
import { signatureHelpAt } from '../../../server/src/ide/signatureHelp';
import { DEFAULT_SETTINGS } from '../../../shared/src/settings';
import { createTestWorkspace } from '../../harness/workspace';
import { PATH, place } from './cursor';

const SHOP = `module Shop
  type_alias '%money', 'Integer or Float'
  class Item
    var_type :@price, '%money'
    ##% (Integer by { by > 0 }) -> Integer :pure
    def times(by) = by

    ##% () -> String
    def name = 'it'

    private

    def secret = 1
  end
`;

describe('language in types and after dots', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const labels = (marked: string): readonly string[] => {
    const { snapshot, at, probe } = place(workspace, marked);
    return completionsAt(snapshot, PATH, at[0]!, probe).map(each => each.label);
  };
  const offers = (marked: string, wanted: readonly string[], not: readonly string[] = []): void => {
    const found = labels(marked);
    for (const name of wanted) assert.ok(found.includes(name), `${name} is not among ${found.slice(0, 20).join()}`);
    for (const name of not) assert.ok(!found.includes(name), `${name} is offered`);
  };
  const lineAt = (text: string, offset: number): string => text.slice(offset, text.indexOf('\n', offset));
  const definitions = (marked: string): readonly string[] => {
    const { snapshot, at, text } = place(workspace, marked);
    return definitionsAt(snapshot, PATH, at[0]!).map(({ span }) => lineAt(text, span.start));
  };
  const hover = (marked: string): string => {
    const { snapshot, at } = place(workspace, marked);
    const found = hoverAt(snapshot, PATH, at[0]!, { settings: DEFAULT_SETTINGS, headline: true });
    return found?.markdown.replace(/```\w*\n?/g, '').trim() ?? '';
  };
  const inShop = (rest: string): string => `${SHOP}${rest}\nend\n`;
  const inMethod = (body: string): string =>
    inShop(`  class Till\n    ##% (Item i) -> Integer\n    def m(i)\n      ${body}\n    end\n  end`);

  it('shows the type of a local once, and not for a literal', () => {
    const { snapshot, text } = place(
      workspace,
      inMethod('sum = 0\n      sum += i.times(2)\n      n = i.times(3)\n      n = sum'),
    );
    const hints = hintsOf(snapshot, PATH).map(({ offset, label }) => `${lineAt(text, offset - 1)} ${label}`);
    assert.deepStrictEqual(hints, ['t = 1  -> Integer', 'n = i.times(3) : Integer']);
  });

  /** Every line with hints, including the hints. */
  const hinted = (text: string): readonly string[] => {
    const { snapshot } = place(workspace, text);
    const shown = [...hintsOf(snapshot, PATH)]
      .sort((a, b) => b.offset - a.offset)
      .reduce((all, { offset, label }) => `${all.slice(0, offset)}⟨${label}⟩${all.slice(offset)}`, text);
    return shown.split('\n').filter(line => line.includes('⟨'));
  };

  it('shows types of parameters and results of unannotated methods, as checked code calls them', () => {
    const text = `class Sum
  def plus(a, b) = a + b
  def more(a, b = 1, c) = a
  def named(a:, b: 2.5) = a
  def bare = 'x'
  def open a, *rest
    a
  end

  ##% (Integer n, String s) -> String
  def use(n, s)
    plus(2, n)
    more(n, s)
    more(n, 2, s)
    named(a: s)
    open(s)
    open(n)
    bare
  end
end
`;
    assert.deepStrictEqual(hinted(text), [
      '  def plus(a⟨: Integer⟩, b⟨: Integer⟩)⟨ -> Integer⟩ = a + b',
      '  def more(a⟨: Integer⟩, b⟨: Integer⟩ = 1, c⟨: String⟩) = a',
      '  def named(a:⟨ String⟩, b: 2.5) = a',
      "  def bare⟨ -> String⟩ = 'x'",
      '  def open a⟨: String or Integer⟩, *rest',
    ]);
  });

  it('shows no type that is not known for every call, and not the result of a constructor', () => {
    const text = `class Point
  def initialize(x, y = x) = @x = x
  def first(a, b, (c, d), &e) = a
  def second(a, b) = a
  def twice(a) = a
  def unknown(a) = a
  def nobody(a) = a

  ##% (Integer n, Array<Integer> all, %dyn any) -> %any
  def use(n, all, any)
    Point.new(n)
    first(*all)
    second(n, key: 1)
    twice(any)
    unknown(...)
  end
end
`;
    assert.deepStrictEqual(hinted(text), ['  def initialize(x⟨: Integer⟩, y = x) = @x = x']);
  });

  it('shows the types of an inherited annotation', () => {
    const text = `class Base
  ##% (Integer a, ?String b) -> %bool
  def test(a, b = '') = a > 1
end
class Sub < Base
  def test(a, b = '') = a > 2
end
`;
    assert.deepStrictEqual(hinted(text), ["  def test(a⟨: Integer⟩, b⟨: String⟩ = '')⟨ -> %bool⟩ = a > 2"]);
  });

  it('completes members after a dot, by type', () => {
    offers(inMethod('i.│'), ['times', 'name'], ['secret', 'upcase', 'DelegateClass']);
    offers(inMethod('i.ti│'), ['times']);
    offers(inMethod('i&.│'), ['times']);
    offers(inMethod('i.name.│'), ['upcase', 'size'], ['times']);
    offers(inMethod('x = [1, 2].│\n      x'), ['map', 'first'], ['upcase']);
    offers(inMethod('Item.│'), ['new'], ['times']);
    offers(inMethod('return 1 if i.name.│'), ['empty?']);
  });

  it('offers nothing if the type is unknown', () => {
    assert.deepStrictEqual(labels('def m(i)\n  i.│\nend\n'), []);
    assert.deepStrictEqual(labels(inMethod('1.│')), []);
  });

  it('completes inside types: classes, aliases, special types; inside refinements binders, fields, members', () => {
    offers(inShop("  type '(│'"), ['Integer', 'Shop::Item', '%bool', '%money', 'nil'], ['x']);
    offers(
      inShop("  class Item\n    type '(Integer x, Integer y { │'\n    def n(x, y) = 1\n  end"),
      ['x', 'y', '@price', 'old()'],
      ['%bool'],
    );
    offers(inShop('  ##% (Item i { i.│ }) -> Integer\n  def n(i) = 1'), ['times', 'name'], ['upcase']);
    offers("class A\n  type '() -> Integer', │\n  def a = 1\nend\n", [':pure', 'modifies: { self: :@field }']);
    offers('class A\n  ##% () -> Integer :│\n  def a = 1\nend\n', [':pure']);
    offers("class A\n  var_type :@price, 'Integer'\n  def a = @│\nend\n", ['@price']);
  });

  it('goes to classes as Ruby resolves them, to aliases and to binders', () => {
    assert.deepStrictEqual(definitions(inShop('  ##% (It│em i) -> Integer\n  def m(i) = 1')), ['Item']);
    assert.deepStrictEqual(definitions(`${inShop('')}##% (Shop::It│em i) -> Integer\ndef m(i) = 1\n`), ['Item']);
    assert.deepStrictEqual(definitions(`${inShop('')}class Item\nend\n##% (It│em i) -> Integer\ndef m(i) = 1\n`), [
      'Item',
    ]);
    assert.match(
      definitions(inShop('  ##% (%mon│ey i) -> Integer\n  def m(i) = 1'))[0] ?? '',
      /^(type_alias )?.*%money/,
    );
    assert.deepStrictEqual(definitions(inShop('  ##% (Integer n { │n > 0 }) -> Integer\n  def m(n) = 1')), [
      'n { n > 0 }) -> Integer',
    ]);
  });

  it('shows what a name in a type means', () => {
    assert.strictEqual(
      hover(
        inShop("  pre { |x| x > 0 }\n  post { |r| r > 1 }\n  type '(Integer) -> Integer'\n  def │m(n) = n + 1"),
      ).split('\n\n')[0],
      "# Shop#m\ntype '(Integer) -> Integer'\npre { x > 0 }\npost { |r| r > 1 }",
    );
    assert.strictEqual(hover(inShop('  ##% (It│em i) -> Integer\n  def m(i) = 1')), 'class Shop::Item');
    assert.strictEqual(hover(inShop('  ##% (%mon│ey i) -> Integer\n  def m(i) = 1')), '%money = Integer or Float');
    assert.strictEqual(hover(inShop('  ##% (%bo│ol i) -> Integer\n  def m(i) = 1')), '%bool  # true or false');
    assert.strictEqual(hover(inShop('  ##% (Integer n { │n > 0 }) -> Integer\n  def m(n) = 1')), 'n: Integer  # n > 0');
    assert.strictEqual(
      hover(inShop("  type '(Integer n) -> Integer r { │r > n }'\n  def m(n) = n + 1")),
      'r: Integer  # r > n',
    );
  });

  it('reports a problem of a type while it is typed, only there', () => {
    const whole =
      '(Integer x { 0 <= x && x < @max }, ?Array<String> names) { (Integer i) -> %bool } -> Integer or nil r { r > x }';
    for (const around of [`  type '…'`, `  ##% …`]) {
      for (let length = 1; length <= whole.length; length++) {
        const typed = around.replace('…', whole.slice(0, length));
        const text = `class A
  var_type :@max, 'Integer'
${typed}
  def m(x, names = []) = yield(x) ? x : nil

  ##% () -> Integer
  def other = 1
end
`;
        workspace.setDisk(PATH, text);
        const file = workspace.snapshot.files.get(PATH)!;
        const lines = diagnosticsOf(workspace.snapshot, PATH, DEFAULT_SETTINGS).map(
          ({ location: { span } }) => file.lines.position(span.start).line,
        );
        assert.ok(lines.every(line => line === 2) && lines.length <= 3, `${typed}: ${lines.join()}`);
      }
    }
  });

  it('shows the signature of a method call with and without a receiver', () => {
    const help = (marked: string): string => {
      const { snapshot, at, probe } = place(workspace, marked);
      const found = signatureHelpAt(snapshot, PATH, at[0]!, probe);
      return found === null ? '' : `${found.activeParameter} ${found.signatures[0]!.label}`;
    };
    assert.strictEqual(help(inMethod('i.times(│)')), '0 times(Integer by { by > 0 }) -> Integer');
    assert.match(help(inMethod('i.name.ljust(1, │')), /^1 ljust\(/);
    assert.match(help(inMethod('m(│)')), /^0 m\(/);
    assert.strictEqual(help(inMethod('i.nothing_like_it(│)')), '');
  });
});
