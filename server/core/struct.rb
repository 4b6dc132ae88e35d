class Struct
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []

  label :==, :eql?, :hash, :[], :dig, :values_at, :members, :to_a, :to_h, :values, :deconstruct, :deconstruct_keys, modifies: {}
  label :each, :each_pair, :select, :filter, :inspect, :to_s, modifies: {}
  label :[]=, modifies: { self: :contents }
  label :[], :[]=, raises: [NameError, IndexError]
end

class Data
  label :==, :eql?, :hash, :members, :to_h, :with, :inspect, :to_s, :deconstruct_keys, modifies: {}
end
