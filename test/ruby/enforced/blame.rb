# Whoever breaks a contract is named, with the line to look at: the call for arguments, the method for results.
require 'loupe'

class Till
  type '(Integer x { x > 0 }) -> Integer r { r >= x }'
  def add(x) = x == 7 ? 0 : x
  type '(Integer x) -> Integer'
  def passes_on(x) = add(x)
  type '(Array<Integer> a) -> Integer'
  def first(a) = a[0]
  type '(Array<Integer> a { a[0] > 0 }) -> Integer'
  def positive_first(a) = a[0]
  type '(Integer) -> Integer'
  def raises(x) = raise(ArgumentError, 'its own')
  type '(Integer n { n >= 0 }) -> Integer r { r >= 1 }'
  def fact(n) = n.zero? ? 1 : n * fact(n - 1)
  type '(Integer x { x > 0 }) -> Integer'
  private def hidden(x) = x
  def asks_hidden = hidden(0)
  type '(Integer x { x > 0 }) -> Integer'
  define_method(:made) { |x| x }
  alias plus add
end

try { Till.new.add(3) }
#> 3
try { Till.new.add(0) }
#> Till#add: x > 0 is false for x = 0; its caller is to blame (blame.rb:here)
try { Till.new.add(7) }
#> Till#add: r >= x is false for the result 0; the method itself is to blame (blame.rb:6)
try { Till.new.passes_on(0) }
#> Till#add: x > 0 is false for x = 0; its caller is to blame (blame.rb:8)
try { Till.new.first([]) }
#> Till#first: the result is nil, not Integer; the method itself is to blame (blame.rb:10)
try { Till.new.positive_first([0]) }
#> Till#positive_first: a[0] > 0 is false for a = [0]; its caller is to blame (blame.rb:here)
# A clause that cannot even be asked does not hold.
try { Till.new.positive_first([]).then { |x| x.to_s[/raises NoMethodError/] } }
#> Till#positive_first: a[0] > 0 raises NoMethodError: undefined method > for nil for a = []; its caller is to blame (blame.rb:here)
try { Till.new.raises(1) }
#> its own
try { Till.new.fact(20) }
#> 2432902008176640000
try { Till.new.asks_hidden }
#> Till#hidden: x > 0 is false for x = 0; its caller is to blame (blame.rb:19)
try { Till.new.made(0) }
#> Till#made: x > 0 is false for x = 0; its caller is to blame (blame.rb:here)
try { Till.new.plus(0) }
#> Till#add: x > 0 is false for x = 0; its caller is to blame (blame.rb:here)
try { [1, 0].map(&Till.new.method(:add)) }
#> Till#add: x > 0 is false for x = 0; its caller is to blame (blame.rb:here)
# The trace begins in the program, not in the library.
begin
  Till.new.add(0)
rescue Loupe::Violation => e
  try { [e.blames, e.backtrace.first[/\w+\.rb:\d+/]] }
  #> [:caller, "blame.rb:54"]
end
# The author's own words for a clause.
class Shop
  type '(Integer price { 0 < price < 100, "a price is 1 to 99, {in euros}" }) -> Integer r { r > price, "the tax is missing" }'
  def taxed(price) = price
end
try { Shop.new.taxed(0) }
#> Shop#taxed: a price is 1 to 99, {in euros} for price = 0; its caller is to blame (blame.rb:here)
try { Shop.new.taxed(1) }
#> Shop#taxed: the tax is missing for the result 1; the method itself is to blame (blame.rb:62)
