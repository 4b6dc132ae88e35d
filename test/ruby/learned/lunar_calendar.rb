# 002, hebruby: dates of another calendar. Of the year, `leap?` needs nothing but `*`.
class LunarCalendar
  MONTHS = %w[Nisan Iyar Sivan Tamuz Av Elul Tishrei Heshvan Kislev Tevet Shevat Adar].freeze

  attr_reader :year, :month, :day

  #> LunarCalendar#initialize (Integer, Integer, Integer) -> self · complete
  def initialize(year, month, day)
    @year = year
    @month = month
    @day = day
  end

  #> LunarCalendar.leap? (Integer) -> %bool · proved
  def self.leap?(year)
    (year * 7 + 1) % 19 < 7
  end

  #> LunarCalendar.months (Integer) -> Integer · proved
  def self.months(year)
    leap?(year) ? 13 : 12
  end

  #> LunarCalendar.elapsed (Integer) -> Integer · proved
  def self.elapsed(year)
    months = (235 * year - 234) / 19
    parts = 12_084 + 13_753 * months
    days = months * 29 + parts / 25_920
    (3 * (days + 1)) % 7 < 3 ? days + 1 : days
  end

  #> LunarCalendar#name () -> String or nil · complete
  def name
    return 'Adar II' if @month == 13

    MONTHS[@month - 1]
  end

  #> LunarCalendar#to_s () -> String · complete
  def to_s
    "#{@day} #{name} #{@year}"
  end

  #> LunarCalendar#later? (LunarCalendar) -> %bool · complete
  def later?(other)
    to_a.zip(other.to_a).each do |mine, its|
      return mine > its unless mine == its
    end
    false
  end

  #> LunarCalendar#to_a () -> [Integer, Integer, Integer] · complete
  def to_a
    [@year, @month, @day]
  end
end

#! tests
class LunarCalendarTest < Minitest::Test
  def test_years
    assert(LunarCalendar.leap?(5765))
    refute(LunarCalendar.leap?(5766))
    assert_equal([13, 12], [LunarCalendar.months(5765), LunarCalendar.months(5766)])
    assert_equal([2_105_267, 2_105_649], [5765, 5766].map { |year| LunarCalendar.elapsed(year) })
  end

  def test_dates
    first = LunarCalendar.new(5765, 13, 2)
    second = LunarCalendar.new(5766, 1, 2)
    assert_equal(['2 Adar II 5765', '2 Nisan 5766'], [first.to_s, second.to_s])
    assert(second.later?(first))
    refute(first.later?(first))
  end
end
