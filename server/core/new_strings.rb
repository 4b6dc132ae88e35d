# Methods that return a new string, which is not frozen: a string that a method without the label `returns` returns may be frozen.
# test/core/containerLabels.test.ts and newStrings.test.ts compare every label with Ruby.
class Array
  label :pack, returns: :new
end

class Complex
  label :inspect, :to_s, returns: :new
end

class Data
  label :inspect, :to_s, returns: :new
end

class Dir
  class << self
    label :getwd, :pwd, :home, returns: :new
  end
end

class Encoding
  label :inspect, returns: :new
end

class Enumerator
  label :inspect, returns: :new
end

class Enumerator::ArithmeticSequence
  label :inspect, returns: :new
end

class Exception
  # What the program gave, or a new string.
  label :message, returns: :other
  label :inspect, :full_message, returns: :new
end

class File
  class << self
    label :absolute_path, :basename, :dirname, :expand_path, :extname, :join, :ftype, :realpath, returns: :new
  end
end

class Float
  label :to_s, :inspect, returns: :new
end

class IO
  label :getc, :gets, :read, :readline, :readpartial, :inspect, returns: :new

  class << self
    label :read, :binread, returns: :new
  end
end

class Integer
  label :chr, :to_s, :inspect, returns: :new
end

module Kernel
  label :format, :sprintf, :gets, :readline, returns: :new

  class << self
    label :format, :sprintf, returns: :new
  end
end

module Marshal
  class << self
    label :dump, returns: :new
  end
end

class MatchData
  label :[], :inspect, :match, :post_match, :pre_match, :to_s, returns: :new
  label :string, returns: :frozen
end

class Proc
  label :to_s, :inspect, returns: :new
end

class Random
  label :bytes, returns: :new

  class << self
    label :bytes, :urandom, returns: :new
  end
end

class Range
  label :inspect, :to_s, returns: :new
end

class Rational
  label :inspect, :to_s, returns: :new
end

class Regexp
  label :inspect, :source, :to_s, returns: :new

  class << self
    label :escape, :quote, returns: :new
  end
end

class String
  label :%, :b, :byteslice, :center, :chomp, :chop, :chr, :crypt, :delete_prefix, :delete_suffix, returns: :new
  label :dump, :encode, :gsub, :ljust, :lstrip, :rjust, :rstrip, :scrub, :squeeze, :sub, :succ, :next, :swapcase, returns: :new
  label :tr, :tr_s, :undump, :unicode_normalize, returns: :new
  # An empty string is its own capitalised form.
  label :to_str, :+@, :capitalize, returns: :self
end

class StringIO
  label :getc, :gets, :read, :readline, :readpartial, returns: :new
end

class Struct
  label :inspect, :to_s, returns: :new
end

class Symbol
  label :[], :slice, :to_s, :id2name, :inspect, returns: :new
end

class Time
  label :asctime, :ctime, :inspect, :strftime, :to_s, returns: :new
end
