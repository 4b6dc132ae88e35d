# frozen_string_literal: true

module Loupe
  # Contracts of methods and objects, by class. A method without a contract has that of the nearest ancestor. Top-level methods
  # are not inherited, and constructors inherit nothing from superclasses.
  class Contracts
    # raises: what it may raise; nil: anything.
    Entry = Struct.new(:arms, :pre, :post, :raises) do
      def empty? = arms.empty? && pre.empty? && post.empty?
    end

    NOTHING = Entry.new([].freeze, [].freeze, [].freeze).freeze
    TOP = [Object, Kernel, BasicObject].freeze

    attr_reader :fields, :invariants

    def initialize
      @entries = {}
      @fields = Hash.new { |all, key| all[key] = {} }
      @invariants = Hash.new { |all, key| all[key] = [] }
    end

    # The entry, created if necessary.
    def own(owner, name) = @entries[[owner, name]] ||= Entry.new([], [], [])

    def of(owner, name)
      own = @entries[[owner, name]]
      own && !own.empty? ? own : (above(owner, name) || NOTHING)
    end

    def any?(owner, name) = !of(owner, name).empty?

    # Names with a contract in this module.
    def names_in(type) = @entries.keys.filter_map { |owner, name| name if owner == type }

    # Whether its objects have fields or invariants to check.
    def watched?(owner) = (@fields.keys + @invariants.keys).any? { |type| owner <= type }

    private

    def above(owner, name)
      owner.ancestors.drop(1).each do |type|
        next if TOP.include?(type) || (name == :initialize && type.is_a?(Class))

        found = @entries[[type, name]]
        return found if found && !found.empty?
      end
      nil
    end
  end
end
