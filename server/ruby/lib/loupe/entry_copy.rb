# frozen_string_literal: true

module Loupe
  # What `old(e)` stores: a copy of a container (String, Array, Hash, Set, Struct, Data), including nested containers, so that
  # later changes in place do not show. Any other object is stored itself. Calls no methods that the program has redefined, except
  # its own `initialize_copy`.
  class EntryCopy
    CLONE = Kernel.instance_method(:clone)
    FROZEN = Kernel.instance_method(:frozen?)
    FREEZE = Kernel.instance_method(:freeze)
    VARIABLES = Kernel.instance_method(:instance_variables)
    READ = Kernel.instance_method(:instance_variable_get)
    WRITE = Kernel.instance_method(:instance_variable_set)
    private_constant :CLONE, :FROZEN, :FREEZE, :VARIABLES, :READ, :WRITE

    def self.of(value) = new.copy(value)

    def initialize
      @copies = {}.compare_by_identity
    end

    def copy(value)
      return value unless container?(value)

      @copies.fetch(value) { data?(value) ? copy_data(value) : copy_container(value) }
    end

    private

    def container?(value)
      case value
      when String, Array, Hash, Set, Struct then true
      else data?(value)
      end
    end

    def data?(value) = defined?(::Data) && ::Data === value # rubocop:disable Style/CaseEquality -- asks nothing of the value

    def copy_container(value)
      made = @copies[value] = CLONE.bind_call(value, freeze: false)
      case value
      when Array then copy_elements(made)
      when Hash then copy_entries(value, made)
      when Set then copy_members(value, made)
      when Struct then copy_struct(made)
      end
      VARIABLES.bind_call(made).each { |name| WRITE.bind_call(made, name, copy(READ.bind_call(made, name))) } unless Set === value # rubocop:disable Style/CaseEquality
      FROZEN.bind_call(value) ? FREEZE.bind_call(made) : made
    end

    def copy_elements(made) = Array.instance_method(:map!).bind_call(made) { |each| copy(each) }

    # String keys are frozen copies already.
    def copy_entries(value, made)
      Hash.instance_method(:clear).bind_call(made)
      Hash.instance_method(:each_pair).bind_call(value) do |key, each|
        Hash.instance_method(:[]=).bind_call(made, String === key ? key : copy(key), copy(each)) # rubocop:disable Style/CaseEquality
      end
      default = Hash.instance_method(:default).bind_call(value)
      Hash.instance_method(:default=).bind_call(made, copy(default)) if container?(default)
    end

    def copy_members(value, made)
      Set.instance_method(:clear).bind_call(made)
      Set.instance_method(:each).bind_call(value) do |each|
        Set.instance_method(:add).bind_call(made, String === each ? each : copy(each)) # rubocop:disable Style/CaseEquality
      end
    end

    def copy_struct(made)
      Struct.instance_method(:size).bind_call(made).times do |index|
        Struct.instance_method(:[]=).bind_call(made, index, copy(Struct.instance_method(:[]).bind_call(made, index)))
      end
    end

    # Members of a Data object are immutable, but the objects in them may change.
    def copy_data(value)
      held = ::Data.instance_method(:to_h).bind_call(value)
      return @copies[value] = value unless held.each_value.any? { |each| container?(each) }

      @copies[value] = ::Data.instance_method(:with).bind_call(value, **held.transform_values { |each| copy(each) })
    end
  end
end
