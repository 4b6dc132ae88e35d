# 002, StreetAddress: a text is taken apart by regular expressions; `parse` returns an instance of the class, or nil.
module PostalAddress
  STATES = { 'california' => 'CA', 'oregon' => 'OR' }.freeze
  PATTERN = /\A(?<number>\d+)\s+(?<street>[^,]+),\s*(?<city>[^,]+),\s*(?<state>\w+)(?:\s+(?<code>\d{5}))?\z/.freeze

  class << self
    #> PostalAddress.parse (String) -> PostalAddress::Address or nil · proved
    def parse(text)
      match = PATTERN.match(text.strip)
      return nil unless match

      Address.new(
        number: match[:number], street: clean(match[:street]), city: clean(match[:city]),
        state: state_of(match[:state]), code: match[:code]
      )
    end

    #> PostalAddress.state_of (String) -> String · proved
    def state_of(name)
      STATES.fetch(name.downcase, name.upcase)
    end

    #> PostalAddress.clean (String) -> String · proved
    def clean(text)
      text.strip.squeeze(' ')
    end
  end

  class Address
    attr_reader :number, :street, :city, :state, :code

    #> PostalAddress::Address#initialize (Hash<%dyn, %dyn>) -> self · likely
    def initialize(values)
      values.each { |name, value| instance_variable_set("@#{name}", value) }
    end

    #> PostalAddress::Address#line () -> String · likely
    def line
      "#{number} #{street}, #{city}, #{state}"
    end

    #> PostalAddress::Address#to_s () -> String · likely
    def to_s
      code ? "#{line} #{code}" : line
    end
  end
end

#! tests
class PostalAddressTest < Minitest::Test
  def test_parse
    address = PostalAddress.parse('1600  Pennsylvania  Ave, Portland, oregon 97201')
    assert_equal('1600 Pennsylvania Ave, Portland, OR 97201', address.to_s)
    assert_equal('1 First St, Reno, NV', PostalAddress.parse('1 First St, Reno, nv').to_s)
    assert_nil(PostalAddress.parse('nowhere'))
  end
end
