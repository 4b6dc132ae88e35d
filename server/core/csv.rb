# Rows are arrays, unless the first line or the caller names the columns. Converters may return anything for a field.
class CSV
  type 'self.parse', '(String text, headers: true or :first_row or String or Array<String>, **%any) -> CSV::Table<CSV::Row>'
  type 'self.parse', '(String text, headers: true or :first_row or String or Array<String>, **%any) { (CSV::Row) -> %any } -> nil'
  type 'self.parse', '(String text, headers: ?(false or nil), col_sep: ?String, row_sep: ?(String or Symbol), quote_char: ?(String or nil), skip_blanks: ?%bool, liberal_parsing: ?%any, strip: ?(%bool or String)) -> Array<Array<String or nil>>'
  type 'self.parse', '(String text, headers: ?(false or nil), col_sep: ?String, row_sep: ?(String or Symbol), quote_char: ?(String or nil), skip_blanks: ?%bool, liberal_parsing: ?%any, strip: ?(%bool or String)) { (Array<String or nil>) -> %any } -> nil'
  type 'self.parse', '(String text, **%any) -> %dyn'
  type 'self.parse', '(String text, **%any) { (%dyn) -> %any } -> %dyn'
  type 'self.read', '(String or Pathname path, headers: true or :first_row or String or Array<String>, **%any) -> CSV::Table<CSV::Row>'
  type 'self.read', '(String or Pathname path, headers: ?(false or nil), col_sep: ?String, row_sep: ?(String or Symbol), quote_char: ?(String or nil), skip_blanks: ?%bool, encoding: ?(String or Encoding), liberal_parsing: ?%any, strip: ?(%bool or String)) -> Array<Array<String or nil>>'
  type 'self.read', '(String or Pathname path, **%any) -> %dyn'
  type 'self.foreach', '(String or Pathname path, ?String mode, headers: true or :first_row or String or Array<String>, **%any) { (CSV::Row) -> %any } -> %any'
  type 'self.foreach', '(String or Pathname path, ?String mode, headers: ?(false or nil), col_sep: ?String, row_sep: ?(String or Symbol), quote_char: ?(String or nil), skip_blanks: ?%bool, encoding: ?(String or Encoding), liberal_parsing: ?%any, strip: ?(%bool or String)) { (Array<String or nil>) -> %any } -> %any'
  type 'self.foreach', '(String or Pathname path, ?String mode, **%any) { (%dyn) -> %any } -> %any'
  type 'self.foreach', '(String or Pathname path, ?String mode, **%any) -> Enumerator<%dyn, %any>'
end

class CSV
  type :read, '() -> Array<Array<String or nil>> or CSV::Table<CSV::Row>'
  type :each, '() -> Enumerator<%dyn, %dyn>'
  type :each, '() { (%dyn) -> %any } -> %dyn' # its result differs from version to version
end

class CSV::Table
  type :each, '() { (Elem) -> %any } -> self'
  type :each, '() -> Enumerator<Elem, self>'
  type :map, '() { (Elem) -> u } -> Array<u>'
  type :collect, '() { (Elem) -> u } -> Array<u>'
  type :to_a, '() -> Array<Array<String or nil>>'
end

# Headers are Strings, and fields are Strings or nil, unless there are converters.
class CSV::Row
  type :to_h, '() -> Hash<%dyn, %dyn>'
  type :to_hash, '() -> Hash<%dyn, %dyn>'
end
