# frozen_string_literal: true

# What the library uses of Ruby 3.0: the same method, where it is missing.
unless Hash.method_defined?(:except)
  Hash.class_eval do
    def except(*keys)
      reject { |key, _| keys.include?(key) }
    end
  end
end
