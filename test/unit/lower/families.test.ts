/** Ruby constructs and their RIL, by family. */
import assert from 'node:assert';
import type { RubyParser } from '../../../server/src/parse/rubyParser';
import { rilOf } from '../../harness/lowerRuby';
import { rubyParser } from '../../harness/rubyParser';

let parser: RubyParser;
before(async () => {
  parser = await rubyParser;
});

/** Ruby -> RIL, with line breaks and indentation as one space. */
type Table = Readonly<Record<string, string>>;

function family(name: string, table: Table): void {
  describe(`lowering: ${name}`, () => {
    for (const [ruby, ril] of Object.entries(table))
      it(ruby.replaceAll('\n', '; '), () => {
        assert.strictEqual(rilOf(parser, ruby).replace(/\s*\n\s*/g, ' '), ril);
      });
  });
}

family('literals', {
  'nil; true; false; self': 'nil true false self',
  '0x1F; 0b11; 0o17; 017; 0d19; 1_000': '31 3 15 15 19 1000',
  '123456789012345678901234567890': '123456789012345678901234567890',
  '1.5; 1e5; 1_0.5': '1.5 1e5 10.5',
  '1r; 1.5r; 2i; 2ri': '1r 1.5r 2i 2ri',
  '-1; +1; -1.5; - 1; -(1)': '-1 1 -1.5 (.-@ 1) (.-@ 1)',
  '-2 ** 2; -2.abs; -x.abs': '(.-@ (.** 2 2)) (.abs -2) (.-@ (.abs (x)))',
  ':a; :"b c"; :+; :[]=; :a?; %s(d)': ':a :"b c" :"+" :"[]=" :a? :d',
  ':"a#{1}"': '(#symbol "a" 1)',
  '[1, *b, c: 2, **d]': '[1 (* (b)) {(c: 2) (** (d))}]',
  '{a: 1, "b": 2, :c => 3, "d" => 4, **e}': '{(a: 1) (b: 2) (c: 3) (=> "d" 4) (** (e))}',
  '{"a#{1}": 2, "b c": 3}': '{(=> (#symbol "a" 1) 2) ("b c": 3)}',
  'x = 1; {x:, y:}': '(= x 1) {(x: x) (y: (y))}',
  '1..2; 1...x; (1..); (..2)': '(.. 1 2) (... 1 (x)) (.. 1 _) (.. _ 2)',
  '%w[a b\\ c #{x}]; %i[a b]': '["a" "b c" "#{x}"] [:a :b]',
  '%W[a#{x}b c]; %I[a#{x}]': '[(#string "a" (x) "b") "c"] [(#symbol "a" (x))]',
  '/a\\/b/; %r{a/b}mi; /a#{x}/o': '/a/b/ /a/b/im (#regexp/o "a" (x))',
  '`ls #{x}`; %x(ls)': '(#command "ls " (x)) (#command "ls")',
  '__LINE__\n__LINE__': '1 2',
  __FILE__: '(__FILE__)',
  __ENCODING__: '(:: ::Encoding UTF_8)',
  __method__: '(__method__)',
});

