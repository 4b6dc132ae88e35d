# 004, refactoring "dynamic type tests" and "class imprecision": the code checks as it is.
#> learned: none
module RefactoringTypeTests
  Leaf = Struct.new(:value)
  Node = Struct.new(:left, :right)

  def self.sum(tree)
    case tree
    when Leaf then tree.value
    when Node then sum(tree.left) + sum(tree.right)
    else raise ArgumentError, 'no tree'
    end
  end

  def self.size(value)
    return value.length if value.respond_to?(:length)

    value.is_a?(Integer) ? value : 0
  end

  def self.run = [sum(Node.new(Leaf.new(1), Leaf.new(2))), size('abc'), size(4), size(nil)]
end
