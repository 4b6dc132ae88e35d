# frozen_string_literal: true

require 'loupe/hooks/inflections'
require 'loupe/replay/loader'

module Loupe
  module Rails
    # A column, and how Active Record casts a value for it.
    Column = Struct.new(:name, :type, :default) do
      def cast(value)
        return nil if value.nil?

        case type
        when :integer then integer(value)
        when :string then string(value)
        when :float then value == '' ? nil : Float(value.to_f)
        when :boolean then boolean(value)
        when :decimal then raise Beyond, 'decimal columns'
        else value
        end
      end

      def first_value = cast(default.dup)

      private

      def integer(value)
        return value ? 1 : 0 if [true, false].include?(value)
        return nil if value == '' || !value.respond_to?(:to_i)

        value.to_i
      rescue FloatDomainError
        nil
      end

      def string(value)
        case value
        when String then String.new(value)
        when true then 't'
        when false then 'f'
        else value.to_s
        end
      end

      def boolean(value)
        return nil if value == ''

        ![false, 0, '0', 'f', 'F', 'false', 'FALSE', 'off', 'OFF'].include?(value)
      end
    end

    # db/schema.rb, evaluated.
    class Schema
      KINDS = {
        integer: :integer, bigint: :integer, smallint: :integer, float: :float, decimal: :decimal, numeric: :decimal,
        string: :string, text: :string, citext: :string, uuid: :string, binary: :string, boolean: :boolean
      }.freeze

      @tables = nil

      class << self
        def [](_version) = self
        def define(*, **, &block) = new.instance_eval(&block)

        # By name: { "folders" => [columns] }
        def tables
          return @tables if @tables

          @tables = {}
          Rails.schemas.each { |name| Replay::Loader.load_file(Workspace.path(name)) }
          @tables
        end

        # `Admin::User` has the table admin_users, or users.
        def table_of(class_name)
          whole, short = class_name.gsub('::', '/'), class_name.split('::').last
          long = Names.plural(Names.under(whole).tr('/', '_'))
          tables.key?(long) ? long : Names.plural(Names.under(short))
        end
      end

      def create_table(name, id: :bigint, primary_key: nil, **_options)
        columns = Schema.tables[name.to_s] = []
        columns << Column.new('id', KINDS.fetch(id, :other), nil) if id && primary_key.nil?
        yield Table.new(columns) if block_given?
      end

      def method_missing(*, **) = nil
      def respond_to_missing?(*) = true

      # `t` of create_table.
      class Table
        def initialize(columns) = @columns = columns

        def references(*names, polymorphic: false, type: :bigint, **)
          names.each do |name|
            add("#{name}_id", KINDS.fetch(type, :other))
            add("#{name}_type", :string) if polymorphic
          end
        end
        alias belongs_to references

        def timestamps(**) = %w[created_at updated_at].each { |name| add(name, :other) }
        def column(name, type, **options) = add(name, KINDS.fetch(type.to_sym, :other), **options)
        def index(*, **) = nil
        def foreign_key(*, **) = nil
        def check_constraint(*, **) = nil

        def method_missing(kind, *names, array: false, default: nil, **_options)
          names.each { |name| add(name, array ? :other : KINDS.fetch(kind, :other), default: default) }
        end

        def respond_to_missing?(*) = true

        private

        def add(name, type, default: nil, **)
          @columns << Column.new(name.to_s, type, default.is_a?(Proc) ? nil : default)
        end
      end
    end

    # Rails' inflections, without extending String.
    module Names
      def self.text(name) = String.new(name.to_s).extend(Hooks::Inflections)
      def self.plural(name) = text(name).pluralize
      def self.singular(name) = text(name).singularize
      def self.under(name) = text(name).underscore
      def self.camel(name) = text(name).camelize
    end
  end
end
