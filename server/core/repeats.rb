# Whether a method returns an equal result if it is called again on equal objects, apart from what the program's own code returns:
#   contents: always
#   identity: if the receiver is the same object
#   parts: if the receiver and the arguments hold the same objects, or objects that are shown and hashed by their contents
# A method without this label may return something else each time. test/core/determinismLabels.test.ts compares every label with Ruby.
class BasicObject
  label :!, :!=, :==, :equal?, repeats: :contents
  label :__id__, repeats: :identity
end

module Kernel
  label :class, :block_given?, :Complex, :Float, :Integer, :Rational, :proc, :lambda, :!~, :<=>, :===, :eql?, :freeze, repeats: :contents
  label :frozen?, :instance_of?, :is_a?, :itself, :method, :nil?, :tap, :kind_of?, :then, :Array, :Hash, :clone, :dup, repeats: :contents
  label :respond_to?, :raise, :fail, :throw, :catch, :loop, :yield_self, :instance_variable_get, repeats: :contents
  label :instance_variables, :respond_to_missing?, :__method__, repeats: :contents
  label :initialize_copy, :initialize_dup, :initialize_clone, :singleton_class, repeats: :contents
  label :hash, :inspect, :object_id, :to_s, repeats: :identity
  label :format, :sprintf, :String, repeats: :parts

  class << self
    label :Complex, :Float, :Integer, :Rational, :Array, :Hash, :proc, :lambda, :raise, :loop, repeats: :contents
    label :format, :sprintf, :String, repeats: :parts
  end
end

module Comparable
  label :<, :<=, :==, :>, :>=, :between?, :clamp, repeats: :contents
end

module Enumerable
  label :all?, :any?, :collect, :collect_concat, :compact, :count, :cycle, :detect, :drop, :drop_while, :each_cons, repeats: :contents
  label :each_with_index, :each_with_object, :entries, :find_all, :find_index, :first, :grep, :grep_v, :group_by, repeats: :contents
  label :include?, :inject, :max, :max_by, :min, :min_by, :minmax, :minmax_by, :none?, :one?, :partition, :reject, repeats: :contents
  label :reverse_each, :sort, :sort_by, :take, :take_while, :to_h, :each_slice, :find, :flat_map, :map, :member?, :to_a, repeats: :contents
  label :lazy, :uniq, :sum, :filter_map, :chain, :tally, :each_entry, :zip, :chunk, :chunk_while, :slice_when, repeats: :contents
  label :slice_after, :slice_before, :to_set, :select, :filter, :reduce, repeats: :contents
end

class Array
  label :&, :+, :-, :<<, :<=>, :==, :[], :[]=, :all?, :assoc, :at, :bsearch, :bsearch_index, :clear, :collect, :collect!, repeats: :contents
  label :combination, :compact, :compact!, :concat, :count, :cycle, :deconstruct, :delete, :delete_at, :delete_if, repeats: :contents
  label :difference, :dig, :drop, :drop_while, :each, :each_index, :empty?, :eql?, :fetch, :fill, :filter, :filter!, repeats: :contents
  label :find_index, :first, :flatten, :flatten!, :include?, :insert, :intersect?, :intersection, :keep_if, :last, repeats: :contents
  label :length, :max, :minmax, :pack, :permutation, :pop, :product, :push, :reject!, :repeated_combination, repeats: :contents
  label :repeated_permutation, :replace, :reverse, :reverse!, :reverse_each, :rindex, :rotate, :rotate!, :select, repeats: :contents
  label :select!, :shift, :slice, :slice!, :sort, :sort!, :sort_by!, :sum, :take, :take_while, :to_a, :to_ary, :to_h, repeats: :contents
  label :transpose, :union, :uniq, :uniq!, :unshift, :values_at, :zip, :|, :initialize_copy, :any?, :append, :index, repeats: :contents
  label :map, :map!, :min, :none?, :one?, :prepend, :rassoc, :reject, :size, :reduce, :inject, :minmax_by, :tally, repeats: :contents
  label :each_slice, :each_cons, :fetch_values, :member?, :each_with_index, :each_with_object, :each_entry, :flat_map, repeats: :contents
  label :collect_concat, :filter_map, :find, :detect, :find_all, :partition, :group_by, :chunk_while, :slice_when, repeats: :contents
  label :min_by, :max_by, :sort_by, :grep, :grep_v, :to_set, :entries, :lazy, :dup, :clone, :freeze, :frozen?, repeats: :contents
  label :*, :hash, :inspect, :join, :to_s, repeats: :parts

  class << self
    label :[], :try_convert, repeats: :contents
  end
