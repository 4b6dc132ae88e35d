module Math
  class << self
    type :sqrt, '(Integer or Float or Rational x { x >= 0 }) -> Float r { r >= 0.0 }', pure: true, raises: [Math::DomainError]
    label :sin, :cos, :tan, :atan, :atan2, :sinh, :cosh, :tanh, :asinh, :exp, :erf, :erfc, :cbrt, :hypot, :ldexp, pure: true
    label :acos, :asin, :acosh, :atanh, :log, :log2, :log10, :gamma, pure: true, raises: [Math::DomainError]
    label :frexp, :lgamma, modifies: {}
  end
end
