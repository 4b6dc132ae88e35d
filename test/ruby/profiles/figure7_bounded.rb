# 004, Figure 7, "bounded": pathname sends a name that the version of Ruby decides, net/https has a macro for itself.
#> site: __send__ single Figure7Bounded::Path to_path
#> site: module_eval bounded Figure7Bounded::Connection 2
#> site: const_get bounded Figure7Bounded::Connection KEY_SIZE STORE_SIZE
#> learned: Figure7Bounded::Connection#cert_store Figure7Bounded::Connection#cert_store= Figure7Bounded::Connection#key Figure7Bounded::Connection#key=
module Figure7Bounded
  TO_PATH = RUBY_VERSION < '1.9' ? :to_str : :to_path

  class Path
    def initialize(path) = @path = path.respond_to?(TO_PATH) ? path.__send__(TO_PATH) : path

    def to_path = @path
  end

  class Connection
    KEY_SIZE = 3
    STORE_SIZE = 4

    def self.accessor(name)
      Connection.module_eval(<<-RUBY, __FILE__, __LINE__ + 1)
        def #{name} = @#{name}
        def #{name}=(value)
          @#{name} = value
        end
      RUBY
    end

    accessor :key
    accessor :cert_store

    def self.size(name) = const_get("#{name}_SIZE")

    SIZES = [size(:KEY), size(:STORE)].freeze
  end

  def self.run
    connection = Connection.new
    connection.key = 1
    [Path.new(Path.new('a')).to_path, connection.key, connection.cert_store, Connection::SIZES]
  end
end
