class String
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :bytesize, '() -> Integer r { r >= self.length }', pure: true, raises: []

  type :<, '(String) -> %bool', pure: true, raises: []
  type :<=, '(String) -> %bool', pure: true, raises: []
  type :>, '(String) -> %bool', pure: true, raises: []
  type :>=, '(String) -> %bool', pure: true, raises: []
  type :between?, '(String, String) -> %bool', pure: true, raises: []

  # The length of the result and its position in the receiver.
  type :strip, '() -> String r { self.include?(r) && r.length <= self.length }', modifies: {}
  type :lstrip, '() -> String r { self.end_with?(r) && r.length <= self.length }', modifies: {}
  type :rstrip, '() -> String r { self.start_with?(r) && r.length <= self.length }', modifies: {}
  type :reverse, '() -> String r { r.length == self.length }', modifies: {}
  type :squeeze, '(*(String or %_ToStr) sets) -> String r { r.length <= self.length && r.empty? == self.empty? }', modifies: {}
  type :delete, '(String set) -> String r { r.length <= self.length && (if set.length == 1 then !r.include?(set) end) }', modifies: {}
  type :delete, '(String or %_ToStr set, *(String or %_ToStr) sets) -> String r { r.length <= self.length }', modifies: {}
  type :tr, '(String or %_ToStr set, String or %_ToStr other) -> String r { r.length <= self.length }', modifies: {}
  type :tr_s, '(String or %_ToStr set, String or %_ToStr other) -> String r { r.length <= self.length }', modifies: {}
  type :count, '(String or %_ToStr set, *(String or %_ToStr) sets) -> Integer r { 0 <= r && r <= self.length }', pure: true
  type :succ, '() -> String r { r.length >= self.length }', modifies: {}
  type :next, '() -> String r { r.length >= self.length }', modifies: {}
  type :ord, '() -> Integer r { r >= 0 }', pure: true
  # Some letters become two, so only emptiness is certain.
  type :upcase, '(?(:ascii or :lithuanian or :turkic) option) -> String r { r.empty? == self.empty? }', modifies: {}
  type :upcase, '(:lithuanian first, :turkic second) -> String', modifies: {}
  type :upcase, '(:turkic first, :lithuanian second) -> String', modifies: {}
  type :downcase, '(?(:ascii or :fold or :lithuanian or :turkic) option) -> String r { r.empty? == self.empty? }', modifies: {}
  type :downcase, '(:lithuanian first, :turkic second) -> String', modifies: {}
  type :downcase, '(:turkic first, :lithuanian second) -> String', modifies: {}
  type :capitalize, '(?(:ascii or :lithuanian or :turkic) option) -> String r { r.empty? == self.empty? }', modifies: {}
  type :capitalize, '(:lithuanian first, :turkic second) -> String', modifies: {}
  type :capitalize, '(:turkic first, :lithuanian second) -> String', modifies: {}
  type :swapcase, '(?(:ascii or :lithuanian or :turkic) option) -> String r { r.empty? == self.empty? }', modifies: {}
  type :swapcase, '(:lithuanian first, :turkic second) -> String', modifies: {}
  type :swapcase, '(:turkic first, :lithuanian second) -> String', modifies: {}
  type :chars, '() -> Array<String> r { r.length == self.length && r.all? { |c| c.length == 1 } }', modifies: {}
  type :chars, '() { (String character) -> %any } -> self', modifies: {}
  type :bytes, '() -> Array<Integer> r { r.length >= self.length && r.all? { |b| 0 <= b && b <= 255 } }', modifies: {}
  type :bytes, '() { (Integer byte) -> %any } -> self', modifies: {}
  type :lines, '(chomp: ?%any) -> Array<String> r { r.length <= self.length && r.empty? == self.empty? }', modifies: {}
  type :lines, '(String or %_ToStr or nil separator, chomp: ?%any) -> Array<String>', modifies: {}
  type :lines, '(?(String or %_ToStr or nil) separator, chomp: ?%any) { (String line) -> %any } -> self', modifies: {}
  # Empty strings at the end are dropped, unless there is a limit.
  type :split, '(?(String or nil) separator) -> Array<String> r { r.length <= self.length && r.all? { |part| part.length <= self.length } }', modifies: {}
  type :split, '(?(Regexp or String or %_ToStr or nil) separator, ?(Integer or %_ToInt) limit) -> Array<String>', modifies: {}
  type :split, '(?(Regexp or String or %_ToStr or nil) separator, ?(Integer or %_ToInt) limit) { (String part) -> %any } -> self', modifies: {}
  type :ljust, '(Integer width) -> String r { r.start_with?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}
  type :ljust, '(Integer width, String padding { !padding.empty? }) -> String r { r.start_with?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}, raises: [ArgumentError]
  type :ljust, '(Integer or %_ToInt width, ?(String or %_ToStr) padding) -> String', modifies: {}, raises: [ArgumentError]
  type :rjust, '(Integer width) -> String r { r.end_with?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}
  type :rjust, '(Integer width, String padding { !padding.empty? }) -> String r { r.end_with?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}, raises: [ArgumentError]
  type :rjust, '(Integer or %_ToInt width, ?(String or %_ToStr) padding) -> String', modifies: {}, raises: [ArgumentError]
  type :center, '(Integer width) -> String r { r.include?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}
  type :center, '(Integer width, String padding { !padding.empty? }) -> String r { r.include?(self) && (if width <= self.length then r == self else r.length == width end) }', modifies: {}, raises: [ArgumentError]
  type :center, '(Integer or %_ToInt width, ?(String or %_ToStr) padding) -> String', modifies: {}, raises: [ArgumentError]
  # A replacement without backslashes is literal; one that names a missing group raises.
  type :gsub, '(String pattern, String replacement) -> String r { (if !pattern.empty? && pattern.length == replacement.length && !replacement.include?("\\\\") then r.length == self.length end) && (if pattern.length == 1 && !replacement.include?(pattern) && !replacement.include?("\\\\") then !r.include?(pattern) end) }', modifies: {}, raises: [IndexError]
  type :gsub, '(Regexp or String or %_ToStr pattern, String or %_ToStr or Hash<String, %any> replacement) -> String', modifies: {}, raises: [IndexError]
  type :gsub, '(Regexp or String or %_ToStr pattern) { (String match) -> %any } -> String', modifies: {}
  type :gsub, '(Regexp or String or %_ToStr pattern) -> Enumerator<String, String>', modifies: {}
  type :sub, '(String pattern, String replacement) -> String r { if !pattern.empty? && pattern.length == replacement.length && !replacement.include?("\\\\") then r.length == self.length end }', modifies: {}, raises: [IndexError]
  type :sub, '(Regexp or String or %_ToStr pattern, String or %_ToStr or Hash<String, %any> replacement) -> String', modifies: {}, raises: [IndexError]
  type :sub, '(Regexp or String or %_ToStr pattern) { (String match) -> %any } -> String', modifies: {}

  label :empty?, :==, :===, :eql?, :<=>, :hash, :ascii_only?, :valid_encoding?, :encoding, pure: true
  label :include?, :start_with?, :end_with?, :casecmp, :casecmp?, :hex, :oct, pure: true
  type :sum, '(?(Integer or %_ToInt) bits) -> Integer r { r >= 0 }', pure: true
  type :getbyte, '(Integer or %_ToInt index) -> Integer or nil r { r.nil? || (0 <= r && r <= 255) }', pure: true
  label :to_sym, :intern, :to_f, :to_r, :to_c, :unicode_normalized?, pure: true
  type :rindex, '(String pattern) -> Integer or nil r { r.nil? == !self.include?(pattern) && (r.nil? || (0 <= r && r + pattern.length <= self.length && self[r, pattern.length] == pattern)) }', modifies: {}
  type :rindex, '(Regexp or String or %_ToStr pattern, ?(Integer or %_ToInt) offset) -> Integer or nil', modifies: {}
  type :byteindex, '(Regexp or String or %_ToStr pattern, ?(Integer or %_ToInt) offset) -> Integer or nil r { r.nil? || (0 <= r && r <= self.bytesize) }', modifies: {}
  type :byterindex, '(Regexp or String or %_ToStr pattern, ?(Integer or %_ToInt) offset) -> Integer or nil r { r.nil? || (0 <= r && r <= self.bytesize) }', modifies: {}
  label :byteindex, :byterindex, raises: [IndexError] # an offset inside a character
  label :index, :=~, :match, :match?, modifies: {} # they set $~
  label :match, :match?, raises: [RegexpError] # a string that is not a valid pattern; see raisesFromPatterns.ts
  # Groups that do not match are nil.
  type :scan, '(Regexp pattern) -> Array<String or Array<String or nil>>', modifies: {}
  type :scan, '(Regexp pattern) { (String or Array<String or nil> matches) -> %any } -> self', modifies: {}
  type :scan, '(String pattern) -> Array<String>', modifies: {}
  type :scan, '(String pattern) { (String match) -> %any } -> self', modifies: {}
  # A named group that the pattern lacks raises; a numbered one is nil.
  type :[], '(Integer or %_ToInt start, ?(Integer or %_ToInt) length) -> String or nil', modifies: {}
  type :[], '(Range<Integer or nil> range) -> String or nil', modifies: {}
  type :[], '(Regexp pattern, ?Integer group) -> String or nil', modifies: {}
  type :[], '(Regexp pattern, String or Symbol group) -> String or nil', modifies: {}, raises: [IndexError]
  type :[], '(String or %_ToStr part) -> String or nil', modifies: {}
  type :slice, '(Integer or %_ToInt start, ?(Integer or %_ToInt) length) -> String or nil', modifies: {}
  type :slice, '(Range<Integer or nil> range) -> String or nil', modifies: {}
  type :slice, '(Regexp pattern, ?Integer group) -> String or nil', modifies: {}
  type :slice, '(Regexp pattern, String or Symbol group) -> String or nil', modifies: {}, raises: [IndexError]
  type :slice, '(String or %_ToStr part) -> String or nil', modifies: {}
  type :slice!, '(Integer or %_ToInt start, ?(Integer or %_ToInt) length) -> String or nil', modifies: { self: :contents }
  type :slice!, '(Range<Integer or nil> range) -> String or nil', modifies: { self: :contents }
  type :slice!, '(Regexp pattern, ?Integer group) -> String or nil', modifies: { self: :contents }
  type :slice!, '(Regexp pattern, String or Symbol group) -> String or nil', modifies: { self: :contents }, raises: [IndexError]
  type :slice!, '(String or %_ToStr part) -> String or nil', modifies: { self: :contents }
  # An Integer is a code point, or raises.
  type :<<, '(String or %_ToStr other) -> self', modifies: { self: :contents }
  type :<<, '(Integer code { 0 <= code && code <= 1114111 && !(55296 <= code && code <= 57343) }) -> self', modifies: { self: :contents }, raises: [RangeError]
  type :<<, '(String or %_ToStr or Integer other) -> self', modifies: { self: :contents }, raises: [RangeError]
  type :concat, '(*(String or %_ToStr) others) -> self', modifies: { self: :contents }
  type :concat, '(Integer code { 0 <= code && code <= 1114111 && !(55296 <= code && code <= 57343) }) -> self', modifies: { self: :contents }, raises: [RangeError]
  type :concat, '(*(String or %_ToStr or Integer) others) -> self', modifies: { self: :contents }, raises: [RangeError]
  type :to_i, '() -> Integer', pure: true
  type :to_i, '(Integer base { base == 0 || (2 <= base && base <= 36) }) -> Integer', pure: true, raises: [ArgumentError]
  type :to_i, '(%_ToInt base) -> Integer', pure: true, raises: [ArgumentError]
  type :*, '(Integer times { times >= 0 }) -> String r { r.length == self.length * times }', modifies: {}, raises: [ArgumentError]
  label :+, :%, :+@, :-@, :byteslice, :to_s, :to_str, :dump, :undump, :inspect, modifies: {}
  type :b, '() -> String r { r.length == self.bytesize }', modifies: {}
  type :chr, '() -> String r { r.length <= 1 && r.empty? == self.empty? && self.start_with?(r) }', modifies: {}
  label :chomp, :chop, modifies: {}
  label :delete_prefix, :delete_suffix, :crypt, modifies: {}
  type :partition, '(Regexp or String or %_ToStr pattern) -> [String, String, String] r { r[0] + r[1] + r[2] == self }', modifies: {}
  type :rpartition, '(Regexp or String or %_ToStr pattern) -> [String, String, String] r { r[0] + r[1] + r[2] == self }', modifies: {}
  type :codepoints, '() -> Array<Integer> r { r.length == self.length && r.all? { |c| c >= 0 } }', modifies: {}
  type :codepoints, '() { (Integer codepoint) -> %any } -> self', modifies: {}
  type :grapheme_clusters, '() -> Array<String> r { r.length <= self.length && r.empty? == self.empty? }', modifies: {}
  type :grapheme_clusters, '() { (String cluster) -> %any } -> self', modifies: {}
  label :each_char, :each_byte, :each_line, :each_codepoint, :each_grapheme_cluster, :upto, modifies: {}
  label :ord, :force_encoding, :count, :delete, :delete!, :squeeze, :squeeze!, :tr, :tr!, :tr_s, :tr_s!, raises: [ArgumentError]
  label :crypt, :unpack, :unpack1, :unicode_normalize, :unicode_normalize!, raises: [ArgumentError]
  label :%, raises: [ArgumentError, TypeError, KeyError]
  label :[]=, :insert, :setbyte, raises: [IndexError]
  label :bytesplice, raises: [IndexError, RangeError]
  label :encode, :encode!, raises: [Encoding::ConverterNotFoundError, Encoding::UndefinedConversionError, Encoding::InvalidByteSequenceError, ArgumentError]
  label :undump, raises: [RuntimeError]
  label :to_r, :to_c, raises: [ZeroDivisionError]
  label :dup, :clone, :freeze, :frozen?, modifies: {}
  # The result depends on the template.
  type :unpack, '(String template, ?offset: Integer) -> Array<%dyn>', modifies: {}
  type :unpack, '(String template, ?offset: Integer) { (%dyn) -> %any } -> nil', modifies: {}
  type :unpack1, '(String template, ?offset: Integer) -> %dyn', modifies: {}
  label :encode, :unicode_normalize, :scrub, :dedup, modifies: {}

  label :prepend, :insert, :replace, :clear, :[]=, :setbyte, :bytesplice, :initialize_copy, modifies: { self: :contents }
  label :capitalize!, :downcase!, :upcase!, :swapcase!, :succ!, :next!, :reverse!, modifies: { self: :contents }
  label :chomp!, :chop!, :strip!, :lstrip!, :rstrip!, :delete!, :delete_prefix!, :delete_suffix!, modifies: { self: :contents }
  label :squeeze!, :tr!, :tr_s!, :sub!, :gsub!, :encode!, :unicode_normalize!, :scrub!, :force_encoding, modifies: { self: :contents }

  class << self
    label :try_convert, modifies: {}
  end
end
