require 'minitest/autorun'
require 'base85'

class Base85Test < Minitest::Test
  def test_one_line = assert_equal('87cURD]i,"', Base85.encode('Hello Wo', false))

  def test_lines = assert_equal("87cU\nRD]i\n,\"", Base85.encode('Hello Wo', 4))

  def test_decode
    assert_equal('Hello', Base85.decode(Base85.encode('Hello')))
  end
end