family('calls', {
  'foo; foo(); foo 1; foo(1, 2)': '(foo) (foo ()) (foo 1) (foo 1 2)',
  'a.b; a.b(1); a.b 1; a&.b; a::b; a::b(1)': '(.b (a)) (.b (a) 1) (.b (a) 1) (&.b (a)) (.b (a)) (.b (a) 1)',
  'a.(1); a.call; A.b; A::B; A::b; A(1)': '(.call (a) 1) (.call (a)) (.b A) (:: A B) (.b A) (A 1)',
  'a[1]; a[1, *b]; a[]; a[k: 1]': '(.[] (a) 1) (.[] (a) 1 (* (b))) (.[] (a)) (.[] (a) (k: 1))',
  'f(*a, **b, &c)': '(f (* (a)) (** (b)) (& (c)))',
  'f(*, **, &)': '(f (*) (**) (&))',
  'f(a: 1, "b" => 2)': '(f (a: 1) (=> "b" 2))',
  'f(&:a); f a, &b': '(f (& :a)) (f (a) (& (b)))',
  'f { 1 }; f do 1 end; f(1) { |x| x }': '(f {|| 1}) (f {|| 1}) (f 1 {|x| x})',
  'f a do |x| x end; f a { |x| x }': '(f (a) {|x| x}) (f (a {|x| x}))',
  'a.b.c 1, d: 2': '(.c (.b (a)) 1 (d: 2))',
  'a + b * c; a == b; a != b; a !~ b; a <=> b':
    '(.+ (a) (.* (b) (c))) (.== (a) (b)) (.!= (a) (b)) (.!~ (a) (b)) (.<=> (a) (b))',
  '!a; not a; ~a; +a; -a': '(.! (a)) (.! (a)) (.~ (a)) (.+@ (a)) (.-@ (a))',
  'foo +1': '#<opaque `+` before an argument>',
  'foo + 1; foo+1; x = 1; x +1; foo(1) +1': '(.+ (foo) 1) (.+ (foo) 1) (= x 1) (.+ x 1) (.+ (foo 1) 1)',
  'a.+(b); a.!': '(.+ (a) (b)) (.! (a))',
  'super; super(); super(1); super { 1 }; super.a': '(zsuper) (super) (super 1) (zsuper {|| 1}) (.a (zsuper))',
  'yield; yield 1, *a; yield(b: 1)': '(yield) (yield 1 (* (a))) (yield (b: 1))',
  'private def foo = 1': '(private (def foo () 1))',
  'lambda { |x| x }; proc { }; ->(x, y = 1) { x }; -> { }':
    '(lambda {|x| x}) (proc {|| nil}) (-> |x (= y 1)| x) (-> || nil)',
});

family('blocks and parameters', {
  'def m(a, b = 1, *c, d, e:, f: a, **g, &h) = 1': '(def m (a (= b 1) *c d e: (f: a) **g &h) 1)',
  'def m(*, **, &) = 1': '(def m (* ** &) 1)',
  'def m(**nil) = 1': '(def m (**nil) 1)',
  'def m(...) = f(...)': '(def m (...) (f ...))',
  'f { |a, (b, *c), d = 1; e| e }': '(f {|a (b (* c)) (= d 1) ;e| e})',
  'f { |a, | a }': '(f {|a *| a})',
  'f { |*| 1 }': '(f {|*| 1})',
  'f { it }; f { _1 + _2 }; f { || it }; it':
    '(f {|implied it| it}) (f {|implied _1 _2| (.+ _1 _2)}) (f {|| (it)}) (it)',
  'f { g { it }; it }': '(f {|implied it| (do (g {|implied it| it}) it)})',
  'f { it 1 }; f { it = 1; it }': '(f {|| (it 1)}) (f {|| (do (= it 1) it)})',
});

family('assignments', {
  'x = 1; @x = 2; @@x = 3; $x = 4; X = 5': '(= x 1) (= @x 2) (= @@x 3) (= $x 4) (= X 5)',
  'A::B = 1; a::B = 2': '(= A::B 1) (= (:: (a) B) 2)',
  'a.b = 1; a[1] = 2; self.c = 3; a&.b = 4':
    '(.b=~attributeWrite (a) 1) (.[]=~attributeWrite (a) 1 2) (.c=~attributeWrite self 3) (&.b=~attributeWrite (a) 4)',
  'x = 1, 2; x = *y; x = y = 1': '(= x [1 2]) (= x [(* (y))]) (= x (= y 1))',
  'a, (b, *c), @d, e.f, g[1], * = 1, *x':
    '(= (a (b (* c)) @d (.f=~attributeWrite (e)) (.[]=~attributeWrite (g) 1) (*)) [1 (* (x))])',
  'a, = x; *a, b = x': '(= (a) (x)) (= ((* a) b) (x))',
  'a = b rescue c; a, b = c rescue d': '(= a (rescue (b) (when [] _ (c)))) (= (a b) (rescue (c) (when [] _ (d))))',
  'x = 1; x += 2; x **= 3': '(= x 1) (= x (.+~opAssign x 2)) (= x (.**~opAssign x 3))',
  'x ||= 1; @x &&= 2; $x ||= 3': '(or x (= x 1)) (and @x (= @x 2)) (or $x (= $x 3))',
  '@@x ||= 1; X ||= 2; A::B ||= 3':
    '(or (and (defined? @@x) @@x) (= @@x 1)) (or (and (defined? X) X) (= X 2)) (or (and (defined? (:: A B)) (:: A B)) (= (:: A B) 3))',
  'f::B ||= 1': '(do (= %1 (f)) (or (and (defined? (:: %1 B)) (:: %1 B)) (= (:: %1 B) 1)))',
  'self.a += 1': '(.a=~attributeWrite self (.+~opAssign (.a~opAssign self) 1))',
  'f.a += 1': '(do (= %1 (f)) (.a=~attributeWrite %1 (.+~opAssign (.a~opAssign %1) 1)))',
  'x = 1; x[0] -= 2': '(= x 1) (.[]=~attributeWrite x 0 (.-~opAssign (.[]~opAssign x 0) 2))',
  'x = 1; x[0] -= (x = 2)':
    '(= x 1) (do (= %1 x) (.[]=~attributeWrite %1 0 (.-~opAssign (.[]~opAssign %1 0) (= x 2))))',
  'f[g, *h] ||= 1':
    '(do (= %1 (f)) (= %2 (g)) (= %3 [(* (h))]) (or (.[]~opAssign %1 %2 (* %3)) (.[]=~attributeWrite %1 %2 (* %3) 1)))',
  'f&.a ||= 1': '(do (= %1 (f)) (if (.nil?~opAssign %1) nil (or (.a~opAssign %1) (.a=~attributeWrite %1 1))))',
});

