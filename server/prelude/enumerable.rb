# Methods of Enumerable over `each`, which yields one value per element, in the order in which Ruby calls the block.
module Enumerable
  def each_entry
    return to_enum(:each_entry) unless block_given?

    each { |element| yield element }
    self
  end

  def filter_map
    return to_enum(:filter_map) unless block_given?

    result = []
    each do |element|
      value = yield element
      result << value if value
    end
    result
  end

  def each_with_object(memo)
    return to_enum(:each_with_object, memo) unless block_given?

    each { |element| yield element, memo }
    memo
  end

  def each_with_index
    return to_enum(:each_with_index) unless block_given?

    index = 0
    each do |element|
      yield element, index
      index += 1
    end
    self
  end

  def partition
    return to_enum(:partition) unless block_given?

    chosen = []
    others = []
    each do |element|
      if yield element
        chosen << element
      else
        others << element
      end
    end
    [chosen, others]
  end

  def take_while
    return to_enum(:take_while) unless block_given?

    result = []
    each do |element|
      break unless yield element

      result << element
    end
    result
  end

  def drop_while
    return to_enum(:drop_while) unless block_given?

    result = []
    dropping = true
    each do |element|
      dropping = false if dropping && !yield(element)
      result << element unless dropping
    end
    result
  end

  def to_a
    result = []
    each { |element| result << element }
    result
  end
  alias entries to_a

  def map
    return to_enum(:map) unless block_given?

    result = []
    each { |element| result << (yield element) }
    result
  end
  alias collect map

  def flat_map
    return to_enum(:flat_map) unless block_given?

    result = []
    each do |element|
      value = yield element
      if value.is_a?(Array)
        result.concat(value)
      elsif value.respond_to?(:to_ary)
        result.concat(value.to_ary)
      else
        result << value
      end
    end
    result
  end
  alias collect_concat flat_map

  def select
    return to_enum(:select) unless block_given?

    result = []
    each { |element| result << element if yield element }
    result
  end
  alias filter select
  alias find_all select

  def reject
    return to_enum(:reject) unless block_given?

    result = []
    each { |element| result << element unless yield element }
    result
  end

  def grep(pattern)
    if block_given?
      mapped = []
      each { |element| mapped << (yield element) if pattern === element }
      return mapped
    end
    result = []
    each { |element| result << element if pattern === element }
    result
  end

  def grep_v(pattern)
    if block_given?
      mapped = []
      each { |element| mapped << (yield element) unless pattern === element }
      return mapped
    end
    result = []
    each { |element| result << element unless pattern === element }
    result
  end

  def compact
    result = []
    each { |element| result << element unless element.nil? }
    result
  end

  def take(count)
    raise ArgumentError, 'attempt to take negative size' if count < 0

    result = []
    return result if count == 0

    each do |element|
      result << element
      break if result.size == count
    end
    result
  end

  def first(*counts)
    return take(counts[0]) unless counts.empty?

    each { |element| return element }
    nil
  end

  def drop(count)
    raise ArgumentError, 'attempt to drop negative size' if count < 0

    result = []
    left = count
    each do |element|
      if left > 0
        left -= 1
      else
        result << element
      end
    end
    result
  end

  def find(if_none = nil)
    return to_enum(:find, if_none) unless block_given?

    each { |element| return element if yield element }
    if_none.nil? ? nil : if_none.call
  end
  alias detect find

  def find_index(*objects)
    return to_enum(:find_index) unless block_given? || !objects.empty?

    index = 0
    each do |element|
      return index if objects.empty? ? yield(element) : element.equal?(objects[0]) || element == objects[0]

      index += 1
    end
    nil
  end

  def include?(object)
    each { |element| return true if element.equal?(object) || element == object }
    false
  end
  alias member? include?

  def count(*objects)
    total = 0
    each do |element|
      total += 1 if objects.empty? ? !block_given? || yield(element) : element.equal?(objects[0]) || element == objects[0]
    end
    total
  end

  def any?(*patterns)
    each do |element|
      return true if patterns.empty? ? (block_given? ? yield(element) : element) : patterns[0] === element
    end
    false
  end

  def all?(*patterns)
    each do |element|
      return false unless patterns.empty? ? (block_given? ? yield(element) : element) : patterns[0] === element
    end
    true
  end

  def none?(*patterns)
    each do |element|
      return false if patterns.empty? ? (block_given? ? yield(element) : element) : patterns[0] === element
    end
    true
  end

  def one?(*patterns)
    found = false
    each do |element|
      next unless patterns.empty? ? (block_given? ? yield(element) : element) : patterns[0] === element
      return false if found

      found = true
    end
    found
  end

  def reduce(*given)
    by_name = !block_given? && !given.empty? || given.size > 1
    operator = by_name ? given[-1] : :+
    raise TypeError, 'not a symbol nor a string' unless operator.is_a?(Symbol) || operator.is_a?(String)

    started = given.size > (by_name ? 1 : 0)
    memo = started ? given[0] : nil
    each do |element|
      if !started
        memo = element
        started = true
      elsif by_name
        memo = memo.__send__(operator, element)
      else
        memo = yield memo, element
      end
    end
    memo
  end
  alias inject reduce

  # Ruby adds floats with less rounding; for exact floats the verifier uses no body that adds values.
  def sum(initial = 0)
    total = initial
    each { |element| total += block_given? ? yield(element) : element }
    total
  end

  def group_by
    return to_enum(:group_by) unless block_given?

    groups = {}
    each do |element|
      key = yield element
      if groups.key?(key)
        groups[key] << element
      else
        groups[key] = [element]
      end
    end
    groups
  end

  def to_h
    result = {}
    each do |element|
      pair = block_given? ? yield(element) : element
      pair = pair.to_ary if !pair.is_a?(Array) && pair.respond_to?(:to_ary)
      raise TypeError, 'wrong element type (expected array)' unless pair.is_a?(Array)
      raise ArgumentError, 'element has wrong array length (expected 2)' if pair.size != 2

      result[pair[0]] = pair[1]
    end
    result
  end

  def each_cons(size)
    raise ArgumentError, 'invalid size' if size <= 0
    return to_enum(:each_cons, size) unless block_given?

    window = []
    each do |element|
      window.shift if window.size == size
      window << element
      yield window.dup if window.size == size
    end
    self
  end

  def each_slice(size)
    raise ArgumentError, 'invalid slice size' if size <= 0
    return to_enum(:each_slice, size) unless block_given?

    slice = []
    each do |element|
      slice << element
      if slice.size == size
        yield slice
        slice = []
      end
    end
    yield slice unless slice.empty?
    self
  end

  def reverse_each
    return to_enum(:reverse_each) unless block_given?

    to_a.reverse.each { |element| yield element }
    self
  end

  # These collect the elements before they compare any.
  def sort
    return to_a.sort unless block_given?

    to_a.sort { |one, another| yield one, another }
  end

  def cycle(count = nil)
    return to_enum(:cycle, count) unless block_given?
    return nil if !count.nil? && count <= 0

    elements = []
    each do |element|
      elements << element
      yield element
    end
    return nil if elements.empty?

    rounds = 1
    while count.nil? || rounds < count
      elements.each { |element| yield element }
      rounds += 1
    end
    nil
  end

  def uniq
    seen = {}
    result = []
    each do |element|
      key = block_given? ? yield(element) : element
      next if seen.key?(key)

      seen[key] = true
      result << element
    end
    result
  end

  def tally
    to_a.tally
  end

  def to_set
    to_a.to_set
  end

  def min_by
    return to_enum(:min_by) unless block_given?

    least = nil
    least_key = nil
    started = false
    each do |element|
      key = yield element
      if started
        order = key <=> least_key
        raise ArgumentError, 'comparison failed' if order.nil?
        next if order >= 0
      end
      least = element
      least_key = key
      started = true
    end
    least
  end

  def max_by
    return to_enum(:max_by) unless block_given?

    greatest = nil
    greatest_key = nil
    started = false
    each do |element|
      key = yield element
      if started
        order = key <=> greatest_key
        raise ArgumentError, 'comparison failed' if order.nil?
        next if order <= 0
      end
      greatest = element
      greatest_key = key
      started = true
    end
    greatest
  end

  def minmax_by
    return to_enum(:minmax_by) unless block_given?

    ends = [nil, nil]
    least_key = nil
    greatest_key = nil
    started = false
    each do |element|
      key = yield element
      if started
        below = key <=> least_key
        raise ArgumentError, 'comparison failed' if below.nil?

        if below < 0
          ends = [element, ends[1]]
          least_key = key
        end
        above = key <=> greatest_key
        raise ArgumentError, 'comparison failed' if above.nil?

        if above > 0
          ends = [ends[0], element]
          greatest_key = key
        end
      else
        ends = [element, element]
        least_key = key
        greatest_key = key
        started = true
      end
    end
    ends
  end

  def min
    to_a.min
  end

  def max
    to_a.max
  end

  def minmax
    elements = to_a
    [elements.min, elements.max]
  end
end
