class Hash
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :dig, '(K) -> V or nil', modifies: {}
  type :dig, '(K, %any, *%any) -> %dyn', modifies: {}
  type :initialize, '() -> %any'
  type :initialize, '(?V default, capacity: Integer) -> %any'
  type :initialize, '(V default) -> %any'
  type :initialize, '() { (Hash<K, V>, K) -> V } -> %any'
  type :compact, '() -> Hash<K, !V> r { r.size <= self.size }', modifies: {}, raises: []
  type :invert, '() -> Hash<V, K> r { r.size <= self.size }', modifies: {}

  type :value?, '(%any value) -> %bool'
  type :has_value?, '(%any value) -> %bool'
  type :key, '(%any value) -> K or nil'
  type :rassoc, '(%any value) -> [K, V] or nil'
  label :empty?, :key?, :has_key?, :include?, :member?, :value?, :has_value?, :compare_by_identity?, pure: true
  label :hash, :default_proc, pure: true
  label :dup, :clone, :freeze, :frozen?, modifies: {}
  label :==, :eql?, :<, :<=, :>, :>=, :key, :default, :values_at, :fetch_values, modifies: {}
  label :fetch, modifies: {}, raises: [KeyError]
  label :keys, :values, :to_a, :to_h, :to_hash, :to_proc, :inspect, :to_s, :merge, :slice, :except, modifies: {}
  label :each, :each_pair, :each_key, :each_value, :all?, :any?, :none?, :one?, :count, :find, :detect, :find_all, modifies: {}
  label :map, :collect, :flat_map, :filter_map, :select, :filter, :reject, :partition, :group_by, :min_by, :max_by, modifies: {}
  type :reduce, '(u initial) { (u, [K, V]) -> u } -> u', modifies: {}
  type :reduce, '() { ([K, V], [K, V]) -> [K, V] } -> [K, V] or nil', modifies: {}
  type :reduce, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :reduce, '(Symbol operator) -> %dyn', modifies: {}
  type :inject, '(u initial) { (u, [K, V]) -> u } -> u', modifies: {}
  type :inject, '() { ([K, V], [K, V]) -> [K, V] } -> [K, V] or nil', modifies: {}
  type :inject, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :inject, '(Symbol operator) -> %dyn', modifies: {}
  # A hash argument is updated in place.
  type :tally, '() -> Hash<[K, V], Integer>', modifies: {}
  type :tally, '(Hash<[K, V], Integer> counts) -> Hash<[K, V], Integer>', modifies: { counts: :contents }
  label :sum, :sort_by, :sort, :each_with_index, :each_with_object, :to_set, :first, :zip, modifies: {}
  # Keys that the given hash lacks are kept, or passed to the block.
  type :transform_keys, '() { (K) -> u } -> Hash<u, V>', modifies: {}
  type :transform_keys, '(Hash<%any, u> names) -> Hash<K or u, V>', modifies: {}
  type :transform_keys, '(Hash<%any, u> names) { (K) -> v } -> Hash<u or v, V>', modifies: {}
  type :transform_keys, '() -> Enumerator<K, Hash<%dyn, V>>', modifies: {}
  label :transform_values, :flatten, :assoc, :rassoc, :deconstruct_keys, :uniq, modifies: {}
  # A default block may do anything, so `[]` has no frame.

  label :[]=, :store, :delete, :delete_if, :keep_if, :select!, :filter!, :reject!, :clear, modifies: { self: :contents }
  type :transform_keys!, '() { (K) -> K } -> self', modifies: { self: :contents }
  type :transform_keys!, '(Hash<%any, K> names) -> self', modifies: { self: :contents }
  type :transform_keys!, '(Hash<%any, K> names) { (K) -> K } -> self', modifies: { self: :contents }
  type :transform_keys!, '() -> Enumerator<K, self>', modifies: { self: :contents }
  # RBS accepts anything that converts to a hash; the entries must conform.
  type :merge!, '(*Hash<K, V> others) -> self', modifies: { self: :contents }
  type :merge!, '(*Hash<K, V> others) { (K, V, V) -> V } -> self', modifies: { self: :contents }
  type :update, '(*Hash<K, V> others) -> self', modifies: { self: :contents }
  type :update, '(*Hash<K, V> others) { (K, V, V) -> V } -> self', modifies: { self: :contents }
  type :replace, '(Hash<K, V> other) -> self', modifies: { self: :contents }
  label :compact!, :transform_values!, :shift, :rehash, modifies: { self: :contents }
  label :default=, :default_proc=, :compare_by_identity, modifies: { self: :contents }
  label :initialize_copy, modifies: { self: :contents }

  class << self
    label :[], :try_convert, modifies: {}
    label :[], raises: [ArgumentError] # not pairs
  end
end
