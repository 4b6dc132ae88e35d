class Module
  # Hooks, and methods for class bodies only.
  private :included, :extended, :prepended, :append_features, :extend_object, :prepend_features, :const_added, :method_added, :method_removed
  private :private, :protected, :public, :module_function, :refine, :using, :remove_const
  label :===, :==, :<, :<=, :>, :>=, :<=>, :name, pure: true
  label :ancestors, :instance_methods, :public_instance_methods, :private_instance_methods, :constants, :included_modules, modifies: {}
  label :include?, :method_defined?, :public_method_defined?, :private_method_defined?, :const_defined?, :instance_method, modifies: {}
  label :to_s, :inspect, :class_variables, :class_variable_defined?, :class_variable_get, modifies: {}
  label :class_variable_defined?, :class_variable_get, :const_defined?, :instance_method, raises: [NameError]
end

class Class
  private :inherited
  label :superclass, pure: true
  label :subclasses, :allocate, modifies: {}
end
