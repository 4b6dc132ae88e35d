# What library methods call of the objects that they are given. `self` is the receiver and what it holds, `arguments` are the
# arguments and what they hold; `receiver` is the receiver alone, `keys` are its keys (the elements of a Set). Blocks are not meant. Where some method is called, `respond_to_missing?` and `method_missing` may be.
# A method without this label may call anything. `returns: :frozen`: the result is frozen. `exposes_keys: false`: the result is no
# key of the receiver, and holds none except as a key. `runs: :receiver`: it runs the receiver's code.
# `yields: :elements`: it yields one value per element; `:pairs`: the pair of a member's name and its value. `combines: :<=>`: without arguments and block, it combines all elements
# with this operator, and raises if it cannot; `:+` starts from 0. In Comparable, the operands are the receiver and the arguments.
# `orders: :results`: with a block, it compares what the block returns, and raises if it cannot.
# `reflects: :name`: it finds a method by the name that it is given. `reflects: :code`: it runs code with another `self` or in another
# scope, or changes what variables an object has. `reflects: :definitions`: it changes what methods a class or an object has.
# `touches: :world`: it reads or changes only what lies outside of the program's objects.
# `interprets:` its strings are sets of characters (`a-z`), its first argument is a pattern, its second one a replacement (`\\1`).
# test/core/callbackLabels.test.ts compares every label with Ruby.
class BasicObject
  label :equal?, :!, :__id__, calls: {}, exposes_keys: false
  label :==, :!=, exposes_keys: false
  label :==, calls: {}
  label :!=, calls: { self: [:==] }
  label :__send__, reflects: :name
  label :instance_eval, :instance_exec, reflects: :code
end

