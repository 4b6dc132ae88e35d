# What library methods call of the objects that they are given. `self` is the receiver and what it holds, `arguments` are the
# arguments and what they hold; blocks are not meant. Where some method is called, `respond_to_missing?` and `method_missing` may be.
# A method without this label may call anything. `returns: :frozen`: the result is frozen. `exposes_keys: false`: the result is no
# key of the receiver, and holds none except as a key. `runs: :receiver`: it runs the receiver's code.
# `yields: :elements`: it yields one value per element. `combines: :<=>`: without arguments and block, it combines all elements
# with this operator, and raises if it cannot; `:+` starts from 0. In Comparable, the operands are the receiver and the arguments.
# `reflects: :name`: it finds a method by the name that it is given. `reflects: :code`: it runs code with another `self` or in another
# scope, or changes what variables an object has. `reflects: :definitions`: it changes what methods a class or an object has.
# `touches: :world`: it reads or changes only what lies outside of the program's objects.
# `interprets:` its strings are sets of characters (`a-z`), its first argument is a pattern, its second one a replacement (`\\1`).
# test/core/callbacks.test.ts compares every label with Ruby.
class BasicObject
  label :equal?, :!, :__id__, calls: {}, exposes_keys: false
  label :==, :!=, exposes_keys: false
  label :__send__, reflects: :name
  label :instance_eval, :instance_exec, reflects: :code
end

module Kernel
  label :nil?, :is_a?, :kind_of?, :instance_of?, :class, :frozen?, :object_id, calls: {}, exposes_keys: false
  label :itself, :then, :tap, calls: {}
  label :raise, :fail, calls: { arguments: [:exception, :to_str] }
  label :block_given?, :lambda, :proc, :loop, :catch, :throw, :local_variables, :global_variables, :instance_variables, calls: {}
  label :__method__, :__callee__, :__dir__, calls: {}
  label :puts, :warn, calls: { arguments: [:to_ary, :to_s] }
  label :print, calls: { arguments: [:to_s] }
  label :p, calls: { arguments: [:inspect] }
  label :Array, calls: { arguments: [:to_ary, :to_a] }
  label :Hash, calls: { arguments: [:to_hash] }
  label :Float, calls: { arguments: [:to_f] }
  label :Integer, calls: { arguments: [:to_int, :to_str, :to_i] }
  label :String, calls: { arguments: [:to_str, :to_s] }
  label :caller, :caller_locations, calls: { arguments: [:to_int] }
  label :respond_to?, calls: { self: [:respond_to_missing?], arguments: [:to_str, :inspect] }
  label :freeze, calls: {}, exposes_keys: false
  label :===, :eql?, :dup, :clone, :inspect, :to_s, :hash, exposes_keys: false
  label :send, :public_send, :method, :public_method, reflects: :name
  label :eval, :binding, :extend, :instance_variable_set, :remove_instance_variable, reflects: :code
  label :define_singleton_method, reflects: :definitions
  label :fork, :`, :abort, :at_exit, :autoload, :autoload?, :exit, :exit!, :load, :open, :readline, :readlines, touches: :world
  label :require, :require_relative, :select, :syscall, :test, :exec, :spawn, :system, :srand, :trap, touches: :world
  label :set_trace_func, :trace_var, :untrace_var, touches: :world
end

class Module
  label :instance_method, :public_instance_method, reflects: :name
  label :class_eval, :class_exec, :module_eval, :module_exec, :class_variable_set, :using, :refine, reflects: :code
  label :remove_class_variable, :const_set, reflects: :code
  label :define_method, :alias_method, :remove_method, :undef_method, :include, :prepend, reflects: :definitions
  label :attr, :attr_accessor, :attr_reader, :attr_writer, reflects: :definitions
end

module Enumerable
  label :count, :any?, :all?, :none?, exposes_keys: false
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
  label :size, :length, :empty?, calls: {}
end

class String
  label :count, :delete, :delete!, :squeeze, :squeeze!, :tr, :tr!, :tr_s, :tr_s!, interprets: :characters
  label :match, :match?, interprets: :pattern
  label :sub, :sub!, :gsub, :gsub!, interprets: :replacement
  label :-@, :dedup, returns: :frozen
  label :freeze, calls: {}
  label :size, :length, :empty?, :clear, calls: {}
end

class Integer
  label :+, :-, :*, :/, :%, :modulo, :div, :<, :<=, :>, :>=, :<=>, calls: { arguments: [:coerce] }
  label :zero?, :even?, :odd?, :succ, :pred, :abs, :-@, calls: {}
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
end

class Array
  label :each, :map, :collect, :select, :filter, :reject, yields: :elements
  label :sort, :sort!, :min, :max, :minmax, combines: :<=>
  label :sum, combines: :+, calls: { self: [:+, :coerce], arguments: [:+] }
  label :size, :length, :empty?, :clear, :<<, :push, :append, :unshift, :prepend, :freeze, :frozen?, calls: {}
  label :reverse, :compact, :each, :each_with_index, :each_index, :reverse_each, :map, :collect, :select, :filter, :reject, calls: {}
  label :take_while, :drop_while, :find_all, :filter_map, :partition, :each_entry, :each_with_object, :sort_by, :dup, calls: {}
  label :pop, :shift, :first, :last, :[], :at, :fetch, :[]=, :take, :drop, :values_at, :insert, calls: { arguments: [:to_int] }
end

class Hash
  label :each, :each_pair, :map, yields: :elements
  label :size, :length, :empty?, :clear, :values, :each_value, :freeze, calls: {}, exposes_keys: false
  label :keys, :to_a, :each, :each_pair, :each_key, calls: {}
  label :select, :filter, :reject, calls: { self: [:hash, :eql?] }
  label :[], calls: { self: [:hash, :eql?, :default], arguments: [:hash, :eql?] }, exposes_keys: false
  label :key?, :has_key?, :include?, :member?, calls: { self: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :[]=, :store, :delete, calls: { self: [:hash, :eql?], arguments: [:hash, :eql?] }
  label :fetch, calls: { self: [:hash, :eql?, :inspect], arguments: [:hash, :eql?, :inspect] }, exposes_keys: false
  label :[]=, :store, :dig, :count, :value?, :has_value?, :values_at, :fetch_values, exposes_keys: false
  label :default, :default=, :transform_values, :transform_values!, :merge, :merge!, :update, exposes_keys: false
  label :slice, :except, :select, :filter, :reject, :compact, :compact!, :to_h, :==, :eql?, :inspect, :to_s, :hash, exposes_keys: false
  label :any?, :delete, :<=, :>=, :<, :>, :replace, exposes_keys: false
end

class Set
  label :each, yields: :elements
  label :size, :length, :empty?, :clear, calls: {}, exposes_keys: false
  label :to_a, :each, calls: {}
  label :include?, :member?, :===, calls: { self: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :add, :add?, :<<, :delete, :delete?, calls: { self: [:hash, :eql?], arguments: [:hash, :eql?] }, exposes_keys: false
  label :merge, exposes_keys: false
  label :|, :&, :-, :^, :+, :union, :difference, :intersection, :subset?, :superset?, :disjoint?, :intersect?, exposes_keys: false
  label :<=, :>=, :<, :>, :replace, :subtract, :to_set, exposes_keys: false
end

class Range
  label :each, yields: :elements
end

class Struct
  label :each, yields: :elements
end
