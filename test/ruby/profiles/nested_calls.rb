# Dynamic calls inside of evaluated sources, and through Method objects: what they define is known, what they do is not.
#> site: eval single NestedCalls::Made 1 nested: eval
#> site: class_eval single NestedCalls::Made 1 nested: class_eval
#> site: method single NestedCalls::Made define_method nested: define_method
#> site: send single NestedCalls::Made class_eval nested: class_eval
#> site: eval single NestedCalls::Made 1
#> learned: NestedCalls::Made#one NestedCalls::Made#two NestedCalls::Made#three NestedCalls::Made#four NestedCalls::Made#five
module NestedCalls
  class Made
    eval "eval('def one = 1')"
    class_eval "class_eval('def two = 2', 'made.rb', 1)"
    method(:define_method).call(:three) { 3 }
    name = [:class_eval].first
    send(name, 'def four = 4')
    send(:eval, 'def five = 5')
  end

  def self.run = [Made.new.one, Made.new.two, Made.new.three, Made.new.four, Made.new.five]
end
