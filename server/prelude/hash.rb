# Methods of Hash over `each_value` and `each_key`. Ruby's equality takes the same object for equal without calling `==`.
class Hash
  def value?(object)
    each_value { |value| return true if value.equal?(object) || value == object }
    false
  end
  alias has_value? value?

  def key(object)
    each { |key, value| return key if value.equal?(object) || value == object }
    nil
  end

  def assoc(key)
    each { |stored, value| return [stored, value] if stored.equal?(key) || stored.eql?(key) }
    nil
  end

  def rassoc(object)
    each { |key, value| return [key, value] if object.equal?(value) || object == value }
    nil
  end

  def deconstruct_keys(_keys)
    self
  end

  def compact
    reject { |_, value| value.nil? }
  end

  # An entry is gone as soon as the block has answered; the block may delete others.
  def delete_if
    return to_enum(:delete_if) unless block_given?

    keys.each { |key| delete(key) if key?(key) && yield(key, fetch(key)) }
    self
  end

  def keep_if
    return to_enum(:keep_if) unless block_given?

    keys.each { |key| delete(key) if key?(key) && !yield(key, fetch(key)) }
    self
  end

  # These return nil if nothing has changed.
  def reject!
    return to_enum(:reject!) unless block_given?

    before = size
    keys.each { |key| delete(key) if key?(key) && yield(key, fetch(key)) }
    size == before ? nil : self
  end

  def select!
    return to_enum(:select!) unless block_given?

    before = size
    keys.each { |key| delete(key) if key?(key) && !yield(key, fetch(key)) }
    size == before ? nil : self
  end
  alias filter! select!

  def compact!
    before = size
    to_a.each { |key, value| delete(key) if value.nil? }
    size == before ? nil : self
  end

  def transform_values!
    return to_enum(:transform_values!) unless block_given?

    keys.each { |key| self[key] = yield fetch(key) if key?(key) }
    self
  end

  def shift
    return nil if empty?

    key = keys[0]
    [key, delete(key)]
  end

  def transform_keys(mapping = nil)
    return to_enum(:transform_keys) if mapping.nil? && !block_given?

    result = {}
    each do |key, value|
      if !mapping.nil? && mapping.key?(key)
        result[mapping[key]] = value
      elsif block_given?
        result[yield key] = value
      else
        result[key] = value
      end
    end
    result
  end

  def transform_keys!(mapping = nil)
    return to_enum(:transform_keys!) if mapping.nil? && !block_given?

    pairs = to_a
    changed = {}
    pairs.each do |key, value|
      if !mapping.nil? && mapping.key?(key)
        name = mapping[key]
      elsif block_given?
        name = yield key
      else
        name = key
      end
      delete(key) unless changed.key?(key)
      self[name] = value
      changed[name] = true
    end
    self
  end

  def invert
    result = {}
    each { |key, value| result[value] = key }
    result
  end

  def replace(other)
    return self if equal?(other)

    clear
    other.each { |key, value| self[key] = value }
    self
  end

  def <=(other)
    return false if size > other.size

    each do |key, value|
      return false unless other.key?(key) && (value.equal?(other[key]) || value == other[key])
    end
    true
  end

  def <(other)
    size < other.size && self <= other
  end

  def >=(other)
    other <= self
  end

  def >(other)
    other < self
  end

  def to_proc
    lambda { |key| self[key] }
  end
end
