# Results that RBS declares non-nil, or of one class, and that are not for some objects: found by test/core/declaredResults.test.ts.
class Time
  type :zone, '() -> String or nil', modifies: {} # of a time with an offset only
  type :to_a, '() -> [Integer, Integer, Integer, Integer, Integer, Integer, Integer, Integer, %bool, String or nil]', modifies: {}
  type :getlocal, '(?(Integer or String or nil) zone) -> Time', modifies: {}, raises: [ArgumentError]
  type :localtime, '(?(Integer or String or nil) zone) -> Time', modifies: { self: :contents }
end

# For incompatible encodings, and for arguments other than Strings.
class String
  type :casecmp, '(%any other) -> -1 or 0 or 1 or nil', pure: true
  type :casecmp?, '(%any other) -> %bool or nil', pure: true
end

class Thread
  type :name, '() -> String or nil'
  type :join, '() -> self'
  type :join, '(Integer or Float or Rational or nil limit) -> self or nil'
  type :backtrace, '(*%dyn) -> Array<String> or nil' # of one that has ended
  type :native_thread_id, '() -> Integer or nil'
  type :status, '() -> String or false or nil'
end

class Thread::Mutex
  type :sleep, '(?(Integer or Float or Rational or nil) timeout) -> Integer or nil'
end

module Process
  class << self
    type :wait, '() -> Integer'
    type :wait, '(Integer pid) -> Integer'
    type :wait, '(Integer pid, Integer flags) -> Integer or nil' # WNOHANG
    type :waitpid, '() -> Integer'
    type :waitpid, '(Integer pid) -> Integer'
    type :waitpid, '(Integer pid, Integer flags) -> Integer or nil'
    type :wait2, '() -> [Integer, Process::Status]'
    type :wait2, '(Integer pid) -> [Integer, Process::Status]'
    type :wait2, '(Integer pid, Integer flags) -> [Integer, Process::Status] or nil'
    type :waitpid2, '() -> [Integer, Process::Status]'
    type :waitpid2, '(Integer pid) -> [Integer, Process::Status]'
    type :waitpid2, '(Integer pid, Integer flags) -> [Integer, Process::Status] or nil'
  end
end

class Process::Status
  type :success?, '() -> %bool or nil' # of one that a signal ended
end

class IO
  type :internal_encoding, '() -> Encoding or nil'
  type :pid, '() -> Integer or nil'
end

class StringIO
  type :internal_encoding, '() -> Encoding or nil'
  type :external_encoding, '() -> Encoding or nil'
end

class File::Stat
  type :dev_major, '() -> Integer or nil'
  type :dev_minor, '() -> Integer or nil'
  type :rdev_major, '() -> Integer or nil'
  type :rdev_minor, '() -> Integer or nil'
end

class SystemCallError
  type :errno, '() -> Integer or nil'
end

class NoMethodError
  type :args, '() -> Array<%dyn> or nil'
end

class Proc
  type :source_location, '() -> [String, Integer] or nil', modifies: {} # of `:name.to_proc`
end

class Fiber
  type :kill, '() -> self'
  type :storage, '() -> Hash<Symbol, %dyn> or nil'
end

module Kernel
  type :select, '(Array<%dyn> or nil read, ?(Array<%dyn> or nil) write, ?(Array<%dyn> or nil) error, ?(Integer or Float or nil) timeout) -> [Array<%dyn>, Array<%dyn>, Array<%dyn>] or nil'
end

class StringScanner
  type :check_until, '(Regexp or String pattern) -> String or nil'
  type :size, '() -> Integer or nil' # before anything matched
  type :pre_match, '() -> String or nil'
  type :post_match, '() -> String or nil'
end

class Range
  # Infinite for a range without an end.
  type :count, '() -> Integer or Float', modifies: {}
  type :count, '(%any object) -> Integer or Float', modifies: {}
  type :count, '() { (Elem) -> %any } -> Integer', modifies: {}
end

class Struct
  type :dig, '(String or Symbol or Integer or %_ToInt name_or_position) -> Elem or nil', modifies: {}
  type :dig, '(String or Symbol or Integer or %_ToInt name_or_position, %dyn, *%dyn) -> %dyn', modifies: {}
  type :values_at, '(*(Integer or Range<Integer>) positions) -> Array<Elem or nil>', modifies: {}
end

class Numeric
  type :<=>, '(Numeric other) -> Integer or nil'
end

class Module
  class << self
    type :constants, '() -> Array<Symbol>'
    type :constants, '(%any inherit) -> Array<Symbol>'
  end
end

class Encoding::Converter
  type :source_encoding, '() -> Encoding or nil' # of one for ends of lines only
  type :destination_encoding, '() -> Encoding or nil'
end

class Pathname
  type :mkpath, '(mode: ?(Integer or nil)) -> self'
end

class URI::Generic
  type :merge!, '(URI::Generic or String other) -> self or nil' # it changes nothing where there is no path to merge
end

class URI::HTTP
  type :authority, '() -> String or nil'
end

class URI::LDAP
  type :dn, '() -> String or nil'
  type :attributes, '() -> String or nil'
  type :scope, '() -> String or nil'
  type :filter, '() -> String or nil'
end

# The argument of `new`, which need not be an IO.
class Zlib::GzipFile
  type :finish, '() -> %dyn'
  type :to_io, '() -> %dyn'
end

class Zlib::GzipWriter
  type :flush, '(?Integer kind) -> self'

  class << self
    type :open, '(String path, ?(Integer or nil) level, ?(Integer or nil) strategy) -> Zlib::GzipWriter'
    type :open, '(String path, ?(Integer or nil) level, ?(Integer or nil) strategy) { (Zlib::GzipWriter) -> u } -> u'
  end
end

class Zlib::ZStream
  type :data_type, '() -> Integer'
end
