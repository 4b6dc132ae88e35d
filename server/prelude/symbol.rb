# Methods of Symbol over the string of its name.
class Symbol
  def ==(other)
    equal?(other)
  end

  def ===(other)
    equal?(other)
  end

  def <=>(other)
    other.is_a?(Symbol) ? to_s <=> other.to_s : nil
  end

  def [](*given)
    given.size == 1 ? to_s[given[0]] : to_s[given[0], given[1]]
  end
  alias slice []

  def intern
    self
  end
end
