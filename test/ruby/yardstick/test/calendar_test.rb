require 'minitest/autorun'
require 'calendar'

class CalendarTest < Minitest::Test
  def test_leap
    assert(Calendar.leap?(5774))
    refute(Calendar.leap?(5775))
  end

  def test_months = assert_equal([13, 12], [5774, 5775].map { |year| Calendar.months_in(year) })

  def test_julian = assert_operator(Calendar.new(5775, 1).to_julian, :<, Calendar.new(5776, 7).to_julian)

  def test_name = assert_equal(%w[Nisan Tishri], [1, 7].map { |month| Calendar.new(1, month).name })
end