end

class Date
  label :+, :-, :<<, :>>, :asctime, :ctime, :deconstruct_keys, :england, :gregorian, :httpdate, :inspect, :iso8601, repeats: :contents
  label :italy, :jisx0301, :julian, :new_start, :next, :next_day, :next_month, :next_year, :prev_day, repeats: :contents
  label :prev_month, :prev_year, :rfc2822, :rfc3339, :rfc822, :strftime, :succ, :to_date, :to_datetime, :to_s, repeats: :contents
  label :to_time, :xmlschema, repeats: :contents

  class << self
    label :civil, :commercial, :jd, :ordinal, :parse, repeats: :contents
  end
end

class Class
  label :subclasses, :superclass, repeats: :contents
  label :allocate, :new, repeats: :identity
end

class Complex
  label :*, :**, :+, :+@, :-, :-@, :/, :<=>, :==, :abs, :abs2, :angle, :coerce, :conj, :conjugate, :denominator, :dup, repeats: :contents
  label :eql?, :fdiv, :finite?, :hash, :imag, :imaginary, :infinite?, :inspect, :numerator, :polar, :quo, :rationalize, repeats: :contents
  label :real, :real?, :rect, :to_c, :to_f, :to_i, :to_r, :to_s, :arg, :magnitude, :phase, :rectangular, repeats: :contents
  label :integer?, :nonzero?, :zero?, repeats: :contents

  class << self
    label :polar, :rect, :rectangular, repeats: :contents
  end
end

class Data
  label :==, :deconstruct_keys, :eql?, :members, :to_h, :with, :deconstruct, repeats: :contents
  label :hash, :inspect, :to_s, repeats: :parts

  class << self
    label :new, :[], :members, repeats: :contents
  end
end

class Exception
  label :initialize, :==, :cause, :exception, :set_backtrace, repeats: :contents
  label :detailed_message, :inspect, :message, :to_s, repeats: :parts

  class << self
    label :to_tty?, :exception, repeats: :contents
  end
end

class FalseClass
  label :!, :&, :===, :^, :to_s, :|, :inspect, :==, :!=, :hash, repeats: :contents
end

class File
  class << self
    label :absolute_path?, :basename, :dirname, :extname, :fnmatch, :fnmatch?, :join, :path, :split, repeats: :contents
  end
end

class Float
  label :%, :*, :**, :+, :+@, :-, :-@, :/, :<, :<=, :<=>, :==, :===, :>, :>=, :abs, :abs2, :angle, :ceil, :coerce, :conj, repeats: :contents
  label :conjugate, :denominator, :div, :divmod, :dup, :eql?, :fdiv, :finite?, :floor, :hash, :i, :imag, :imaginary, repeats: :contents
  label :infinite?, :integer?, :modulo, :nan?, :negative?, :next_float, :nonzero?, :numerator, :polar, :positive?, repeats: :contents
  label :prev_float, :quo, :rationalize, :real, :real?, :rect, :remainder, :round, :step, :to_c, :to_f, :to_i, :to_r, repeats: :contents
  label :to_s, :truncate, :zero?, :arg, :inspect, :magnitude, :phase, :rectangular, :to_int, :between?, :clamp, repeats: :contents
end

