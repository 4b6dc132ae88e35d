# 004, refactoring "block argument counts", "heterogeneous containers" and "flow-insensitive locals".
#> learned: none
module RefactoringBlocks
  def self.pairs
    yield 1, 2
    yield [3, 4]
  end

  def self.run
    seen = []
    pairs { |a| seen << a }
    pairs { |a, b| seen << (a + b) }
    mixed = [1, 'two', :three]
    text = 5
    text = text.to_s
    number, name = mixed
    seen + [number + 1, name.upcase, text.length]
  end
end
