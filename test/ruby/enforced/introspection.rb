# A checked method tells of itself what the program wrote.
require 'loupe'

class Told
  type '(Integer x, ?Integer y, k: Integer) -> Integer'
  def some(x, y = 1, k:) = x + y + k
  alias other some
  def plain(a) = a

  type '(*Integer) -> Integer'
  def self.rest(*xs) = xs.size
end

class Below < Told
  type '(Integer x, ?Integer y, k: Integer) -> Integer'
  def some(x, y = 1, k:) = super
end

try { [Told.instance_method(:some).arity, Told.new.method(:some).parameters] }
#> [-3, [[:req, :x], [:opt, :y], [:keyreq, :k]]]
try { Told.new.method(:some).source_location[1] }
#> 6
try { [Told.new.method(:plain).arity, Told.method(:rest).arity, Told.method(:rest).parameters] }
#> [1, -1, [[:rest, :xs]]]
try { [Below.new.method(:some).source_location[1], Below.new.method(:some).super_method.source_location[1]] }
#> [16, 6]
try { Told.new.method(:some).unbind.bind(Told.new).call(1, k: 2) }
#> 4
