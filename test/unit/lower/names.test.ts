/** Local variable or call: Ruby decides by earlier assignments in the source. */
import assert from 'node:assert';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { rilOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

function check(table: Readonly<Record<string, string>>): void {
  for (const [ruby, ril] of Object.entries(table))
    it(ruby.replaceAll('\n', '; '), () => assert.strictEqual(rilOf(parser, ruby).replace(/\s*\n\s*/g, ' '), ril));
}

describe('scopes', () => {
  check({
    'x; x = 1; x': '(x) (= x 1) x',
    'x = x': '(= x x)',
    'x if x = 1; x': '(if (= x 1) (x) nil) x',
    'x = 1 if x; x': '(if x (= x 1) nil) x',
    'if (x = 1) && x then x end': '(if (and (= x 1) x) x nil)',
    'f { x = 1; x }; x': '(f {|| (do (= x 1) x)}) (x)',
    'x = 1; f { x += 1; g { x } }': '(= x 1) (f {|| (do (= x (.+~opAssign x 1)) (g {|| x}))})',
    'x = 1; f { |x| x }; f { |y; x| x }': '(= x 1) (f {|x| x}) (f {|y ;x| x})',
    'x = 1; def m = x': '(= x 1) (def m () (x))',
    'x = 1; class A; x; y = 2; y; def m = y; end; y': '(= x 1) (class A (x) (= y 2) y (def m () (y))) (y)',
    'def m(a, b = a, *c, k: b, &d) = [a, b, c, k, d]': '(def m (a (= b a) *c (k: b) &d) [a b c k d])',
    '->(x) { x }; x': '(-> |x| x) (x)',
    'begin; rescue => e; e; end; e': '(rescue nil (when [] e e)) e',
    'a, (b, *c) = 1; [a, b, c]': '(= (a (b (* c))) 1) [a b c]',
    'for i in f do j = i end; [i, j]': '(.each~for (f) {open |%1| (do (= i %1) (= j i))}) [i j]',
    'while (l = f) do l end; l': '(while (= l (f)) l) l',
    'x ||= 1; x': '(or x (= x 1)) x',
    'f in {a:, b: [c, *d]}; [a, b, c, d]': '(in (f) {a: b: [?c *?d]}) [a (b) c d]',
    '/(?<y>a)(?<z>b)/ =~ f; [y, z]':
      '(do (= %1 (.=~ /(?<y>a)(?<z>b)/ (f))) (= y (&.[] $~ :y)) (= z (&.[] $~ :z)) %1) [y z]',
    'f =~ /(?<y>a)/; y': '(.=~ (f) /(?<y>a)/) (y)',
    '/(?<y>#{1})/ =~ f; y': '(.=~ (#regexp "(?<y>" 1 ")") (f)) (y)',
    'defined?(x = 1); x': '(defined? (= x 1)) x',
    '"#{x = 1}"; x': '(#string (= x 1)) x',
    'case f; when x = 1 then x; end; x': '(do (= %1 (f)) (if (.===~case (= x 1) %1) x nil)) x',
    'x = 1; def x.m = 1; def y.m = 2': '(= x 1) (def x m () 1) (def (y) m () 2)',
    'BEGIN { x = 1 }; x': '#<opaque BEGIN assigns x> x',
    'X = 1; X; X()': '(= X 1) X (X ())',
    'x = 1; x(); x 2; x { }; self.x': '(= x 1) (x ()) (x 2) (x {|| nil}) (.x self)',
  });
});

describe('operators that look like command calls', () => {
  const within = (ruby: string) => `def m(x, y) = (${ruby})`;
  const table: Readonly<Record<string, string>> = {
    'x [1]': '(.[] x 1)',
    'x [1, 2].f + 2': '(.+ (.f (.[] x 1 2)) 2)',
    'x -1': '(.- x 1)',
    'x -y': '(.- x y)',
    'x +1': '(.+ x 1)',
    'x -1 * 2 + 3': '(.+ (.- x (.* 1 2)) 3)',
    'x -1 - 2': '(.- (.- x 1) 2)',
    'x -1.abs': '(.- x (.abs 1))',
    'x -y[0].z': '(.- x (.z (.[] y 0)))',
    'x -1 > 0 ? y : 2': '(if (.> (.- x 1) 0) y 2)',
    'x -1 .. 5': '(.. (.- x 1) 5)',
    'x -1 && y': '(and (.- x 1) y)',
    'x *y + 1': '(.+ (.* x y) 1)',
    'x *y ** 2': '(.* x (.** y 2))',
    'x **y ** 2': '(.** x (.** y 2))',
    'x **y * 2': '(.* (.** x y) 2)',
    'x &y': '(.& x y)',
    'x &y + 1': '(.& x (.+ y 1))',
    'x&y': '(.& x y)',
    'foo&y': '(.& (foo) y)',
    'x.foo&y.bar | 1': '(.| (.& (.foo x) (.bar y)) 1)',
    '@a -1': '(.- @a 1)',
    '$a [1]': '(.[] $a 1)',
    'self *y': '(.* self y)',
    'f(x -1, 2, k: 3)': '(f (.- x 1) 2 (k: 3))',
    'f x -1, y [2], 3': '(f (.- x 1) (.[] y 2) 3)',
    '[x -1, 2]': '[(.- x 1) 2]',
    'x %w[a]': '#<opaque `x %…`>',
    'x /y/': '#<opaque `x /…`>',
    // These are calls, even if x is a local.
    'x "a"': '(x "a")',
    'x (1)': '(x 1)',
    'x :a': '(x :a)',
    // And these, if foo is not known as a value.
    'foo -1': '(foo -1)',
    'foo [1]': '(foo [1])',
    'foo *y': '(foo (* y))',
    'foo &y': '(foo (& y))',
    'x.foo -1': '(.foo x -1)',
    'yield -1': '(yield -1)',
  };
  for (const [ruby, ril] of Object.entries(table))
    it(ruby, () => assert.strictEqual(rilOf(parser, within(ruby)), `(def m (x y) ${ril})`));

  it('pass their arguments to return and to assignments', () => {
    assert.strictEqual(rilOf(parser, 'def m(x)\n  return x -1, 2\nend'), '(def m (x) (return [(.- x 1) 2]))');
    assert.strictEqual(rilOf(parser, 'def m(x)\n  y = x -1, 2\nend'), '(def m (x) (= y [(.- x 1) 2]))');
  });
});
