# frozen_string_literal: true

require 'loupe/rails/associations'

module Loupe
  module Rails
    # Class-level methods of a model: macros in its body, and queries.
    module Macros
      include Associations

      CALLBACKS = %i[before after].product(%i[validation save create update destroy]).map { |parts| parts.join('_').to_sym } +
                  %i[after_initialize after_commit after_find after_rollback]
      LATER = %i[after_create_commit after_update_commit after_save_commit after_destroy_commit].freeze

      attr_accessor :abstract_class, :inheritance_column
      attr_writer :primary_key

      CALLBACKS.each do |name|
        define_method(name) { |*callbacks, **options, &block| own(:callbacks) << [name, [*callbacks, *block], options] }
      end
      LATER.each { |name| define_method(name) { |*, **, &_| unknown_macros << name.to_s } }

      # Columns by the name of the class, unless it names another table.
      def start_table
        @columns = nil
        return if name.nil? || superclass.columns.any?

        self.table_name = Schema.table_of(name)
      end

      def table_name=(table)
        @columns = (Schema.tables[table.to_s] || []).to_h { |column| [column.name, column] }
        @table_name = table.to_s
        columns = @columns
        @made ||= Module.new.tap { |made| include made }
        @made.module_eval { columns.each_value { |column| Macros.define_column(self, column) } }
      end

      def table_name = @table_name || (superclass.table_name if superclass < ActiveRecord::Base)

      def self.define_column(made, column)
        name = column.name
        made.define_method(name) { instance_variable_get(:"@#{name}") }
        made.define_method(:"#{name}=") { |value| instance_variable_set(:"@#{name}", column.cast(value)) }
        made.define_method(:"#{name}?") { ![nil, false, 0, ''].include?(instance_variable_get(:"@#{name}")) }
        made.define_method(:"#{name}_was") { loupe_state.saved[name] }
        made.define_method(:"#{name}_changed?") { loupe_state.saved[name] != instance_variable_get(:"@#{name}") }
      end

      def columns
        return {} if equal?(ActiveRecord::Base)

        { **superclass.columns, **(@columns || {}) }
      end

      def column_names = columns.keys
      def primary_abstract_class = @abstract_class = true

      # Lists that a class adds to those of its superclasses.
      def own(kind) = (@own ||= {})[kind] ||= []
      def all_of(kind) = (superclass.respond_to?(:all_of) ? superclass.all_of(kind) : []) + own(kind)

      def unknown_macros = own(:unknown)
      def validations = all_of(:validations)

      def validates(*names, **rules)
        validation = Validation.new(names, rules)
        own(:validations) << ->(record) { validation.check(record, Condition) }
      end

      %i[presence absence length numericality inclusion exclusion format uniqueness].each do |rule|
        define_method(:"validates_#{rule}_of") { |*names, **how| validates(*names, rule => how.empty? ? true : how) }
      end

      def validate(*names, **options, &block)
        own(:validations) << lambda do |record|
          [*names, *block].each { |each| Condition.ask(record, each) } if Condition.holds?(record, options)
        end
      end

      # False: a callback aborted.
      def run_callbacks(kind, record)
        done = false
        catch(:abort) do
          all_of(:callbacks).each do |name, callbacks, options|
            next unless name == kind && Condition.holds?(record, options)

            callbacks.each { |callback| Condition.ask(record, callback) }
          end
          done = true
        end
        done
      end

      def scope(name, body)
        scopes[name] = body
        define_singleton_method(name) { |*args, **named| all.instance_exec(*args, **named, &body) || all }
      end

      # `normalizes :email, with: ->(email) { email.strip }`: applied to assigned values.
      def normalizes(*names, with:, apply_to_nil: false)
        made_by_macros do
          names.each do |name|
            define_method(:"#{name}=") do |value|
              super(value)
              kept = instance_variable_get(:"@#{name}")
              instance_variable_set(:"@#{name}", with.(kept)) if apply_to_nil || !kept.nil?
            end
          end
        end
      end

      def scopes = @scopes ||= superclass.respond_to?(:scopes) ? superclass.scopes.dup : {}
      def default_scope(*) = unknown_macros << 'default_scope'

      def enum(name = nil, values = nil, prefix: nil, suffix: nil, **options)
        return options.each { |key, each| Enum.new(self, key, each, options[:_prefix], options[:_suffix]).define unless key.start_with?('_') } if name.nil?

        Enum.new(self, name, values || options.except(:default, :validate, :scopes, :instance_methods), prefix, suffix).define
      end

      def rows = superclass.equal?(ActiveRecord::Base) || superclass.abstract_class ? @rows ||= [] : superclass.rows
      def next_id = (rows.map { |row| row['id'] }.max || 0) + 1

      def from_row(row)
        allocate.tap do |record|
          row.each { |name, value| record.instance_variable_set(:"@#{name}", value.dup) }
          record.loupe_state.persisted = true
          record.loupe_state.saved = row
        end
      end

      def all = ActiveRecord::Relation.new(self)

      %i[where find find_by find_by! first last count exists? order limit pluck sum maximum minimum ids destroy_all any? empty? includes first! last! none?].each do |name|
        define_method(name) { |*args, **named, &block| all.public_send(name, *args, **named, &block) }
      end

      def create(...) = new(...).tap(&:save)
      def create!(...) = new(...).tap(&:save!)

      def transaction(**)
        before = rows.map(&:dup)
        yield
      rescue ActiveRecord::Rollback
        rows.replace(before)
        nil
      rescue StandardError
        rows.replace(before)
        raise
      end

      # In a class body: recorded, and reported if it matters. In a running program: the result is unknown.
      def method_missing(name, *, **)
        raise Beyond, "#{name} of a model" unless Replay::Loader.loading?

        unknown_macros << name.to_s
        nil
      end

      def respond_to_missing?(*) = false
    end
  end
end
