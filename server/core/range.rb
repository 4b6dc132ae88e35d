class Range
  label :begin, :end, :exclude_end?, pure: true, raises: []
  label :==, :eql?, :hash, pure: true
  label :to_a, :entries, :to_set, raises: [RangeError, TypeError] # without an end, or without a begin to count from
  label :===, :cover?, :include?, :member?, :overlap?, pure: true
  type :size, '() -> Integer or Float or nil', modifies: {}, raises: [TypeError]
  type :first, '() -> Elem', modifies: {}
  type :first, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: {}
  type :last, '() -> Elem', modifies: {}
  type :last, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: {}
  label :count, :sum, modifies: {}
  label :minmax, raises: [RangeError, TypeError]
  type :minmax_by, '() { (Elem) -> %any } -> [Elem, Elem] or [nil, nil]', modifies: {}
  type :minmax_by, '() -> Enumerator<Elem, %dyn>', modifies: {}
  # A hash argument is updated in place.
  type :tally, '() -> Hash<Elem, Integer>', modifies: {}
  type :tally, '(Hash<Elem, Integer> counts) -> Hash<Elem, Integer>', modifies: { counts: :contents }
  # Nil for an empty range.
  type :min, '() -> Elem or nil', modifies: {}
  type :min, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: {}
  type :min, '() { (Elem, Elem) -> Integer } -> Elem or nil', modifies: {}
  type :max, '() -> Elem or nil', modifies: {}
  type :max, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: {}
  type :max, '() { (Elem, Elem) -> Integer } -> Elem or nil', modifies: {}
  type :reduce, '(u initial) { (u, Elem) -> u } -> u', modifies: {}
  type :reduce, '() { (Elem, Elem) -> Elem } -> Elem or nil', modifies: {}
  type :reduce, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :reduce, '(Symbol operator) -> %dyn', modifies: {}
  type :inject, '(u initial) { (u, Elem) -> u } -> u', modifies: {}
  type :inject, '() { (Elem, Elem) -> Elem } -> Elem or nil', modifies: {}
  type :inject, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :inject, '(Symbol operator) -> %dyn', modifies: {}
  type :bsearch, '() { (Elem) -> %any } -> Elem or nil', modifies: {}
  type :bsearch, '() -> Enumerator<Elem, Elem or nil>', modifies: {}
  label :each, :reverse_each, modifies: {}
  label :to_s, :inspect, modifies: {}
  label :all?, :any?, :none?, :one?, :map, :collect, :select, :filter, :reject, :find, :detect, :find_all, :find_index, modifies: {}
  label :each_with_index, :each_with_object, :each_slice, :each_cons, :each_entry, modifies: {}
  label :to_a, :entries, :to_set, :to_h, :zip, :partition, :group_by, :flat_map, :collect_concat, :filter_map, :uniq, modifies: {}
  label :min_by, :max_by, :minmax, :sort, :sort_by, :take, :take_while, :drop, :drop_while, :grep, :grep_v, modifies: {}
  label :lazy, :cycle, :chunk_while, :slice_when, modifies: {}
end
