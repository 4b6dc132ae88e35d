# Each result is different, within certain bounds. A generator has state.
class Random
  type :rand, '() -> Float r { 0.0 <= r && r < 1.0 }', modifies: { self: :contents }
  type :rand, '(Integer max { max > 0 }) -> Integer r { 0 <= r && r < max }', modifies: { self: :contents }, raises: [ArgumentError]
  type :rand, '(Float max { max > 0.0 }) -> Float r { 0.0 <= r && r < max }', modifies: { self: :contents }, raises: [ArgumentError, Errno::EDOM]
  type :rand, '(Range<Integer> r { r.begin < r.end || (r.begin == r.end && !r.exclude_end?) }) -> Integer v { r.begin <= v && v <= r.end }', modifies: { self: :contents }, raises: [ArgumentError]
  type :rand, '(Range<Float> r { r.begin < r.end }) -> Float v { r.begin <= v && v <= r.end }', modifies: { self: :contents }, raises: [ArgumentError, Errno::EDOM]

  class << self
    type :rand, '() -> Float r { 0.0 <= r && r < 1.0 }', modifies: {}
    type :rand, '(Integer max { max > 0 }) -> Integer r { 0 <= r && r < max }', modifies: {}, raises: [ArgumentError]
    type :rand, '(Float max { max > 0.0 }) -> Float r { 0.0 <= r && r < max }', modifies: {}, raises: [ArgumentError, Errno::EDOM]
    type :rand, '(Range<Integer> r { r.begin < r.end || (r.begin == r.end && !r.exclude_end?) }) -> Integer v { r.begin <= v && v <= r.end }', modifies: {}, raises: [ArgumentError]
    type :rand, '(Range<Float> r { r.begin < r.end }) -> Float v { r.begin <= v && v <= r.end }', modifies: {}, raises: [ArgumentError, Errno::EDOM]
    label :new_seed, modifies: {}
  end
end

# SecureRandom as well. A limit of zero or less returns a Float.
module Random::Formatter
  type :random_number, '() -> Float r { 0.0 <= r && r < 1.0 }'
  type :random_number, '(Integer limit { limit > 0 }) -> Integer r { 0 <= r && r < limit }'
  type :random_number, '(Float limit { limit > 0.0 }) -> Float r { 0.0 <= r && r < limit }'
  type :random_number, '(Range<Integer> r { r.begin < r.end || (r.begin == r.end && !r.exclude_end?) }) -> Integer v { r.begin <= v && v <= r.end }'
  type :random_number, '(Range<Float> r { r.begin < r.end }) -> Float v { r.begin <= v && v <= r.end }'
  type :random_number, '(nil) -> Float r { 0.0 <= r && r < 1.0 }'
end
