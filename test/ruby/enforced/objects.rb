# Fields, invariants, old values; modules and superclasses that promise for others; class methods; odd objects.
require 'rdl'
require 'types/core'

class Counter
  extend RDL::Annotate
  var_type :@n, 'Integer n { n >= 0 }'
  def initialize(n = 0) = @n = n
  invariant { @n != 13 }
  type '(Integer d) -> Integer r { @n == old(@n) + d }'
  def add(d) = @n += d
  type '(Integer d) -> Integer r { @n == old(@n) + d }'
  def add_more(d) = @n += d + 1
  type '(Array<Integer> a) -> Array<Integer> r { r.size == old(a.size) + 1 }'
  def grow(a) = a << 1
  def spoil = (@n = -1; raise 'stopped')
  attr_accessor_type :step, 'Integer s { s > 0 }'
end
class Heir < Counter
  def unlucky = @n = 13
end

try { [Counter.new.add(3), Counter.new.grow([1])] }
#> [3, [1, 1]]
try { Counter.new.add_more(1) }
#> Counter#add_more: @n == old(@n) + d is false for the result 2; the method itself is to blame (objects.rb:13)
try { Counter.new(-1) }
#> Counter#initialize: @n is -1, not Integer n { n >= 0 }; the method itself is to blame (objects.rb:8)
try { Counter.new.spoil }
#> Counter#spoil: @n is -1, not Integer n { n >= 0 }; the method itself is to blame (objects.rb:16)
try { Heir.new.unlucky }
#> Heir#unlucky: the invariant of Counter is false; the method itself is to blame (objects.rb:20)
try { Counter.new.step = 0 }
#> Counter#step=: s > 0 is false for s = 0; its caller is to blame (objects.rb:here)

module Priced
  extend RDL::Annotate
  type :price, '() -> Integer p { p > 0 }'
  type '() -> Integer r { r > 0 }'
  def double = price * 2
end
class Item
  include Priced
  def price = 0
end
class Late
  def price = -1
  include Priced
end
class Shop
  extend Priced
  def self.price = -2
end
# Who promised is the module, who breaks it the host.
try { Item.new.double }
#> Item#price: p > 0 is false for the result 0; the method itself is to blame (objects.rb:44)
try { Late.new.price }
#> Late#price: p > 0 is false for the result -1; the method itself is to blame (objects.rb:47)
try { Shop.price }
#> Shop.price: p > 0 is false for the result -2; the method itself is to blame (objects.rb:52)

class Parent
  extend RDL::Annotate
  type '(Integer x { x > 0 }) -> Integer r { r > 0 }', typecheck: :later
  def kept(x) = x
  type '(Integer x { x > 0 }) -> Integer r { r > 0 }'
  def self.kept(x) = x
  type '(Integer x { x > 0 }) -> Integer'
  def initialize(x) = @x = x
end
class Child < Parent
  def initialize = super(1)
  def kept(x) = -x
  def self.kept(x) = -x
end
class Opened
  class << self
    extend RDL::Annotate
    type '(Integer x { x > 0 }) -> Integer'
    def kept(x) = x
  end
end
RDL.do_typecheck :later

try { Child.new.kept(1) }
#> Child#kept: r > 0 is false for the result -1; the method itself is to blame (objects.rb:73)
try { Child.new.kept(0) }
#> Child#kept: x > 0 is false for x = 0; its caller is to blame (objects.rb:here)
try { Child.kept(1) }
#> Child.kept: r > 0 is false for the result -1; the method itself is to blame (objects.rb:74)
try { Opened.kept(0) }
#> Opened.kept: x > 0 is false for x = 0; its caller is to blame (objects.rb:here)

class Numbered
  extend RDL::Annotate
  pre { |x, by: 1| x > by }
  post { |r, x, by: 1| r == x - by }
  def less(x, by: 1) = x - by
  type '(%any) -> %any'
  def same(x) = x
  type '(Integer) -> Integer', wrap: false
  def unwatched(x) = x
end
class Proxy < BasicObject
  def initialize(to) = @to = to
  def method_missing(name, *args) = @to.__send__(name, *args)
end
Point = Struct.new(:x, :y) do
  type '() -> Integer r { r == x + y }'
  def sum = x - y
end

try { [Numbered.new.less(3), Numbered.new.less(3, by: 2), Numbered.new.unwatched('a')] }
#> [2, 1, "a"]
try { Numbered.new.less(3, by: 3) }
#> Numbered#less: its precondition is false; its caller is to blame (objects.rb:here)
try { Numbered.new.same(Proxy.new(3)) + 1 }
#> 4
try { Point.new(1, 2).sum }
#> Point#sum: r == x + y is false for the result -1; the method itself is to blame (objects.rb:110)
try { [Counter.new.freeze.frozen?, Counter.new.dup.add(1), Marshal.load(Marshal.dump(Counter.new(4))).add(1)] }
#> [true, 1, 5]
