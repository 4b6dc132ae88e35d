class Regexp
  label :==, :eql?, :hash, :casefold?, :fixed_encoding?, :options, :encoding, pure: true
  label :source, :to_s, :inspect, :names, :named_captures, modifies: {}
  label :===, :=~, :match, :match?, :~, modifies: {} # they set $~

  class << self
    label :escape, :quote, :union, :try_convert, modifies: {}
  end
end

class MatchData
  # A start beyond the groups, or a negative length, returns nil.
  type :[], '(String or Symbol or Integer group, ?nil) -> String or nil', modifies: {}
  type :[], '(Integer start, Integer length) -> Array<String or nil> or nil', modifies: {}
  type :[], '(Range<Integer or nil> range) -> Array<String or nil> or nil', modifies: {}
  type :begin, '(String or Symbol or Integer or %_ToInt group) -> Integer or nil r { r.nil? || r >= 0 }', modifies: {}
  type :end, '(String or Symbol or Integer or %_ToInt group) -> Integer or nil r { r.nil? || r >= 0 }', modifies: {}
  # Includes the whole match.
  type :size, '() -> Integer r { r >= 1 }', modifies: {}
  type :length, '() -> Integer r { r >= 1 }', modifies: {}
  label :offset, :captures, :named_captures, :names, :pre_match, :post_match, :to_a, :to_s, :string, modifies: {}
  label :regexp, :values_at, :deconstruct, :deconstruct_keys, :inspect, modifies: {}
end

class MatchData
  label :==, :eql?, :match, :byteoffset, :match_length, modifies: {}
  label :[], :begin, :end, :offset, :match, :byteoffset, :bytebegin, :byteend, :match_length, :values_at, raises: [IndexError]
  label :hash, pure: true
end

class Regexp
  class << self
    label :compile, :last_match, :linear_time?, :timeout, modifies: {}
  end
end
