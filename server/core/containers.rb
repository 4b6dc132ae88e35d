# What methods of containers return, answer, look up and store; the words are explained in docs/library.md.
# test/core/containerLabels.test.ts compares every label with Ruby.
class BasicObject
  label :!, :equal?, returns: :other, answers: :class
end

module Kernel
  label :loop, discards: :results
  label :nil?, :is_a?, :kind_of?, :instance_of?, returns: :other, answers: :class
  label :frozen?, :hash, :inspect, :to_s, returns: :other
  label :freeze, returns: :self
  label :dup, returns: :new
end

class Numeric
  label :dup, :clone, returns: :self
end

module Enumerable
  label :select, :filter, :find_all, :take_while, :find, :detect, keeps: :truthy
  label :reject, keeps: :falsy
  label :map, :collect, collects: :results
  label :filter_map, collects: :truthy
  label :flat_map, :collect_concat, collects: :parts
  label :each_with_index, :each_entry, :each_slice, :each_cons, :reverse_each, discards: :results
  label :count, :any?, :none?, :all?, :one?, :sum, :min, :max, :minmax, :first, :include?, :member?, :find, :detect, returns: :other
  label :find_index, :min_by, :max_by, :inject, :reduce, :each_with_object, returns: :other
  label :reduce, :inject, answers: :fold
  label :all?, answers: :every
  label :any?, answers: :some
  label :none?, answers: :no
  label :grep, keeps: :matching
  label :grep_v, keeps: :others
  label :each_with_index, yields: :indexed
  label :to_h, arranges: :pairs
  label :zip, arranges: :rows
  label :map, :collect, :select, :filter, :reject, :partition, :group_by, :sort, :sort_by, :flat_map, :filter_map, returns: :new
  label :take, :drop, :take_while, :drop_while, :zip, :tally, :compact, :uniq, returns: :new
  label :each_slice, :each_cons, :each_with_index, :reverse_each, returns: :self
end

class Array
  label :select, :filter, :take_while, keeps: :truthy
  label :reject, keeps: :falsy
  label :map, :collect, :map!, :collect!, collects: :results
  label :each, :each_index, :reverse_each, discards: :results
  label :size, :length, answers: :size
  label :count, answers: :count
  label :empty?, answers: :empty
  label :first, :last, :min, :max, :sample, :pop, :shift, :min_by, :max_by, answers: :element
  label :reduce, :inject, answers: :fold
  label :[], :at, :fetch, :slice, seeks: :index
  label :all?, answers: :every
  label :any?, answers: :some
  label :none?, answers: :no
  label :to_h, arranges: :pairs
  label :flatten, arranges: :flat
  label :transpose, arranges: :columns
  label :zip, arranges: :rows
  label :flatten, :flatten!, :join, descends: :arrays
  label :size, :length, :count, :empty?, :any?, :none?, :all?, :one?, :sum, :min, :max, :minmax, :first, :last, returns: :other
  label :[], :at, :fetch, :dig, :include?, :member?, :pop, :shift, :delete_at, :delete, :slice, :slice!, :[]=, returns: :other
  label :join, :inspect, :to_s, :hash, :index, :find_index, :rindex, :find, :detect, :min_by, :max_by, returns: :other
  label :inject, :reduce, :each_with_object, returns: :other
  label :+, :-, :&, :|, :*, :dup, :sort, :reverse, :compact, :uniq, :take, :drop, :values_at, returns: :new
  label :map, :collect, :select, :filter, :reject, :partition, :group_by, :sort_by, :flat_map, :filter_map, returns: :new
  label :take_while, :drop_while, :zip, :tally, returns: :new
  label :<<, :push, :append, :unshift, :prepend, :insert, :concat, :replace, :clear, :fill, :sort!, :reverse!, returns: :self
  label :uniq!, :compact!, :map!, :collect!, :select!, :reject!, :filter!, :keep_if, :delete_if, :shuffle!, :rotate!, returns: :self
  label :sort_by!, :each, :each_slice, :each_cons, :each_with_index, :each_index, :reverse_each, :freeze, returns: :self
  label :frozen?, returns: :other
  label :[]=, :<<, :push, :append, :unshift, :prepend, stores: :argument
  label :insert, :concat, :replace, :fill, :map!, :collect!, stores: :contents
  label :pop, :shift, :delete, :delete_at, :delete_if, :clear, :compact!, :reject!, :select!, :filter!, :keep_if, stores: :nothing
  label :reverse!, :rotate!, :shuffle!, :slice!, :sort!, :sort_by!, :uniq!, stores: :nothing
end

