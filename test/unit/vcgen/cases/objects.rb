module Arithmetic
  type :value, '() -> Float v { 0.0 < v }', :pure
  type '(Integer x) -> Float r { r == x / value }'
  def div_by_val(x)
  #   ^^^^^^^^^^ safe
    x / value
  end
end
class Money
  include Arithmetic
  var_type :@val, 'Float'
  def initialize(v) = @val = v
  def value
    if @val > 0 then return @val else return 0.01 end
  end
end
class BadMoney
  include Arithmetic
  var_type :@val, 'Float'
  def initialize(v) = @val = v
  def value
    @val
  end
end
class Base
  type '(Integer x { x > 0 }) -> Integer r { r > 0 }'
  def m(x) = x
  #   ^ safe
end
class Good < Base
  type '(Integer x) -> Integer r { r > 5 }'
  def m(x) = 6
  #   ^ safe
end
class Bad < Base
  type '(Integer x { x > 3 }) -> Integer r { r > 5 }'
  def m(x) = x + 3
  #   ^ safe
end
class Bad2 < Base
  def m(x) = -x
end
class UseBase
  type '(Base b, Integer x { x > 0 }) -> Integer r { r > 0 }'
  def call(b, x) = b.m(x)
  #   ^^^^ unsafe(precondition:1, postcondition:0:0)
end
class Range2
  attr_writer :max
  var_type :@min, 'Integer'
  var_type :@max, 'Integer'
  invariant { @min <= @max }
  type '(Integer a, Integer b { a <= b }) -> self'
  def initialize(a, b)
  #   ^^^^^^^^^^ safe
    @min = a
    @max = b
  end
  type '() -> Integer r { r >= 0 }'
  def width = @max - @min
  #   ^^^^^ safe
  type '(Integer k) -> Integer'
  def shift(k)
  #   ^^^^^ safe
    @min += k
    @max += k
  end
  type '(Integer k) -> Integer'
  def grow(k)
  #   ^^^^ unsafe(class-invariant:0)
    @max += k
  end
  type '(Integer k) -> Integer'
  def rz(k)
  #   ^^ unsafe(class-invariant:1)
    @max = @min - 1
    raise ArgumentError if k > 3
    @max = @min
  end
end
class Out
  type '(Range2 r, Integer k) -> Integer'
  def bad(r, k)
  #   ^^^ unsafe(class-invariant:0)
    r.max = k
  end
end
class P
  type '(Integer x) -> Integer r { r == x }', :pure
  def pure_bad(x)
  #   ^^^^^^^^ unsafe(purity:0)
    @c = 1
    x
  end
  var_type :@c, 'Integer'
  type '(P o) -> Integer', modifies: { o: :@c }
  def fr_bad(o)
  #   ^^^^^^ unsafe(frame:0)
    @c = 2
  end
  type '(P o) -> Integer', modifies: { o: :@c, self: :@c }
  def fr_ok(o)
  #   ^^^^^ safe
    @c = 2
    o.set(3)
  end
  type '(Integer x) -> Integer', modifies: { self: :@c }
  def set(x) = @c = x
  #   ^^^ safe
  type '(P o) -> Integer r { r == 1 }', modifies: { o: :@c, self: :@c }
  def al(o)
  #   ^^ unsafe(postcondition:0:0)
    @c = 1
    o.set(3)
    @c
  end
  type '(P o { o.c == 4 }) -> Integer r { r == 1 }', modifies: { o: :@c, self: :@c }
  def al2(o)
  #   ^^^ unsafe(postcondition:0:0)
    @c = 1
    n = P.new(9)
    n.set(5)
    n.c == 9 ? 7 : 1
  end
  attr_reader :c
  def initialize(c) = @c = c
  type '(P o) -> Integer r { r == 9 }', modifies: {}
  def nw(o)
  #   ^^ safe
    n = P.new(9)
    n.c
  end
  type '(P o) -> Integer r { r == 9 }'
  def nw2(o)
  #   ^^^ safe
    n = P.new(9)
    unknown(o)
    n.c
  end
  type :unknown, '(P o) -> nil'
  type '(P o) -> Integer r { r == 9 }'
  def nw3(o)
  #   ^^^ unsafe(postcondition:0:0)
    n = P.new(9)
    unknown(n)
    n.c
  end
  type '(P o { o.c == 3}) -> Integer r { r == 3 }'
  def hv(o)
  #   ^^ unsafe(postcondition:0:0)
    unknown(self)
    o.c
  end
end
