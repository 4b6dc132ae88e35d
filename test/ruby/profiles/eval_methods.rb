# 004, Figure 1 (d): methods that `class_eval` and `eval` define from a list.
#> site: class_eval collection EvalMethods::Style 2
#> site: eval collection EvalMethods::Plain 1
#> learned: EvalMethods::Plain#wide EvalMethods::Style#bold EvalMethods::Style#underscore
module EvalMethods
  class Style
    ATTRIBUTES = %w[bold underscore]

    ATTRIBUTES.each do |attr|
      code = "def #{attr}(text) = text + 'x'"
      class_eval code
    end
  end

  class Plain
    ['wide'].each { |name| eval("def #{name} = 3") }
  end

  def self.run
    style = Style.new
    [style.bold('a'), style.underscore('b'), Plain.new.wide]
  end
end
