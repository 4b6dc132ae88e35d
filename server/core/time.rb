class Time
  type :month, '() -> Integer r { 1 <= r && r <= 12 }', pure: true
  type :mon, '() -> Integer r { 1 <= r && r <= 12 }', pure: true
  type :day, '() -> Integer r { 1 <= r && r <= 31 }', pure: true
  type :mday, '() -> Integer r { 1 <= r && r <= 31 }', pure: true
  type :hour, '() -> Integer r { 0 <= r && r <= 23 }', pure: true
  type :min, '() -> Integer r { 0 <= r && r <= 59 }', pure: true
  type :sec, '() -> Integer r { 0 <= r && r <= 60 }', pure: true # a leap second
  type :usec, '() -> Integer r { 0 <= r && r <= 999_999 }', pure: true
  type :tv_usec, '() -> Integer r { 0 <= r && r <= 999_999 }', pure: true
  type :nsec, '() -> Integer r { 0 <= r && r <= 999_999_999 }', pure: true
  type :tv_nsec, '() -> Integer r { 0 <= r && r <= 999_999_999 }', pure: true
  type :wday, '() -> Integer r { 0 <= r && r <= 6 }', pure: true
  type :yday, '() -> Integer r { 1 <= r && r <= 366 }', pure: true
  label :year, :subsec, :to_i, :to_f, :to_r, pure: true
  label :tv_sec, :<=>, :<, :<=, :>, :>=, :eql?, :hash, :utc?, :gmt?, :dst?, :isdst, pure: true
  label :monday?, :tuesday?, :wednesday?, :thursday?, :friday?, :saturday?, :sunday?, :utc_offset, :gmt_offset, :gmtoff, pure: true
  label :+, :-, :round, :floor, :ceil, :strftime, :to_s, :inspect, :to_a, :zone, :asctime, :ctime, modifies: {}
  label :getlocal, :getgm, :getutc, modifies: {}

  class << self
    label :now, :at, :gm, :utc, :local, :mktime, modifies: {} # `now` is not deterministic
    label :at, :gm, :utc, :local, :mktime, raises: [ArgumentError]
  end
end

class Time
  # The instant stays the same, but the time zone changes.
  label :utc, :gmtime, :localtime, modifies: { self: :contents }
  label :localtime, :round, :floor, :ceil, raises: [ArgumentError]
  label :xmlschema, :iso8601, modifies: {}
  # RBS omits the time zone, daylight saving time and fractions of seconds.
  type :deconstruct_keys, '(Array<Symbol> or nil names) -> Hash<Symbol, Integer or Rational or String or %bool or nil>', modifies: {}
end
