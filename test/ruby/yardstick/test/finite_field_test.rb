require 'minitest/autorun'
require 'finite_field'

class FiniteFieldTest < Minitest::Test
  def setup = @field = FiniteField.new(4, 0b10011)

  def test_add = assert_equal(0b0110, @field.add(0b1010, 0b1100))

  def test_multiply
    assert_equal(0b0010, @field.multiply(0b0001, 0b0010))
    assert_equal(0, @field.multiply(3, 0))
  end

  def test_inverse
    (1..15).each { |value| assert_equal(1, @field.multiply(value, @field.inverse(value))) }
    assert_raises(ZeroDivisionError) { @field.inverse(0) }
  end
end
