# Dates are immutable: reading one is pure, and operations return a new date.
class Date
  type :month, '() -> Integer r { 1 <= r && r <= 12 }', pure: true
  type :mon, '() -> Integer r { 1 <= r && r <= 12 }', pure: true
  type :day, '() -> Integer r { 1 <= r && r <= 31 }', pure: true
  type :mday, '() -> Integer r { 1 <= r && r <= 31 }', pure: true
  type :wday, '() -> Integer r { 0 <= r && r <= 6 }', pure: true
  type :yday, '() -> Integer r { 1 <= r && r <= 366 }', pure: true
  type :cwday, '() -> Integer r { 1 <= r && r <= 7 }', pure: true
  type :cweek, '() -> Integer r { 1 <= r && r <= 53 }', pure: true
  label :year, :cwyear, :jd, :ld, :mjd, :ajd, :amjd, :start, :leap?, :julian?, :gregorian?, pure: true
  label :monday?, :tuesday?, :wednesday?, :thursday?, :friday?, :saturday?, :sunday?, :<=>, :===, pure: true
  label :+, :-, :>>, :<<, :next, :succ, :next_day, :next_month, :next_year, :prev_day, :prev_month, :prev_year, modifies: {}
  label :to_date, :to_datetime, :to_time, :new_start, :england, :gregorian, :italy, :julian, :deconstruct_keys, modifies: {}
  label :to_s, :inspect, :strftime, :asctime, :ctime, :iso8601, :xmlschema, :rfc2822, :rfc3339, :rfc822, :httpdate, :jisx0301, modifies: {}

  class << self
    label :leap?, :gregorian_leap?, :julian_leap?, :valid_civil?, :valid_date?, :valid_commercial?, :valid_jd?, :valid_ordinal?, pure: true
    label :today, modifies: {} # not deterministic
    label :parse, :civil, :commercial, :jd, :ordinal, modifies: {}, raises: [Date::Error]
    # Nil if the format does not match. The rest of the string is kept as a String.
    type :_strptime, '(String text, ?String format) -> Hash<Symbol, Integer or Float or Rational or String> or nil'
  end
end

class DateTime
  class << self
    type :_strptime, '(String text, ?String format) -> Hash<Symbol, Integer or Float or Rational or String> or nil'
  end
end
