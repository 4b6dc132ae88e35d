class Rational
  type :/, '(Integer or Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :/, '(Float) -> Float', pure: true, raises: []
  type :/, '(Complex) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :abs, '() -> Rational r { r >= 0 }', pure: true, raises: []
  type :magnitude, '() -> Rational r { r >= 0 }', pure: true, raises: []
  type :denominator, '() -> Integer r { r > 0 }', pure: true, raises: []

  # RBS says Rational for any Numeric, which may be a Float.
  type :+, '(Integer or Rational) -> Rational', pure: true, raises: []
  type :+, '(Float) -> Float', pure: true, raises: []
  type :+, '(Complex) -> Complex', pure: true, raises: []
  type :+, '(Numeric) -> Numeric', pure: true, raises: []
  type :-, '(Integer or Rational) -> Rational', pure: true, raises: []
  type :-, '(Float) -> Float', pure: true, raises: []
  type :-, '(Complex) -> Complex', pure: true, raises: []
  type :-, '(Numeric) -> Numeric', pure: true, raises: []
  type :modulo, '(Integer or Rational) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :modulo, '(Float) -> Float', pure: true, raises: [ZeroDivisionError]
  type :modulo, '(Numeric) -> Numeric', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Integer or Rational) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Float) -> Float', pure: true, raises: []
  type :quo, '(Complex) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Numeric) -> Numeric', pure: true, raises: [ZeroDivisionError]
  type :remainder, '(Integer or Rational) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :remainder, '(Float) -> Float', pure: true, raises: [ZeroDivisionError]
  type :remainder, '(Numeric) -> Numeric', pure: true, raises: [ZeroDivisionError]

  # RBS says Numeric.
  type :**, '(Integer) -> Rational', pure: true, raises: [ZeroDivisionError, ArgumentError]
  type :**, '(Float) -> Float or Complex', pure: true, raises: []
  type :**, '(Rational) -> Float or Rational or Complex', pure: true, raises: [ZeroDivisionError]
  type :**, '(Numeric) -> Numeric', pure: true, raises: [ZeroDivisionError]

  label :*, :-@, :+@, :==, :<=>, :eql?, :hash, :numerator, :dup, pure: true, raises: []
  label :zero?, :positive?, :negative?, :nonzero?, :integer?, :finite?, :infinite?, :real?, pure: true, raises: []
  label :to_i, :to_int, :to_f, :to_r, :to_c, :rationalize, :ceil, :floor, :round, :truncate, pure: true, raises: []
  label :abs2, :angle, :arg, :phase, :conj, :conjugate, :imag, :imaginary, :real, :i, :fdiv, pure: true, raises: []
  label :%, :div, pure: true, raises: [ZeroDivisionError]
  label :divmod, modifies: {}, raises: [ZeroDivisionError]
  label :to_s, :inspect, :coerce, :polar, :rect, :rectangular, modifies: {}, raises: []
  label :step, modifies: {}
  label :<, :<=, :>, :>=, :between?, :clamp, pure: true, raises: [ArgumentError]
end
