# 004, Figure 1 (a): files that are loaded by computed names.
#> site: require file-system ComputedRequires set time
#> learned: none
module ComputedRequires
  def self.load_all(names) = names.map { |name| require(name.to_s) }.size

  def self.run = [load_all(%i[set time]), Set.new([1]).size]
end
