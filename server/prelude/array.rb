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

  def assoc(key)
    each { |pair| return pair if pair.is_a?(Array) && !pair.empty? && (pair[0].equal?(key) || pair[0] == key) }
    nil
  end

  def rassoc(value)
    each { |pair| return pair if pair.is_a?(Array) && pair.size > 1 && (pair[1].equal?(value) || pair[1] == value) }
    nil
  end

  def <=>(other)
    return nil unless other.is_a?(Array)
    return 0 if equal?(other)

    each_with_index do |element, index|
      return 1 if index >= other.size

      order = element <=> other[index]
      return order if order != 0
    end
    size <=> other.size
  end

  def rindex(*objects)
    return to_enum(:rindex) unless block_given? || !objects.empty?

    index = size
    while index > 0
      index -= 1
      return index if objects.empty? ? yield(self[index]) : self[index].equal?(objects[0]) || self[index] == objects[0]

      index = size if index > size
    end
    nil
  end

  def delete(object)
    found = nil
    kept = []
    each do |element|
      if element.equal?(object) || element == object
        found = [element]
      else
        kept << element
      end
    end
    return block_given? ? yield(object) : nil if found.nil?

    replace(kept)
    found[0]
  end

  def slice!(start, length = nil)
    return delete_at(start) if length.nil? && !start.is_a?(Range)

    removed = length.nil? ? self[start] : self[start, length]
    return removed if removed.nil? || removed.empty?

    first = start.is_a?(Range) ? start.begin || 0 : start.to_int
    first += size if first < 0
    replace(take(first) + drop(first + removed.size))
    removed
  end

  def flatten!
    return nil if none? { |element| element.is_a?(Array) || element.respond_to?(:to_ary) }

    replace(flatten)
  end
end
