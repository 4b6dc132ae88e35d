# Arrays are references: methods that only read have an empty frame, methods that write declare it. A method that returns a fresh
# array is never `pure`.
class Array
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []

  # RBS says %dyn. The sum of an empty array is 0, or the initial value.
  type :sum, '() -> Elem or Integer', modifies: {}
  type :sum, '(u init) -> Elem or u', modifies: {}
  type :sum, '() { (Elem) -> u } -> u or Integer', modifies: {}
  type :sum, '(u init) { (Elem) -> v } -> u or v', modifies: {}
  # Without elements and without an initial value: nil.
  type :reduce, '(u initial) { (u, Elem) -> u } -> u', modifies: {}
  type :reduce, '() { (Elem, Elem) -> Elem } -> Elem or nil', modifies: {}
  type :reduce, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :reduce, '(Symbol operator) -> %dyn', modifies: {}
  type :inject, '(u initial) { (u, Elem) -> u } -> u', modifies: {}
  type :inject, '() { (Elem, Elem) -> Elem } -> Elem or nil', modifies: {}
  type :inject, '(%dyn initial, Symbol operator) -> %dyn', modifies: {}
  type :inject, '(Symbol operator) -> %dyn', modifies: {}
  type :minmax_by, '() { (Elem) -> %any } -> [Elem, Elem] or [nil, nil]', modifies: {}
  type :minmax_by, '() -> Enumerator<Elem, %dyn>', modifies: {}
  # A hash argument is updated in place.
  type :tally, '() -> Hash<Elem, Integer>', modifies: {}
  type :tally, '(Hash<Elem, Integer> counts) -> Hash<Elem, Integer>', modifies: { counts: :contents }
  # A negative count raises.
  type :take, '(Integer n { n >= 0 }) -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :drop, '(Integer n { n >= 0 }) -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :*, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length == self.length * n }', modifies: {}, raises: [ArgumentError]
  type :*, '(String separator) -> String', modifies: {}
  type :each_slice, '(Integer n { n > 0 }) { (Array<Elem>) -> %any } -> self', modifies: {}
  type :each_slice, '(Integer n { n > 0 }) -> Enumerator<Array<Elem>, self>', modifies: {}
  type :each_cons, '(Integer n { n > 0 }) { (Array<Elem>) -> %any } -> self', modifies: {}
  type :each_cons, '(Integer n { n > 0 }) -> Enumerator<Array<Elem>, self>', modifies: {}
  type :compact, '() -> Array<!Elem>', modifies: {}, raises: []
  type :count, '() -> Integer r { r == self.length }', modifies: {}
  type :count, '(%any object) -> Integer r { 0 <= r && r <= self.length }', modifies: {}
  type :count, '() { (Elem) -> %any } -> Integer r { 0 <= r && r <= self.length }', modifies: {}
  # The same number of elements in another order.
  type :rotate, '(?(Integer or %_ToInt) count) -> Array<Elem> r { r.length == self.length }', modifies: {}
  type :shuffle, '(random: ?%_Rand) -> Array<Elem> r { r.length == self.length }', modifies: {} # not repeatable
  type :product, '() -> Array<[Elem]> r { r.length == self.length }', modifies: {}
  type :product, '(Array<u> other) -> Array<[Elem, u]> r { r.length == self.length * other.length }', modifies: {}
  type :product, '(Array<u> other, Array<v> third) -> Array<[Elem, u, v]> r { r.length == self.length * other.length * third.length }', modifies: {}
  type :product, '(*Array<u> others) -> Array<Array<Elem or u>>', modifies: {}
  type :product, '(*Array<u> others) { (Array<Elem or u>) -> %any } -> self', modifies: {}
  # A negative number of elements raises.
  type :min, '() -> Elem or nil', modifies: {}
  type :min, '() { (Elem, Elem) -> Integer or nil } -> Elem or nil', modifies: {}
  type :min, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n && r.length <= self.length }', modifies: {}, raises: [ArgumentError]
  type :min, '(Integer n { n >= 0 }) { (Elem, Elem) -> Integer or nil } -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :max, '() -> Elem or nil', modifies: {}
  type :max, '() { (Elem, Elem) -> Integer or nil } -> Elem or nil', modifies: {}
  type :max, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n && r.length <= self.length }', modifies: {}, raises: [ArgumentError]
  type :max, '(Integer n { n >= 0 }) { (Elem, Elem) -> Integer or nil } -> Array<Elem>', modifies: {}, raises: [ArgumentError]

  # A negative number of elements raises, for all of these.
  type :first, '() -> Elem or nil', modifies: {}
  type :first, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n && r.length <= self.length }', modifies: {}, raises: [ArgumentError]
  type :first, '(%_ToInt n) -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :last, '() -> Elem or nil', modifies: {}
  type :last, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n && r.length <= self.length }', modifies: {}, raises: [ArgumentError]
  type :last, '(%_ToInt n) -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :sample, '(random: ?%_Rand) -> Elem or nil', modifies: {} # not repeatable
  type :sample, '(Integer n { n >= 0 }, random: ?%_Rand) -> Array<Elem> r { r.length <= n && r.length <= self.length }', modifies: {}, raises: [ArgumentError]
  type :sample, '(%_ToInt n, random: ?%_Rand) -> Array<Elem>', modifies: {}, raises: [ArgumentError]
  type :pop, '() -> Elem or nil', modifies: { self: :contents }
  type :pop, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: { self: :contents }, raises: [ArgumentError]
  type :pop, '(%_ToInt n) -> Array<Elem>', modifies: { self: :contents }, raises: [ArgumentError]
  type :shift, '() -> Elem or nil', modifies: { self: :contents }
  type :shift, '(Integer n { n >= 0 }) -> Array<Elem> r { r.length <= n }', modifies: { self: :contents }, raises: [ArgumentError]
  type :shift, '(%_ToInt n) -> Array<Elem>', modifies: { self: :contents }, raises: [ArgumentError]

  label :empty?, :at, :hash, pure: true
  # Returns an element that is itself an array.
  type :assoc, '(%any key) -> Elem or nil', modifies: {}
  type :rassoc, '(%any value) -> Elem or nil', modifies: {}
  # Elements are compared by `==`, which may hold across classes.
  type :include?, '(%any object) -> %bool'
  type :delete, '(%any object) -> Elem or nil'
  type :delete, '(s object) { (s) -> u } -> Elem or u'
  # An array that replaces several elements is splatted.
  type :[]=, '(Integer or %_ToInt index, Elem object) -> Elem', raises: [IndexError]
  type :[]=, '(Integer start { -self.length <= start }, Integer length { length >= 0 }, Array<Elem> objects) -> Array<Elem>', raises: [IndexError]
  type :[]=, '(Integer start { -self.length <= start }, Integer length { length >= 0 }, Elem object) -> Elem', raises: [IndexError]
  type :[]=, '(Integer or %_ToInt start, Integer or %_ToInt length, Array<Elem> objects) -> Array<Elem>', raises: [IndexError]
  type :[]=, '(Integer or %_ToInt start, Integer or %_ToInt length, Elem object) -> Elem', raises: [IndexError]
  type :[]=, '(Range<Integer> range { -self.length <= range.begin }, Array<Elem> objects) -> Array<Elem>', raises: [RangeError]
  type :[]=, '(Range<Integer> range { -self.length <= range.begin }, Elem object) -> Elem', raises: [RangeError]
  type :[]=, '(Range<Integer or nil> range, Array<Elem> objects) -> Array<Elem>', raises: [RangeError]
  type :[]=, '(Range<Integer or nil> range, Elem object) -> Elem', raises: [RangeError]
  # The elements that an arithmetic sequence selects, or RangeError.
  type :[], '(Integer or %_ToInt index) -> Elem or nil'
  type :[], '(Integer or %_ToInt start, Integer or %_ToInt length) -> Array<Elem> or nil'
  type :[], '(Range<Integer or nil> range) -> Array<Elem> or nil'
  type :[], '(Enumerator::ArithmeticSequence<Integer> sequence) -> Array<Elem> or nil', raises: [RangeError]
  type :slice, '(Integer or %_ToInt index) -> Elem or nil'
  type :slice, '(Integer or %_ToInt start, Integer or %_ToInt length) -> Array<Elem> or nil'
  type :slice, '(Range<Integer or nil> range) -> Array<Elem> or nil'
  type :slice, '(Enumerator::ArithmeticSequence<Integer> sequence) -> Array<Elem> or nil', raises: [RangeError]
  label :[], :slice, :dig, modifies: {}
  # A range that starts before the array raises.
  type :values_at, '(*(Integer or %_ToInt) indexes) -> Array<Elem or nil>', modifies: {}
  type :values_at, '(*(Integer or %_ToInt or Range<Integer or nil>) places) -> Array<Elem or nil>', modifies: {}, raises: [RangeError]
  # The block gets the index as it was passed.
  type :fetch, '(Integer or %_ToInt index) -> Elem', modifies: {}, raises: [IndexError]
  type :fetch, '(Integer or %_ToInt index, u default) -> Elem or u', modifies: {}, raises: [IndexError]
  type :fetch, '(Integer index) { (Integer) -> u } -> Elem or u', modifies: {}, raises: [IndexError]
  label :==, :eql?, :<=>, :include?, :member?, :index, :find_index, modifies: {}
  type :rindex, '(%any object) -> Integer or nil r { r.nil? || (0 <= r && r < self.length) }', modifies: {}
  type :rindex, '() { (Elem) -> %any } -> Integer or nil r { r.nil? || (0 <= r && r < self.length) }', modifies: {}
  type :rindex, '() -> Enumerator<Elem, Integer or nil>', modifies: {}
  label :&, :|, :+, :-, :union, :difference, :intersection, :intersect?, modifies: {}
  label :all?, :any?, :none?, :one?, :each, :each_index, :reverse_each, :each_with_index, :each_with_object, modifies: {}
  label :each_entry, :cycle, :map, :collect, :flat_map, :collect_concat, :filter_map, modifies: {}
  label :select, :filter, :reject, :find, :detect, :find_all, :partition, :group_by, :chunk_while, :slice_when, modifies: {}
  label :minmax, :min_by, :max_by, :sort, :sort_by, modifies: {}
  # The block returns true and false, or the distance.
  type :bsearch, '() { (Elem) -> %any } -> Elem or nil', modifies: {}
  type :bsearch, '() -> Enumerator<Elem, Elem or nil>', modifies: {}
  type :bsearch_index, '() { (Elem) -> %any } -> Integer or nil', modifies: {}
  type :zip, '() -> Array<[Elem]>', modifies: {}
  type :zip, '(%_Each<u> other) -> Array<[Elem, u or nil]>', modifies: {}
  type :zip, '(%_Each<%dyn> other, *%_Each<%dyn> others) -> Array<Array<%dyn>>', modifies: {}
  type :zip, '(%_Each<u> other) { ([Elem, u or nil]) -> %any } -> nil', modifies: {}
  type :zip, '(%_Each<%dyn> other, *%_Each<%dyn> others) { (Array<%dyn>) -> %any } -> nil', modifies: {}
  label :uniq, :combination, :permutation, :repeated_combination, :repeated_permutation, :transpose, modifies: {}
  label :reverse, :flatten, :take_while, :drop_while, :grep, :grep_v, modifies: {}
  type :join, '() -> String r { if self.empty? then r.empty? end }', modifies: {}
  type :join, '(String separator) -> String r { if self.empty? then r.empty? else r.length >= separator.length * (self.length - 1) end }', modifies: {}
  type :join, '(%_ToStr or nil separator) -> String', modifies: {}
  label :inspect, :to_s, :to_a, :to_ary, :to_h, :to_set, :entries, :deconstruct, :lazy, modifies: {}
  label :transpose, raises: [IndexError] # rows of different lengths
  label :pack, raises: [ArgumentError, TypeError, RangeError]
  # A buffer argument is written.
  type :pack, '(String format) -> String', modifies: {}
  type :pack, '(String format, buffer: String) -> String', modifies: { buffer: :contents }
  label :dup, :clone, :freeze, :frozen?, modifies: {}

  label :<<, :push, :append, :unshift, :prepend, :insert, :concat, modifies: { self: :contents }
  type :fill, '(Elem object) -> self', modifies: { self: :contents }
  type :fill, '(Elem object, Integer or %_ToInt or nil start, ?(Integer or %_ToInt or nil) length) -> self', modifies: { self: :contents }
  type :fill, '(Elem object, Range<Integer or nil> range) -> self', modifies: { self: :contents }, raises: [RangeError]
  type :fill, '(?(Integer or %_ToInt or nil) start, ?(Integer or %_ToInt or nil) length) { (Integer) -> Elem } -> self', modifies: { self: :contents }
  type :fill, '(Range<Integer or nil> range) { (Integer) -> Elem } -> self', modifies: { self: :contents }, raises: [RangeError]
  label :clear, :replace, :[]=, :initialize_copy, modifies: { self: :contents }
  label :delete, :delete_at, :delete_if, :keep_if, :select!, :filter!, :reject!, :slice!, modifies: { self: :contents }
  label :map!, :collect!, :compact!, :flatten!, :uniq!, :reverse!, :rotate!, :shuffle!, :sort!, :sort_by!, modifies: { self: :contents }

  class << self
    label :[], :try_convert, modifies: {}
  end
end
