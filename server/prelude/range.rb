# Methods of Range over its ends.
class Range
  def minmax
    [min, max]
  end
end
