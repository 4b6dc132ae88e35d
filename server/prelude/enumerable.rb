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
end
