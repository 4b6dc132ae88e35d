class Proc
  label :arity, :lambda?, :hash, :to_proc, :source_location, :parameters, :binding, :curry, :clone, modifies: {}, raises: []
  label :to_s, :inspect, modifies: {}, raises: []
end

class Method
  label :arity, :name, :original_name, :owner, :receiver, :parameters, :source_location, :super_method, :unbind, :to_proc, :curry, modifies: {}
end
