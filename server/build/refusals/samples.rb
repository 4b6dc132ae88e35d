# What the trials of trials.rb are made of: values of distinct classes, and receivers. Every value is made anew for each
# call, so that no call sees what another one changed. A class with several values stands for all of its values: add the
# value that a method accepts if the table refuses too much.
require "date"
require "json"
require "pathname"
require "set"
require "stringio"
require "strscan"
require "time"

module Samples
  class Plain; end
  class Own
    include Enumerable
    def initialize(*elements) = @elements = elements
    def each(&block) = block ? (@elements.each(&block); self) : to_enum
  end
  class Amount < Numeric; end
  Pair = Struct.new(:p, :q)
  Point = Data.define(:p)

  # The first two of each class are used where two arguments are combined, the first alone where three are.
  VALUES = {
    "NilClass" => [-> { nil }],
    "TrueClass" => [-> { true }],
    "FalseClass" => [-> { false }],
    "Integer" => [-> { 1 }, -> { 0 }, -> { -1 }, -> { 3 }, -> { 10 }, -> { 65 }, -> { 2000 }],
    "Float" => [-> { 1.5 }, -> { 0.0 }, -> { -2.0 }],
    "Rational" => [-> { 3/2r }, -> { 2r }],
    "Complex" => [-> { Complex(1, 2) }, -> { Complex(3, 0) }],
    "String" => [
      -> { +"a" }, -> { +"1" }, -> { +"" }, -> { +"+" }, -> { +"to_s" }, -> { +"%s" }, -> { +"UTF-8" }, -> { +"Abc" },
      -> { +"2024-01-02" }, -> { +"{}" }, -> { +"w" }, -> { +"U" }, -> { +"@a" }, -> { +"/tmp" }, -> { +"UTC" }, -> { +"m" }
    ],
    "Symbol" => [-> { :a }, -> { :to_s }, -> { :+ }, -> { :Abc }, -> { :@a }, -> { :p }, -> { :"" }],
    "Array" => [
      -> { [1, 2] }, -> { [] }, -> { ["a"] }, -> { [[1, 2]] }, -> { [:a] }, -> { [nil] }, -> { [1] }, -> { [1, 2, 3] }, -> { ["a", "b"] }
    ],
    "Hash" => [-> { { 1 => 2 } }, -> { {} }, -> { { a: 1 } }, -> { { "a" => "b" } }],
    "Range" => [-> { 0..1 }, -> { "a".."b" }, -> { 1.. }, -> { 0.0..1.0 }, -> { ..1 }],
    "Regexp" => [-> { /a/ }, -> { /(?<n>.)/ }, -> { // }],
    "MatchData" => [-> { "ab".match(/(?<n>a)/) }],
    "Proc" => [-> { proc { |x| x } }, -> { lambda { |x| x } }, -> { proc {} }, -> { :to_s.to_proc }, -> { lambda {} }],
    "Method" => [-> { 1.method(:+) }, -> { 1.method(:to_s) }, -> { Plain.new.method(:itself) }],
    "UnboundMethod" => [-> { Plain.instance_method(:itself) }, -> { Integer.instance_method(:+) }],
    "Object" => [-> { Plain.new }],
    "Class" => [-> { Class.new }, -> { StandardError }, -> { String }, -> { Integer }, -> { Pair }, -> { Plain }],
    "Module" => [-> { Module.new }, -> { Comparable }, -> { Enumerable }, -> { Kernel }],
    "Struct" => [-> { Pair.new(1, 2) }, -> { Pair.new("a", nil) }],
    "Data" => [-> { Point.new(p: 1) }],
    "Exception" => [-> { RuntimeError.new("a") }, -> { TypeError.new }, -> { KeyError.new("a", receiver: {}, key: 1) }],
    "Time" => [-> { Time.at(0) }, -> { Time.at(0).utc }],
    "Date" => [-> { Date.new(2024, 2, 29) }, -> { DateTime.new(2024) }],
    "Set" => [-> { Set[1] }, -> { Set[] }, -> { Set["a"] }],
    "Enumerator" => [-> { [1].each }, -> { [].each }, -> { [[1, 2]].each }, -> { [1].lazy }],
    "Random" => [-> { Random.new(1) }],
    "Encoding" => [-> { Encoding::UTF_8 }, -> { Encoding::BINARY }],
    "IO" => [-> { $stdout }, -> { $stdin }, -> { File.open("/tmp/sample", "w+") }],
    "StringIO" => [-> { StringIO.new(+"a") }, -> { StringIO.new }],
    "Pathname" => [-> { Pathname.new("a") }, -> { Pathname.new("/tmp") }],
    "Binding" => [-> { binding }],
    "Numeric" => [-> { Amount.new }]
  }.freeze

  # By class: instances with many shapes, because a method may accept for one what it refuses for another.
  RECEIVERS = {
    "NilClass" => [-> { nil }],
    "TrueClass" => [-> { true }],
    "FalseClass" => [-> { false }],
    "Integer" => [-> { 7 }, -> { 0 }, -> { -3 }, -> { 2**70 }],
    "Float" => [-> { 1.5 }, -> { 0.0 }, -> { -2.0 }, -> { Float::INFINITY }, -> { Float::NAN }],
    "Rational" => [-> { 3/2r }, -> { 0r }],
    "Complex" => [-> { Complex(1, 2) }, -> { Complex(3, 0) }, -> { Complex(0, 0) }],
    "String" => [-> { +"abc" }, -> { +"" }, -> { +"%s" }, -> { +"%d" }, -> { +"ab\ncd" }, -> { +"äß" }, -> { "\xff".b }, -> { +"42" }],
    "Symbol" => [-> { :abc }, -> { :"" }, -> { :upcase }],
    "Array" => [
      -> { [1, 2] }, -> { [] }, -> { ["a", "b"] }, -> { [[1, 2], [3, 4]] }, -> { [nil] }, -> { [{ a: 1 }] }, -> { [:a, "b", 3.5] }
    ],
    "Hash" => [-> { { 1 => 2 } }, -> { {} }, -> { { a: "b" } }, -> { { "a" => [1] } }, -> { { a: { b: 1 } } }, -> { Hash.new { 1 } }],
    "Range" => [
      -> { 1..3 }, -> { 0...0 }, -> { ..1 }, -> { 1.. }, -> { "a".."c" }, -> { 1.0..2.5 }, -> { nil..nil }, -> { Time.at(0)..Time.at(9) }
    ],
    "Regexp" => [-> { /a/ }, -> { /(?<n>.)(x)?/ }, -> { // }],
    "MatchData" => [-> { "abd".match(/(?<n>b)(?<m>c)?/) }, -> { "".match(//) }],
    "Proc" => [
      -> { proc { |x| x } }, -> { lambda { |x| x } }, -> { lambda { |x, y = 1, *z| x } }, -> { :to_s.to_proc }, -> { proc {} }, -> { proc { |*x| x }.curry }
    ],
    "Method" => [-> { 1.method(:+) }, -> { [].method(:push) }, -> { Plain.new.method(:itself) }, -> { Plain.new.method(:then) }],
    "UnboundMethod" => [-> { Plain.instance_method(:itself) }, -> { Integer.instance_method(:+) }, -> { Kernel.instance_method(:then) }],
    "Object" => [-> { Plain.new }, -> { Object.new }, -> { Class.new { def initialize = @a = 1 }.new }],
    "Class" => [-> { Class.new }, -> { Class.new { attr_accessor :a; def to_s = "" } }, -> { Class.new(StandardError) }],
    "Module" => [-> { Module.new }, -> { Module.new { attr_accessor :a; def to_s = "" } }],
    "Exception" => [-> { RuntimeError.new("a") }, -> { Exception.new }],
    "Time" => [-> { Time.at(0) }, -> { Time.new(2024, 2, 29, 23, 59, 59, "+05:30") }, -> { Time.at(0).utc }],
    "Date" => [-> { Date.new(2024, 2, 29) }, -> { Date.new }],
    "DateTime" => [-> { DateTime.new(2024, 2, 29, 23, 59, 59) }, -> { DateTime.new }],
    "Set" => [-> { Set[1, 2] }, -> { Set[] }, -> { Set[Set[1]] }, -> { Set["a"] }],
    "Enumerator" => [-> { [1].each }, -> { [].each }, -> { [[1, 2]].each }, -> { "ab".each_char }],
    "Enumerator::Lazy" => [-> { [1].lazy }, -> { [].lazy }, -> { [[1, 2]].lazy }],
    "Enumerable" => [-> { Own.new(1, 2) }, -> { Own.new }, -> { Own.new("a") }],
    "Random" => [-> { Random.new(1) }],
    "StringIO" => [-> { StringIO.new(+"a\nb") }, -> { StringIO.new }],
    "StringScanner" => [-> { StringScanner.new(+"ab 12") }, -> { StringScanner.new(+"") }],
    "Pathname" => [-> { Pathname.new("a/../b.rb") }, -> { Pathname.new("/") }, -> { Pathname.new("") }]
  }.freeze

  # Class methods and module functions.
  OBJECTS = %w[
    Integer Float Complex Rational String Symbol Array Hash Range Regexp Struct Data Time Date DateTime Set Random Encoding Math
    Exception StandardError Proc Enumerator Comparable JSON StringIO StringScanner Pathname File
  ].freeze

  # Not called, and why.
  UNTRIED = { "Kernel#sleep" => "waits", "StringIO#pread" => "crashes the embedded Ruby" }.freeze
end
