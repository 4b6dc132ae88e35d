# 004, refactoring "flow-insensitive locals": a local that holds one type after another checks as it is.
#> learned: none
module RefactoringLocals
  def self.parse(text)
    text = text.split(',')
    text = text.map(&:to_i)
    text = text.sum
    text.divmod(4)
  end

  def self.find(name)
    name = name.to_s if name.is_a?(Symbol)
    name = [name] unless name.is_a?(Array)
    name.map(&:length)
  end

  def self.last(list)
    found = nil
    list.each { |each| found = each }
    found = found.nil? ? 'none' : found.to_s
    found.upcase
  end

  def self.run = [parse('1,2,30'), find(:ab), find(%w[a bcd]), last([1, :x]), last([])]
end