class Hash
  label :<, :<=, :==, :>, :>=, :[]=, :any?, :assoc, :clear, :compact, :compact!, :compare_by_identity, repeats: :contents
  label :compare_by_identity?, :deconstruct_keys, :default, :default=, :default_proc, :default_proc=, :delete, repeats: :contents
  label :delete_if, :dig, :each, :each_key, :each_value, :empty?, :eql?, :except, :fetch, :fetch_values, :filter, repeats: :contents
  label :filter!, :flatten, :has_key?, :has_value?, :invert, :keep_if, :key, :keys, :length, :merge, :merge!, :rassoc, repeats: :contents
  label :rehash, :reject, :reject!, :replace, :shift, :slice, :to_a, :to_h, :to_hash, :to_proc, :transform_keys, repeats: :contents
  label :transform_keys!, :transform_values, :transform_values!, :values, :values_at, :initialize_copy, :each_pair, repeats: :contents
  label :include?, :key?, :member?, :select, :select!, :size, :store, :update, :value?, :reduce, :inject, :tally, :map, repeats: :contents
  label :freeze, :count, :none?, :all?, :one?, :sum, :first, :frozen?, :find, :detect, :min_by, :max_by, repeats: :contents
  label :each_with_object, :dup, :sort, :uniq, :collect, :partition, :group_by, :sort_by, :flat_map, :filter_map, repeats: :contents
  label :each_with_index, :clone, :find_all, :to_set, :[], repeats: :contents
  label :hash, :inspect, :to_s, repeats: :parts

  class << self
    label :[], :try_convert, :ruby2_keywords_hash?, :ruby2_keywords_hash, repeats: :contents
  end
end

class Integer
  label :%, :&, :*, :**, :+, :+@, :-, :-@, :/, :<, :<<, :<=, :<=>, :==, :===, :>, :>=, :>>, :[], :^, :abs, :abs2, repeats: :contents
  label :allbits?, :angle, :anybits?, :bit_length, :ceil, :ceildiv, :chr, :coerce, :conj, :conjugate, :denominator, repeats: :contents
  label :digits, :div, :divmod, :downto, :dup, :eql?, :even?, :fdiv, :finite?, :floor, :gcd, :gcdlcm, :i, :imag, repeats: :contents
  label :imaginary, :infinite?, :integer?, :lcm, :magnitude, :negative?, :next, :nobits?, :nonzero?, :numerator, :odd?, repeats: :contents
  label :ord, :polar, :positive?, :pow, :pred, :quo, :rationalize, :real, :real?, :rect, :remainder, :round, :size, repeats: :contents
  label :step, :succ, :times, :to_c, :to_f, :to_i, :to_r, :to_s, :truncate, :upto, :zero?, :|, :~, :arg, :inspect, repeats: :contents
  label :modulo, :phase, :rectangular, :to_int, :between?, :clamp, :hash, repeats: :contents

  class << self
    label :sqrt, :try_convert, repeats: :contents
  end
end

class MatchData
  label :==, :[], :begin, :byteoffset, :captures, :deconstruct_keys, :end, :hash, :inspect, :named_captures, :names, repeats: :contents
  label :match, :match_length, :offset, :post_match, :pre_match, :regexp, :size, :string, :to_a, :to_s, :values_at, repeats: :contents
  label :deconstruct, :eql?, :length, :bytebegin, :byteend, repeats: :contents
end

module Math
  class << self
    label :acos, :acosh, :asin, :asinh, :atan, :atan2, :atanh, :cbrt, :cos, :cosh, :erf, :erfc, :exp, :frexp, :gamma, repeats: :contents
    label :hypot, :ldexp, :lgamma, :log, :log10, :log2, :sin, :sinh, :sqrt, :tan, :tanh, repeats: :contents
  end
end

class Method
  label :to_proc, :<<, :>>, :arity, :clone, :curry, :name, :original_name, :owner, :parameters, :receiver, repeats: :contents
  label :source_location, :super_method, :unbind, :dup, repeats: :contents
end

class Module
  label :const_get, :const_defined?, repeats: :contents
  label :<, :<=, :<=>, :==, :===, :>, :>=, :ancestors, :class_variables, :constants, :include?, :included_modules, repeats: :contents
  label :instance_method, :instance_methods, :method_defined?, :name, :private_instance_methods, repeats: :contents
  label :private_method_defined?, :public_instance_methods, :public_method_defined?, :eql?, :equal?, :freeze, repeats: :contents
  label :to_s, :inspect, repeats: :identity
end

