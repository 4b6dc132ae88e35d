# Methods of Ruby 3.4 that the signatures lack.
class Array
  type :fetch_values, '(*Integer indexes) -> Array<Elem>', modifies: {}, raises: [IndexError]
  type :fetch_values, '(*Integer indexes) { (Integer) -> u } -> Array<Elem or u>', modifies: {}
end

class String
  type :append_as_bytes, '(*(String or Integer)) -> self', modifies: { self: :contents }
end

class Symbol
  type :name, '() -> String', pure: true, raises: [] # frozen, always the same
end

# For numbers these are arithmetic sequences (check/types/ranges.ts). A Float step yields Floats.
class Range
  type :%, '(Integer step { step != 0 }) -> Enumerator<Elem>', modifies: {}, raises: [ArgumentError]
  type :%, '(Float step { step != 0.0 }) -> Enumerator<Elem or Float>', modifies: {}, raises: [ArgumentError]
  type :%, '(Rational step { step != 0 }) -> Enumerator<Elem or Rational>', modifies: {}, raises: [ArgumentError]
  type :step, '(?Integer step { step != 0 }) { (Elem) -> %any } -> self', modifies: {}
  type :step, '(Float step { step != 0.0 }) { (Elem or Float) -> %any } -> self', modifies: {}
  type :step, '(Rational step { step != 0 }) { (Elem or Rational) -> %any } -> self', modifies: {}
  type :step, '(?Integer step { step != 0 }) -> Enumerator<Elem, %dyn>', modifies: {}
  type :step, '(Float step { step != 0.0 }) -> Enumerator<Elem or Float, %dyn>', modifies: {}
  type :step, '(Rational step { step != 0 }) -> Enumerator<Elem or Rational, %dyn>', modifies: {}
end

# The results of `===` of the pattern for each element.
module Enumerable
  type :include?, '(%any object) -> %bool'
  type :member?, '(%any object) -> %bool'
  type :all?, '() -> %bool'
  type :all?, '(%any pattern) -> %bool'
  type :all?, '() { (Elem) -> %any } -> %bool'
  type :any?, '() -> %bool'
  type :any?, '(%any pattern) -> %bool'
  type :any?, '() { (Elem) -> %any } -> %bool'
  type :none?, '() -> %bool'
  type :none?, '(%any pattern) -> %bool'
  type :none?, '() { (Elem) -> %any } -> %bool'
  type :one?, '() -> %bool'
  type :one?, '(%any pattern) -> %bool'
  type :one?, '() { (Elem) -> %any } -> %bool'
end

class Enumerator::Yielder
  type :<<, '(%any value) -> self'
end

module Kernel
  type :methods, '(?%any all) -> Array<Symbol>', modifies: {}
  type :singleton_methods, '(?%any all) -> Array<Symbol>', modifies: {}
  type :private_methods, '(?%any all) -> Array<Symbol>', modifies: {}
  type :protected_methods, '(?%any all) -> Array<Symbol>', modifies: {}
end

class MatchData
  type :bytebegin, '(Integer or String or Symbol) -> Integer or nil', modifies: {}
  type :byteend, '(Integer or String or Symbol) -> Integer or nil', modifies: {}
end

class Proc
  type :yield, '(*%dyn) -> %dyn'
  type :>>, '(Proc or Method) -> Proc', modifies: {}
  type :<<, '(Proc or Method) -> Proc', modifies: {}
  type :ruby2_keywords, '() -> self'
end

class Set
  type :proper_subset?, '(Set<A>) -> %bool', modifies: {}
  type :<, '(Set<A>) -> %bool', modifies: {}
  type :<=, '(Set<A>) -> %bool', modifies: {}
  type :>, '(Set<A>) -> %bool', modifies: {}
  type :>=, '(Set<A>) -> %bool', modifies: {}
  type :join, '(?String separator) -> String', modifies: {}
  type :compare_by_identity?, '() -> %bool', pure: true
  type :filter!, '() { (A) -> %any } -> self or nil', modifies: { self: :contents }
  type :flatten!, '() -> self or nil', modifies: { self: :contents }
end

class Enumerator
  label :feed, modifies: { self: :contents }
  type :+, '(%dyn) -> Enumerator<Elem>', modifies: {}
end

class Enumerator::Lazy
  type :eager, '() -> Enumerator<Elem>', modifies: {}
end

class Struct
  type 'self.[]', '(*%dyn, **%dyn) -> %dyn' # as `new` of the class that is made
end

class Data
  type 'self.[]', '(*%dyn, **%dyn) -> %dyn'
  type 'self.members', '() -> Array<Symbol>'
  type :deconstruct_keys, '(Array<Symbol> or nil names) -> Hash<Symbol, %dyn>', modifies: {}