module Kernel
  label :nil?, :is_a?, :kind_of?, :instance_of?, :class, :frozen?, :object_id, calls: {}, exposes_keys: false
  label :itself, :then, :tap, calls: {}
  label :raise, :fail, calls: { arguments: [:exception, :to_str] }
  label :block_given?, :lambda, :proc, :loop, :catch, :throw, :local_variables, :global_variables, :instance_variables, calls: {}
  label :__method__, :__callee__, :__dir__, calls: {}
  label :puts, :warn, calls: { arguments: [:to_ary, :to_s, :inspect] }
  label :print, calls: { arguments: [:to_s, :inspect] }
  label :p, calls: { arguments: [:inspect] }
  label :Array, calls: { arguments: [:to_ary, :to_a] }
  label :Hash, calls: { arguments: [:to_hash] }
  label :Float, calls: { arguments: [:to_f] }
  label :Integer, calls: { arguments: [:to_int, :to_str, :to_i] }
  label :String, calls: { arguments: [:to_str, :to_s, :inspect] }
  label :caller, :caller_locations, calls: { arguments: [:to_int] }
  label :respond_to?, calls: { self: [:respond_to_missing?], arguments: [:to_str, :inspect] }
  label :freeze, calls: {}, exposes_keys: false
  label :===, :eql?, :dup, :clone, :inspect, :to_s, :hash, exposes_keys: false
  label :===, calls: { self: [:==] }
  label :eql?, calls: {}
  label :hash, calls: { self: [:hash] }
  label :inspect, :to_s, calls: { self: [:inspect] }
  label :<=>, calls: { self: [:==] }
  label :format, :sprintf, :printf, calls: { arguments: [:to_s, :inspect, :to_int, :to_i, :to_f, :to_str, :to_hash] }
  label :pp, calls: { arguments: [:inspect] }
  label :rand, calls: { arguments: [:to_int] }
  label :display, calls: { self: [:to_s, :inspect] }
  label :instance_variable_defined?, :to_enum, :enum_for, calls: { arguments: [:to_str, :inspect] }
  label :instance_variables, :singleton_class, calls: {}
  label :send, :public_send, :method, :public_method, reflects: :name
  label :eval, :binding, :extend, :instance_variable_set, :remove_instance_variable, reflects: :code
  label :define_singleton_method, reflects: :definitions
  label :fork, :`, :abort, :at_exit, :autoload, :autoload?, :exit, :exit!, :load, :open, :readline, :readlines, touches: :world
  label :require, :require_relative, :select, :syscall, :test, :exec, :spawn, :system, :srand, :trap, touches: :world
  label :sleep, :gets, :putc, touches: :world
  label :set_trace_func, :trace_var, :untrace_var, touches: :world
end

class Module
  label :===, :==, :<, :<=, :>, :>=, :<=>, :name, :to_s, :inspect, calls: {}
  label :instance_method, :public_instance_method, reflects: :name
  label :class_eval, :class_exec, :module_eval, :module_exec, :class_variable_set, :using, :refine, reflects: :code
  label :remove_class_variable, :const_set, reflects: :code
  label :define_method, :alias_method, :remove_method, :undef_method, :include, :prepend, reflects: :definitions
  label :attr, :attr_accessor, :attr_reader, :attr_writer, reflects: :definitions
end

module Enumerable
  label :count, :any?, :all?, :none?, exposes_keys: false
  label :find, :detect, calls: { receiver: [:each], arguments: [:call] }
  label :find_all, :select, :filter, :reject, :partition, :map, :collect, :flat_map, :filter_map, calls: { receiver: [:each] }
  label :each_with_index, :each_with_object, :each_entry, :to_a, :entries, :take_while, :drop_while, calls: { receiver: [:each] }
  label :first, :take, :drop, :each_slice, :each_cons, calls: { receiver: [:each], arguments: [:to_int] }
  label :include?, :member?, :find_index, :count, calls: { receiver: [:each], self: [:==], arguments: [:==] }
  label :any?, :all?, :none?, :one?, :grep, :grep_v, calls: { receiver: [:each], self: [:==], arguments: [:===, :==] }
  label :minmax, :sort, calls: { receiver: [:each], self: [:<=>, :==] }
  label :min, :max, calls: { receiver: [:each], self: [:<=>, :==], arguments: [:to_int] }
end

class NilClass
  label :nil?, :!, calls: {}
  label :to_s, returns: :frozen
end

class TrueClass
  label :!, calls: {}
  label :to_s, :inspect, returns: :frozen
end

class FalseClass
  label :!, calls: {}
  label :to_s, :inspect, returns: :frozen
end

class Symbol
  label :match, :match?, interprets: :pattern
  label :name, returns: :frozen
  label :size, :length, :empty?, :==, :===, :<=>, :to_s, :id2name, :name, :to_sym, :to_proc, :inspect, calls: {}
  label :upcase, :downcase, :capitalize, :swapcase, :succ, :next, calls: {}
  label :start_with?, :end_with?, calls: { arguments: [:to_str] }
  label :[], :slice, calls: { arguments: [:to_int] }
end

class String
  label :count, :delete, :delete!, :squeeze, :squeeze!, :tr, :tr!, :tr_s, :tr_s!, interprets: :characters
  label :match, :match?, interprets: :pattern
  label :sub, :sub!, :gsub, :gsub!, interprets: :replacement
  label :-@, :dedup, returns: :frozen
  label :freeze, calls: {}
  label :size, :length, :empty?, :clear, calls: {}
  label :hash, :eql?, :to_s, :to_str, :to_sym, :intern, :inspect, :dump, :+@, :-@, :b, :bytes, :bytesize, :chars, :codepoints, :ord, :chr, calls: {}
  label :upcase, :upcase!, :downcase, :downcase!, :capitalize, :capitalize!, :swapcase, :swapcase!, :reverse, :reverse!, calls: {}
  label :strip, :strip!, :lstrip, :lstrip!, :rstrip, :rstrip!, :chop, :chop!, :succ, :succ!, :next, :next!, :hex, :oct, calls: {}
  label :to_f, :to_r, :to_c, :each_char, :each_byte, :each_codepoint, :encoding, :valid_encoding?, :ascii_only?, :scrub, calls: {}
  label :==, :===, calls: { arguments: [:==] }
  label :<=>, :<, :<=, :>, :>=, :between?, calls: { arguments: [:<=>, :==, :to_str] }
  label :dup, :clone, calls: {}
  label :=~, calls: { arguments: [:=~] }
  label :+, :<<, :concat, :prepend, :replace, :include?, :start_with?, :end_with?, :partition, :rpartition, calls: { arguments: [:to_str] }
  label :chomp, :chomp!, :delete, :delete!, :squeeze, :squeeze!, :tr, :tr!, :tr_s, :tr_s!, :count, :scan, calls: { arguments: [:to_str] }
  label :delete_prefix, :delete_prefix!, :delete_suffix, :delete_suffix!, :casecmp, :casecmp?, :lines, :each_line, calls: { arguments: [:to_str] }
  label :sub, :sub!, :gsub, :gsub!, calls: { arguments: [:to_str, :to_hash] }
  label :index, :rindex, :insert, :split, :ljust, :rjust, :center, :match, :match?, :[]=, calls: { arguments: [:to_str, :to_int] }
  label :*, :[], :slice, :slice!, :byteslice, :getbyte, :to_i, calls: { arguments: [:to_int] }
end

class Integer
  label :+, :-, :*, :/, :%, :modulo, :div, :<, :<=, :>, :>=, :<=>, calls: { arguments: [:coerce] }
  label :&, :|, :^, :**, :divmod, :fdiv, :remainder, :upto, :downto, calls: { arguments: [:coerce] }
  label :zero?, :even?, :odd?, :succ, :pred, :abs, :-@, :~, :next, :magnitude, :bit_length, :ord, :integer?, :times, calls: {}
  label :to_i, :to_int, :to_f, :to_r, :size, :hash, calls: {}
  label :==, :===, calls: { arguments: [:==] }
  label :between?, calls: { arguments: [:coerce] }
  label :clamp, calls: { arguments: [:<=>, :coerce, :==] }
  label :<<, :>>, :floor, :ceil, :truncate, :to_s, :inspect, :digits, calls: { arguments: [:to_int] }
end

class Float
  label :+, :-, :*, :/, :%, :modulo, :<, :<=, :>, :>=, :<=>, :**, :divmod, :fdiv, :quo, calls: { arguments: [:coerce] }
  label :abs, :magnitude, :-@, :zero?, :positive?, :negative?, :nan?, :finite?, :infinite?, :to_f, :to_i, :to_int, :to_s, :inspect, calls: {}
  label :hash, :eql?, calls: {}
  label :between?, calls: { arguments: [:coerce] }
  label :clamp, calls: { arguments: [:<=>, :coerce, :==] }
  label :==, :===, calls: { arguments: [:==] }
  label :floor, :ceil, :truncate, calls: { arguments: [:to_int] }
end

class Rational
  label :<, :<=, :>, :>=, :<=>, :between?, calls: { arguments: [:coerce] }
  label :clamp, calls: { arguments: [:<=>, :coerce, :==] }
  label :==, calls: { arguments: [:==] }
end

class Range
  label :begin, :end, :exclude_end?, calls: {}
  label :===, :cover?, :include?, :member?, calls: { self: [:<=>, :succ, :==], arguments: [:<=>, :coerce] }
end

class IO
  label :<<, touches: :world
end

class Proc
  label :call, :[], :===, :yield, runs: :receiver
end

class Enumerator
  label :each, :with_index, :with_object, :next, :peek, runs: :receiver
end

module Comparable
  label :<, :<=, :>, :>=, combines: :<=>
  label :==, :<, :<=, :>, :>=, :between?, calls: { self: [:<=>, :<, :>] }
  label :clamp, calls: { self: [:<=>, :<, :>], arguments: [:<=>, :==, :coerce] }
end

module Enumerable
  label :sort, :min, :max, :minmax, combines: :<=>
  label :sum, combines: :+
  label :sort_by, :min_by, :max_by, :minmax_by, orders: :results
end

class Array
  label :sort_by!, :minmax_by, orders: :results
  label :<=>, calls: { self: [:<=>, :==], arguments: [:to_ary, :to_str, :coerce] }
  label :each, :map, :collect, :select, :filter, :reject, yields: :elements
  label :sort, :sort!, :min, :max, :minmax, combines: :<=>
  label :sum, combines: :+, calls: { self: [:+, :coerce, :to_ary], arguments: [:+] }
  label :size, :length, :empty?, :clear, :<<, :push, :append, :unshift, :prepend, :freeze, :frozen?, calls: {}
  label :reverse, :compact, :each, :each_with_index, :each_index, :reverse_each, :map, :collect, :select, :filter, :reject, calls: {}
  label :take_while, :drop_while, :find_all, :filter_map, :partition, :each_entry, :each_with_object, :sort_by, :dup, calls: {}
  label :pop, :shift, :first, :last, :[], :at, :fetch, :[]=, :take, :drop, :values_at, :insert, calls: { arguments: [:to_int] }
  label :slice, :slice!, :delete_at, :rotate, :rotate!, calls: { arguments: [:to_int] }
  label :reverse!, :compact!, :map!, :collect!, :select!, :filter!, :reject!, :keep_if, :delete_if, :to_a, :to_ary, calls: {}
  label :==, calls: { self: [:==], arguments: [:==] }
  label :include?, :member?, :index, :find_index, :rindex, :count, :delete, calls: { self: [:==], arguments: [:==] }
  label :eql?, calls: { self: [:eql?] }
  label :hash, calls: { self: [:hash] }
  label :inspect, :to_s, calls: { self: [:inspect] }
  label :join, calls: { self: [:to_ary, :to_s, :to_str], arguments: [:to_str] }
  label :+, :concat, :replace, calls: { arguments: [:to_ary] }
  label :&, :|, :-, :union, :difference, :intersection, calls: { self: [:eql?, :hash], arguments: [:to_ary, :eql?, :hash] }
  label :any?, :all?, :none?, :one?, calls: { self: [:==], arguments: [:===, :==] }
  label :sort, :sort!, :minmax, calls: { self: [:<=>, :==] }
  label :min, :max, calls: { self: [:<=>, :==], arguments: [:to_int] }
  label :flatten, :flatten!, calls: { self: [:to_ary], arguments: [:to_int] }
end

class Hash
  label :each, :each_pair, :map, yields: :elements
  label :size, :length, :empty?, :clear, :values, :each_value, :freeze, calls: {}, exposes_keys: false
  label :keys, :to_a, :each, :each_pair, :each_key, calls: {}
  label :eql?, calls: { self: [:eql?, :hash], arguments: [:eql?] }
  label :hash, calls: { self: [:hash] }
  label :select, :filter, :reject, calls: { keys: [:hash, :eql?] }
  label :[], calls: { receiver: [:default], keys: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :key?, :has_key?, :include?, :member?, calls: { keys: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :[]=, :store, :delete, :slice, :except, calls: { keys: [:hash, :eql?], arguments: [:hash, :eql?] }
  label :==, calls: { self: [:==, :hash, :eql?], arguments: [:==] }
  label :inspect, :to_s, calls: { self: [:inspect] }
  label :merge, :merge!, :update, calls: { keys: [:hash, :eql?], arguments: [:to_hash, :hash, :eql?] }
  label :value?, :has_value?, :key, calls: { self: [:==], arguments: [:==] }
  label :default, calls: { receiver: [:default] }
  label :transform_values, :transform_values!, :to_hash, :delete_if, :reject!, :select!, :keep_if, :compact, calls: { keys: [:hash, :eql?] }
  label :fetch, calls: { keys: [:hash, :eql?], arguments: [:hash, :eql?, :inspect] }, exposes_keys: false
  label :[]=, :store, :dig, :count, :value?, :has_value?, :values_at, :fetch_values, exposes_keys: false
  label :default, :default=, :transform_values, :transform_values!, :merge, :merge!, :update, exposes_keys: false
  label :slice, :except, :select, :filter, :reject, :compact, :compact!, :to_h, :==, :eql?, :inspect, :to_s, :hash, exposes_keys: false
  label :any?, :delete, :<=, :>=, :<, :>, :replace, exposes_keys: false
end

class Set
  label :each, yields: :elements
  label :size, :length, :empty?, :clear, calls: {}, exposes_keys: false
  label :to_a, :each, calls: {}
  label :include?, :member?, :===, calls: { keys: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :add, :add?, :<<, :delete, :delete?, calls: { keys: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :merge, exposes_keys: false
  label :|, :&, :-, :^, :+, :union, :difference, :intersection, :subset?, :superset?, :disjoint?, :intersect?, exposes_keys: false
  label :<=, :>=, :<, :>, :replace, :subtract, :to_set, exposes_keys: false
end

class Range
  label :each, yields: :elements
  label :min, :max, :minmax, combines: :<=>
  label :minmax_by, orders: :results
end

class Struct
  label :each, yields: :elements
  label :==, calls: { self: [:==] }
  label :eql?, calls: { self: [:eql?] }
  label :hash, calls: { self: [:hash] }
  label :inspect, :to_s, calls: { self: [:inspect] }
  label :deconstruct, :deconstruct_keys, :to_a, :to_h, calls: {}
  label :each_pair, yields: :pairs
end

class Data
  label :==, calls: { self: [:==] }
  label :eql?, calls: { self: [:eql?] }
  label :hash, calls: { self: [:hash] }
  label :inspect, :to_s, calls: { self: [:inspect] }
  label :deconstruct_keys, :to_h, calls: {}
end
