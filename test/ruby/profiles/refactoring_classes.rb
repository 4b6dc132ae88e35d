# 004, refactoring "class imprecision": methods and constants of `self.class` and of classes that methods return, a result that
# depends on an argument, a method of the program's own that is called `include`.
#> learned: none
module RefactoringClasses
  class Shape
    SIDES = 0

    def self.label = 'shape'

    def self.build(*sizes) = new(*sizes)

    def initialize(size = 1) = @size = size

    def show = "#{self.class.label} #{self.class::SIDES} #{@size.succ}"

    def copy = self.class.build(@size + 1)
  end

  class Square < Shape
    SIDES = 4

    def self.label = 'square'
  end

  class Reader
    def read = 'read'
  end

  class Writer
    def write(text) = text.size
  end

  class Pattern
    attr_reader :parts

    def initialize = @parts = []

    def include(part)
      @parts << part
      self
    end
  end

  def self.kind(name) = name == :square ? Square : Shape

  def self.open(mode) = mode == 'r' ? Reader.new : Writer.new

  def self.run
    shapes = [kind(:square).new(2), kind(:none).build(3)]
    shown = shapes.map(&:show) + shapes.map { |shape| shape.copy.show }
    shown + [kind(:square).label, open('r').read, open('w').write('abc'), Pattern.new.include(1).include('b').parts]
  end
end
