require 'minitest/autorun'
require 'street'

class StreetTest < Minitest::Test
  def test_parse
    address = Street.parse('12 Main St, Springfield 12345')
    assert_equal(%w[12 Springfield 12345], [address.number, address.city, address.zip])
  end

  def test_nothing = assert_nil(Street.parse('nowhere'))

  def test_normalize
    assert_equal('12 Main St', Street.normalize('  12  Main St '))
    assert_nil(Street.normalize('?'))
  end
end
