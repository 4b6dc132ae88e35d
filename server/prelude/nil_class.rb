# nil is the empty one of every kind.
class NilClass
  def nil?
    true
  end

  def to_f
    0.0
  end

  def to_r
    0r
  end

  def rationalize(_precision = nil)
    0r
  end

  def to_h
    {}
  end

  def inspect
    'nil'
  end

  def ^(other)
    other ? true : false
  end

  def ===(other)
    other.nil?
  end
end
