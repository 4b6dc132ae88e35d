# 004, Figure 7, "open module": testunit sends the names of test methods, ostruct answers calls of any name, optparse sends to what it is given.
#> site: __send__ open Figure7Open::Case test_add test_upper
#> site: method_missing open Figure7Open::Struct height height=
#> site: send open Array Integer size
#> learned: Figure7Open::Struct#height Figure7Open::Struct#height=
module Figure7Open
  class Case
    def self.tests = instance_methods(false).grep(/\Atest_/).sort

    def self.run_all = tests.map { |name| new.__send__(name) }

    def test_add = 1 + 2

    def test_upper = 'a'.upcase
  end

  class Struct
    def initialize = @table = {}

    def method_missing(mid, *args)
      name = mid.to_s
      return @table[name.chop] = args[0] if name.end_with?('=')

      @table.fetch(name) { super }
    end

    def respond_to_missing?(mid, all = false) = @table.key?(mid.to_s.chomp('=')) || super
  end

  def self.apply(objects, name) = objects.map { |object| object.send(name) }

  def self.run
    struct = Struct.new
    struct.height = 5
    [Case.run_all, struct.height, apply([[1, 2], 8], :size)]
  end
end
