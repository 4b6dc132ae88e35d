# 004, Figure 1 (c): fields that a constructor sets by their names.
#> site: send open SendNames::Address street= zip=
#> site: public_send open SendNames::Address street zip
#> learned: none
module SendNames
  class Address
    attr_accessor :street, :zip

    def initialize(args)
      args.keys.each { |name| send("#{name}=", args[name]) }
    end

    def show(names) = names.map { |name| public_send(name) }
  end

  def self.run = Address.new({ street: 'A', zip: 3 }).show(%i[street zip])
end
