# frozen_string_literal: true

# Arithmetic in a finite field of characteristic two.
class FiniteField
  def initialize(degree, polynomial)
    @degree = degree
    @polynomial = polynomial
  end

  def add(left, right) = left ^ right

  def multiply(left, right)
    product = 0
    while right > 0
      product ^= left if right & 1 == 1
      right >>= 1
      left <<= 1
      left ^= @polynomial if left & (1 << @degree) != 0
    end
    product
  end

  def inverse(value)
    raise ZeroDivisionError, 'no inverse of 0' if value == 0

    result = 1
    ((1 << @degree) - 2).times { result = multiply(result, value) }
    result
  end
end
