# Subclasses may be anyone's; only what Numeric itself does not leave to them is known.
class Numeric
  label :finite?, :infinite?, :dup, :clone, pure: true, raises: []
  label :rect, :rectangular, :to_c, modifies: {}
  label :integer?, :real?, :real, :i, :+@, :conj, :conjugate, :imag, :imaginary, pure: true, raises: []
end
