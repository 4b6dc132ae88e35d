# Constants as they are seen from the class, errors that may be raised, setters that nobody wrote, aliases, other selves.
require 'loupe'

module Out
  LIMIT = 8
  class Inner
    LEAST = 3
    type '(Integer x) -> Integer r { r <= LIMIT && r >= LEAST && r < ::Out::LIMIT }'
    def between(x) = x
    class << self
      type '(Integer x { x < LIMIT }) -> Integer'
      def of_class(x) = x
    end
  end
end
try { Out::Inner.new.between(4) }
#> 4
try { Out::Inner.new.between(2) }
#> Out::Inner#between: r >= LEAST is false for the result 2; the method itself is to blame (reported.rb:9)
try { Out::Inner.new.between(9) }
#> Out::Inner#between: r <= LIMIT is false for the result 9; the method itself is to blame (reported.rb:9)
try { Out::Inner.of_class(9) }
#> Out::Inner.of_class: x < LIMIT is false for x = 9; its caller is to blame (reported.rb:here)

class Fails
  type '(Integer x) -> Integer', raises: []
  def never(x) = x.zero? ? raise(ArgumentError, 'none') : x
  type '(Integer x) -> Integer', raises: [ArgumentError]
  def sometimes(x) = x.zero? ? raise(ArgumentError, 'some') : 1 / (x - 1)
end
try { Fails.new.never(0) }
#> Fails#never: it raises ArgumentError, and says that it raises nothing; the method itself is to blame (reported.rb:27)
try { Fails.new.sometimes(0) }
#> some
try { Fails.new.sometimes(1) }
#> Fails#sometimes: it raises ZeroDivisionError, and says that it raises only ArgumentError; the method itself is to blame (reported.rb:29)

class Fields
  var_type :@n, 'Integer n { n >= 0 }'
  invariant '@n != 13 && @n < 100'
  attr_accessor :n
  def initialize = @n = 0
  def grow(by) = @n += by
  alias more grow
  type '(Integer a, ?b: Integer) -> Integer'
  def keys(a, b: 1) = a + b
end
try { Fields.new.n = -1 }
#> Fields#n=: @n is -1, not Integer n { n >= 0 }; its caller is to blame (reported.rb:here)
try { Fields.new.more(13) }
#> Fields#grow: the invariant of Fields is false; the method itself is to blame (reported.rb:43)
try { Fields.new.keys(1, b: 'x') }
#> Fields#keys: b is "x", not Integer; its caller is to blame (reported.rb:here)

class Aliased
  var_type :@n, 'Integer'
  type '(Integer x { x > 0 }) -> Integer'
  def first(x) = x
  alias second first
end
try { Aliased.new.second(0) }
#> Aliased#first: x > 0 is false for x = 0; its caller is to blame (reported.rb:here)

class Bare < BasicObject
  type '(Integer x { x > 0 }) -> Integer'
  def m(x) = x
end
class Language
  type '() { () -> %any } -> %any'
  def dsl(&block) = instance_eval(&block)
  type '() { (Integer) -> Integer } -> %any'
  def kind(&block) = block.lambda?
end
try { Bare.new.m(1) }
#> 1
try { Bare.new.m(0) }
#> Bare#m: x > 0 is false for x = 0; its caller is to blame (reported.rb:here)
try { Language.new.dsl { self.class } }
#> Language
try { [Language.new.kind { |x| x }, Language.new.kind(&->(x) { x })] }
#> [false, true]