family('conditions', {
  'if a then b elsif c then d else e end': '(if (a) (b) (if (c) (d) (e)))',
  'if a then end': '(if (a) nil nil)',
  'unless a then b else c end': '(if (a) (c) (b))',
  'b if a; b unless a': '(if (a) (b) nil) (if (a) nil (b))',
  'a ? b : c': '(if (a) (b) (c))',
  'a && b || c; a and b or c': '(or (and (a) (b)) (c)) (or (and (a) (b)) (c))',
  'b if a..c': '(if #<opaque flip-flop> (b) nil)',
  'b if !(a..c) && (d...e)': '(if (and (.! #<opaque flip-flop>) #<opaque flip-flop>) (b) nil)',
  'b if x = a..c': '(if (= x (.. (a) (c))) (b) nil)',
  'b if /a/; /a/': '(if (.=~ /a/ $_) (b) nil) /a/',
  'not (a).b': '#<opaque `not` before parentheses>',
  'not a == b; not (a) and b': '(.! (.== (a) (b))) (and (.! (a)) (b))',
});

family('case', {
  'x = 1; case x; when 1, 2 then a; else b; end': '(= x 1) (if (or (.===~case 1 x) (.===~case 2 x)) (a) (b))',
  'case f; when A then a; end': '(do (= %1 (f)) (if (.===~case A %1) (a) nil))',
  'case @x; when A then @x; end': '(do (= %1 @x) (if (.===~case A %1) @x nil))',
  'x = 1; case x; when (x = 2) then a; end': '(= x 1) (do (= %1 x) (if (.===~case (= x 2) %1) (a) nil))',
  'case; when a, b then c; when *d then e; end': '(if (or (a) (b)) (c) (if (.any?~case [(* (d))] {|%1| %1}) (e) nil))',
  'case f; when *a then b; end': '(do (= %1 (f)) (if (.any?~case [(* (a))] {|%2| (.===~case %2 %1)}) (b) nil))',
  'case f; in Integer | Float => n if n > 0 then n; end':
    '(do (= %1 (f)) (if (and (in %1 (=> (| Integer Float) ?n)) (.> n 0)) n (raise~case ::NoMatchingPatternError %1)))',
  'case f; in [a, *b, c] unless a then b; else 1; end':
    '(do (= %1 (f)) (if (and (in %1 [?a *?b ?c]) (.!~negation a)) b 1))',
  'x = 1; case x; in {a: 1, b:, **c} then [b, c]; else 2; end': '(= x 1) (if (in x {a: 1 b: **?c}) [b c] 2)',
  'x = 1; case x; in [x] then x; else 2; end': '(= x 1) (do (= %1 x) (if (in %1 [?x]) x 2))',
  'f in A(x:, y: 1..); f in A[x, y]; f in []; f in {}':
    '(in (f) A{x: y: (.. 1 _)}) (in (f) A[?x ?y]) (in (f) []) (in (f) {})',
  'f in [*, 3, *post]; f in [*pre, A, *]': '(in (f) [* 3 *?post]) (in (f) [*?pre A *])',
  'x = 1; f in ^x; f in ^(1 + 2); f in ^@x': '(= x 1) (in (f) x) (in (f) (.+ 1 2)) (in (f) @x)',
  'f in {"a": 1, **nil}; f in (1 | nil); f in ..5; f in -1':
    '(in (f) {a: 1 **nil}) (in (f) (| 1 nil)) (in (f) (.. _ 5)) (in (f) -1)',
  'f in A::B | ::C; f in %w[a b]; f in :a; f in /b/':
    '(in (f) (| (:: A B) ::C)) (in (f) ["a" "b"]) (in (f) :a) (in (f) /b/)',
  'f => {a:}; a': '(=> (f) {a:}) a',
  'f in x, y; f in x,': '(in (f) [?x ?y]) (in (f) [?x *])',
});

