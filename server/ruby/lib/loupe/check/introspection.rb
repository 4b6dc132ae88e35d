# frozen_string_literal: true

module Loupe
  class Check
    # What a checked method says of itself is what the program wrote: how many arguments it takes, their names, where it stands.
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