end

class Hash
  type 'self.ruby2_keywords_hash?', '(Hash<%any, %any>) -> %bool', pure: true
  type 'self.ruby2_keywords_hash', '(Hash<k, v>) -> Hash<k, v>', modifies: {}
end

class Binding
  type :irb, '() -> %dyn'
end

class Encoding
  type :_dump, '(*%dyn) -> String', modifies: {}
end

class Fiber
  type 'self.blocking', '() { (Fiber) -> u } -> u'
end

module GC
  type 'self.auto_compact', '() -> %bool', modifies: {}
  type 'self.auto_compact=', '(%any) -> %any'
  type 'self.latest_compact_info', '() -> Hash<Symbol, %dyn>', modifies: {}
  type 'self.stat_heap', '(?Integer heap) -> Hash<%dyn, %dyn> or Integer', modifies: {}
  type 'self.stat_heap', '(Integer heap, Symbol or Hash<Symbol, Integer> key) -> Hash<%dyn, %dyn> or Integer', modifies: { key: :contents }
  type 'self.config', '(?Hash<Symbol, %dyn> settings) -> Hash<Symbol, %dyn>'
  type 'self.measure_total_time', '() -> %bool', modifies: {}
  type 'self.measure_total_time=', '(%any) -> %any'
end

class IO
  type :pread, '(Integer length, Integer offset, ?String buffer) -> String'
  type :pwrite, '(%any object, Integer offset) -> Integer'
  type :external_encoding, '() -> Encoding or nil', modifies: {}
  type :to_path, '() -> String or nil', modifies: {}
  type :wait_priority, '(?(Integer or Float or nil) timeout) -> IO or nil'
end

module Kernel
  type 'self.set_trace_func', '(Proc or nil) -> Proc or nil'
  type 'self.iterator?', '() -> %bool'
  type 'self.trace_var', '(Symbol or String name, ?(String or Proc or nil) command) -> nil'
  type 'self.trace_var', '(Symbol or String name) { (%dyn) -> %any } -> nil'
  type 'self.untrace_var', '(Symbol or String name, ?(String or Proc) command) -> Array<%dyn> or nil'
  type 'self.trap', '(String or Symbol or Integer signal, ?(String or Proc or nil) command) -> String or Proc or nil'
  type 'self.trap', '(String or Symbol or Integer signal) { (Integer) -> %any } -> String or Proc or nil'
end

module Process
  type 'self.exit', '(?(Integer or %bool) status) -> %bot'
  type 'self.exit!', '(?(Integer or %bool) status) -> %bot'
  type 'self.abort', '(?String message) -> %bot'
  type 'self.exec', '(*%dyn) -> %bot'
  type 'self.spawn', '(*%dyn) -> Integer'
  type 'self.fork', '() -> Integer or nil'
  type 'self.fork', '() { () -> %any } -> Integer or nil'
  type 'self.last_status', '() -> Process::Status or nil', modifies: {}
  type 'self.setpgrp', '() -> Integer'
end

class Process::Status
  type 'self.wait', '(?Integer pid, ?Integer flags) -> Process::Status or nil'
end

class Process::Tms
  type :utime, '() -> Float', modifies: {}
  type :stime, '() -> Float', modifies: {}
  type :cutime, '() -> Float', modifies: {}
  type :cstime, '() -> Float', modifies: {}
  type :utime=, '(Float) -> Float', modifies: { self: :contents }
  type :stime=, '(Float) -> Float', modifies: { self: :contents }
  type :cutime=, '(Float) -> Float', modifies: { self: :contents }
  type :cstime=, '(Float) -> Float', modifies: { self: :contents }
  type 'self.[]', '(*Float times) -> Process::Tms', modifies: {}
end

class Random
  type 'self.seed', '() -> Integer', modifies: {}
end

class Thread
  type :set_trace_func, '(Proc or nil) -> Proc or nil'
  type 'self.ignore_deadlock', '() -> %bool', modifies: {}
  type 'self.ignore_deadlock=', '(%bool) -> %bool'
end

# These raise: queues and condition variables cannot be marshalled.
class Thread::ConditionVariable
  type :marshal_dump, '() -> %bot'
end

class Thread::Queue
  type :marshal_dump, '() -> %bot'
end

module Warning
  type 'self.categories', '() -> Array<Symbol>', modifies: {}
end

