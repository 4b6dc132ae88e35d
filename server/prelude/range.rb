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

  # Floats are computed from the number of steps, so that no error adds up.
  def step(amount = 1)
    return step(amount) unless block_given?

    number = self.begin
    last = self.end
    unless number.is_a?(Integer) && amount.is_a?(Integer) && (last.nil? || last.is_a?(Integer))
      step(amount) { |element| yield element }
      return self
    end
    raise ArgumentError, "step can't be 0" if amount == 0

    while last.nil? || (amount > 0 ? number < last : number > last) || (number == last && !exclude_end?)
      yield number
      number += amount
    end
    self
  end

  def minmax
    [min, max]
  end
end
