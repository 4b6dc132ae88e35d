/** RIL's printer and walk, on their own. */
import assert from 'node:assert';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { printExpr, printRil } from '../../../server/src/ril/print';
import type { Expr, Lit } from '../../../server/src/ril/ril';
import { children, walk } from '../../../server/src/ril/walk';
import { lowerText, methodsOf, rilOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

function body(ruby: string): Expr {
  return methodsOf(lowerText(parser, `def m(x)\n${ruby}\nend`))[0]!.body();
}

describe('printing RIL', () => {
  it('omits positions', () => {
    const ruby = 'class A\n  def m(x) = x + 1\nend\n';
    assert.strictEqual(rilOf(parser, ruby), rilOf(parser, `# c\n\n${ruby.replaceAll('  ', '        ')}`));
  });

  it('distinguishes different meanings', () => {
    const groups: readonly (readonly string[])[] = [
      ['foo', 'foo()', 'self.foo', 'x.foo', 'x&.foo', 'foo(x)', 'foo(&x)', 'foo(*x)', 'foo(**x)', 'foo { x }'],
      ['x.foo = 1', 'x.send(:foo=, 1)', 'x.foo += 1', 'x.foo ||= 1', 'x.foo &&= 1'],
      ['1', '1.0', '1r', '1i', '"1"', ':"1"', '/1/', '[1]', '{"1": 1}', '{1 => 1}', '`1`'],
      ['x..1', 'x...1', '(x..)', '(..x)'],
      ['while x do 1 end', 'begin; 1; end while x', 'until x do 1 end', '1 if x', '1 unless x'],
      ['super', 'super()', 'yield', 'return', 'return nil', 'next', 'break', 'redo'],
      ['a rescue b', 'begin; a; ensure; b; end', 'begin; a; b; end', 'begin; a; rescue A; b; end'],
      ['x in 1', 'x => 1', 'x in [y]', 'x in [*y]', 'x in {y:}', 'x in {y: 1}', 'x in {**nil}', 'x in [*, 1, *]'],
      ['->(x) { 1 }', '-> { 1 }', 'lambda { 1 }', 'f { |x| 1 }', 'f { |*x| 1 }', 'f { |x, | 1 }', 'f { |y; x| 1 }'],
      ['f { |x:| 1 }', 'f { |x: 1| 1 }', 'f { |x = 1| 1 }', 'f { |**x| 1 }', 'f { |&x| 1 }', 'f { |(x)| 1 }'],
      ['a, b = x', 'a, *b = x', '(a, b), c = x', 'a = b = x', 'a = x, 1'],
      ['A', '::A', 'A::B', 'x::A', '@a', '@@a', '$a', 'a', ':a', ':@a'],
    ];
    for (const group of groups) {
      const printed = group.map(ruby => printExpr(body(ruby)));
      assert.strictEqual(new Set(printed).size, group.length, printed.join('\n'));
    }
  });

  it('breaks long forms into indented lines', () => {
    const text = rilOf(
      parser,
      `def m(x)\n  if x > 1\n${'    foo(x, :bar, "baz")\n'.repeat(5)}  else\n    2\n  end\nend`,
    );
    const lines = text.split('\n');
    assert.ok(lines.length > 5 && lines.every(line => line.length <= 100), text);
    assert.strictEqual(lines[0], '(def m (x)');
    assert.strictEqual(lines.at(-1)?.trim(), '2))');
  });

  it('needs no more stack than lowering allows', () => {
    const file = lowerText(parser, `def m(x)\n${'('.repeat(2000)}x${' + 1)'.repeat(2000)}\nend`);
    assert.match(printRil(file), /nesting deeper/);
  });
});

describe('walking RIL', () => {
  const numbers = (expr: Expr): readonly string[] => {
    const found: string[] = [];
    walk(expr, inner => {
      if (inner.kind === 'lit' && inner.value.type === 'integer') found.push(inner.value.value);
      return true;
    });
    return found;
  };

  it('visits every expression once, in source order', () => {
    const snippets = [
      'f(1, *2, a: 3, **4, &5)',
      'f(1) { |a = 2, (b, *c), k: 3| 4 }',
      '->(a = 1) { 2 }',
      '[1, *2, 3 => 4]',
      '{a: 1, 2 => 3, **4}',
      'if 1 then 2 else 3 end',
      'while 1 do 2 end',
      'begin; 1; end while 2',
      'begin; 1; rescue 2, *3 => @e; 4; else; 5; ensure; 6; end',
      'a[1], b[2], (c[3], *d[4]) = 5',
      'a[1] = 2',
      '"#{1} a #{2}"',
      '1..2',
      'yield 1, *2',
      'super(1, &2)',
      'return 1, 2',
      'defined?(1)',
      'case 1; when 2, *3 then 4; else 5; end',
      'x in [1, *, 2] | {a: 3, b: {c: 4}} | A[5] | (6 => y) | [*, 7, *]',
      '1 and 2 or 3',
      '(1; 2)',
    ];
    for (const ruby of snippets) {
      const found = numbers(body(ruby));
      assert.deepStrictEqual(
        found,
        [...ruby.matchAll(/\d/g)].map(([digit]) => digit),
        ruby,
      );
    }
  });

  it('does not descend if the visitor returns false, nor into definitions', () => {
    const seen: string[] = [];
    walk(body('f(g(1)); def z; h; end'), expr => {
      if (expr.kind === 'call') seen.push(expr.method);
      return !(expr.kind === 'call' && expr.method === 'f');
    });
    assert.deepStrictEqual(seen, ['f']);
  });

  it('a leaf has no children', () => {
    const leaf: Lit = { kind: 'lit', span: { start: 0, end: 0 }, value: { type: 'nil' } };
    assert.deepStrictEqual(children(leaf), []);
  });
});
