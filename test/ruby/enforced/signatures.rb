# Overloads are decided by what is passed; keywords, options, rest and optional arguments; containers.
require 'loupe'

class Calls
  type '(Integer) -> Integer'
  type '(String s { s.size > 0 }) -> String'
  def same(x) = x.is_a?(String) ? 1 : x
  type '() { (Integer) -> Integer } -> Integer'
  type '() -> String'
  def maybe = block_given? ? yield(1) : 'none'
  type '(a: Integer, b: ?String) -> String'
  def keys(a:, b: 'x') = b * a
  type '(**Integer) -> Integer'
  def any_keys(**o) = o.values.sum
  type '(Integer, {a: Integer}) -> Integer'
  def options(x, o) = x + o[:a]
  type '(Integer a, ?Integer b { b > a }) -> Integer r { r >= a }'
  def optional(a, b = a + 1) = b
  type '(*Integer xs { xs.size > 0 }) -> Integer r { r == xs.size }'
  def rest(*xs) = xs.size
  type '(Array<Integer> a, Hash<Symbol, String> h) -> Array<String>'
  def containers(a, h) = a.map { |x| h[x].to_s }
  type '(:a or :b or 1 k) -> Integer or nil'
  def literal(k) = nil
  type '([Integer, String] t) -> Integer'
  def tuple(t) = t[0]
  type '(${Numeric} c) -> %any'
  def classy(c) = c
  type '(Integer x { x > 0 && ?? }, Integer y { ?? }) -> Integer r {{ ?? }}'
  def holes(x, y) = x + y
  type '([to_s: () -> String, size: () -> Integer] x) -> String'
  def shaped(x) = x.to_s
end

calls = Calls.new
try { calls.same(1) }
#> 1
try { calls.same('a') }
#> Calls#same: the result is 1, not String; the method itself is to blame (signatures.rb:7)
try { calls.same(:a) }
#> Calls#same: no signature takes these arguments (an argument is :a, not Integer; s is :a, not String); its caller is to blame (signatures.rb:here)
try { [calls.maybe { |x| x + 1 }, calls.maybe] }
#> [2, "none"]
try { [calls.keys(a: 2), calls.keys(a: 2, b: 'y')] }
#> ["xx", "yy"]
try { calls.keys(a: '2') }
#> Calls#keys: a is "2", not Integer; its caller is to blame (signatures.rb:here)
try { calls.keys(b: 'y') }
#> missing keyword: :a
try { calls.any_keys(a: 1, b: 'x') }
#> Calls#any_keys: an argument is "x", not Integer; its caller is to blame (signatures.rb:here)
try { [calls.options(1, a: 2), calls.options(1, { a: 3 })] }
#> [3, 4]
try { calls.options(1, a: 'x') }
#> Calls#options: an argument is {:a => "x"}, not {a: Integer}; its caller is to blame (signatures.rb:here)
try { [calls.optional(1), calls.optional(1, 5)] }
#> [2, 5]
try { calls.optional(5, 1) }
#> Calls#optional: b > a is false for b = 1; its caller is to blame (signatures.rb:here)
try { calls.rest(1, 2) }
#> 2
try { calls.rest }
#> Calls#rest: xs.size > 0 is false for xs = []; its caller is to blame (signatures.rb:here)
try { calls.containers([1, 'a'], {}) }
#> Calls#containers: a is [1, "a"], not Array<Integer>; its caller is to blame (signatures.rb:here)
try { calls.containers([1], { 'a' => 'b' }) }
#> Calls#containers: h is {"a" => "b"}, not Hash<Symbol, String>; its caller is to blame (signatures.rb:here)
try { calls.literal(:c) }
#> Calls#literal: k is :c, not :a or :b or 1; its caller is to blame (signatures.rb:here)
try { calls.tuple([1]) }
#> Calls#tuple: t is [1], not [Integer, String]; its caller is to blame (signatures.rb:here)
try { [calls.classy(Integer), calls.shaped('ab')] }
#> [Integer, "ab"]
try { calls.classy(String) }
#> Calls#classy: c is String, not ${Numeric}; its caller is to blame (signatures.rb:here)
try { calls.holes(1, 2) }
#> 3
try { calls.holes(0, 2) }
#> Calls#holes: x > 0 is false for x = 0; its caller is to blame (signatures.rb:here)

# `self` of a class method is the class, not an instance.
class Registry
  type '(String name) -> self'
  def self.register(name) = name.empty? ? new : self
end
class OwnRegistry < Registry
end

try { [Registry.register('a'), OwnRegistry.register('b')] }
#> [Registry, OwnRegistry]
try { Registry.register('') }
#> Registry.register: the result is #<Registry>, not self; the method itself is to blame (signatures.rb:84)
