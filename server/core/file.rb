# RBS omits most keywords here: how to open the file, and whether to chomp lines.
class File
  class << self
    type :dirname, '(String or Pathname or [to_path: () -> String] path, ?Integer level { level >= 0 }) -> String'
    type :join, '(*(String or Pathname or [to_path: () -> String] or Array<String or Pathname or [to_path: () -> String]>) parts) -> String'
    type :expand_path, '(String or Pathname or [to_path: () -> String] path, ?(String or Pathname or [to_path: () -> String] or nil) folder) -> String'
    type :absolute_path, '(String or Pathname or [to_path: () -> String] path, ?(String or Pathname or [to_path: () -> String] or nil) folder) -> String'
    type :open, '(Integer or String or Pathname or [to_path: () -> String] path, ?(String or Integer or nil) mode, ?Integer permissions, **%any options) -> File'
    type :open, '(Integer or String or Pathname or [to_path: () -> String] path, ?(String or Integer or nil) mode, ?Integer permissions, **%any options) { (File) -> u } -> u'
  end
  type :initialize, '(Integer or String or Pathname or [to_path: () -> String] path, ?(String or Integer or nil) mode, ?Integer permissions, **%any options) -> self'
end

class IO
  class << self
    # At the end of the file: nil, if a number of bytes is given.
    type :read, '(String or Pathname or [to_path: () -> String] path, **%any options) -> String'
    type :read, '(String or Pathname or [to_path: () -> String] path, nil length, ?Integer offset, **%any options) -> String'
    type :read, '(String or Pathname or [to_path: () -> String] path, Integer length, ?Integer offset, **%any options) -> String or nil'
    type :write, '(String or Pathname or [to_path: () -> String] path, %any text, ?Integer offset, **%any options) -> Integer'
    type :binwrite, '(String or Pathname or [to_path: () -> String] path, %any text, ?Integer offset, **%any options) -> Integer'
    type :popen, '(String or Array<%any> command, ?(String or Integer) mode, **%any options) -> IO'
    type :popen, '(Hash<String, String or nil> env, String or Array<%any> command, ?(String or Integer) mode, **%any options) -> IO'
    type :popen, '(String or Array<%any> command, ?(String or Integer) mode, **%any options) { (IO) -> u } -> u'
    type :popen, '(Hash<String, String or nil> env, String or Array<%any> command, ?(String or Integer) mode, **%any options) { (IO) -> u } -> u'
  end
  type :readline, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> String'
  type :readlines, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> Array<String>'
  type :each_line, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) { (String) -> %any } -> self'
  type :each_line, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> Enumerator<String, self>'
end

module Kernel
  type :gets, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> String or nil', modifies: {}
  type :readline, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> String'
  type :readlines, '(?(String or Integer or nil) separator, ?Integer limit, ?chomp: %bool) -> Array<String>'
  type :open, '(String or Pathname or [to_path: () -> String] path, ?(String or Integer or nil) mode, ?Integer permissions, **%any options) -> File or IO'
  type :open, '(String or Pathname or [to_path: () -> String] path, ?(String or Integer or nil) mode, ?Integer permissions, **%any options) { (File or IO) -> u } -> u'
end
