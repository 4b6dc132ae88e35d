# nil: the verifier follows each path, so a test for nil counts.
require 'loupe'

class Nothing
  type '(Integer or nil x) -> Integer'
  def or_zero(x)
    x.nil? ? 0 : x
  end

  type '(Integer or nil x, Integer y) -> Integer r { r >= y || r == x }'
  def add_if_given(x, y)
    return y unless x

    x > y ? x : y
  end
end
