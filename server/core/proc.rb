class Proc
  label :arity, :lambda?, :hash, :to_proc, :source_location, :parameters, :binding, :curry, :clone, modifies: {}, raises: []
  label :to_s, :inspect, modifies: {}, raises: []
end

class Method
  label :arity, :name, :original_name, :owner, :receiver, :parameters, :source_location, :super_method, :unbind, :to_proc, :curry, modifies: {}
end

class Proc
  label :dup, modifies: {}
end

class Method
  label :<<, :>>, :dup, :clone, modifies: {}
end

class UnboundMethod
  label :name, :arity, :source_location, :==, :eql?, :hash, :inspect, :to_s, :owner, :original_name, modifies: {}
  label :parameters, :super_method, :bind, :dup, :clone, modifies: {}
end
