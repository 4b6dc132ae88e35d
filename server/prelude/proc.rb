class Proc
  def to_proc
    self
  end

  def >>(other)
    first = self
    lambda { |*args| other.call(first.call(*args)) }
  end

  def <<(other)
    last = self
    lambda { |*args| last.call(other.call(*args)) }
  end
end
