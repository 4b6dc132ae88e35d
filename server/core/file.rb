class File
  class << self
    type :dirname, '(String or Pathname or [to_path: () -> String] path, ?Integer level { level >= 0 }) -> String'
  end
end
