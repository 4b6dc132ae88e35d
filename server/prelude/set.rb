# Methods of Set over `each`, `add` and `delete`.
class Set
  def merge(*others)
    others.each { |other| other.each { |element| add(element) } }
    self
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
end
