require 'minitest/autorun'
require 'statistics'

class StatisticsTest < Minitest::Test
  def test_mean = assert_in_delta(2.0, Statistics.new([1, 2, 3]).mean)

  def test_median
    stats = Statistics.new([1])
    assert_equal(2, stats.median([3, 1, 2]))
    assert_in_delta(2.5, stats.median([3, 2]))
    assert_nil(stats.median([]))
  end

  def test_modes = assert_equal([2], Statistics.new([1, 2, 2]).modes)
end
