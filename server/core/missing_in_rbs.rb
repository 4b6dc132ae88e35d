# What Ruby 3.4 has and the signatures do not: added since, or forgotten there.
class Array
  type :fetch_values, '(*Integer indexes) -> Array<Elem>', modifies: {}, raises: [IndexError]
  type :fetch_values, '(*Integer indexes) { (Integer) -> u } -> Array<Elem or u>', modifies: {}
end

class String
  type :append_as_bytes, '(*(String or Integer)) -> self', modifies: { self: :contents }
end

class Symbol
  type :name, '() -> String', pure: true, raises: [] # frozen, always the same
end

class Range
  type :%, '(Integer) -> Enumerator<Elem>', modifies: {}
end

class MatchData
  type :bytebegin, '(Integer or String or Symbol) -> Integer or nil', modifies: {}
  type :byteend, '(Integer or String or Symbol) -> Integer or nil', modifies: {}
end

class Proc
  type :yield, '(*%dyn) -> %dyn'
  type :>>, '(Proc or Method) -> Proc', modifies: {}
  type :<<, '(Proc or Method) -> Proc', modifies: {}
  type :ruby2_keywords, '() -> self'
end

class Set
  type :proper_subset?, '(Set<A>) -> %bool', modifies: {}
  type :<, '(Set<A>) -> %bool', modifies: {}
  type :<=, '(Set<A>) -> %bool', modifies: {}
  type :>, '(Set<A>) -> %bool', modifies: {}
  type :>=, '(Set<A>) -> %bool', modifies: {}
  type :join, '(?String separator) -> String', modifies: {}
  type :compare_by_identity?, '() -> %bool', pure: true
  type :filter!, '() { (A) -> %any } -> self or nil', modifies: { self: :contents }
  type :flatten!, '() -> self or nil', modifies: { self: :contents }
end

class Enumerator
  type :+, '(%dyn) -> Enumerator<Elem>', modifies: {}
end

class Enumerator::Lazy
  type :eager, '() -> Enumerator<Elem>', modifies: {}
end
