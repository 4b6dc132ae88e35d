# Methods of String that change it in place, over those that return another string. Ruby refuses a frozen string even if nothing
# would change, as `replace` does.
class String
  def each_char
    return to_enum(:each_char) unless block_given?

    chars.each { |character| yield character }
    self
  end

  def each_byte
    return to_enum(:each_byte) unless block_given?

    bytes.each { |byte| yield byte }
    self
  end

  def each_line(separator = $/, chomp: false)
    return to_enum(:each_line, separator, chomp: chomp) unless block_given?

    lines(separator, chomp: chomp).each { |line| yield line }
    self
  end

  def reverse!
    replace(reverse)
  end

  def succ!
    replace(succ)
  end
  alias next! succ!

  # These return nil if nothing has changed.
  def upcase!(*options)
    result = upcase(*options)
    same = result == self
    replace(result)
    same ? nil : self
  end

  def downcase!(*options)
    result = downcase(*options)
    same = result == self
    replace(result)
    same ? nil : self
  end

  def capitalize!(*options)
    result = capitalize(*options)
    same = result == self
    replace(result)
    same ? nil : self
  end

  def swapcase!(*options)
    result = swapcase(*options)
    same = result == self
    replace(result)
    same ? nil : self
  end

  def strip!
    result = strip
    same = result == self
    replace(result)
    same ? nil : self
  end

  def lstrip!
    result = lstrip
    same = result == self
    replace(result)
    same ? nil : self
  end

  def rstrip!
    result = rstrip
    same = result == self
    replace(result)
    same ? nil : self
  end

  def chop!
    result = chop
    same = result == self
    replace(result)
    same ? nil : self
  end

  def chomp!(*ends)
    return nil if empty?

    result = ends.empty? ? chomp : chomp(ends[0])
    same = result == self
    replace(result)
    same ? nil : self
  end

  def delete_prefix!(prefix)
    result = delete_prefix(prefix)
    same = result == self
    replace(result)
    same ? nil : self
  end

  def delete_suffix!(suffix)
    result = delete_suffix(suffix)
    same = result == self
    replace(result)
    same ? nil : self
  end
end
