/** Refinements as RIL: precedence, chains, implication, blocks; and clauses with their sources. */
import assert from 'node:assert/strict';
import { parseExpression, parseRefinement } from '../../../server/src/parse/refinementParser';
import { verbatimSource } from '../../../server/src/parse/sourceText';
import { messageOf } from '../../../server/src/problems/catalogue';
import { printExpr } from '../../../server/src/ril/print';
import type { Expr } from '../../../server/src/ril/ril';
import { children } from '../../../server/src/ril/walk';
import { showExpr } from '../../../server/src/types/showExpr';

const BINDERS = new Set(['x', 'y', 'z', 'a', 'r']);

function read(text: string) {
  return parseRefinement(text, verbatimSource('a.rb|file', text, 0), BINDERS);
}

/** Source -> RIL of each clause. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  // literals
  '1_000': ['1000'],
  '0xff + 0b11 + 0o17 + 017': ['(.+ (.+ (.+ 255 3) 15) 15)'],
  '1.5 + 2e3 + 3r + 4i': ['(.+ (.+ (.+ 1.5 2e3) 3r) 4i)'],
  "'a\\'b' == \"c\\n\\u{64}\\u0065\"": ['(.== "a\'b" "c\\nde")'],
  '"a#{x + 1}b"': ['(#string "a" (.+ x 1) "b")'],
  ":a != :'b c'": ['(.!= :a :"b c")'],
  'x =~ /a b/i': ['(.=~ x /a b/i)'],
  'x / 2 / y': ['(./ (./ x 2) y)'],
  '[1, *a, b: 2]': ['[1 (* a) {(b: 2)}]'],
  "{a: 1, 'k' => x, **y}": ['{(a: 1) (=> "k" x) (** y)}'],
  '%w[p q].include?(x) && %i[p].any?': ['(.include? ["p" "q"] x)', '(.any? [:p])'],
  '@f + @@g + $h + self.i': ['(.+ (.+ (.+ @f @@g) $h) (.i self))'],
  'A::B.c + ::D + A::e': ['(.+ (.+ (.c (:: A B)) ::D) (.e A))'],
  '(0...x).size + (1..).size': ['(.+ (.size (... 0 x)) (.size (.. 1 _)))'],
  // precedence, as Ruby's
  'x + y * z ** 2': ['(.+ x (.* y (.** z 2)))'],
  '2 ** 3 ** 2': ['(.** 2 (.** 3 2))'],
  '-2 ** 2': ['(.-@ (.** 2 2))'],
  '-2.abs': ['(.abs -2)'],
  '-x.abs': ['(.-@ (.abs x))'],
  'x - 1 - -1': ['(.- (.- x 1) -1)'],
  'x -1': ['(.- x 1)'],
  '!x == y': ['(.== (.! x) y)'],
  'not x == y': ['(.! (.== x y))'],
  'r == x > 0': ['(.== r (.> x 0))'],
  'x || y && z': ['(or x (and y z))'],
  'x or y and z': ['(or x y)', 'z'],
  'x & y | z ^ 1 << 2': ['(.^ (.| (.& x y) z) (.<< 1 2))'],
  'x ? y : z ? 1 : 2': ['(if x y (if z 1 2))'],
  'x.nil? ? y : z': ['(if (.nil? x) y z)'],
  'x..y + 1': ['(.. x (.+ y 1))'],
  // chains
  '0 <= x < 60': ['(.<= 0 x)', '(.< x 60)'],
  '0 < x + 1 <= y < z': ['(.< 0 (.+ x 1))', '(.<= (.+ x 1) y)', '(.< y z)'],
  'x == y == z': ['(.== x y)', '(.== y z)'],
  '(x < y) < z': ['(.< (.< x y) z)'],
  '(0 <= x < 60) || y': ['(or (and (.<= 0 x) (.< x 60)) y)'],
  '!(0 <= x < 60)': ['(.! (and (.<= 0 x) (.< x 60)))'],
  'x < y == y > x': ['(.== (.< x y) (.> y x))'],
  // clauses
  'x && (y && z) and 1': ['x', 'y', 'z', '1'],
  '(x; y)': ['(do x y)'],
  // the paper's signs
  'x ≤ y ∧ x ≥ 0 ∧ x ≠ 1': ['(.<= x y)', '(.>= x 0)', '(.!= x 1)'],
  '¬x ∨ y': ['(or (.! x) y)'],
  'x − 1 → y ⇒ z': ['(or (.!~negation (.- x 1)) (or (.!~negation y) z))'],
  // implication
  'x ==> y || z': ['(or (.!~negation x) (or y z))'],
  'x and y implies z': ['(or (.!~negation (and x y)) z)'],
  'if x then y end': ['(or (.!~negation x) y)'],
  'if x; y end': ['(or (.!~negation x) y)'],
  'if x then y else z end': ['(if x y z)'],
  'if x then y elsif z then 1 end': ['(if x y (or (.!~negation z) 1))'],
  'unless x then y end': ['(or x y)'],
  'y if x': ['(or (.!~negation x) y)'],
  'y unless x': ['(or x y)'],
  'case x when 1, 2 then y when Integer then z end': [
    '(if (or (.===~case 1 x) (.===~case 2 x)) y (if (.===~case Integer x) z true))',
  ],
  'case when x then y else z end': ['(if x y z)'],
  // calls
  foo: ['(foo)'],
  'foo(1).bar? && x.baz!': ['(.bar? (foo 1))', '(.baz! x)'],
  'x&.y&.z': ['(&.z (&.y x))'],
  'a[0, 2][-1]': ['(.[] (.[] a 0 2) -1)'],
  'old(@x) + 1 == @x': ['(.== (.+ (old @x) 1) @x)'],
  'f(a: 1, b:, **z, &y)': ['(f (a: 1) (b: (b)) (** z) (& y))'],
  "f('k' => 1)": ['(f (=> "k" 1))'],
  'x.is_a? Money and y.foo :bar, 1': ['(.is_a? x Money)', '(.foo y :bar 1)'],
  'valid_time x': ['(valid_time x)'],
  '[foo 1, 2]': ['[(foo 1) 2]'],
  'x ? foo : y': ['(if x (foo) y)'],
  'Integer(x) > Float(x)': ['(.> (Integer x) (Float x))'],
  'x.(1) && x::call(2)': ['(.call x 1)', '(.call x 2)'],
  'x.<=>(y) == 0': ['(.== (.<=> x y) 0)'],
  'x.class == y.if': ['(.== (.class x) (.if y))'],
  'x\n  .foo\n  .bar': ['(.bar (.foo x))'],
  // blocks
  '(0...a.size).all? { |i| a[i] <= r }': ['(.all? (... 0 (.size a)) {|i| (.<= (.[] a i) r)})'],
  'a.all?(&:even?)': ['(.all? a (& :even?))'],
  'a.all? { it > i }': ['(.all? a {|implied it| (.> it (i))})'],
  'a.zip(a).all? { _1 < _2 }': ['(.all? (.zip a a) {|implied _1 _2| (.< _1 _2)})'],
  it: ['(it)'],
  'a.each_with_index.all? do |(p, q), *s; t| p + t end': ['(.all? (.each_with_index a) {|(p q) *s ;t| (.+ p t)})'],
  'a.all? { |x| x > 0 ==> x > 1 }': ['(.all? a {|x| (or (.!~negation (.> x 0)) (.> x 1))})'],
  '->(y) { y + 1 }.(2)': ['(.call (-> |y| (.+ y 1)) 2)'],
};

describe('refinements', () => {
  for (const [text, expected] of Object.entries(FORMS)) {
    it(text.replaceAll('\n', ' ⏎ '), () => {
      const { clauses, problems } = read(text);
      assert.deepEqual(problems.map(messageOf), []);
      assert.deepEqual(
        clauses.map(clause => printExpr(clause.expr)),
        expected,
      );
    });
  }

  it('have clauses that are parts of their source', () => {
    const text = 'x > 0 && (0 <= y < 60) and foo';
    const { clauses } = read(text);
    assert.deepEqual(
      clauses.map(clause => clause.text),
      ['x > 0', '0 <= y', 'y < 60', 'foo'],
    );
    for (const { text: piece, place } of clauses) assert.equal(text.slice(place.span.start, place.span.end), piece);
  });

  it('have a span on every node, inside the span of its parent', () => {
    const check = (expr: Expr, text: string): void => {
      for (const inner of children(expr)) {
        const { start, end } = inner.span;
        assert(expr.span.start <= start && start <= end && end <= expr.span.end, `${text}: ${printExpr(inner)}`);
        check(inner, text);
      }
    };
    // The subject of a `case` is outside of its tests.
    for (const text of Object.keys(FORMS).filter(one => !one.startsWith('case x'))) {
      for (const { expr } of read(text).clauses) check(expr, text);
    }
  });

  it('are printed as Ruby that parses to the same', () => {
    for (const text of Object.keys(FORMS)) {
      for (const { expr } of read(text).clauses) {
        const shown = showExpr(expr);
        if (shown.includes('…') || text.includes('(p, q)')) continue;
        const again = parseExpression(shown, verbatimSource('a.rb|file', shown, 0), BINDERS);
        assert.deepEqual(again.problems.map(messageOf), [], shown);
        const plain = (printed: string): string => printed.replaceAll('~negation', '').replaceAll('~case', '');
        assert.equal(plain(printExpr(again.expr)), plain(printExpr(expr)), shown);
      }
    }
  });
});

describe('mistakes in refinements', () => {
  const cases: Readonly<Record<string, string>> = {
    '': 'LP2101 0-0',
    'x >': 'LP2101 3-3',
    '> x': 'LP2101 0-1',
    'x = 1': 'LP2102 2-3',
    'x += 1': 'LP2104 2-4',
    'x y': 'LP2101 2-3',
    'x; y': 'LP2101 1-2',
    '(x': 'LP2003 0-1',
    '[x, 1': 'LP2003 0-1',
    'f(x': 'LP2003 1-2',
    'x)': 'LP2101 1-2',
    '"abc': 'LP2003 0-1',
    'x == y != z': 'LP2105 0-11',
    'if x then y': 'LP2101 11-11',
    'while x': 'LP2104 0-5',
    'return x': 'LP2104 0-6',
    'x ? y': 'LP2101 5-5',
    'x.': 'LP2101 2-2',
    'x.1': 'LP2101 2-3',
    'a.all? { |i i > 0 }': 'LP2101 12-13',
    'a.all? { }': 'LP2101 9-10',
    '{x}': 'LP2101 0-3',
    'x #': 'LP2101 2-3',
    not: 'LP2101 3-3',
    'x && && y': 'LP2101 5-7',
  };
  for (const [text, expected] of Object.entries(cases)) {
    it(JSON.stringify(text), () => {
      const { clauses, problems } = read(text);
      assert.deepEqual(
        problems.map(({ code, place }) => `${code} ${place.span.start}-${place.span.end}`),
        [expected],
      );
      if (!expected.startsWith('LP2105')) assert.equal(clauses.at(-1)?.expr.kind, 'opaque');
    });
  }

  it('keep the preceding conjuncts', () => {
    const { clauses } = read('x > 0 && y < && z');
    assert.deepEqual(clauses.map(clause => printExpr(clause.expr)).slice(0, 1), ['(.> x 0)']);
    assert.equal(clauses.length, 2);
  });
});
