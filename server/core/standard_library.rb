# Methods of the standard library whose signatures are narrower than Ruby.
class Pathname
  class << self
    type :glob, '(String or Pathname or Array<String or Pathname> pattern, ?Integer flags, ?base: (String or Pathname or nil)) -> Array<Pathname>'
    type :glob, '(String or Pathname or Array<String or Pathname> pattern, ?Integer flags, ?base: (String or Pathname or nil)) { (Pathname) -> %any } -> nil'
  end
end

# The last argument is a hash of options, wherever the others end.
class Net::HTTP
  class << self
    type :start, '(String or nil address, *(String or Integer or Symbol or nil) rest, **%any options) -> Net::HTTP'
    type :start, '(String or nil address, *(String or Integer or Symbol or nil) rest, **%any options) { (Net::HTTP) -> u } -> u'
  end
end

class Gem::Requirement
  type :initialize, '(*(String or Gem::Version or Gem::Requirement or Array<%any> or nil) requirements) -> self'
end

module Gem
  type 'self.install', '(String name, ?%any version, *%any options) -> Array<Gem::Specification>'
end

class Gem::Specification
  type 'self.stubs', '() -> Array<%dyn>'
end

# Any of the parts may be left out.
class URI::Generic
  class << self
    type :build, '(Array<String or Integer or nil> parts) -> URI::Generic'
    type :build, '(Hash<Symbol, String or Integer or nil> parts) -> URI::Generic'
  end
end

class URI::HTTP
  class << self
    type :build, '(Array<String or Integer or nil> parts) -> URI::HTTP'
    type :build, '(Hash<Symbol, String or Integer or nil> parts) -> URI::HTTP'
  end
end

class URI::File
  class << self
    type :build, '(Array<String or nil> parts) -> URI::File'
    type :build, '(Hash<Symbol, String or nil> parts) -> URI::File'
  end
end

class URI::LDAP
  class << self
    type :build, '(Array<String or Integer or nil> parts) -> URI::LDAP'
    type :build, '(Hash<Symbol, String or Integer or nil> parts) -> URI::LDAP'
  end
end

class Socket
  class << self
    type :tcp, '(String or nil host, Integer or String port, ?(String or nil) local_host, ?(Integer or String or nil) local_port, **%any options) -> Socket'
    type :tcp, '(String or nil host, Integer or String port, ?(String or nil) local_host, ?(Integer or String or nil) local_port, **%any options) { (Socket) -> u } -> u'
  end
end

# A function that is public in the module, too.
module Kernel
  class << self
    type :URI, '(String or URI::Generic uri) -> URI::Generic'
  end
end
