# Business hours and fiscal years, after the RTR paper's table 1: floor division, fields, inlined callees.
require 'date'
require 'loupe'

module BusinessTime
  class ParsedTime
    extend RDL::Annotate

    attr_reader_type :hour, 'Integer', :min, 'Integer', :sec, 'Integer'

    def initialize(hour, min, sec)
      @hour = hour
      @min = min
      @sec = sec
    end

    type '(BusinessTime::ParsedTime t) -> %bool'
    def valid_time(t) = 0 <= t.hour && t.hour < 24 && 0 <= t.min && t.min < 60 && 0 <= t.sec && t.sec < 60

    type '(BusinessTime::ParsedTime other { valid_time(self) && valid_time(other) }) ' \
         '-> Integer diff { if hour > other.hour then diff > 0 end }'
    def -(other) = (hour - other.hour) * 3600 + (min - other.min) * 60 + sec - other.sec
  end

  class BusinessHours
    extend RDL::Annotate

    var_type :@hours, 'Integer'

    type '(Integer h) -> self s { @hours == h }'
    def initialize(hours)
      @hours = hours
    end

    type '() -> %bool b { if b then @hours >= 0 end }'
    def non_negative_hours? = @hours >= 0
  end

  class Config
    extend RDL::Annotate

    type 'self.fiscal_month_offset', '() -> Integer i { 1 <= i <= 12 }', :pure
  end
end

class Date
  extend RDL::Annotate

  type :month, '() -> Integer m { 1 <= m <= 12 }', :pure
  type :year, '() -> Integer', :pure
  type :yday, '() -> Integer d { 1 <= d <= 366 }', :pure
  type :fiscal_year_yday, '() -> Integer d { 1 <= d <= 366 }', :pure

  type '() -> Integer w { 1 <= w <= 52 }'
  def week
    calendar_week = (yday - 1) / 7 + 1
    calendar_week = 52 if calendar_week == 53
    calendar_week
  end

  type '() -> Integer q { 1 <= q <= 4 }'
  def quarter = (month - 1) / 3 + 1

  type '() -> Integer i { 1 <= i <= 12 }', :pure
  def fiscal_month_offset = BusinessTime::Config.fiscal_month_offset

  type '() -> Integer w { 1 <= w <= 52 }'
  def fiscal_year_week
    fiscal_week = (fiscal_year_yday - 1) / 7 + 1
    fiscal_week = 52 if fiscal_week == 53
    fiscal_week
  end

  type '() -> Integer m { 1 <= m <= 12 }', :pure
  def fiscal_year_month
    shifted = month - (fiscal_month_offset - 1)
    shifted += 12 if shifted <= 0
    shifted
  end

  type '() -> Integer q { 1 <= q <= 4 }'
  def fiscal_year_quarter = (fiscal_year_month - 1) / 3 + 1

  type '() -> Integer y { if month >= fiscal_month_offset then y == year + 1 end }'
  def fiscal_year = month >= fiscal_month_offset ? year + 1 : year
end
