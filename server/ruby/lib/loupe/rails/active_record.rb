# frozen_string_literal: true

require 'loupe/rails/stand_in'
require 'loupe/rails/active_support'
require 'loupe/rails/columns'
require 'loupe/rails/validations'
require 'loupe/rails/relation'
require 'loupe/rails/macros'
require 'loupe/rails/saving'

module ActiveRecord
  class ActiveRecordError < StandardError; end
  class RecordNotFound < ActiveRecordError; end
  class RecordNotSaved < ActiveRecordError; end
  class RecordNotDestroyed < ActiveRecordError; end
  class Rollback < ActiveRecordError; end

  # Carries the record.
  class RecordInvalid < ActiveRecordError
    attr_reader :record

    def initialize(record = nil)
      @record = record
      super(record ? "Validation failed: #{record.errors.full_messages.join(', ')}" : 'Record invalid')
    end
  end

  Schema = Loupe::Rails::Schema

  # A record stores each column in a field of its name; everything else is stored outside, so that inspecting a record never
  # changes it.
  class Base
    extend Loupe::Rails::Macros
    include Loupe::Rails::Saving

    State = Struct.new(:persisted, :destroyed, :errors, :saved, :collections)
    STATES = {}.compare_by_identity

    def initialize(attributes = nil)
      self.class.columns.each_value { |column| instance_variable_set(:"@#{column.name}", column.first_value) }
      assign_attributes(attributes) if attributes
      self.class.run_callbacks(:after_initialize, self)
      yield self if block_given?
    end

    def loupe_state = STATES[self] ||= State.new(false, false, Loupe::Rails::Errors.new, {}, {})

    def errors = loupe_state.errors
    def new_record? = !loupe_state.persisted && !loupe_state.destroyed
    def persisted? = loupe_state.persisted
    def destroyed? = loupe_state.destroyed
    def readonly? = false

    def attributes = self.class.columns.keys.to_h { |name| [name, instance_variable_get(:"@#{name}")] }
    def has_attribute?(name) = self.class.columns.key?(name.to_s)
    def read_attribute(name) = instance_variable_get(:"@#{name}")
    alias [] read_attribute

    def write_attribute(name, value)
      column = self.class.columns[name.to_s] or raise Loupe::Rails::Beyond, "the column #{name}"
      instance_variable_set(:"@#{name}", column.cast(value))
    end
    alias []= write_attribute

    def assign_attributes(attributes)
      attributes.each do |name, value|
        raise Loupe::Rails::Beyond, "the attribute #{name}" unless respond_to?(:"#{name}=")

        public_send(:"#{name}=", value)
      end
    end
    alias attributes= assign_attributes

    def changed = attributes.filter_map { |name, value| name if loupe_state.saved[name] != value }
    def changed? = changed.any?

    def ==(other) = super || (other.instance_of?(self.class) && !id.nil? && other.id == id)
    alias eql? ==
    def hash = id.nil? ? super : [self.class, id].hash
    def id = @id
    def to_key = id && [id]
    def to_param = id&.to_s

    def increment(name, by = 1) = tap { write_attribute(name, (read_attribute(name) || 0) + by) }
    def decrement(name, by = 1) = increment(name, -by)
    def toggle(name) = tap { write_attribute(name, !read_attribute(name)) }

    def method_missing(name, ...)
      raise Loupe::Rails::Beyond, "#{name} of a record"
    end

    def respond_to_missing?(*) = false

    class << self
      def inherited(model)
        super
        model.start_table
      end
    end
  end
end

unless Loupe::Replay::Loader.find('', 'ApplicationRecord')
  class ApplicationRecord < ActiveRecord::Base
    self.abstract_class = true
  end
end
