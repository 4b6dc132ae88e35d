class Exception
  label :message, :to_s, :inspect, :cause, :backtrace, :backtrace_locations, :full_message, :detailed_message, :==, modifies: {}
  label :initialize, modifies: {}

  class << self
    label :exception, modifies: {}
  end
end

class Exception
  label :exception, modifies: {}
  label :set_backtrace, modifies: { self: :contents }

  class << self
    label :to_tty?, modifies: {}
  end
end

class KeyError
  label :receiver, :key, modifies: {}
end

class FrozenError
  label :receiver, modifies: {}
end

class LoadError
  label :path, modifies: {}
end

class LocalJumpError
  label :exit_value, :reason, modifies: {}
end

class NameError
  type :name, '() -> Symbol or String or nil', modifies: {} # a Symbol, unless the program made the error itself
  label :receiver, modifies: {}
end

class NoMethodError
  label :args, :private_call?, modifies: {}
end

class NoMatchingPatternKeyError
  label :key, :matchee, modifies: {}
end

class SignalException
  label :signo, :signm, modifies: {}
end

class StopIteration
  label :result, modifies: {}
end

class SyntaxError
  label :path, modifies: {}
end

class SystemCallError
  label :errno, modifies: {}

  class << self
    label :===, modifies: {}
  end
end

class SystemExit
  label :success?, :status, modifies: {}
end

class UncaughtThrowError
  label :to_s, :tag, :value, modifies: {}
end
