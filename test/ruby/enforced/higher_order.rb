# Blocks and procs are checked when they are called. Who calls one answers for what it is given, who made it for what it gives.
require 'loupe'

class Loops
  type '() { (Integer) -> Integer } -> Integer'
  def once = yield(1)
  type '() { (Integer i { i < 3 }) -> %any } -> Integer'
  def too_often
    4.times { |i| yield i }
    2
  end
  type '({ (Integer) -> Integer } f) -> Integer'
  def apply(f) = f.call(1)
  type '({ (Integer) -> Integer } f) -> Integer'
  def apply_wrongly(f) = f.call('1')
  type '() -> { (Integer) -> Integer }'
  def adder = ->(x) { x + 1 }
  type '() -> { (Integer) -> Integer }'
  def shower = ->(x) { x.to_s }
  type '() { (Integer, a: Integer) -> %any } -> %any'
  def with_keyword = yield(1, a: 2)
  type '() { ([Integer, Integer]) -> Integer } -> Integer'
  def pair = yield([1, 2])
  type '() { (Integer) -> %any } -> Integer'
  def thrice = 3.times { |i| yield i }
  type '() { () -> %any } -> Array<Integer>'
  def build(&block) = (@made = []; instance_exec(&block); @made)
  def add(x) = @made << x
  def leaves = thrice { |i| return i * 10 if i == 1 }
  type '() ?{ (Integer) -> %any } -> %any'
  def each = block_given? ? yield(1) : enum_for(:each)
end

loops = Loops.new
try { loops.once { |x| x + 1 } }
#> 2
try { loops.once { |_| 'no' } }
#> Loops#once: in its block, the result is "no", not Integer; its caller is to blame (higher_order.rb:here)
try { loops.once }
#> Loops#once: it is given no block; its caller is to blame (higher_order.rb:here)
try { loops.too_often { |x| x } }
#> Loops#too_often: in its block, i < 3 is false for i = 3; the method itself is to blame (higher_order.rb:8)
try { loops.apply(->(x) { x.to_s }) }
#> Loops#apply: in its block, the result is "1", not Integer; its caller is to blame (higher_order.rb:here)
try { loops.apply_wrongly(->(x) { x.to_i }) }
#> Loops#apply_wrongly: in its block, an argument is "1", not Integer; the method itself is to blame (higher_order.rb:15)
try { loops.adder.call(1) }
#> 2
try { loops.adder.call('x') }
#> Loops#adder (the proc that it returned): an argument is "x", not Integer; its caller is to blame (higher_order.rb:here)
try { loops.shower.call(1) }
#> Loops#shower (the proc that it returned): the result is "1", not Integer; the method itself is to blame (higher_order.rb:19)
try { loops.adder.lambda? }
#> true
# What a block may do without us, it may do with us.
try { loops.with_keyword { |x, a:| [x, a] } }
#> [1, 2]
try { loops.pair { |a, b| a + b } }
#> 3
try { loops.thrice { |i| break i * 10 if i == 1 } }
#> 10
try { loops.thrice { |_| next } }
#> 3
try { loops.leaves }
#> 10
try { loops.build { add 1; add 2 } }
#> [1, 2]
try { loops.each.to_a }
#> [1]