class Hash
  label :select, :filter, keeps: :truthy
  label :reject, keeps: :falsy
  label :each, :each_pair, :each_key, :each_value, discards: :results
  label :size, :length, answers: :size
  label :count, answers: :count
  label :empty?, answers: :empty
  label :key?, :has_key?, :include?, :member?, answers: :key
  label :all?, answers: :every
  label :any?, answers: :some
  label :none?, answers: :no
  label :[], :key?, :has_key?, :include?, :member?, :fetch, :dig, :delete, :assoc, seeks: :key
  label :values_at, :fetch_values, :slice, :except, seeks: :keys
  label :size, :length, :count, :empty?, :any?, :none?, :all?, :one?, :sum, :first, :[], :fetch, :dig, returns: :other
  label :include?, :member?, :key?, :has_key?, :value?, :has_value?, :shift, :delete, :inspect, :to_s, :hash, returns: :other
  label :frozen?, :[]=, :store, :find, :detect, :min_by, :max_by, :inject, :reduce, :each_with_object, returns: :other
  label :values_at, :slice, :keys, :values, :dup, :sort, :compact, :uniq, :map, :collect, :select, :filter, :reject, returns: :new
  label :partition, :group_by, :sort_by, :flat_map, :filter_map, :zip, :tally, :merge, returns: :new
  label :replace, :clear, :select!, :reject!, :filter!, :keep_if, :delete_if, :compact!, :each, :each_pair, returns: :self
  label :each_with_index, :each_key, :each_value, :merge!, :update, :freeze, returns: :self
  label :[]=, :store, stores: :argument
  label :update, :merge!, :transform_keys!, :transform_values!, stores: :contents
  label :clear, :compact!, :delete, :delete_if, :keep_if, :reject!, :select!, :filter!, :shift, :rehash, stores: :nothing
end

class Set
  label :select, :filter, keeps: :truthy
  label :reject, keeps: :falsy
  label :each, discards: :results
  label :size, :length, answers: :size
  label :count, answers: :count
  label :empty?, answers: :empty
  label :all?, answers: :every
  label :any?, answers: :some
  label :none?, answers: :no
  label :size, :length, :count, :empty?, :any?, :none?, :all?, :sum, :min, :max, :first, :include?, :member?, returns: :other
  label :find, :inject, :reduce, :each_with_object, :join, returns: :other
  label :+, :-, :&, :|, :sort, :map, :select, :filter, :reject, :partition, :group_by, :sort_by, :flat_map, :filter_map, returns: :new
  label :<<, :add, :add?, :delete, :delete?, :subtract, :merge, :replace, :clear, :each, :each_with_index, returns: :self
  label :map!, :collect!, :select!, :reject!, :filter!, :keep_if, :delete_if, returns: :self
  label :<<, :add, stores: :argument
  label :add?, :merge, :replace, :map!, :collect!, stores: :contents
  label :clear, :delete, :delete?, :delete_if, :keep_if, :reject!, :select!, :filter!, :subtract, :reset, stores: :nothing
end

class Struct
  label :to_a, :values, :deconstruct, arranges: :list
  label :to_h, arranges: :named
  label :[], :[]=, seeks: :key
  label :[]=, stores: :argument
end

class Data
  label :to_h, arranges: :named
end

class String
  label :each_char, discards: :results
  label :size, :length, answers: :size
  label :empty?, answers: :empty
  label :=~, :match, answers: :match
  label :size, :length, :bytesize, :count, :empty?, :sum, :[], :slice, :slice!, :include?, :start_with?, :end_with?, returns: :other
  label :index, :rindex, :inspect, :hash, :[]=, :frozen?, returns: :other
  label :+, :*, :dup, :upcase, :downcase, :strip, :reverse, :delete, :partition, returns: :new
  label :<<, :prepend, :insert, :concat, :replace, :clear, :reverse!, :upcase!, :downcase!, :strip!, :squeeze!, returns: :self
  label :chomp!, :each_char, :to_s, :freeze, returns: :self
  label :[]=, :<<, :prepend, :insert, :concat, :replace, stores: :contents
  label :clear, :slice!, :reverse!, :delete!, :upcase!, :downcase!, :strip!, :squeeze!, :chomp!, stores: :nothing
end

class Dir
  class << self
    label :glob, :[], :children, :entries, returns: :new
  end
end

class Regexp
  label :=~, :===, :match, answers: :match
end

class Range
  label :step, :%, arranges: :steps
  label :reduce, :inject, answers: :fold
  label :count, answers: :count
  label :size, answers: :size
  label :each, :step, discards: :results
  label :to_a, :entries, returns: :new
end

class Enumerator
  label :with_index, yields: :indexed
end

class Integer
  label :zero?, answers: :zero
  label :nonzero?, :positive?, answers: :nonzero
  label :times, :upto, :downto, discards: :results
end

class Numeric
  label :step, discards: :results
end
