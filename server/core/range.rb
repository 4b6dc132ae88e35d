class Range
  label :begin, :end, :exclude_end?, pure: true, raises: []
  label :==, :eql?, :hash, pure: true
  label :===, :cover?, :include?, :member?, :overlap?, pure: true
  label :min, :max, :first, :last, :size, :count, :sum, modifies: {}
  label :each, :reverse_each, :step, :bsearch, modifies: {}
  label :to_s, :inspect, modifies: {}
  label :all?, :any?, :none?, :one?, :map, :collect, :select, :filter, :reject, :find, :detect, :find_all, :find_index, modifies: {}
  label :reduce, :inject, :each_with_index, :each_with_object, :each_slice, :each_cons, :each_entry, modifies: {}
  label :to_a, :entries, :to_set, :to_h, :zip, :partition, :group_by, :flat_map, :collect_concat, :filter_map, :tally, :uniq, modifies: {}
  label :min_by, :max_by, :minmax, :minmax_by, :sort, :sort_by, :take, :take_while, :drop, :drop_while, :grep, :grep_v, modifies: {}
  label :lazy, :cycle, :chunk_while, :slice_when, modifies: {}
end
