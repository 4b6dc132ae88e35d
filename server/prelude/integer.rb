# Methods of Integer over other methods of Integer.
class Integer
  def gcdlcm(other)
    [gcd(other), lcm(other)]
  end
end
