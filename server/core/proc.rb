class Proc
  label :arity, :lambda?, :hash, :to_proc, :source_location, :binding, :curry, :clone, modifies: {}, raises: []
  label :to_s, :inspect, modifies: {}, raises: []
  # It calls the proc.
  type :===, '(*%any) -> %any'
end

class Method
  type :parameters, '() -> Array<Array<Symbol>>', modifies: {}
  label :arity, :name, :original_name, :owner, :receiver, :source_location, :super_method, :unbind, :to_proc, :curry, modifies: {}
end

class Proc
  label :dup, modifies: {}
  # A parameter without a name has only its kind. RBS requires the keyword.
  type :parameters, '(lambda: ?%any) -> Array<Array<Symbol>>', modifies: {}, raises: []
end

class Method
  label :<<, :>>, :dup, :clone, modifies: {}
end

class UnboundMethod
  label :name, :arity, :source_location, :==, :eql?, :hash, :inspect, :to_s, :owner, :original_name, modifies: {}
  type :parameters, '() -> Array<Array<Symbol>>', modifies: {}
  label :super_method, :bind, :dup, :clone, modifies: {}
end
