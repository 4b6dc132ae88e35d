module Kernel
  label :!~, pure: true # calls =~, and raises what that raises
  label :nil?, :===, :eql?, :<=>, :hash, :object_id, :class, :itself, pure: true, raises: []
  label :is_a?, :kind_of?, :instance_of?, pure: true, raises: []
  label :instance_variable_defined?, pure: true
  label :to_s, :inspect, :instance_variables, :methods, :private_methods, :protected_methods, :public_methods, modifies: {}
  label :singleton_methods, :singleton_class, :method, :public_method, :singleton_method, :enum_for, :to_enum, modifies: {}
  label :instance_variable_get, modifies: {}
  label :freeze, :frozen?, modifies: {}, raises: [] # the frozen bit is not part of the frame
  label :tap, :then, :yield_self, modifies: {}
  label :block_given?, pure: true, raises: []
  label :__method__, :__dir__, :__callee__, modifies: {}, raises: []
  label :Integer, :Float, :Complex, modifies: {}, raises: [ArgumentError, TypeError, FloatDomainError]
  label :Rational, modifies: {}, raises: [ArgumentError, TypeError, FloatDomainError, ZeroDivisionError]
  label :format, :sprintf, modifies: {}, raises: [ArgumentError, TypeError, KeyError]
  label :printf, raises: [ArgumentError, TypeError, KeyError]
  label :instance_variable_defined?, :instance_variable_get, :method, :public_method, :singleton_method, raises: [NameError]
  label :sleep, raises: [ArgumentError]
  label :proc, :lambda, modifies: {}, raises: []
  label :caller, :caller_locations, :local_variables, :global_variables, :binding, modifies: {}
  # These write nothing that the program can read, but they are not deterministic.
  label :puts, :print, :p, :pp, :putc, :printf, :warn, :display, modifies: {}
  label :gets, :sleep, modifies: {}
  # RBS omits `exception:`, and a command with its own argv[0].
  type :system, '(String or [String, String] command, *String args, **%any options) -> %bool or nil'
  type :system, '(Hash<String, String or nil> env, String or [String, String] command, *String args, **%any options) -> %bool or nil'
  # Returns what it prints, several values as an array.
  type :p, '() -> nil', modifies: {}
  type :p, '(t) -> t', modifies: {}
  type :p, '(t, t, *t) -> Array<t>', modifies: {}
  type :pp, '() -> nil', modifies: {}
  type :pp, '(t) -> t', modifies: {}
  type :pp, '(t, t, *t) -> Array<t>', modifies: {}
  type :Array, '(nil) -> []'
  type :Array, '(Hash<k, v>) -> Array<[k, v]>'
  type :Array, '(Array<t> or %_ToAry<t> or %_ToA<t>) -> Array<t>'
  type :Array, '(t) -> [t]'
  type :rand, '() -> Float r { 0.0 <= r && r < 1.0 }', modifies: {}
  type :rand, '(0) -> Float r { 0.0 <= r && r < 1.0 }', modifies: {}
  type :rand, '(Integer max { max > 0 }) -> Integer r { 0 <= r && r < max }', modifies: {}
  # Nil for an empty range.
  type :rand, '(Range<Integer> r { r.begin < r.end || (r.begin == r.end && !r.exclude_end?) }) -> Integer v { r.begin <= v && v <= r.end }', modifies: {}
  type :rand, '(Range<Float> r { r.begin < r.end }) -> Float v { r.begin <= v && v <= r.end }', modifies: {}
  type :rand, '(Float max) -> Integer or Float', modifies: {}, raises: [FloatDomainError] # of what is left without its fraction

  class << self
    # RBS omits `exception:`, and a command with its own argv[0].
    type :system, '(String or [String, String] command, *String args, **%any options) -> %bool or nil'
    type :system, '(Hash<String, String or nil> env, String or [String, String] command, *String args, **%any options) -> %bool or nil'
    type :Array, '(nil) -> []'
    type :Array, '(Hash<k, v>) -> Array<[k, v]>'
    type :Array, '(Array<t> or %_ToAry<t> or %_ToA<t>) -> Array<t>'
    type :Array, '(t) -> [t]'
    type :rand, '() -> Float r { 0.0 <= r && r < 1.0 }', modifies: {}
    type :rand, '(0) -> Float r { 0.0 <= r && r < 1.0 }', modifies: {}
    type :rand, '(Integer max { max > 0 }) -> Integer r { 0 <= r && r < max }', modifies: {}
    # Nil for an empty range.
    type :rand, '(Range<Integer> r { r.begin < r.end || (r.begin == r.end && !r.exclude_end?) }) -> Integer v { r.begin <= v && v <= r.end }', modifies: {}
    type :rand, '(Range<Float> r { r.begin < r.end }) -> Float v { r.begin <= v && v <= r.end }', modifies: {}
    type :rand, '(Float max) -> Integer or Float', modifies: {}, raises: [FloatDomainError] # of what is left without its fraction
    label :format, :sprintf, modifies: {}, raises: [ArgumentError, TypeError, KeyError]
    label :Integer, :Float, :Complex, modifies: {}, raises: [ArgumentError, TypeError, FloatDomainError]
    label :Rational, modifies: {}, raises: [ArgumentError, TypeError, FloatDomainError, ZeroDivisionError]
  end
end
