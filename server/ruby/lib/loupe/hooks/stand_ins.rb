# frozen_string_literal: true

require 'loupe/hooks/inflections'

module Loupe
  class Hooks
    # Stand-ins for missing libraries: a class for every missing constant, which accepts any call in a class body and does
    # nothing; inflections that hooks use; the registry of Rails associations.
    module StandIns
      # For class bodies: validates :name, scope :x, -> { }, ...
      module Silent
        def method_missing(_name, *_args, **_options, &_block) = nil
        def respond_to_missing?(*) = false
        def const_missing(name) = const_set(name, StandIns.make)
      end

      def self.make = Class.new.extend(Silent)

      # The last resort, after the workspace's own files.
      module Missing
        def const_missing(name)
          super
        rescue NameError
          equal?(Object) ? const_set(name, StandIns.make) : raise
        end
      end

      RAILS = <<~RUBY
        module ActiveRecord
          module Associations
            module ClassMethods
              %i[belongs_to has_many has_one has_and_belongs_to_many].each { |name| define_method(name) { |*, **, &_| nil } }
            end
          end
          class Base
            extend Loupe::Hooks::StandIns::Silent
            extend Associations::ClassMethods
          end
        end
        class ApplicationRecord < ActiveRecord::Base; end
      RUBY

      def self.install
        String.include(Inflections)
        Module.prepend(Missing)
        eval(RAILS, TOPLEVEL_BINDING, '(rails)') unless defined?(::ActiveRecord) # rubocop:disable Security/Eval -- our own text
      end
    end
  end
end
