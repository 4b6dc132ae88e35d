# frozen_string_literal: true

module Loupe
  # A stand-in for Active Record, for replays and audits without Rails: columns of the schema, associations, enums, scopes,
  # validations, callbacks, and rows in memory. It raises Beyond for what it does not support; such a run proves nothing.
  module Rails
    # Not a StandardError: the program must not rescue it.
    class Beyond < Exception # rubocop:disable Lint/InheritException
      def initialize(what) = super("the stand-in for Active Record does not know #{what}")
    end

    # Constants that are defined when first used, and the files that define them.
    CONSTANTS = {
      ActiveRecord: 'active_record', ApplicationRecord: 'active_record', ActiveSupport: 'active_support'
    }.freeze

    @schemas = []
    @used = []

    class << self
      attr_reader :schemas, :used

      # schemas: files that define the columns, as named by the host.
      def offer(schemas)
        @schemas = schemas
        Module.prepend(Missing) unless Module.include?(Missing)
      end

      def install(name)
        return require('sorbet-runtime') && Object.const_get(name) if name == :T

        file = CONSTANTS[name]
        @used |= [file == 'active_record' ? 'Active Record' : 'Active Support']
        require "loupe/rails/#{file}"
        Object.const_get(name)
      end

      # The library that was replaced in this run; nil: none.
      def replaced = @used.max_by { |name| name == 'Active Record' ? 1 : 0 }
    end

    # After the workspace's own files: its own ApplicationRecord takes precedence.
    module Missing
      def const_missing(name)
        # Sorbet's T is used in class bodies, where Ruby asks the class first.
        name == :T || (equal?(Object) && CONSTANTS.key?(name)) ? Rails.install(name) : super
      end
    end
  end
end
