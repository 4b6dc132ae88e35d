# The workspace may define subclasses, so only what Numeric itself implements is known.
class Numeric
  label :finite?, :infinite?, :dup, :clone, pure: true, raises: []
  label :rect, :rectangular, :to_c, modifies: {}
  label :integer?, :real?, :real, :i, :+@, :conj, :conjugate, :imag, :imaginary, pure: true, raises: []
end