class NilClass
  label :!, :&, :===, :=~, :^, :inspect, :nil?, :rationalize, :to_a, :to_c, :to_f, :to_h, :to_i, :to_r, :to_s, :|, :==, repeats: :contents
  label :!=, :hash, repeats: :contents
end

class Numeric
  label :+@, :conj, :conjugate, :finite?, :i, :imag, :imaginary, :infinite?, :integer?, :real, :real?, :rect, :to_c, repeats: :contents
  label :clone, :rectangular, :dup, :%, :+, :-, :-@, :<=>, :abs, :abs2, :angle, :ceil, :coerce, :denominator, :div, repeats: :contents
  label :divmod, :eql?, :fdiv, :floor, :modulo, :negative?, :nonzero?, :numerator, :polar, :positive?, :quo, :remainder, repeats: :contents
  label :round, :step, :to_int, :truncate, :zero?, :arg, :magnitude, :phase, repeats: :contents
end

class Proc
  label :clone, :arity, :curry, :lambda?, :parameters, :source_location, :to_proc, :>>, :<<, :dup, repeats: :contents
  label :hash, :to_s, :inspect, repeats: :identity
end

class Range
  label :==, :===, :begin, :bsearch, :cover?, :each, :end, :exclude_end?, :first, :include?, :last, :max, :min, repeats: :contents
  label :overlap?, :reverse_each, :size, :step, :eql?, :member?, :count, :%, :minmax_by, :tally, :reduce, :inject, :to_a, repeats: :contents
  label :entries, :to_set, :sum, :minmax, :all?, :any?, :none?, :one?, :map, :collect, :select, :filter, :reject, :find, repeats: :contents
  label :detect, :find_all, :find_index, :each_with_index, :each_with_object, :each_slice, :each_cons, :each_entry, repeats: :contents
  label :to_h, :partition, :group_by, :flat_map, :collect_concat, :filter_map, :uniq, :min_by, :max_by, :sort, repeats: :contents
  label :sort_by, :take, :take_while, :drop, :drop_while, :grep, :grep_v, :lazy, :cycle, :chunk_while, :slice_when, repeats: :contents
  label :hash, :inspect, :to_s, repeats: :parts
end

class Rational
  label :%, :*, :**, :+, :+@, :-, :-@, :/, :<=>, :==, :abs, :abs2, :angle, :ceil, :coerce, :conj, :conjugate, repeats: :contents
  label :denominator, :div, :divmod, :dup, :eql?, :fdiv, :finite?, :floor, :hash, :i, :imag, :imaginary, :infinite?, repeats: :contents
  label :inspect, :integer?, :modulo, :negative?, :nonzero?, :numerator, :polar, :positive?, :quo, :rationalize, :real, repeats: :contents
  label :real?, :rect, :remainder, :round, :step, :to_c, :to_f, :to_i, :to_r, :to_s, :truncate, :zero?, :arg, :magnitude, repeats: :contents
  label :phase, :rectangular, :to_int, :<, :<=, :>, :>=, :between?, :clamp, repeats: :contents
end

class Regexp
  label :==, :===, :=~, :casefold?, :encoding, :eql?, :fixed_encoding?, :hash, :inspect, :match, :match?, repeats: :contents
  label :named_captures, :names, :options, :source, :to_s, :timeout, :~, repeats: :contents

  class << self
    label :escape, :last_match, :linear_time?, :quote, :try_convert, :timeout, :union, :compile, repeats: :contents
  end
end

class Set
  label :&, :|, :-, :add, :add?, :include?, :^, :classify, :clear, :collect!, :delete, :delete?, :delete_if, :reject!, repeats: :contents
  label :compare_by_identity, :disjoint?, :divide, :each, :empty?, :flatten, :intersect?, :keep_if, :size, :merge, repeats: :contents
  label :subset?, :superset?, :proper_superset?, :replace, :reset, :select!, :subtract, :to_a, :intersection, :union, :+, repeats: :contents
  label :difference, :<<, :member?, :map!, :length, :proper_subset?, :<, :<=, :>, :>=, :compare_by_identity?, :filter!, repeats: :contents
  label :flatten!, :===, :to_set, :count, :any?, :none?, :all?, :sum, :min, :max, :first, :find, :inject, :reduce, repeats: :contents
  label :each_with_object, :sort, :map, :select, :filter, :reject, :partition, :group_by, :sort_by, :flat_map, repeats: :contents
  label :filter_map, :each_with_index, :to_h, repeats: :contents
  label :join, repeats: :parts

  class << self
    label :[], repeats: :contents
  end