# `1.step(by: 2)`, `(0..) % 2`. The elements are Integers only if begin, end and step are. A sequence without a begin (`(..9) %
# 2`) is used for slices.
class Enumerator::ArithmeticSequence
  type :begin, '() -> Elem or nil', modifies: {}
  type :end, '() -> Elem or Integer or nil', modifies: {}
  type :step, '() -> Elem or Integer', modifies: {}
  type :exclude_end?, '() -> %bool', pure: true
  type :size, '() -> Integer or Float', modifies: {}, raises: [TypeError]
  type :hash, '() -> Integer', pure: true
  type :inspect, '() -> String', modifies: {}
  type :==, '(%any) -> %bool', modifies: {}
  type :===, '(%any) -> %bool', modifies: {}
  type :eql?, '(%any) -> %bool', modifies: {}
  type :first, '() -> Elem or nil', modifies: {}
  type :first, '(Integer n { n >= 0 }) -> Array<Elem>', modifies: {}, raises: [ArgumentError, TypeError]
  type :last, '() -> Elem or nil', modifies: {}, raises: [RangeError, TypeError]
  type :last, '(Integer n { n >= 0 }) -> Array<Elem>', modifies: {}, raises: [ArgumentError, RangeError, TypeError]
  type :each, '() { (Elem) -> %any } -> self', modifies: {}
  type :each, '() -> self', modifies: {}
end

class ObjectSpace::WeakMap
  type :[], '(%any) -> %dyn', modifies: {}
  type :[]=, '(%any, %any) -> %dyn', modifies: { self: :contents }
  type :delete, '(%any) -> %dyn', modifies: { self: :contents }
  type :key?, '(%any) -> %bool', modifies: {}
  type :member?, '(%any) -> %bool', modifies: {}
  type :include?, '(%any) -> %bool', modifies: {}
  type :keys, '() -> Array<%dyn>', modifies: {}
  type :values, '() -> Array<%dyn>', modifies: {}
  type :size, '() -> Integer r { r >= 0 }', modifies: {}
  type :length, '() -> Integer r { r >= 0 }', modifies: {}
  type :inspect, '() -> String', modifies: {}
  type :each, '() { (%dyn, %dyn) -> %any } -> self', modifies: {}
  type :each_pair, '() { (%dyn, %dyn) -> %any } -> self', modifies: {}
  type :each_key, '() { (%dyn) -> %any } -> self', modifies: {}
  type :each_value, '() { (%dyn) -> %any } -> self', modifies: {}
  type :select, '() { (%dyn, %dyn) -> %any } -> Array<%dyn>' # of Enumerable, not the function of Kernel
end

# Kernel has private functions of the same names; these are public.
class Gem::Specification
  type 'self.load', '(String file) -> Gem::Specification or nil'
  type 'self.select', '() { (Gem::Specification) -> %any } -> Array<Gem::Specification>'
end

class Gem::SourceList
  type :select, '() { (%dyn) -> %any } -> Array<%dyn>'
end

class Gem::RequestSet::GemDependencyAPI
  type :load, '() -> %dyn'
end

class RubyVM::InstructionSequence
  type :eval, '() -> %dyn'
end

class Refinement
  public :target
end

module Warning
  public :warn
end

# Functions that signatures have for the module Kernel alone.
module Kernel
  type :set_trace_func, '(Proc or nil) -> Proc or nil'
  type :trace_var, '(Symbol or String name, ?(String or Proc or nil) command) -> nil'
  type :trace_var, '(Symbol or String name) { (%dyn) -> %any } -> nil'
  type :untrace_var, '(Symbol or String name, ?(String or Proc) command) -> Array<%dyn> or nil'
  type :trap, '(String or Symbol or Integer signal, ?(String or Proc or nil) command) -> String or Proc or nil'
  type :trap, '(String or Symbol or Integer signal) { (Integer) -> %any } -> String or Proc or nil'
  type :gem, '(String name, *String requirements) -> %bool'
  private :set_trace_func, :trace_var, :untrace_var, :trap, :gem
end

class Gem::Installer
  type :gem, '(*%dyn) -> %dyn'
end

class Gem::RequestSet
  type :gem, '(*%dyn) -> %dyn'
end

class Gem::RequestSet::GemDependencyAPI
  type :gem, '(*%dyn) -> %dyn'
end

class Module
  type :ruby2_keywords, '(*(Symbol or String) names) -> nil'
  private :ruby2_keywords
end

# A keyword that is read as a call.
module Kernel
  type :__FILE__, '() -> String', modifies: {}, raises: []
  private :__FILE__
end

# Every object has it after `require 'yaml'`.
class Object
  type :to_yaml, '(**%any) -> String', modifies: {}
end

module JSON
  type :pretty_generate, '(%_ToJson value, ?%any options) -> String'
  type 'self.pretty_generate', '(%_ToJson value, ?%any options) -> String'
end
