/** Renames: every occurrence of that variable, none of another with the same name, and no change of meaning. */
import assert from 'node:assert';
import type { Workspace } from '../../../server/src/engine/workspace';
import { renameAt } from '../../../server/src/ide/occurrences';
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
    return result.renamings.reduceRight(
      (now, { location: { span }, text: next }) => now.slice(0, span.start) + next + now.slice(span.end),
      text,
    );
  };
  const becomes = (marked: string, name: string, expected: string): void =>
    assert.strictEqual(renamed(marked, name), expected);

  it('a binder, in its own annotation only', () => {
    becomes(
      inClass(`  type '(Integer │x { x > 0 }, Integer y { y > x }) -> Integer r { r > x }'
  def one(x, y) = x + y
  type '(Integer x { x > 0 }) -> Integer'
  def two(x) = x`),
      'n',
      inClass(`  type '(Integer n { n > 0 }, Integer y { y > n }) -> Integer r { r > n }'
  def one(x, y) = x + y
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
  def one(a, i) = i`),
    );
  });

  it('not the name in a block type that shadows the binder', () => {
    becomes(
      inClass(`  type '(Integer │x { x > 0 }) { (Integer x { x > 1 }) -> Integer } -> Integer r { r > x }'
  def one(x) = yield(x)`),
      'n',
      inClass(`  type '(Integer n { n > 0 }) { (Integer x { x > 1 }) -> Integer } -> Integer r { r > n }'
  def one(x) = yield(x)`),
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
});
