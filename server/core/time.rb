class Time
  label :year, :month, :mon, :day, :mday, :hour, :min, :sec, :usec, :nsec, :subsec, :wday, :yday, :to_i, :to_f, :to_r, pure: true
  label :tv_sec, :tv_usec, :tv_nsec, :<=>, :<, :<=, :>, :>=, :eql?, :hash, :utc?, :gmt?, :dst?, :isdst, pure: true
  label :monday?, :tuesday?, :wednesday?, :thursday?, :friday?, :saturday?, :sunday?, :utc_offset, :gmt_offset, :gmtoff, pure: true
  label :+, :-, :round, :floor, :ceil, :strftime, :to_s, :inspect, :to_a, :zone, :asctime, :ctime, modifies: {}
  label :getlocal, :getgm, :getutc, modifies: {}

  class << self
    label :now, :at, :gm, :utc, :local, :mktime, modifies: {} # `now` is not repeatable
    label :at, :gm, :utc, :local, :mktime, raises: [ArgumentError]
  end
end

class Time
  # The instant stays, its time zone does not.
  label :utc, :gmtime, :localtime, modifies: { self: :contents }
  label :localtime, :round, :floor, :ceil, raises: [ArgumentError]
  label :xmlschema, :iso8601, modifies: {}
  # RBS forgets the time zone, whether it is summer there, and parts of seconds.
  type :deconstruct_keys, '(Array<Symbol> or nil names) -> Hash<Symbol, Integer or Rational or String or %bool or nil>', modifies: {}
end
