# Classes whose objects Ruby alone creates: they have no `new`. test/core/constructors.test.ts compares this list with Ruby.
class Integer
  class << self
    undef new
  end
end

class Float
  class << self
    undef new
  end
end

class Rational
  class << self
    undef new
  end
end

class Complex
  class << self
    undef new
  end
end

class Symbol
  class << self
    undef new
  end
end

class NilClass
  class << self
    undef new
  end
end

class TrueClass
  class << self
    undef new
  end
end

class FalseClass
  class << self
    undef new
  end
end

class Method
  class << self
    undef new
  end
end

class UnboundMethod
  class << self
    undef new
  end
end

class MatchData
  class << self
    undef new
  end
end

class Encoding
  class << self
    undef new
  end
end

class Binding
  class << self
    undef new
  end
end
