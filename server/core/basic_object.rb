# The methods of a class that defines none itself. Overriding methods have their own types.
class BasicObject
  # What a method without the label `calls` may call of objects that it is given, and of what they hold. Of the results of what
  # it only asks for, it uses the class or the truth.
  label calls: [:to_proc, :to_ary, :to_a, :to_h, :to_hash, :to_path, :to_io, :coerce, :<=>, :<, :>, :+, :-, :*, :/, :hash, :=~, :each, :call,
                :succ, :rand, :message, :method_missing],
        asks: [:to_s, :inspect, :to_str, :to_sym, :to_i, :to_f, :to_r, :to_c, :to_int, :==, :===, :eql?, :equal?, :respond_to_missing?]
  label :!, :==, :!=, :equal?, :__id__, pure: true, raises: []
  label :initialize, modifies: {}, raises: []
end
