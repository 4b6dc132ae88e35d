# A clock: the running example of refinement types for Ruby.
require 'loupe'

class Clock
  attr_accessor :sec, :min, :hour

  var_type :@sec, 'Integer'
  var_type :@min, 'Integer'
  var_type :@hour, 'Integer'

  type '(Integer, Integer, Integer) -> %any'
  def initialize(sec, min, hour)
    @sec = sec
    @min = min
    @hour = hour
  end

  type '() -> %bool', :exact
  def valid?
    0 <= @sec && @sec < 60 && 0 <= @min && @min < 60 && 0 <= @hour && @hour < 24
  end

  # One second more, within the minute. The postcondition is proved for every x that the precondition allows.
  type '(Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }', :pure
  def incr_sec(x)
    if x == 59
      0
    else
      x + 1
    end
  end

  # Relies on the postcondition of incr_sec, not on its body.
  type '(Clock t { t.valid? }) -> Integer r { 0 <= r < 90060 }'
  def to_sec(t)
    incr_sec(t.sec) + 60 * t.min + 3600 * t.hour
  end

  # Valid, even when two of the arguments are the same clock, or this one.
  type '(Clock t1 { t1.valid? }, Clock t2 { t2.valid? }, Clock t3 { t3.valid? }) -> Clock r { r.valid? }'
  def mix(t1, t2, t3)
    @sec = t1.sec
    @min = t2.min
    @hour = t3.hour
    self
  end

  type '(Clock t { t.valid? && t.min < 59 }) -> Clock r { r.valid? }', modifies: { t: [:@min, :@sec] }
  def incr_min(t)
    if t.sec < 59
      t.sec = incr_sec(t.sec)
    else
      t.min += 1
      t.sec = 0
    end
    t
  end
end
