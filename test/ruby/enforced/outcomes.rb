# `r.exception?`: asked where a method returns and where it raises.
require 'loupe'

class Gauge
  type '(Integer n) -> Integer r { r.exception? || r > 1 }'
  def more_than_one(n) = n > 0 ? n : raise(ArgumentError, 'no')
  type '(Integer n) -> Integer r { r > 1 || r.exception? }'
  def the_other_way_round(n) = n > 0 ? n : raise(ArgumentError, 'no')
  type '(Integer n) -> Integer r { !r.exception? }'
  def never(n) = n > 0 ? n : raise(ArgumentError, 'no')
  type '(Integer n) -> Integer r { r.exception? ==> @level == old(@level) }'
  def assign(n)
    @level = n
    raise ArgumentError, 'no' if n < 0

    n
  end
  type '(Integer n) -> Integer r { r > 0 && (r.exception? ==> n < 0) }'
  def both(n) = n > 0 ? n : raise(ArgumentError, 'no')
end

try { Gauge.new.more_than_one(2) }
#> 2
try { Gauge.new.more_than_one(1) }
#> Gauge#more_than_one: r.exception? || r > 1 is false for the result 1; the method itself is to blame (outcomes.rb:6)
try { Gauge.new.more_than_one(0) }
#> no
# Of a result that is not there nothing is asked.
try { Gauge.new.the_other_way_round(0) }
#> no
try { Gauge.new.never(1) }
#> 1
try { Gauge.new.never(0) }
#> Gauge#never: !r.exception? is false where it raises ArgumentError; the method itself is to blame (outcomes.rb:10)
try { Gauge.new.assign(3) }
#> 3
try { Gauge.new.assign(-3) }
#> Gauge#assign: r.exception? ==> @level == old(@level) is false where it raises ArgumentError; the method itself is to blame (outcomes.rb:12)
try { Gauge.new.both(-1) }
#> no
try { Gauge.new.both(0) }
#> Gauge#both: (r.exception? ==> n < 0) is false where it raises ArgumentError; the method itself is to blame (outcomes.rb:19)