end

class String
  label :*, :+, :+@, :-@, :<<, :<=>, :==, :=~, :[], :[]=, :ascii_only?, :b, :byteindex, :byterindex, :bytes, :bytesize, repeats: :contents
  label :byteslice, :bytesplice, :capitalize, :capitalize!, :casecmp, :casecmp?, :center, :chars, :chomp, :chomp!, :chop, repeats: :contents
  label :chop!, :chr, :clear, :codepoints, :concat, :count, :crypt, :delete, :delete!, :delete_prefix, :delete_prefix!, repeats: :contents
  label :delete_suffix, :delete_suffix!, :downcase, :downcase!, :dump, :each_byte, :each_char, :each_codepoint, repeats: :contents
  label :each_grapheme_cluster, :each_line, :empty?, :encode, :encode!, :encoding, :end_with?, :eql?, :force_encoding, repeats: :contents
  label :freeze, :getbyte, :grapheme_clusters, :hash, :hex, :include?, :index, :insert, :inspect, :intern, :length, repeats: :contents
  label :lines, :ljust, :lstrip, :lstrip!, :match, :match?, :oct, :ord, :partition, :prepend, :replace, :reverse, repeats: :contents
  label :reverse!, :rindex, :rjust, :rpartition, :rstrip, :rstrip!, :scan, :scrub, :scrub!, :setbyte, :slice!, :split, repeats: :contents
  label :squeeze, :squeeze!, :start_with?, :strip, :strip!, :succ, :succ!, :sum, :swapcase, :swapcase!, :to_c, :to_f, repeats: :contents
  label :to_i, :to_r, :to_s, :tr, :tr!, :tr_s, :tr_s!, :undump, :unicode_normalize, :unicode_normalize!, repeats: :contents
  label :unicode_normalized?, :unpack, :unpack1, :upcase, :upcase!, :upto, :valid_encoding?, :initialize_copy, :===, repeats: :contents
  label :dedup, :next, :next!, :size, :slice, :to_str, :to_sym, :append_as_bytes, :<, :<=, :>, :>=, :between?, :frozen?, repeats: :contents
  label :dup, :clone, repeats: :contents
  label :%, :gsub, :gsub!, :sub, :sub!, repeats: :parts

  class << self
    label :try_convert, repeats: :contents
  end
end

class Struct
  label :==, :eql?, :to_a, :to_h, :size, :each, :each_pair, :[], :[]=, :select, :values_at, :members, :dig, repeats: :contents
  label :deconstruct_keys, :values, :length, :filter, :deconstruct, repeats: :contents
  label :hash, :inspect, :to_s, repeats: :parts

  class << self
    label :[], :members, :new, repeats: :contents
  end
end

class Symbol
  label :<=>, :==, :===, :=~, :[], :capitalize, :casecmp, :casecmp?, :downcase, :empty?, :encoding, :end_with?, :id2name, repeats: :contents
  label :inspect, :intern, :length, :match, :match?, :next, :start_with?, :swapcase, :to_proc, :upcase, :clone, :size, repeats: :contents
  label :slice, :succ, :to_s, :to_sym, :name, :<, :<=, :>, :>=, :hash, repeats: :contents

  class << self
    label :all_symbols, repeats: :contents
  end
end

class Time
  label :+, :-, :asctime, :ctime, :deconstruct_keys, :getgm, :getutc, :gmtime, :inspect, :round, :strftime, :to_a, repeats: :contents
  label :to_s, :utc, :floor, :ceil, :xmlschema, :iso8601, repeats: :contents
  label :getlocal, :localtime, :zone, repeats: :contents # apart from the time zone of the process

  class << self
    label :at, :gm, :local, :mktime, :utc, repeats: :contents
  end
end

class TrueClass
  label :!, :&, :===, :^, :to_s, :|, :inspect, :==, :!=, :hash, repeats: :contents
end
