# Integers are values: nothing is written, and results depend only on the operands.
class Integer
  type :/, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :/, '(Float) -> Float', pure: true, raises: []
  type :/, '(Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :/, '(Complex divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :/, '(BigDecimal) -> BigDecimal', pure: true, raises: [ZeroDivisionError]

  type :div, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :div, '(Float divisor { divisor != 0.0 }) -> Integer', pure: true, raises: [ZeroDivisionError, FloatDomainError]
  type :div, '(Rational divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]

  type :%, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :%, '(Float) -> Float', pure: true, raises: [ZeroDivisionError]
  type :%, '(Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :modulo, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :modulo, '(Float) -> Float', pure: true, raises: [ZeroDivisionError]
  type :modulo, '(Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]

  type :remainder, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :remainder, '(Float) -> Float or Integer', pure: true, raises: [ZeroDivisionError] # itself, of an infinite divisor
  type :remainder, '(Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]

  type :divmod, '(Integer divisor { divisor != 0 }) -> [Integer, Integer]', modifies: {}, raises: [ZeroDivisionError]
  type :divmod, '(Float divisor { divisor != 0.0 }) -> [Integer, Float]', modifies: {}, raises: [ZeroDivisionError, FloatDomainError]
  type :divmod, '(Rational divisor { divisor != 0 }) -> [Integer, Rational]', modifies: {}, raises: [ZeroDivisionError]

  type :ceildiv, '(Integer divisor { divisor != 0 }) -> Integer', pure: true, raises: [ZeroDivisionError]
  type :fdiv, '(Integer or Float or Rational) -> Float', pure: true, raises: []

  type :abs, '() -> Integer r { r >= 0 && (r == self || r == -self) }', pure: true, raises: []
  type :magnitude, '() -> Integer r { r >= 0 && (r == self || r == -self) }', pure: true, raises: []
  type :bit_length, '() -> Integer r { 0 <= r && r <= self.abs && (if self > 0 || self < -1 then r > 0 end) }', pure: true, raises: []
  type :size, '() -> Integer r { r > 0 }', pure: true, raises: []
  type :gcd, '(Integer other) -> Integer r { r >= 0 && (if self != 0 then 0 < r && r <= self.abs end) && (if other != 0 then 0 < r && r <= other.abs end) && (if r > 0 then self % r == 0 && other % r == 0 end) }', pure: true, raises: []
  type :lcm, '(Integer other) -> Integer r { r >= 0 && (if self != 0 && other != 0 then r >= self.abs && r >= other.abs && r % self == 0 && r % other == 0 end) }', pure: true, raises: []
  type :succ, '() -> Integer r { r == self + 1 }', pure: true, raises: []
  type :next, '() -> Integer r { r == self + 1 }', pure: true, raises: []
  type :pred, '() -> Integer r { r == self - 1 }', pure: true, raises: []

  # The bits are not modelled; only the sign and bounds of the result are.
  type :&, '(Integer other) -> Integer r { (if self >= 0 then 0 <= r && r <= self end) && (if other >= 0 then 0 <= r && r <= other end) && (if self < 0 && other < 0 then r < 0 end) }', pure: true, raises: []
  type :|, '(Integer other) -> Integer r { (if self >= 0 && other >= 0 then self <= r && other <= r && r <= self + other else r < 0 end) }', pure: true, raises: []
  type :^, '(Integer other) -> Integer r { (if self >= 0 && other >= 0 then r <= self + other end) && (r >= 0) == ((self >= 0) == (other >= 0)) }', pure: true, raises: []
  type :<<, '(Integer count) -> Integer r { (r >= 0) == (self >= 0) && (if count >= 0 then r.abs >= self.abs end) && (if self > 0 && count >= 0 then r > count end) && (if count <= 0 && self >= 0 then r <= self end) }', pure: true, raises: []
  type :<<, '(%_ToInt count) -> Integer', pure: true, raises: []
  type :>>, '(Integer count) -> Integer r { (r >= 0) == (self >= 0) && (if count <= 0 then r.abs >= self.abs end) && (if count >= 0 && self >= 0 then r <= self end) }', pure: true, raises: []
  type :>>, '(%_ToInt count) -> Integer', pure: true, raises: []

  # Only these numbers can be compared; other subclasses of Numeric raise.
  type :<, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :<=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []
  type :>=, '(Integer or Float or Rational or BigDecimal) -> %bool', pure: true, raises: []

  # A negative exponent returns a Rational. Where an Integer is expected that is a mistake, so it is an obligation.
  type :**, '(Integer exponent { exponent >= 0 }) -> Integer r { (if self > 0 || exponent % 2 == 0 then r >= 0 end) && (if self > 0 then r > 0 end) && (if exponent == 0 then r == 1 end) && (if exponent > 0 && self.abs > 1 then r.abs > exponent end) }', pure: true, raises: []
  type :**, '(Float) -> Float or Complex', pure: true, raises: []
  type :**, '(Rational) -> Float or Rational or Complex', pure: true, raises: [ZeroDivisionError]
  type :**, '(Complex) -> Complex', pure: true, raises: []

  label :+, :-, :*, :-@, :+@, :~, :==, :===, :<=>, :eql?, pure: true, raises: []
  label :even?, :odd?, :zero?, :positive?, :negative?, :nonzero?, :integer?, :finite?, :infinite?, :real?, pure: true, raises: []
  label :allbits?, :anybits?, :nobits?, :[], :ord, :dup, pure: true, raises: []
  label :to_i, :to_int, :to_f, :to_r, :to_c, :numerator, :denominator, :rationalize, pure: true, raises: []
  type :ceil, '(?Integer digits) -> Integer', pure: true, raises: []
  type :floor, '(?Integer digits) -> Integer', pure: true, raises: []
  type :round, '(?Integer digits, half: ?(:up or :down or :even or nil)) -> Integer', pure: true, raises: []
  type :truncate, '(?Integer digits) -> Integer', pure: true, raises: []
  label :abs2, :angle, :arg, :phase, :conj, :conjugate, :imag, :imaginary, :real, :i, pure: true, raises: []
  type :pow, '(Integer exponent { exponent >= 0 }) -> Integer r { (if self > 0 || exponent % 2 == 0 then r >= 0 end) && (if self > 0 then r > 0 end) && (if exponent == 0 then r == 1 end) && (if exponent > 0 && self.abs > 1 then r.abs > exponent end) }', pure: true, raises: []
  type :pow, '(Integer exponent { exponent >= 0 }, Integer modulus { modulus != 0 }) -> Integer r { (if modulus > 0 then 0 <= r && r < modulus end) && (if modulus < 0 then modulus < r && r <= 0 end) }', pure: true, raises: [ZeroDivisionError]
  type :pow, '(Float) -> Float or Complex', pure: true, raises: []
  type :pow, '(Rational) -> Float or Rational or Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Integer or Rational divisor { divisor != 0 }) -> Rational', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Float) -> Float', pure: true, raises: []
  type :quo, '(Complex divisor { divisor != 0 }) -> Complex', pure: true, raises: [ZeroDivisionError]
  type :quo, '(Numeric) -> Numeric', pure: true, raises: [ZeroDivisionError]
  type :chr, '(?(Encoding or String) encoding) -> String r { r.length == 1 }', modifies: {}, raises: [RangeError, ArgumentError]
  type :to_s, '() -> String', modifies: {}, raises: []
  type :to_s, '(Integer base { 2 <= base && base <= 36 }) -> String r { r.length >= 1 }', modifies: {}, raises: [ArgumentError]
  type :inspect, '() -> String', modifies: {}, raises: []
  type :inspect, '(Integer base { 2 <= base && base <= 36 }) -> String r { r.length >= 1 }', modifies: {}, raises: [ArgumentError]
  label :digits, modifies: {}, raises: [ArgumentError, Math::DomainError]
  label :coerce, :gcdlcm, :polar, :rect, :rectangular, modifies: {}, raises: []
  label :times, :upto, :downto, modifies: {}
  # Integers, if the limit and the step are.
  type :step, '(?(Integer or nil) limit, ?Integer step { step != 0 }) { (Integer) -> %any } -> self', modifies: {}
  type :step, '(by: ?Integer, to: ?(Integer or nil)) { (Integer) -> %any } -> self', modifies: {}
  type :step, '(?(Integer or Float or Rational or nil) limit, ?(Integer or Float or Rational) step { step != 0 }) { (Integer or Float or Rational) -> %any } -> self', modifies: {}
  type :step, '(by: ?(Integer or Float or Rational), to: ?(Integer or Float or Rational or nil)) { (Integer or Float or Rational) -> %any } -> self', modifies: {}
  type :step, '(?(Integer or nil) limit, ?Integer step { step != 0 }) -> Enumerator::ArithmeticSequence<Integer>', modifies: {}, raises: [ArgumentError]
  type :step, '(by: ?Integer, to: ?(Integer or nil)) -> Enumerator::ArithmeticSequence<Integer>', modifies: {}, raises: [ArgumentError]
  type :step, '(?(Integer or Float or Rational or nil) limit, ?(Integer or Float or Rational) step { step != 0 }) -> Enumerator::ArithmeticSequence<Integer or Float or Rational>', modifies: {}, raises: [ArgumentError]
  type :step, '(by: ?(Integer or Float or Rational), to: ?(Integer or Float or Rational or nil)) -> Enumerator::ArithmeticSequence<Integer or Float or Rational>', modifies: {}, raises: [ArgumentError]
  type :between?, '(Integer min, Integer max) -> %bool b { b == (min <= self && self <= max) }', pure: true, raises: []
  type :between?, '(Integer or Float or Rational, Integer or Float or Rational) -> %bool', pure: true, raises: []
  type :clamp, '(Integer min, Integer max { min <= max }) -> Integer r { min <= r && r <= max && (r == self || r == min || r == max) }', pure: true, raises: [ArgumentError]
  type :clamp, '(Range<Integer> range { range.begin <= range.end && !range.exclude_end? }) -> Integer r { range.begin <= r && r <= range.end }', pure: true, raises: [ArgumentError]
  type :clamp, '(Integer or Float or Rational, Integer or Float or Rational) -> Integer or Float or Rational', pure: true, raises: [ArgumentError]
  label :hash, pure: true, raises: []

  class << self
    type :sqrt, '(Integer n { n >= 0 }) -> Integer r { r >= 0 && r * r <= n && n < (r + 1) * (r + 1) }', pure: true, raises: [Math::DomainError]
    label :try_convert, pure: true
  end
end
