# 002, finitefield: arithmetic in the field of polynomials over bits, with bit operations in loops.
class FiniteField
  #> FiniteField#initialize (Integer, Integer) -> self · complete
  def initialize(size, modulus)
    @size = size
    @modulus = modulus
    @mask = 1 << size
  end

  #> FiniteField#add (Integer, Integer) -> Integer · proved
  def add(a, b)
    a ^ b
  end

  #> FiniteField#multiply (Integer, Integer) -> Integer · likely
  def multiply(a, b)
    product = 0
    while b > 0
      product ^= a if b & 1 == 1
      a <<= 1
      a ^= @modulus if a & @mask != 0
      b >>= 1
    end
    product
  end

  #> FiniteField#power (Integer, Integer) -> Integer · proved
  def power(a, exponent)
    result = 1
    exponent.times { result = multiply(result, a) }
    result
  end

  #> FiniteField#inverse (Integer) -> Integer · complete
  def inverse(a)
    raise ZeroDivisionError, 'zero has no inverse' if a == 0

    power(a, (1 << @size) - 2)
  end

  #> FiniteField#divide (Integer, Integer) -> Integer · proved
  def divide(a, b)
    multiply(a, inverse(b))
  end

  #> FiniteField#degree (Integer) -> Integer · proved
  def degree(a)
    found = -1
    until a == 0
      a >>= 1
      found += 1
    end
    found
  end
end

#! tests
class FiniteFieldTest < Minitest::Test
  def setup
    @field = FiniteField.new(8, 0x11b)
  end

  def test_operations
    assert_equal(0x53 ^ 0xca, @field.add(0x53, 0xca))
    assert_equal(1, @field.multiply(0x53, 0xca))
    assert_equal(0xca, @field.inverse(0x53))
    assert_equal(1, @field.divide(0x53, 0x53))
    assert_equal(8, @field.degree(0x11b))
    assert_equal(-1, @field.degree(0))
  end

  def test_zero
    assert_raises(ZeroDivisionError) { @field.inverse(0) }
  end
end
