# frozen_string_literal: true

# Encodes and decodes groups of four bytes as five characters. `width` may be false: the output is one line.
module Base85
  def self.encode(text, width = 80)
    padding = -text.size % 4
    groups = "#{text}#{"\0" * padding}".unpack('N*').map { |number| digits(number) }
    encoded = groups.join
    encoded = encoded[0, encoded.size - padding] if padding > 0
    return encoded if !width

    encoded.scan(/.{1,#{width.to_i}}/).join("\n")
  end

  def self.digits(number)
    Array.new(5) { |place| (33 + number / 85**(4 - place) % 85).chr }.join
  end

  def self.decode(text)
    bytes = text.delete("\n").bytes
    padding = -bytes.size % 5
    numbers = (bytes + [117] * padding).each_slice(5).map do |group|
      group.inject(0) { |number, byte| number * 85 + byte - 33 }
    end
    decoded = numbers.pack('N*')
    decoded[0, decoded.size - padding]
  end
end
