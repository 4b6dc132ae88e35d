# Loupe in one minute. Nothing is saved: change what you like.

class Sample
  # 1. A proof: the line above `def` says so.
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def next_second(x)
    x == 59 ? 0 : x + 1
  end

  # 2. A counterexample: hover over the squiggle.
  #    The call was really run. Then write 59 for 58.
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def broken_second(x)
    x == 58 ? 0 : x + 1
  end

  # 3. A quick fix: any caller may set @count, so its type
  #    is unknown. Put the cursor on @count below and
  #    press Ctrl+. (Cmd+. on a Mac).
  attr_writer :count

  ##% () -> Integer
  def restart
    @count = 0
  end
end
