# 004, refactoring "heterogeneous containers": arrays and hashes whose elements have different types check as they are.
#> learned: none
module RefactoringContainers
  ROW = ['apple', 3, 0.5, nil].freeze

  def self.total = ROW[1] * ROW[2]

  def self.label
    name, count, = ROW
    "#{name.upcase} #{count.succ}"
  end

  def self.options = { width: 80, title: 'List', colours: %i[red green] }

  def self.show
    wanted = options
    wanted[:title].center(wanted[:width] / 10) + wanted[:colours].map(&:to_s).join
  end

  def self.pair(flag) = flag ? [1, 'one'] : ['two', 2]

  def self.run
    first, second = pair(true)
    [total, label, show, first + 1, second.size]
  end
end
