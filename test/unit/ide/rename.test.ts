/** Renames: every occurrence of that variable, none of another with the same name, and no change of meaning. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { renameAt } from '../../../server/src/ide/rename/rename';
import { createTestWorkspace } from '../../harness/workspace';
import { PATH, place } from './cursor';

const inClass = (body: string): string => `class Sample\n${body}\nend\n`;

describe('rename', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createTestWorkspace();
  });
  after(() => workspace.dispose());

  const renamed = (marked: string, name: string): string => {
    const { snapshot, text, at } = place(workspace, marked);
    const result = renameAt(snapshot, PATH, at[0]!, name);
    if ('refused' in result) return result.refused;
    return result.renamings
      .filter(({ doubt }) => doubt === undefined)
      .reduceRight(
        (now, { location: { span }, text: next }) => now.slice(0, span.start) + next + now.slice(span.end),
        text,
      );
  };
  const becomes = (marked: string, name: string, expected: string): void =>
    assert.strictEqual(renamed(marked, name), expected);

  it('a binder and the parameter that it names, in its own annotation only', () => {
    becomes(
      inClass(`  type '(Integer │x { x > 0 }, Integer y { y > x }) -> Integer r { r > x }'
  def one(x, y) = x + y
  type '(Integer x { x > 0 }) -> Integer'
  def two(x) = x`),
      'n',
      inClass(`  type '(Integer n { n > 0 }, Integer y { y > n }) -> Integer r { r > n }'
  def one(n, y) = n + y
  type '(Integer x { x > 0 }) -> Integer'
  def two(x) = x`),
    );
  });

  it('a binder from one of its uses, in a comment, and the result', () => {
    becomes(
      inClass(`  ##% (Integer x) -> Integer r { │r > x && r != old(x) }
  def one(x) = x + 1`),
      'result',
      inClass(`  ##% (Integer x) -> Integer result { result > x && result != old(x) }
  def one(x) = x + 1`),
    );
  });

  it('not the parameter of a block that shadows the binder', () => {
    becomes(
      inClass(`  ##% (Array<Integer> a, Integer │i { a.all? { |i| i > 0 } && i > 1 }) -> Integer
  def one(a, i) = i`),
      'k',
      inClass(`  ##% (Array<Integer> a, Integer k { a.all? { |i| i > 0 } && k > 1 }) -> Integer
  def one(a, k) = k`),
    );
  });

  it('not the name in a block type that shadows the binder', () => {
    becomes(
      inClass(`  type '(Integer │x { x > 0 }) { (Integer x { x > 1 }) -> Integer } -> Integer r { r > x }'
  def one(x) = yield(x)`),
      'n',
      inClass(`  type '(Integer n { n > 0 }) { (Integer x { x > 1 }) -> Integer } -> Integer r { r > n }'
  def one(n) = yield(n)`),
    );
  });

  it('the binder of a field', () => {
    becomes(
      inClass("  var_type :@sec, 'Integer │s { 0 <= s < 60 }'"),
      'sec',
      inClass("  var_type :@sec, 'Integer sec { 0 <= sec < 60 }'"),
    );
  });

  it('refuses the name of another binder, a keyword, and an invalid name', () => {
    const two = inClass(`  type '(Integer │x, Integer y { y > x }) -> Integer'
  def one(x, y) = x`);
    assert.strictEqual(renamed(two, 'y'), 'y means something else here');
    assert.match(renamed(two, 'Y'), /not the name of a local/);
    const keyword = inClass(`  type '(│by: Integer) -> Integer'
  def one(by:) = by`);
    assert.match(renamed(keyword, 'n'), /keyword/);
  });

  it('a local, but not a variable that shadows it', () => {
    becomes(
      inClass(`  def one(│x)
    y = [1].map { |x| x + 1 }
    z = [1].map { |n| n + x }
    x += 1
    [1].each { |k; x| x = k }
  end`),
      'n2',
      inClass(`  def one(n2)
    y = [1].map { |x| x + 1 }
    z = [1].map { |n| n + n2 }
    n2 += 1
    [1].each { |k; x| x = k }
  end`),
    );
  });

  it('the parameter of a block alone', () => {
    becomes(
      inClass('  def one(x) = [1].map { |x| │x + 1 }.sum + x'),
      'e',
      inClass('  def one(x) = [1].map { |e| e + 1 }.sum + x'),
    );
  });

  it('locals of two blocks are two variables; one assigned before is one', () => {
    becomes(
      inClass(`  def one
    seen = 0
    2.times { │t = 1; seen += t }
    2.times { t = 2; seen += t }
  end`),
      'u',
      inClass(`  def one
    seen = 0
    2.times { u = 1; seen += u }
    2.times { t = 2; seen += t }
  end`),
    );
  });

  it('keeps the keyword of a shorthand', () => {
    becomes(inClass('  def one(│x) = two(x:, y: x)'), 'n', inClass('  def one(n) = two(x: n, y: n)'));
  });

  it('refuses what would become another variable, a keyword parameter, a pattern', () => {
    assert.match(renamed(inClass('  def one(│x, y) = x + y'), 'y'), /means something else/);
    assert.match(renamed(inClass('  def one(│x:) = x'), 'y'), /keyword/);
    assert.match(renamed(inClass('  def one(h)\n    case h\n    in {x:} then │x\n    end\n  end'), 'y'), /pattern/);
  });

  it('a field in its class, its subclass and its types, but not in another class', () => {
    becomes(
      `class Base
  var_type :@n, 'Integer'
  type '() -> Integer r { r == @n }'
  def n = │@n
end
class Sub < Base
  def m = @n
end
class Other
  var_type :@n, 'String'
  def n = @n
end
`,
      '@m',
      `class Base
  var_type :@m, 'Integer'
  type '() -> Integer r { r == @m }'
  def n = @m
end
class Sub < Base
  def m = @m
end
class Other
  var_type :@n, 'String'
  def n = @n
end
`,
    );
  });

  it('refuses a field of an attribute', () => {
    assert.match(renamed(inClass('  attr_reader :n\n  def one = │@n'), '@m'), /Sample#n is derived from its name/);
  });

  it('a parameter and its name in every annotation', () => {
    becomes(
      inClass(`  type '(Integer x { x > 0 }) -> Integer r { r > x }'
  type '(String x) -> String'
  def one(│x) = x + x`),
      'n',
      inClass(`  type '(Integer n { n > 0 }) -> Integer r { r > n }'
  type '(String n) -> String'
  def one(n) = n + n`),
    );
  });

  it('a parameter alone, if the annotation names it otherwise or names another one so', () => {
    becomes(
      inClass(`  ##% (Integer a, Integer x) -> Integer
  def one(│x, y) = x + y`),
      'n',
      inClass(`  ##% (Integer a, Integer x) -> Integer
  def one(n, y) = n + y`),
    );
  });

  it('refuses a parameter whose new name an annotation uses', () => {
    const taken = inClass(`  ##% (Integer x) -> Integer r { r > x }
  def one(│x) = x + 1`);
    assert.strictEqual(renamed(taken, 'r'), 'r means something else here');
  });

  const ZOO = `class Animal
  def │sound = "…"
  def twice = sound + sound
  alias noise sound
  private :noise
end
class Cat < Animal
  type :sound, '() -> String'
  def sound = "meow"
end
class Bell
  def sound = 3
end
sound = Bell.new.sound
puts Cat.new.sound, sound
`;

  it('a method with those that override it, and no other of that name', () => {
    const certain = renamed(ZOO, 'voice');
    assert.strictEqual(
      certain,
      ZOO.replace('│', '')
        .replace(
          'def sound = "…"\n  def twice = sound + sound\n  alias noise sound',
          'def voice = "…"\n  def twice = voice + voice\n  alias noise voice',
        )
        .replace("type :sound, '() -> String'\n  def sound", "type :voice, '() -> String'\n  def voice")
        .replace('Cat.new.sound', 'Cat.new.voice'),
    );
  });

  /** The words that a rename is not sure about, and the lines that it cannot rename. */
  const doubts = (marked: string, name: string): readonly string[] => {
    const { snapshot, text, at } = place(workspace, marked);
    const result = renameAt(snapshot, PATH, at[0]!, name);
    assert.ok('renamings' in result);
    const lineOf = ({ span }: { span: { start: number } }): number => text.slice(0, span.start).split('\n').length;
    return [
      ...result.renamings.flatMap(({ doubt, location }) => (doubt ? [`${doubt} ${lineOf(location)}`] : [])),
      ...result.missed.map(({ doubt, location }) => `${doubt} ${lineOf(location)}`),
    ];
  };

  it('says which calls of a method it may miss', () => {
    const program = `class Job
  def │run = 1
end
def start(job) = job.run
def by_symbol(jobs) = jobs.map(&:run)
def computed(job, what) = job.send(what)
def sent(job) = job.send(:run)
`;
    assert.deepStrictEqual(doubts(program, 'go'), ['unknown-receiver 4', 'symbol 5', 'symbol 7', 'computed-name 6']);
    assert.deepStrictEqual(doubts('class Job\n  def │run = 1\nend\nJob.new.run\n', 'go'), []);
  });

  it('refuses methods of the library, of other names, and names that a related class has', () => {
    assert.match(renamed('class A\n  def │to_s = ""\nend\n', 'text'), /#to_s is not defined in the workspace/);
    assert.match(renamed('class A\n  def │initialize = nil\nend\n', 'text'), /Ruby calls it by this name/);
    assert.match(renamed('class A\n  attr_reader :n\nend\nA.new.│n\n', 'm'), /defined by a call/);
    assert.match(renamed('class A\n  def │one = 1\n  def two = 2\nend\n', 'two'), /already has a method two/);
    assert.match(renamed('class A\n  def │one = 1\nend\n', 'Two'), /not the name of a method/);
  });

  it('a class in code and types, but not another class of that name', () => {
    becomes(
      `module Shop
  class │Cart
    LIMIT = 3
  end
  ##% (Cart) -> Integer
  def self.size(cart) = Cart::LIMIT
end
class Cart
end
Shop::Cart.new
Cart.new
`,
      'Basket',
      `module Shop
  class Basket
    LIMIT = 3
  end
  ##% (Basket) -> Integer
  def self.size(cart) = Basket::LIMIT
end
class Cart
end
Shop::Basket.new
Cart.new
`,
    );
  });

  it('says which strings and symbols may name a class, and refuses what has another meaning', () => {
    assert.deepStrictEqual(doubts('class │Cart\nend\nObject.const_get(:Cart)\n"Cart"\n', 'Basket'), [
      'symbol 3',
      'symbol 4',
    ]);
    assert.match(renamed('class │Cart\nend\n', 'String'), /String means something else here/);
    assert.match(renamed('class │String\n  def shout = 1\nend\n', 'Text'), /not defined in the workspace/);
    assert.match(renamed('class │Cart\nend\n', 'cart'), /not the name of a class or constant/);
  });

  it('a constant', () => {
    becomes(
      'class A\n  │MAX = 3\n  def m = MAX\nend\nA::MAX\n',
      'MOST',
      'class A\n  MOST = 3\n  def m = MOST\nend\nA::MOST\n',
    );
  });
});
