# Fields and constants by computed names.
#> site: instance_variable_set open VariablesAndConstants::Bag @a @b
#> site: instance_variable_get open VariablesAndConstants::Bag @a
#> site: const_set collection VariablesAndConstants::Bag BIG SMALL
#> site: const_get open VariablesAndConstants::Bag SMALL
#> learned: VariablesAndConstants::Bag::BIG VariablesAndConstants::Bag::SMALL
module VariablesAndConstants
  class Bag
    { big: 9, small: 1 }.each { |name, value| const_set(name.to_s.upcase, value) }

    def initialize(values)
      values.each { |name, value| instance_variable_set("@#{name}", value) }
    end

    def value(name) = instance_variable_get("@#{name}")

    def limit(name) = self.class.const_get(name)
  end

  def self.run
    bag = Bag.new({ a: 1, b: 2 })
    [bag.value(:a), bag.limit(:SMALL), Bag::BIG]
  end
end
