# What library methods do to the caller's `$~`. `matches: :result`: given a regexp, it is nil exactly if the result is nil or false; `:alone`:
# if nothing but the regexp is given, which is searched, or `:start` if it is tried at the start alone. `:yielded`: it is a match while the block runs, and anything afterwards. `:nothing`: it is unchanged,
# apart from what a block does. A method without this label may do anything, unless it is given nothing that could be a pattern.
# `keeps_block: false`: its block runs during the call only. test/core/lastMatchLabels.test.ts compares both with Ruby.
class BasicObject
  label :==, :!=, :!, :equal?, matches: :nothing
end

module Kernel
  label :is_a?, :kind_of?, :instance_of?, :nil?, :respond_to?, :dup, :clone, :freeze, :frozen?, :class, :hash, matches: :nothing
  label :loop, :tap, :then, :catch, keeps_block: false
  label :raise, :puts, :print, :p, :format, :sprintf, :Integer, :Float, :String, :Array, :block_given?, :then, :tap, matches: :nothing
end

module Enumerable
  label :grep, matches: :yielded, keeps_block: false
  label :map, :select, :reject, :each_with_index, :each_with_object, :find, :inject, :flat_map, :include?, :to_a, matches: :nothing
end

class Array
  label :each, :map, :collect, :select, :filter, :reject, :find_index, :map!, :sort_by!, matches: :nothing
  label :[], :[]=, :<<, :push, :append, :unshift, :concat, :+, :-, :*, :include?, :join, :first, :last, :pop, :shift, matches: :nothing
  label :delete, :index, :sort, :uniq, :flatten, :compact, :reverse, :to_h, :values_at, :fetch, matches: :nothing
end

class Hash
  label :[], :[]=, :store, :key?, :has_key?, :include?, :fetch, :delete, :merge, :merge!, :update, :dig, :each, matches: :nothing
  label :each_pair, :each_key, :each_value, :select, :reject, :transform_values, :transform_keys, matches: :nothing
end

class String
  label :=~, :match, :index, :rindex, :sub!, matches: :result
  label :[], :slice, :slice!, matches: :alone
  label :start_with?, matches: :start
  label :sub, :gsub, :gsub!, :scan, matches: :yielded
  label :sub, :gsub, :scan, :sub!, :gsub!, :match, :each_char, :each_line, :each_byte, keeps_block: false
  label :[], :slice, :slice!, answers: :matched
  label :match?, answers: :found
  label :match?, :==, :===, :eql?, :<=>, :+, :*, :%, :<<, :concat, :include?, :end_with?, :to_i, :to_sym, matches: :nothing
  label :tr, :delete, :squeeze, :count, :ljust, :rjust, :center, :casecmp, :casecmp?, :encode, :force_encoding, matches: :nothing
  label :+@, :-@, :ascii_only?, :b, :bytes, :bytesize, :byteslice, :bytesplice, :chars, :chomp!, :chop, :chop!, :chr, :clear, matches: :nothing
  label :codepoints, :crypt, :delete!, :delete_prefix, :delete_prefix!, :delete_suffix, :delete_suffix!, :dump, matches: :nothing
  label :upcase!, :downcase!, :capitalize!, :swapcase!, :each_byte, :each_char, :each_line, :empty?, :encode!, :encoding, matches: :nothing
  label :freeze, :getbyte, :setbyte, :hash, :hex, :oct, :ord, :inspect, :intern, :length, :size, :lines, matches: :nothing
  label :strip, :lstrip, :rstrip, :strip!, :lstrip!, :rstrip!, :reverse, :reverse!, :scrub, :scrub!, :squeeze!, :sum, matches: :nothing
  label :succ, :succ!, :next, :next!, :to_c, :to_f, :to_r, :to_s, :to_str, :tr!, :tr_s, :tr_s!, :undump, :upto, matches: :nothing
  label :unicode_normalize, :unicode_normalize!, :unicode_normalized?, :valid_encoding?, :dedup, matches: :nothing
  label :<, :<=, :>, :>=, :between?, matches: :nothing
  label :unpack, :unpack1, :upcase, :downcase, :capitalize, :swapcase, :chomp, :insert, :replace, :prepend, matches: :nothing
end

class Symbol
  label :=~, :match, matches: :result
  label :[], matches: :alone
  label :[], answers: :matched
  label :match?, answers: :found
  label :match?, :==, :===, :<=>, :casecmp, :casecmp?, :capitalize, :downcase, :upcase, :swapcase, :empty?, matches: :nothing
  label :encoding, :end_with?, :id2name, :name, :inspect, :intern, :length, :size, :next, :succ, :to_proc, matches: :nothing
  label :to_s, :to_sym, :clone, :<, :<=, :>, :>=, matches: :nothing
end

class Regexp
  label :=~, :===, :match, matches: :result
  label :match?, answers: :found
  label :match?, :==, :eql?, :source, :to_s, :casefold?, :encoding, :fixed_encoding?, :hash, :inspect, matches: :nothing
  label :named_captures, :names, :options, matches: :nothing

  class << self
    label :escape, :quote, :union, matches: :nothing
  end
end

class MatchData
  label :[], answers: :group
  label :[], :values_at, :begin, :end, :offset, matches: :nothing
end

class Integer
  label :+, :-, :*, :/, :%, :==, :<, :>, :<=, :>=, :<=>, :to_s, :times, :upto, matches: :nothing
end
