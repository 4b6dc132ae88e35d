# frozen_string_literal: true

module Loupe
  class Check
    # Reflection on a checked method returns what the program defined: arity, parameter names, source location.
    module Introspection
      %i[arity parameters source_location].each do |name|
        define_method(name) do
          written = Loupe.sink.written(self)
          written ? written.public_send(name) : super()
        end
      end
    end
  end
end
