# frozen_string_literal: true

# Parses postal addresses.
module Street
  class Address
    attr_accessor :number, :street, :city, :zip

    def initialize(fields)
      fields.each { |name, value| send("#{name}=", value) }
    end

    def to_s
      line = "#{number} #{street}"
      line += ", #{city}" if city
      line += " #{zip}" unless zip.nil?
      line
    end
  end

  LINE = /\A\s*(?<number>\d+)\s+(?<street>[^,]+?)(?:,\s*(?<city>[A-Za-z ]+?))?(?:\s+(?<zip>\d{5}))?\s*\z/

  class << self
    def parse(text)
      match = LINE.match(text)
      return nil unless match

      Address.new(match.names.to_h { |name| [name, match[name]] })
    end

    def normalize(text)
      address = parse(text)
      address && address.to_s
    end
  end
end
