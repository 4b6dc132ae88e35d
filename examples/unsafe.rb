# Deliberately wrong: 58 instead of 59. Loupe finds the second that breaks the postcondition, and runs it.
require 'loupe'

class BrokenClock
  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }'
  def incr_sec(x)
    if x == 58
      0
    else
      x + 1
    end
  end
end