family('loops and jumps', {
  'while a do b end; until a do b end': '(while (a) (b)) (while (.!~negation (a)) (b))',
  'b while a; b until a': '(while (a) (b)) (while (.!~negation (a)) (b))',
  'begin; b; end while a': '(begin-while (a) (b))',
  'for a in f do a end; a': '(.each~for (f) {open |%1| (do (= a %1) a)}) a',
  'for a, b in f do a end': '(.each~for (f) {open |%1 %2| (do (= a %1) (= b %2) a)})',
  'for @a in f do b end': '(.each~for (f) {open |%1| (do (= @a %1) (b))})',
  'for a, (b, c) in f do b end': '(.each~for (f) {open |%1| (do (= (a (b c)) %1) b)})',
  'return; return 1; return 1, *a; return b: 1': '(return) (return 1) (return [1 (* (a))]) (return {(b: 1)})',
  'return(a) + b; return(a).c; return(a) ? b : c': '(return (.+ (a) (b))) (return (.c (a))) (return (if (a) (b) (c)))',
  'return (a) + b; return(a) if b; a or return(b)':
    '(return (.+ (a) (b))) (if (b) (return (a)) nil) (or (a) (return (b)))',
  'return +1': '#<opaque operator after `return`>',
  'yield(a) + b; super(a) + b': '(.+ (yield (a)) (b)) (.+ (super (a)) (b))',
  'break 1; next; redo; retry': '(break 1) (next) (redo) (retry)',
});

family('exceptions', {
  'begin; a; rescue; b; end': '(rescue (a) (when [] _ (b)))',
  'begin; a; rescue A, *B => e; e; rescue => @x then c; else; d; ensure; f; end':
    '(ensure (rescue (a) (when [A (* B)] e e) (when [] @x (c)) (else (d))) (f))',
  'begin; a; ensure; b; end': '(ensure (a) (b))',
  'a rescue b': '(rescue (a) (when [] _ (b)))',
  'def m; a; rescue A; b; ensure; c; end': '(def m () (ensure (rescue (a) (when [A] _ (b))) (c)))',
  'f do a; rescue; b; end': '(f {|| (rescue (a) (when [] _ (b)))})',
  'begin; a; rescue => e.f; b; end': '(rescue (a) (when [] (.f=~attributeWrite (e)) (b)))',
});

family('statements and definitions', {
  '(); (a; b); begin; a; b; end; begin; end': 'nil (do (a) (b)) (do (a) (b)) nil',
  'defined?(a); defined? @b': '(defined? (a)) (defined? @b)',
  'class A < B::C; end; module D::E; end; class ::F; end': '(class A (< (:: B C))) (module D::E) (class ::F)',
  'class A; class << self; def b; end; end; def self.c; end; end':
    '(class A (class << self (def b () nil)) (def self c () nil))',
  'class f::A; end': '#<opaque class with a computed name>',
  'def a = 1; def b=(v); @b = v; end; def +(o) = o; def c?() = true':
    '(def a () 1) (def b= (v) (= @b v)) (def + (o) o) (def c? () true)',
  'alias a b; alias :c :"d"; alias $e $f': '(alias a b) (alias c d) #<opaque alias of a global variable>',
  'undef a, :b': '(undef a b)',
  'def m; alias a b; undef c; def n; 1; end; class D; end; end':
    '(def m () (do (alias a b) (undef c) (def n () 1) (class D)))',
  'BEGIN { a = 1 }; END { b }': '#<opaque BEGIN assigns a> #<opaque END>',
  'A = Struct.new(:x) do def y = x end': '(= A (.new Struct :x {|| (def y () (x))}))',
});
