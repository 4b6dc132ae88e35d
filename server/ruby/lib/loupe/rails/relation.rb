# frozen_string_literal: true

module ActiveRecord
  # Rows of a model, selected by a few simple conditions.
  class Relation
    include Enumerable

    def initialize(model, filters: [], order: [], range: nil, attributes: {})
      @model = model
      @filters = filters
      @order = order
      @range = range
      @attributes = attributes
    end

    def each(&block)
      return to_enum unless block

      records.each(&block)
      self
    end

    def records
      found = source.select { |record| @filters.all? { |filter| filter.(record) } }
      found = found.sort_by.with_index { |record, index| [*@order.map { |name, way| key(record, name, way) }, index] } if @order.any?
      @range ? found[@range] || [] : found
    end
    alias to_a records
    alias to_ary records
    alias load itself
    alias all itself

    def size = records.size
    alias length size
    def empty? = records.empty?
    def many? = size > 1
    def last(*count) = records.last(*count)
    def ids = map(&:id)
    def distinct = self
    def includes(*) = self
    alias preload includes
    alias readonly includes
    def first! = first || raise(RecordNotFound)
    def last! = last || raise(RecordNotFound)

    def count(*args, &)
      return super if args.empty?

      raise Loupe::Rails::Beyond, 'count of a column'
    end

    def where(conditions = nil, *rest, **named)
      return Not.new(self) if conditions.nil? && named.empty?

      narrowed(conditions, rest, named, true)
    end

    def rejecting(named) = narrowed(nil, [], named, false)

    def find_by(*conditions, **named) = where(*conditions, **named).first
    def find_by!(*conditions, **named) = find_by(*conditions, **named) || raise(RecordNotFound)
    def exists?(id = nil, **named) = id.nil? ? where(**named, id: (1..)).any? : records.any? { |record| record.id == id }

    def find(*ids, &block)
      return super(&block) if ids.empty?
      raise Loupe::Rails::Beyond, 'find with several ids' if ids.size > 1 || ids[0].is_a?(Array)

      records.find { |record| record.id == ids[0].to_i } || raise(RecordNotFound, "Couldn't find #{@model.name} with 'id'=#{ids[0]}")
    end

    def order(*names, **ways)
      raise Loupe::Rails::Beyond, 'order by a text' if names.any?(String)

      with(order: @order + names.map { |name| [name, :asc] } + ways.to_a)
    end

    def limit(count) = with(range: ((@range&.begin || 0)...((@range&.begin || 0) + count)))
    def pluck(*names) = map { |record| names.size == 1 ? record.public_send(names[0]) : names.map { |name| record.public_send(name) } }
    def sum(name = nil, &block) = block || name.is_a?(Numeric) ? super : map { |record| record.public_send(name) }.compact.sum
    def maximum(name) = pluck(name).compact.max
    def minimum(name) = pluck(name).compact.min
    def destroy_all = records.each(&:destroy)
    def new(attributes = nil, **named, &) = @model.new({ **@attributes, **(attributes || {}).to_h.transform_keys(&:to_sym), **named }, &)
    alias build new
    def create(...) = new(...).tap(&:save)
    def create!(...) = new(...).tap(&:save!)
    def ==(other) = other.respond_to?(:to_a) && records == other.to_a
    def inspect = "#<#{self.class.name}>"

    # Delegates to scopes and class methods of the model.
    def method_missing(name, *args, **named, &)
      scope = @model.scopes[name]
      raise Loupe::Rails::Beyond, "#{name} of a list of records" unless scope

      instance_exec(*args, **named, &scope) || self
    end

    def respond_to_missing?(name, all = false) = @model.scopes.key?(name) || super

    # `where.not(...)`
    Not = Struct.new(:relation) do
      def not(**named) = relation.rejecting(named)
    end

    private

    def source = @model.rows.map { |row| @model.from_row(row) }

    def with(**changes)
      Relation.new(@model, filters: @filters, order: @order, range: @range, attributes: @attributes, **changes)
    end

    def narrowed(conditions, rest, named, wanted)
      named = conditions.transform_keys(&:to_sym) if conditions.is_a?(Hash)
      raise Loupe::Rails::Beyond, 'conditions that are texts' if rest.any? || (conditions && !conditions.is_a?(Hash))

      filter = ->(record) { named.all? { |name, value| matches?(record, name, value) } == wanted }
      with(filters: [*@filters, filter], attributes: wanted ? { **@attributes, **named } : @attributes)
    end

    def matches?(record, name, value)
      raise Loupe::Rails::Beyond, 'conditions on other tables' if value.is_a?(Hash) || value.is_a?(Relation)

      found = record.public_send(name)
      value.is_a?(Array) || value.is_a?(Range) ? value.include?(found) : found == value
    end

    def key(record, name, way)
      value = record.public_send(name)
      raise Loupe::Rails::Beyond, 'order of values that are not numbers' unless value.is_a?(Numeric)

      way.to_sym == :desc ? -value : value
    end
  end

  module Associations
    # The result of `has_many`: the rows that refer to their owner, and those that were added before it was saved.
    class CollectionProxy < Relation
      def initialize(model, owner, foreign_key, inverse)
        super(model)
        @owner = owner
        @foreign_key = foreign_key
        @inverse = inverse
        @added = []
      end

      attr_reader :added

      def <<(*records)
        records.flatten.each { |record| add(record) }
        self
      end
      alias push <<
      alias concat <<

      def new(attributes = nil, **named, &) = super.tap { |record| add(record, save: false) }
      alias build new
      def create(...) = build(...).tap(&:save)
      def create!(...) = build(...).tap(&:save!)

      def replace(records)
        @added = []
        self.<<(*records)
      end

      private

      def add(record, save: @owner.persisted?)
        record.public_send(:"#{@inverse}=", @owner) if @inverse && record.respond_to?(:"#{@inverse}=")
        @added << record
        record.save if save
      end

      def source
        return @added unless @owner.persisted?

        rows = super.select { |record| record.public_send(@foreign_key) == @owner.id }
        rows.reject { |row| @added.include?(row) } + @added
      end
    end
  end
end
