class String
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :bytesize, '() -> Integer r { r >= 0 }', pure: true, raises: []

  type :<, '(String) -> %bool', pure: true, raises: []
  type :<=, '(String) -> %bool', pure: true, raises: []
  type :>, '(String) -> %bool', pure: true, raises: []
  type :>=, '(String) -> %bool', pure: true, raises: []
  type :between?, '(String, String) -> %bool', pure: true, raises: []

  label :empty?, :==, :===, :eql?, :<=>, :hash, :ascii_only?, :valid_encoding?, :encoding, pure: true
  label :include?, :start_with?, :end_with?, :casecmp, :casecmp?, :ord, :hex, :oct, :sum, :getbyte, pure: true
  label :to_sym, :intern, :to_i, :to_f, :to_r, :to_c, :unicode_normalized?, :count, pure: true
  label :index, :rindex, :byteindex, :byterindex, :=~, :match, :match?, modifies: {} # they set $~
  # Groups that match nothing are nil.
  type :scan, '(Regexp pattern) -> Array<String or Array<String or nil>>', modifies: {}
  type :scan, '(Regexp pattern) { (String or Array<String or nil> matches) -> %any } -> self', modifies: {}
  type :scan, '(String pattern) -> Array<String>', modifies: {}
  type :scan, '(String pattern) { (String match) -> %any } -> self', modifies: {}
  type :*, '(Integer times { times >= 0 }) -> String', modifies: {}, raises: [ArgumentError]
  label :+, :%, :+@, :-@, :[], :slice, :byteslice, :b, :chr, :to_s, :to_str, :dump, :undump, :inspect, modifies: {}
  label :capitalize, :downcase, :upcase, :swapcase, :succ, :next, :reverse, :chomp, :chop, :strip, :lstrip, :rstrip, modifies: {}
  label :center, :ljust, :rjust, :delete, :delete_prefix, :delete_suffix, :squeeze, :tr, :tr_s, :crypt, modifies: {}
  label :sub, :gsub, :split, :partition, :rpartition, :lines, :chars, :bytes, :codepoints, :grapheme_clusters, modifies: {}
  label :each_char, :each_byte, :each_line, :each_codepoint, :each_grapheme_cluster, :upto, modifies: {}
  label :center, :ljust, :rjust, :to_i, raises: [ArgumentError]
  label :dup, :clone, :freeze, :frozen?, modifies: {}
  # What comes out is what the template says.
  type :unpack, '(String template, ?offset: Integer) -> Array<%dyn>', modifies: {}
  type :unpack, '(String template, ?offset: Integer) { (%dyn) -> %any } -> nil', modifies: {}
  type :unpack1, '(String template, ?offset: Integer) -> %dyn', modifies: {}
  label :encode, :unicode_normalize, :scrub, :dedup, modifies: {}

  label :<<, :concat, :prepend, :insert, :replace, :clear, :[]=, :setbyte, :bytesplice, :initialize_copy, modifies: { self: :contents }
  label :capitalize!, :downcase!, :upcase!, :swapcase!, :succ!, :next!, :reverse!, :slice!, modifies: { self: :contents }
  label :chomp!, :chop!, :strip!, :lstrip!, :rstrip!, :delete!, :delete_prefix!, :delete_suffix!, modifies: { self: :contents }
  label :squeeze!, :tr!, :tr_s!, :sub!, :gsub!, :encode!, :unicode_normalize!, :scrub!, :force_encoding, modifies: { self: :contents }

  class << self
    label :try_convert, modifies: {}
  end
end
