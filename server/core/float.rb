class Float
  type :abs, '() -> Float r { r >= 0.0 }', pure: true, raises: []
  type :magnitude, '() -> Float r { r >= 0.0 }', pure: true, raises: []
  type :div, '(Integer or Float or Rational divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError, FloatDomainError]
  type :divmod, '(Integer or Float or Rational divisor { divisor != 0 }) -> [Integer, Float]', modifies: {}, raises: [ZeroDivisionError, FloatDomainError]

  type :<, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :<=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []

  # With digits after the point the result is a Float; otherwise it may be an Integer.
  type :ceil, '() -> Integer', pure: true, raises: [FloatDomainError]
  type :ceil, '(1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 digits) -> Float', pure: true, raises: []
  type :ceil, '(Integer digits) -> Integer or Float', pure: true, raises: [FloatDomainError]
  type :floor, '() -> Integer', pure: true, raises: [FloatDomainError]
  type :floor, '(1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 digits) -> Float', pure: true, raises: []
  type :floor, '(Integer digits) -> Integer or Float', pure: true, raises: [FloatDomainError]
  type :truncate, '() -> Integer', pure: true, raises: [FloatDomainError]
  type :truncate, '(1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 digits) -> Float', pure: true, raises: []
  type :truncate, '(Integer digits) -> Integer or Float', pure: true, raises: [FloatDomainError]
  type :round, '(half: ?(:up or :down or :even or nil)) -> Integer', pure: true, raises: [FloatDomainError]
  type :round, '(1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10 digits, half: ?(:up or :down or :even or nil)) -> Float', pure: true, raises: []
  type :round, '(Integer digits, half: ?(:up or :down or :even or nil)) -> Integer or Float', pure: true, raises: [FloatDomainError]

  label :+, :-, :*, :/, :-@, :+@, :==, :===, :<=>, :eql?, :fdiv, :quo, pure: true, raises: []
  label :%, :modulo, :remainder, pure: true, raises: [ZeroDivisionError]
  # A negative base with a fractional exponent is Complex.
  type :**, '(Integer) -> Float', pure: true, raises: []
  type :**, '(Float or Rational) -> Float or Complex', pure: true, raises: []
  type :**, '(Complex) -> Complex', pure: true, raises: []
  label :nan?, :zero?, :positive?, :negative?, :nonzero?, :integer?, :finite?, :infinite?, :real?, pure: true, raises: []
  label :to_f, :to_c, :dup, :hash, :next_float, :prev_float, :abs2, :angle, :arg, :phase, pure: true, raises: []
  label :conj, :conjugate, :imag, :imaginary, :real, :i, pure: true, raises: []
  type :numerator, '() -> Integer or Float', pure: true, raises: [] # itself, where it is infinite or no number
  label :to_i, :to_int, :to_r, :rationalize, :denominator, pure: true, raises: [FloatDomainError]
  label :to_s, :inspect, :coerce, :polar, :rect, :rectangular, modifies: {}, raises: []
  type :step, '(?(Integer or Float or nil) limit, ?(Integer or Float) step { step != 0 }) { (Float) -> %any } -> self', modifies: {}
  type :step, '(by: ?(Integer or Float), to: ?(Integer or Float or nil)) { (Float) -> %any } -> self', modifies: {}
  type :step, '(?(Integer or Float or nil) limit, ?(Integer or Float) step { step != 0 }) -> Enumerator::ArithmeticSequence<Float>', modifies: {}, raises: [ArgumentError]
  type :step, '(by: ?(Integer or Float), to: ?(Integer or Float or nil)) -> Enumerator::ArithmeticSequence<Float>', modifies: {}, raises: [ArgumentError]
  label :between?, :clamp, pure: true, raises: [ArgumentError]
end
