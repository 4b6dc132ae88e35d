class Set
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []

  type :include?, '(%any object) -> %bool'
  type :member?, '(%any object) -> %bool'
  type :===, '(%any object) -> %bool'
  type :delete, '(%any object) -> self'
  type :delete?, '(%any object) -> self or nil'
  label :empty?, :include?, :member?, :===, pure: true
  label :subset?, :superset?, :proper_superset?, :disjoint?, :intersect?, modifies: {}
  # RBS omits the elements of the argument from the result type.
  type :|, '(Enumerable<u> other) -> Set<A or u>', modifies: {}
  type :+, '(Enumerable<u> other) -> Set<A or u>', modifies: {}
  type :union, '(Enumerable<u> other) -> Set<A or u>', modifies: {}
  type :^, '(Enumerable<u> other) -> Set<A or u>', modifies: {}
  label :&, :-, :intersection, :difference, :flatten, :classify, :divide, :to_a, modifies: {}
  label :each, :map, :select, :filter, :reject, :all?, :any?, :none?, :count, :find, :sum, :min, :max, :sort, :sort_by, modifies: {}
  label :reduce, :inject, :group_by, :partition, :each_with_index, :each_with_object, :first, :to_h, :filter_map, :flat_map, modifies: {}

  type :reject!, '() { (A) -> %any } -> self or nil', modifies: { self: :contents }
  type :reject!, '() -> Enumerator<A, self or nil>', modifies: { self: :contents }
  label :add, :add?, :<<, :delete, :delete?, :delete_if, :keep_if, :select!, :collect!, :map!, modifies: { self: :contents }
  label :clear, :reset, :subtract, :compare_by_identity, modifies: { self: :contents }
  # RBS requires only `each`; the elements must conform.
  type :merge, '(*Enumerable<A> others) -> self', modifies: { self: :contents }
  type :replace, '(Enumerable<A> other) -> self', modifies: { self: :contents }
end

class Set
  label :to_set, modifies: {}

  class << self
    label :[], modifies: {}
  end
end
