# No annotations: types are inferred, and what raises whenever it is evaluated is reported.
class Greeter
  def initialize(name)
    @name = name
  end

  def greeting = "Hello, #{@name.upcas}!"
end

puts Greeter.new('Ada').greeting
