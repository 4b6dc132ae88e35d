# 004, Figure 7, "collection": text-highlight and term-ansicolor evaluate a string for each element of a list, others define; lists of literals are read without a run.
#> site: class_eval collection Figure7Collection::Highlight 3
#> site: attr_accessor collection Figure7Collection::Highlight colour width
#> site: instance_variable_get open Figure7Collection::Highlight @colour @width
#> site: alias_method collection Figure7Collection::Highlight b u
#> learned: Figure7Collection::Highlight#blink Figure7Collection::Highlight#bold Figure7Collection::Highlight#underscore
module Figure7Collection
  class Highlight
    ATTRIBUTES = %w[bold underscore blink].freeze

    ATTRIBUTES.each do |name|
      code = "def #{name}(text) = [:#{name}, text]"
      class_eval code
    end

    %i[width colour].each { |name| attr_accessor name }

    { b: :bold, u: :underscore }.each { |short, name| alias_method short, name }

    def fields = %w[@width @colour].map { |name| instance_variable_get(name) }
  end

  def self.run
    highlight = Highlight.new
    highlight.width = 3
    highlight.colour = :red
    [highlight.bold('a'), highlight.u('b'), highlight.blink('c'), highlight.fields]
  end
end
