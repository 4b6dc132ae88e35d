class Float
  type :abs, '() -> Float r { r >= 0.0 }', pure: true, raises: []
  type :magnitude, '() -> Float r { r >= 0.0 }', pure: true, raises: []
  type :div, '(Integer or Float or Rational divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError, FloatDomainError]
  type :divmod, '(Integer or Float or Rational divisor { divisor != 0 }) -> [Integer, Float]', modifies: {}, raises: [ZeroDivisionError, FloatDomainError]

  type :<, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :<=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []

  label :+, :-, :*, :/, :%, :modulo, :**, :-@, :+@, :==, :===, :<=>, :eql?, :fdiv, :quo, :remainder, pure: true, raises: []
  label :nan?, :zero?, :positive?, :negative?, :nonzero?, :integer?, :finite?, :infinite?, :real?, pure: true, raises: []
  label :to_f, :to_c, :dup, :hash, :next_float, :prev_float, :abs2, :angle, :arg, :phase, pure: true, raises: []
  label :conj, :conjugate, :imag, :imaginary, :real, :i, pure: true, raises: []
  label :to_i, :to_int, :to_r, :rationalize, :numerator, :denominator, :ceil, :floor, :round, :truncate, pure: true, raises: [FloatDomainError]
  label :to_s, :inspect, :coerce, :polar, :rect, :rectangular, modifies: {}, raises: []
  label :step, modifies: {}
  label :between?, :clamp, pure: true, raises: [ArgumentError]
end
