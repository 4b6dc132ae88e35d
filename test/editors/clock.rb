# A clock, with one mistake.
class Clock
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def incr_sec(x)
    if x == 58
      0
    else
      x + 1
    end
  end

  ##% (Integer h { 0 <= h < 24 }) -> Integer r { 0 <= r < 24 }
  def incr_hour(h)
    h == 23 ? 0 : h + 1
  end

  attr_writer :ticks

  ##% () -> Integer
  def ticks
    @ticks = 1
    @ticks
  end
end
