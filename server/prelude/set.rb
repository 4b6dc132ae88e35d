# Methods of Set over `each`, `add` and `delete`.
class Set
  def merge(*others)
    others.each { |other| other.each { |element| add(element) } }
    self
  end

  def classify
    return to_enum(:classify) unless block_given?

    result = {}
    each do |element|
      key = yield element
      result[key] = Set.new unless result.key?(key)
      result[key].add(element)
    end
    result
  end

  def subtract(other)
    other.each { |element| delete(element) }
    self
  end

  def replace(other)
    return self if equal?(other)

    clear
    other.each { |element| add(element) }
    self
  end

  def <=>(other)
    return nil unless other.is_a?(Set)
    return 0 if self == other
    return -1 if proper_subset?(other)
    return 1 if proper_superset?(other)

    nil
  end

  def delete_if
    return to_enum(:delete_if) unless block_given?

    unwanted = []
    each { |element| unwanted << element if yield element }
    unwanted.each { |element| delete(element) }
    self
  end

  def keep_if
    return to_enum(:keep_if) unless block_given?

    unwanted = []
    each { |element| unwanted << element unless yield element }
    unwanted.each { |element| delete(element) }
    self
  end

  def select!
    return to_enum(:select!) unless block_given?

    before = size
    keep_if { |element| yield element }
    size == before ? nil : self
  end
  alias filter! select!

  def reject!
    return to_enum(:reject!) unless block_given?

    before = size
    delete_if { |element| yield element }
    size == before ? nil : self
  end

  def collect!
    return to_enum(:collect!) unless block_given?

    mapped = []
    each { |element| mapped << yield(element) }
    replace(mapped)
  end
  alias map! collect!
end
