# Methods of Hash over `each_value` and `each_key`. Ruby's equality takes the same object for equal without calling `==`.
class Hash
  def value?(object)
    each_value { |value| return true if value.equal?(object) || value == object }
    false
  end
  alias has_value? value?
end
