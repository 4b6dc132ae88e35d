# A lazy enumerator stays lazy: Ruby's `map`, `select` … of it are not those of Enumerable. Their blocks run when elements are read.
class Enumerator::Lazy
  type :map, '() { (Elem) -> u } -> Enumerator::Lazy<u>'
  type :collect, '() { (Elem) -> u } -> Enumerator::Lazy<u>'
  type :flat_map, '() { (Elem) -> Array<u> or u } -> Enumerator::Lazy<u>'
  type :collect_concat, '() { (Elem) -> Array<u> or u } -> Enumerator::Lazy<u>'
  type :filter_map, '() { (Elem) -> u or nil or false } -> Enumerator::Lazy<u>'
  type :select, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :filter, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :reject, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :take_while, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :drop_while, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :take, '(Integer n { n >= 0 }) -> Enumerator::Lazy<Elem>'
  type :drop, '(Integer n { n >= 0 }) -> Enumerator::Lazy<Elem>'
  type :uniq, '() -> Enumerator::Lazy<Elem>'
  type :uniq, '() { (Elem) -> %any } -> Enumerator::Lazy<Elem>'
  type :compact, '() -> Enumerator::Lazy<Elem>'
  type :grep, '(%any pattern) -> Enumerator::Lazy<Elem>'
  type :grep, '(%any pattern) { (Elem) -> u } -> Enumerator::Lazy<u>'
  type :grep_v, '(%any pattern) -> Enumerator::Lazy<Elem>'
  type :grep_v, '(%any pattern) { (Elem) -> u } -> Enumerator::Lazy<u>'
  type :zip, '(*%_Each<%dyn> others) -> Enumerator::Lazy<Array<%dyn>>'
  type :zip, '(%_Each<u> other) { ([Elem, u or nil]) -> %any } -> nil'
  type :with_index, '(?Integer or nil offset) -> Enumerator::Lazy<[Elem, Integer]>'
  type :with_index, '(?Integer or nil offset) { (Elem, Integer) -> %any } -> Enumerator::Lazy<Elem>'
  type :each_with_index, '() -> Enumerator::Lazy<[Elem, Integer]>'
  type :each_with_index, '() { (Elem, Integer) -> %any } -> %dyn' # not lazy, and what the source's `each` returns
  type :slice_when, '() { (Elem, Elem) -> %any } -> Enumerator::Lazy<Array<Elem>>'
  type :chunk_while, '() { (Elem, Elem) -> %any } -> Enumerator::Lazy<Array<Elem>>'
  type :force, '() -> Array<Elem>'
  type :to_a, '() -> Array<Elem>'
end

class Enumerator::Lazy
  label :map, :collect, :flat_map, :collect_concat, :filter_map, :select, :filter, :reject, :take_while, :drop_while, returns: :new
  label :take, :drop, :uniq, :compact, :grep, :grep_v, :zip, :to_a, :force, returns: :new
end
