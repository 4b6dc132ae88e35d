class Symbol
  type :length, '() -> Integer r { r >= 0 }', pure: true, raises: []
  type :size, '() -> Integer r { r >= 0 }', pure: true, raises: []

  label :==, :===, :<=>, :casecmp, :casecmp?, :empty?, :encoding, :start_with?, :end_with?, :hash, pure: true, raises: []
  label :intern, :to_sym, :capitalize, :downcase, :upcase, :swapcase, :succ, :next, :clone, :to_proc, pure: true, raises: []
  label :to_s, :id2name, :inspect, modifies: {}, raises: []
  label :[], :slice, modifies: {}, raises: [IndexError]
  label :match, :match?, modifies: {}, raises: [RegexpError]
  type :=~, '(Regexp or nil pattern) -> Integer or nil', modifies: {}
  type :<, '(Symbol) -> %bool', pure: true, raises: []
  type :<=, '(Symbol) -> %bool', pure: true, raises: []
  type :>, '(Symbol) -> %bool', pure: true, raises: []
  type :>=, '(Symbol) -> %bool', pure: true, raises: []

  class << self
    label :all_symbols, modifies: {}
  end
end
