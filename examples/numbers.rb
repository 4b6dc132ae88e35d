# Integers: what an if or a case decides is known in its branches.
require 'loupe'

class Numbers
  type '(Integer x) -> Integer r { r >= 0 && (r == x || r == -x) }'
  def magnitude(x)
    x < 0 ? -x : x
  end

  type '(Integer a, Integer b) -> Integer r { r >= a && r >= b && (r == a || r == b) }'
  def larger(a, b)
    a > b ? a : b
  end

  type '(Integer x, Integer low, Integer high { low <= high }) -> Integer r { low <= r <= high }'
  def clamp(x, low, high)
    return low if x < low
    return high if x > high

    x
  end

  type '(Integer x) -> Integer r { -1 <= r <= 1 }'
  def sign(x)
    if x.zero?
      0
    elsif x > 0
      1
    else
      -1
    end
  end
end
