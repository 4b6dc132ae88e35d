# Loupe in one minute. Nothing here is saved; change whatever you like.

class Sample
  # 1. A proof. The line above `def` says: safe.
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def next_second(x)
    x == 59 ? 0 : x + 1
  end

  # 2. A counterexample. Hover over the squiggle: the call was really run. Then write 59 instead of 58.
  ##% (Integer x { 0 <= x < 60 }) -> Integer r { 0 <= r < 60 }
  def broken_second(x)
    x == 58 ? 0 : x + 1
  end

  # 3. A quick fix. @count has no type yet: put the cursor on it and press Ctrl+. (Cmd+. on a Mac).
  ##% () -> Integer
  def count
    @count = 1
    @count
  end
end
