# Subclasses may be anyone's; only what Numeric itself does not leave to them is known.
class Numeric
  label :integer?, :real?, :real, :i, :+@, :conj, :conjugate, :imag, :imaginary, pure: true, raises: []
end
