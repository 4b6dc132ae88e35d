/** What is lowered again after an edit, and the anchors that declarations keep while they move. */
import assert from 'node:assert';
import { lower } from '../../../server/src/lower/lower';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import type { MethodDeclaration, RilFile } from '../../../server/src/ril/declarations';
import { printRil } from '../../../server/src/ril/print';
import { declarationsIn, lowerText, methodsOf, plainData } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

function anchorsOf(file: RilFile): readonly string[] {
  return declarationsIn(file.declarations).map(({ anchor }) => anchor.replace('a.rb|', ''));
}

function method(file: RilFile, name: string): MethodDeclaration {
  const found = methodsOf(file).find(candidate => candidate.name === name);
  assert.ok(found, `there is a method ${name}`);
  return found;
}

/** Lowers `before`, then `after` on top of it; the result must equal that of lowering `after` alone. */
function lowerTwice(before: string, after: string): { first: RilFile; second: RilFile } {
  const first = lowerText(parser, before);
  const second = lowerText(parser, after, first);
  const alone = lowerText(parser, after);
  assert.deepStrictEqual(plainData({ ...second, lowered: 0 }), plainData({ ...alone, lowered: 0 }));
  assert.strictEqual(printRil(second), printRil(alone));
  return { first, second };
}

describe('lowering again', () => {
  it('a file of 5,000 lines: one keystroke lowers one method', () => {
    const methods = Array.from({ length: 1000 }, (_, i) => `  def m${i}(x)\n    y = x + ${i}\n    y * 2\n  end\n\n`);
    const text = `class Big\n${methods.join('')}end\n`;
    const document = parser.open('a.rb', text);
    const first = lower(document.outline(), null);
    assert.strictEqual(first.lowered, 1000);
    const at = text.indexOf('y = x + 500') + 'y = x + 500'.length;
    document.edit([{ start: at, end: at, text: '0' }]);
    const second = lower(document.outline(), first);
    assert.strictEqual(second.lowered, 1);
    assert.match(printRil(second), /\(def m500 \(x\) \(do \(= y \(\.\+ x 5000\)\)/);
    assert.strictEqual(method(second, 'm3').body(), method(first, 'm3').body());
    assert.strictEqual(method(second, 'm999').at, method(first, 'm999').at + 1);
    document.close();
  });

  it('moving a method lowers nothing', () => {
    const { first, second } = lowerTwice(
      'class A\n  def a = 1\n  def b(x) = x\nend\n',
      '# new\n\nclass A\n  def b(x) = x\n  include B\n  def a = 1\nend\n',
    );
    assert.strictEqual(second.lowered, 0);
    assert.strictEqual(method(second, 'b').body(), method(first, 'b').body());
    assert.strictEqual(method(second, 'b').anchor, method(first, 'b').anchor);
  });

  it('an unchanged file returns identical methods', () => {
    const text = 'class A\n  def a = 1\n  private def b = 2\nend\n';
    const { first, second } = lowerTwice(text, text);
    assert.strictEqual(second.lowered, 0);
    assert.deepStrictEqual(
      methodsOf(second).map((one, index) => one === methodsOf(first)[index]),
      [true, true],
    );
  });

  it('equal methods of different classes are not confused', () => {
    const { second } = lowerTwice(
      'class A\n  def a = 1\nend\nclass B\n  def a = 1\n  def a = 1\nend\n',
      'class B\n  def a = 1\nend\nclass A\n  def a = 1\n  def c = 2\nend\n',
    );
    assert.strictEqual(second.lowered, 1);
    assert.deepStrictEqual(
      methodsOf(second).map(({ anchor }) => anchor),
      ['a.rb|method|B#a|0', 'a.rb|method|A#a|0', 'a.rb|method|A#c|0'],
    );
  });

  it('what depends on more than its own source is lowered again', () => {
    assert.strictEqual(lowerTwice('def a = __LINE__\n', '\ndef a = __LINE__\n').second.lowered, 1);
    assert.strictEqual(lowerTwice('x = 1\ndef x.a = 1\n', 'y = 1\ndef x.a = 1\n').second.lowered, 1);
    assert.strictEqual(
      lowerTwice('def a\n  # class talk\n  1\nend\n', '\ndef a\n  # class talk\n  1\nend\n').second.lowered,
      0,
    );
  });

  it('definitions inside a method move with it', () => {
    const method = 'def a\n  def b; 1; end\n  class << self; def b; 2; end; end\n  alias c d\nend\n';
    assert.strictEqual(lowerTwice(method, `\n\n${method}`).second.lowered, 0);
    assert.strictEqual(lowerTwice(`${method}${method}`, `\n${method}def z = 1\n${method}`).second.lowered, 1);
    assert.strictEqual(lowerTwice(`${method}${method}`, method).second.lowered, 0);
  });

  it('a broken method returns when it is complete again', () => {
    const whole = 'class A\n  def a\n    1\n  end\n\n  def b\n    foo(1)\n  end\nend\n';
    const broken = whole.replace('foo(1)', 'foo(1');
    const { second } = lowerTwice(whole, broken);
    assert.strictEqual(method(second, 'b').broken, true);
    assert.strictEqual(method(second, 'a').broken, false);
    assert.strictEqual(lowerText(parser, whole, second).lowered, 1);
  });

  it('nothing is reused from another file', () => {
    const other = { ...lowerText(parser, 'def a = 1\n'), path: 'b.rb' };
    assert.strictEqual(lowerText(parser, 'def a = 1\n', other).lowered, 1);
  });
});

describe('anchors', () => {
  it('name the declaration, its class and its ordinal', () => {
    const file = lowerText(
      parser,
      `X = 1
class A::B
  include C
  type '() -> Integer'
  type '(Integer) -> Integer'
  def m(x = 1) = x
  ##% () -> Integer
  def self.s = 1
  class << self
    attr_reader :k
    def t = 1
  end
  alias n m
  undef o
  private def p = 1
  def m = 2
  def q; def r; end; end
  module ::D; end
end
puts 1
`,
    );
    assert.deepStrictEqual(anchorsOf(file), [
      'constant|X|0',
      'class|A::B|0',
      'statement|A::B#include~m|0',
      'statement|A::B#type~m|0',
      'statement|A::B#type~m|1',
      'method|A::B#m|0',
      'comment|A::B#self.s|0',
      'method|A::B.s|0',
      'singleton|A::B.|0',
      'statement|A::B.#attr_reader~t|0',
      'method|A::B.#t|0',
      'alias|A::B#n|0',
      'undef|A::B#o|0',
      'statement|A::B#private~p|0',
      'method|A::B#p|0',
      'method|A::B#m|1',
      'method|A::B#q|0',
      'method|A::B#q#r|0',
      'module|D|0',
      'statement|#puts|0',
    ]);
  });

  it('are unique in a file', () => {
    const file = lowerText(parser, 'def a = 1\ndef a = 1\nputs 1\nputs 1\nclass A; end\nclass A; end\nX = 1\nX = 2\n');
    const anchors = anchorsOf(file);
    assert.strictEqual(new Set(anchors).size, anchors.length);
  });

  it('an annotation keeps its anchor when another method gets one', () => {
    const before = "class A\n  type 'b'\n  def b = 1\nend\n";
    const after = "class A\n  type 'a'\n  def a = 1\n  type 'b'\n  def b = 1\nend\n";
    const { first, second } = lowerTwice(before, after);
    const [old] = anchorsOf(first).filter(anchor => anchor.includes('type'));
    assert.deepStrictEqual(
      anchorsOf(second).filter(anchor => anchor.includes('type')),
      ['statement|A#type~a|0', old],
    );
  });
});
