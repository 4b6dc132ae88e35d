# Macros: computed names of `define_method`, `attr_accessor` and `alias_method`, also through `send`.
#> site: define_method bounded DefineMethods::Door closed? open?
#> site: attr_accessor single DefineMethods::Door width
#> site: alias_method single DefineMethods::Door old_close
#> site: define_singleton_method single DefineMethods::Door build
#> learned: DefineMethods::Door#closed? DefineMethods::Door#old_close DefineMethods::Door#open? DefineMethods::Door#width DefineMethods::Door#width= DefineMethods::Door.build
module DefineMethods
  module Macros
    def state(name)
      define_method("#{name}?") { @state == name }
    end

    def field(name) = attr_accessor(name)

    def keep(name) = send(:alias_method, "old_#{name}", name)

    def maker(name)
      define_singleton_method(name) { |state| new(state) }
    end
  end

  class Door
    extend Macros
    state :open
    state :closed
    field :width
    maker :build

    def initialize(state)
      @state = state
    end

    def close = @state = :closed

    keep :close
  end

  def self.run
    door = Door.build(:open)
    door.width = 3
    before = [door.open?, door.closed?]
    door.old_close
    before + [door.open?, door.width]
  end
end
