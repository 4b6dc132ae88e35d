# frozen_string_literal: true

module Loupe
  # Notifies the check when methods are defined or removed and modules are mixed in.
  module Definitions
    def method_added(name)
      super
      Loupe.sink.defined(self, name) if Check === Loupe.sink
    end

    def singleton_method_added(name)
      super
      Loupe.sink.defined_on(self, name) if Check === Loupe.sink
    end

    def method_removed(name)
      super
      Loupe.sink.removed(self, name) if Check === Loupe.sink
    end

    def method_undefined(name)
      super
      Loupe.sink.removed(self, name) if Check === Loupe.sink
    end

    def include(*modules)
      super.tap { Loupe.sink.mixed(self, modules) if Check === Loupe.sink }
    end

    def extend(*modules)
      super.tap { Loupe.sink.mixed(singleton_class, modules) if Check === Loupe.sink }
    end
  end
end
