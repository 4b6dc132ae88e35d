# Methods of Array over `replace`, `each`, `[]` and `size`.
class Array
  def to_ary
    self
  end

  def deconstruct
    self
  end

  def reverse!
    replace(reverse)
  end

  def rotate!(count = 1)
    replace(rotate(count))
  end

  # Both return nil if nothing has changed.
  def compact!
    before = size
    replace(compact)
    size == before ? nil : self
  end

  def uniq!
    before = size
    replace(uniq)
    size == before ? nil : self
  end

  def bsearch_index
    return to_enum(:bsearch_index) unless block_given?

    low = 0
    high = size
    found = nil
    while low < high
      middle = low + (high - low) / 2
      answer = yield self[middle]
      case answer
      when true
        found = middle
        high = middle
      when false, nil
        low = middle + 1
      when Numeric
        return middle if answer == 0

        if answer < 0
          high = middle
        else
          low = middle + 1
        end
      else
        raise TypeError, 'wrong argument type (must be numeric, true, false or nil)'
      end
    end
    found
  end

  def bsearch
    return to_enum(:bsearch) unless block_given?

    index = bsearch_index { |element| yield element }
    index.nil? ? nil : self[index]
  end

  def fetch_values(*indexes)
    return indexes.map { |index| fetch(index) } unless block_given?

    indexes.map { |index| fetch(index) { |missing| yield missing } }
  end
end
