class Complex
  label :+, :-, :*, :-@, :+@, :==, :<=>, :eql?, :hash, :dup, :abs, :magnitude, :abs2, :angle, :arg, :phase, pure: true, raises: []
  label :conj, :conjugate, :imag, :imaginary, :real, :real?, :finite?, :infinite?, :to_c, :numerator, :denominator, pure: true, raises: []
  type :/, '(Integer or Rational divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :/, '(Float) -> Complex', pure: true, raises: []
  type :/, '(Complex divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :/, '(Numeric divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Integer or Rational divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Float) -> Complex', pure: true, raises: []
  type :quo, '(Complex divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Numeric divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :**, '(Integer exponent { exponent >= 0 || self != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :**, '(Float) -> Complex', pure: true, raises: []
  type :**, '(Numeric exponent { self != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  label :fdiv, pure: true, raises: []
  label :to_i, :to_f, :to_r, :rationalize, pure: true, raises: [RangeError]
  label :to_s, :inspect, :coerce, :polar, :rect, :rectangular, modifies: {}, raises: []

  class << self
    label :polar, :rect, :rectangular, pure: true
  end
end
