# Annotations as comments: nothing to require, nothing changes when the program runs.
class Percent
  ##% (Integer part { part >= 0 }, Integer whole { whole > 0 && part <= whole }) -> Integer r { 0 <= r <= 100 }
  def of(part, whole)
    part * 100 / whole
  end

  ##% (Integer p { 0 <= p <= 100 }) -> Integer r { r + p == 100 }
  def rest(p)
    100 - p
  end
end
