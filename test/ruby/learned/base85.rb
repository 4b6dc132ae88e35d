# 002, Ascii85: the one error that the paper found. The tests pass `false` to say that lines are not wrapped, so the parameter is a boolean, but
# `true` has no `to_i`.
#> conflict: Base85.encode(width) is %bool, not [to_i]
module Base85
  #> Base85.encode (String, ?%bool or Integer) -> String · likely
  def self.encode(text, width = 80)
    return '' if text.empty?

    encoded = "<~#{body(text)}~>"
    return encoded if !width

    wrap(encoded, width.to_i)
  end

  #> Base85.body (String) -> String or nil · likely
  def self.body(text)
    padding = (4 - text.bytesize % 4) % 4
    groups = (text + "\0" * padding).unpack('N*')
    encoded = groups.map { |group| digits(group) }.join
    encoded[0, encoded.length - padding]
  end

  #> Base85.decode (String) -> String or nil · proved
  def self.decode(text)
    found = text.delete("\n")[/<~(.*)~>/, 1]
    return '' if found.nil?

    padding = (5 - found.length % 5) % 5
    values = (found + 'u' * padding).bytes.each_slice(5).map do |slice|
      slice.inject(0) { |sum, byte| sum * 85 + (byte - 33) }
    end
    decoded = values.pack('N*')
    decoded[0, decoded.length - padding]
  end

  #> Base85.digits (Integer) -> String · proved
  def self.digits(group)
    text = +''
    5.times do
      text << (group % 85 + 33).chr
      group /= 85
    end
    text.reverse
  end

  #> Base85.wrap (String, Integer) -> String · proved
  def self.wrap(text, width)
    text.scan(/.{1,#{width}}/).join("\n")
  end
end

#! tests
class Base85Test < Minitest::Test
  def test_both_ways
    text = 'a text of some words'
    assert_equal(text, Base85.decode(Base85.encode(text)))
    assert_equal(text, Base85.decode(Base85.encode(text, false)))
    assert_equal(4, Base85.encode(text, 8).lines.size)
    assert_equal('', Base85.encode(''))
    assert_equal('', Base85.decode('none'))
  end
end
