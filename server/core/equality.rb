# The equality of each class; subclasses inherit it. `equality` is the meaning of `==`. `keys` is the meaning of `eql?` and
# `hash`, by which hashes, sets, `uniq`, `-`, `&`, `|`, `tally` and `group_by` distinguish objects:
#   identity: equal only to itself
#   contents: equal to objects of its kind with the same contents
#   members: equal to objects of exactly its class with equal members
#   comparison: equal to what it can be compared with, including numbers, but never to nil, true, false or a symbol
#   own: its own code decides; it may be equal to anything
# A library class is unknown if neither it nor an ancestor other than Object has a label.
class BasicObject
  label equality: :identity
end

module Kernel
  label keys: :identity
end

# By `<=>`; keys are not affected.
module Comparable
  label equality: :own
end

# Singletons, symbols and classes.
class NilClass
  label equality: :identity, keys: :identity
end

class TrueClass
  label equality: :identity, keys: :identity
end

class FalseClass
  label equality: :identity, keys: :identity
end

class Symbol
  label equality: :identity, keys: :identity
end

class Module
  label equality: :identity, keys: :identity
end

# Numbers are equal across classes, but only within one class as keys.
class Integer
  label equality: :comparison, keys: :contents
end

class Float
  label equality: :comparison, keys: :contents
end

class Rational
  label equality: :comparison, keys: :contents
end

class Complex
  label equality: :comparison, keys: :contents
end

class Numeric
  label equality: :own, keys: :own
end

class BigDecimal
  label equality: :comparison, keys: :contents
end

# By contents.
class String
  label equality: :contents, keys: :contents
end

class Array
  label equality: :contents, keys: :contents
end

class Hash
  label equality: :contents, keys: :contents
end

class Set
  label equality: :contents, keys: :contents
end

class Range
  label equality: :contents, keys: :contents
end

class Regexp
  label equality: :contents, keys: :contents
end

class MatchData
  label equality: :contents, keys: :contents
end

class Method
  label equality: :contents, keys: :contents
end

class UnboundMethod
  label equality: :contents, keys: :contents
end

class Proc
  label equality: :contents, keys: :contents
end

class Enumerator::ArithmeticSequence
  label equality: :contents, keys: :contents
end

class Pathname
  label equality: :contents, keys: :contents
end

class OpenStruct
  label equality: :contents, keys: :contents
end

class URI::Generic
  label equality: :contents, keys: :contents
end

class Struct
  label equality: :members, keys: :members
end

class Data
  label equality: :members, keys: :members
end

# Equal by contents, but distinct as keys.
class Exception
  label equality: :contents, keys: :identity
end

class Random
  label equality: :contents, keys: :identity
end

class Encoding::Converter
  label equality: :contents, keys: :identity
end

class CSV::Row
  label equality: :contents, keys: :identity
end

class CSV::Table
  label equality: :contents, keys: :identity
end

# By `<=>`.
class Time
  label equality: :comparison, keys: :contents
end

class Date
  label equality: :comparison, keys: :contents
end

class Gem::Version
  label equality: :comparison, keys: :contents
end

class File::Stat
  label equality: :comparison, keys: :identity
end

class IO::Buffer
  label equality: :comparison, keys: :identity
end

class Process::Status
  label equality: :comparison, keys: :identity
end

# Equal to strings as well.
module Digest::Instance
  label equality: :comparison
end

class Digest::Class
  label equality: :comparison, keys: :identity
end

# Like their target.
class Delegator
  label equality: :own, keys: :own
end

class Tempfile
  label equality: :own, keys: :own
end

# Only by identity.
class Binding
  label equality: :identity, keys: :identity
end

class Dir
  label equality: :identity, keys: :identity
end

class Encoding
  label equality: :identity, keys: :identity
end

class Enumerator
  label equality: :identity, keys: :identity
end

class Enumerator::Generator
  label equality: :identity, keys: :identity
end

class Enumerator::Yielder
  label equality: :identity, keys: :identity
end

class Fiber
  label equality: :identity, keys: :identity
end

class IO
  label equality: :identity, keys: :identity
end

class ObjectSpace::WeakKeyMap
  label equality: :identity, keys: :identity
end

class Ractor
  label equality: :identity, keys: :identity
end

class RubyVM
  label equality: :identity, keys: :identity
end

class RubyVM::AbstractSyntaxTree::Node
  label equality: :identity, keys: :identity
end

class RubyVM::InstructionSequence
  label equality: :identity, keys: :identity
end

class Thread
  label equality: :identity, keys: :identity
end

class Thread::Backtrace
  label equality: :identity, keys: :identity
end

class Thread::Backtrace::Location
  label equality: :identity, keys: :identity
end

class Thread::ConditionVariable
  label equality: :identity, keys: :identity
end

class Thread::Mutex
  label equality: :identity, keys: :identity
end

class Thread::Queue
  label equality: :identity, keys: :identity
end

class ThreadGroup
  label equality: :identity, keys: :identity
end

class TracePoint
  label equality: :identity, keys: :identity
end

class Benchmark::Job
  label equality: :identity, keys: :identity
end

class Benchmark::Report
  label equality: :identity, keys: :identity
end

class Benchmark::Tms
  label equality: :identity, keys: :identity
end

class CGI
  label equality: :identity, keys: :identity
end

class CSV
  label equality: :identity, keys: :identity
end

class ERB
  label equality: :identity, keys: :identity
end

class JSON::State
  label equality: :identity, keys: :identity
end

class Logger
  label equality: :identity, keys: :identity
end

class Logger::Formatter
  label equality: :identity, keys: :identity
end

class Logger::LogDevice
  label equality: :identity, keys: :identity
end

class Monitor
  label equality: :identity, keys: :identity
end

class MonitorMixin::ConditionVariable
  label equality: :identity, keys: :identity
end

class OptionParser
  label equality: :identity, keys: :identity
end

class OptionParser::List
  label equality: :identity, keys: :identity
end

class OptionParser::Switch
  label equality: :identity, keys: :identity
end

class PStore
  label equality: :identity, keys: :identity
end

class PrettyPrint
  label equality: :identity, keys: :identity
end

class Ripper
  label equality: :identity, keys: :identity
end

class StringIO
  label equality: :identity, keys: :identity
end

class StringScanner
  label equality: :identity, keys: :identity
end

class URI::RFC2396_Parser
  label equality: :identity, keys: :identity
end

class URI::RFC3986_Parser
  label equality: :identity, keys: :identity
end

class Zlib::GzipFile
  label equality: :identity, keys: :identity
end

class Zlib::ZStream
  label equality: :identity, keys: :identity
end
