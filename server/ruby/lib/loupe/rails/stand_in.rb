# frozen_string_literal: true

module Loupe
  # A stand-in for Rails' records, for runs of counterexamples and audits where nobody has loaded Rails: columns as the
  # schema says, associations, enums, scopes, validations, callbacks, and rows kept in memory. What it does not know it
  # says instead of guessing: such a run tells nothing.
  module Rails
    # Not a StandardError: the program must not rescue it.
    class Beyond < Exception # rubocop:disable Lint/InheritException
      def initialize(what) = super("the stand-in for Active Record does not know #{what}")
    end

    # The constants that are made when somebody names them, and where they are written.
    CONSTANTS = {
      ActiveRecord: 'active_record', ApplicationRecord: 'active_record', ActiveSupport: 'active_support'
    }.freeze

    @schemas = []
    @used = []

    class << self
      attr_reader :schemas, :used

      # schemas: files that say which columns there are, as the host knows them.
      def offer(schemas)
        @schemas = schemas
        Module.prepend(Missing) unless Module.include?(Missing)
      end

      def install(name)
        file = CONSTANTS[name]
        @used |= [file == 'active_record' ? 'Active Record' : 'Active Support']
        require "loupe/rails/#{file}"
        Object.const_get(name)
      end

      # For people, after the version of Ruby; empty: it was not needed.
      def note = @used.empty? ? '' : ", with a stand-in for #{@used.max_by { |name| name == 'Active Record' ? 1 : 0 }}"
    end

    # After the workspace's own files; its own ApplicationRecord has the word.
    module Missing
      def const_missing(name)
        equal?(Object) && CONSTANTS.key?(name) ? Rails.install(name) : super
      end
    end
  end
end
