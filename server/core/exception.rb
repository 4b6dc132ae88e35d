class Exception
  label :message, :to_s, :inspect, :cause, :backtrace, :backtrace_locations, :full_message, :detailed_message, :==, modifies: {}
  label :initialize, modifies: {}

  class << self
    label :exception, modifies: {}
  end
end
