# Methods of Range over its ends.
class Range
  def reverse_each
    return to_enum(:reverse_each) unless block_given?
    raise TypeError, "can't iterate from NilClass" if self.end.nil?

    number = self.end
    if !number.is_a?(Integer) || !(self.begin.nil? || self.begin.is_a?(Integer))
      to_a.reverse.each { |element| yield element }
      return self
    end
    number -= 1 if exclude_end?
    while self.begin.nil? || number >= self.begin
      yield number
      number -= 1
    end
    self
  end

  def minmax
    [min, max]
  end
end
