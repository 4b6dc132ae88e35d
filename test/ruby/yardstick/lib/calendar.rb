# frozen_string_literal: true

# Years of a lunisolar calendar.
class Calendar
  EPOCH = 347_997

  attr_reader :year, :month

  def initialize(year, month)
    @year = year
    @month = month
  end

  def self.leap?(year)
    (year * 7 + 1) % 19 < 7
  end

  def self.months_in(year)
    leap?(year) ? 13 : 12
  end

  def self.elapsed_days(year)
    months = (235 * year - 234) / 19
    parts = 12_084 + 13_753 * months
    day = months * 29 + parts / 25_920
    3 * (day + 1) % 7 < 3 ? day + 1 : day
  end

  def to_julian
    EPOCH + self.class.elapsed_days(@year) + 29 * (@month - 1)
  end

  def name
    case @month
    when 1 then 'Nisan'
    when 7 then 'Tishri'
    else "month #{@month}"
    end
  end
end
